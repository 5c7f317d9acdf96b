#include "engine/session/summary/summary_unknown.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/device/requests.h"
#include "engine/findings/condition_values.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/shell_word.h"
#include "engine/probe/discovery/discovery_plan.h"
#include "engine/session/summary/summary_rows.h"

namespace chasescope {
namespace {

constexpr const char* kPolicy = "policy";

/// A question that an engineer asks about a level. There is one for each column of the table that a report shows, so that whatever
/// is not told there is named below it: of sets and ways, too, one may be known without the other.
struct Question {
  const char* words;
  std::vector<const char*> quantities;
  std::string_view call = ChaseRequest::kCall;  ///< the request that answers it
};

enum class Remedy { none, again, thorough };

/// An open question, before questions with the same remedy are merged.
struct Open {
  std::vector<std::string> subjects, words;
  std::string why;
  Remedy remedy = Remedy::none;
  std::vector<std::size_t> findings;
};

const std::vector<std::string>& data_caches() {
  static const std::vector<std::string> caches{subject::l1_data,       subject::readonly, subject::texture, subject::constant_l1,
                                               subject::constant_l1_5, subject::l2,       subject::l3};
  return caches;
}

const std::vector<std::string>& asked_subjects() {
  static const std::vector<std::string> all{subject::shared_memory,
                                            subject::l1_data,
                                            subject::readonly,
                                            subject::texture,
                                            subject::constant_l1,
                                            subject::constant_l1_5,
                                            subject::instruction_l0,
                                            subject::instruction_l1,
                                            subject::instruction_l2,
                                            subject::distributed_shared_memory,
                                            subject::l2,
                                            subject::l3,
                                            subject::dram,
                                            subject::l1_tlb,
                                            subject::l2_tlb,
                                            subject::l3_tlb,
                                            subject::request_table};
  return all;
}

bool is_one_of(const std::string& word, const std::vector<std::string>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<Question> questions_of(const std::string& subject) {
  const Question size{"size", {quantity::capacity_bytes, quantity::contiguous_bytes}}, sets{"sets", {quantity::sets}},
      ways{"ways", {quantity::ways, quantity::ways_per_set}}, policy{kPolicy, {quantity::replacement_policy}},
      latency{"latency", {quantity::hit_latency_cycles}},
      bandwidth{"bandwidth", {quantity::read_bandwidth}, BandwidthRequest::kCall};
  if (subject == subject::shared_memory)
    return {{"banks, conflicts", {quantity::banks, quantity::conflict_latency_cycles}, BankRequest::kCall}, bandwidth};
  if (subject.starts_with("instruction")) return {{"size", {quantity::capacity_bytes}, InstructionsRequest::kCall}};
  if (subject == subject::distributed_shared_memory) return {{"latency", {quantity::hit_latency_cycles}, ClusterRequest::kCall}};
  if (subject.ends_with("_tlb"))
    return {{"size", {quantity::reach_bytes, quantity::contiguous_bytes}},
            {"entries", {quantity::entries}},
            {"pages", {quantity::page_bytes}},
            sets,
            ways,
            policy,
            {"cycles of a miss", {quantity::miss_penalty_cycles}}};
  if (subject == subject::request_table)
    return {{"kind, entries", {quantity::structure, quantity::entries, quantity::max_outstanding}, OutstandingRequest::kCall}};
  if (subject == subject::dram)
    return {{"latency", {quantity::hit_latency_cycles, quantity::near_memory_latency_cycles}}, bandwidth};
  return {latency, size, {"line", {quantity::line_bytes}}, sets, ways, policy, bandwidth};
}

/// The first sentence as words that follow others, so it begins with a small letter, unless that is the name of the device.
std::string first_sentence(const std::string& reason, const std::string& device) {
  std::string text = one_line(reason);
  const bool begins_with_name = !device.empty() && text.starts_with(one_line(device));
  if (const std::size_t end = text.find(". "); end != std::string::npos) text.resize(end);
  while (text.ends_with('.') || text.ends_with(' ')) text.pop_back();
  constexpr std::size_t kMost = 160;
  if (!begins_with_name && text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z')
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return shortened(text, kMost);
}

bool asks(const Question& question, const Finding& finding) {
  return std::any_of(question.quantities.begin(), question.quantities.end(),
                     [&](const char* one) { return finding.quantity == one; });
}

bool is_known(const SummaryFinder& finder, const std::string& subject, const Question& question) {
  if (question.words == std::string("size")) {
    const auto size = finder.size(subject);
    return size && size->bound == SummaryNumber::Bound::none && !size->to;
  }
  return std::any_of(question.quantities.begin(), question.quantities.end(),
                     [&](const char* quantity) { return finder.best(subject, quantity).has_value(); });
}

/// Whether a finding that knows only between which sizes a level ends is about a setting with a smaller cache than the size that
/// the table tells: its reason would contradict the table.
bool is_of_smaller_setting(const SummaryFinder& finder, const Finding& finding) {
  const auto told = finder.size(finding.subject);
  return told && finding.unit == "bytes" && finding.high && *finding.high < told->value;
}

/// If the largest array of a memory space fits into the cache: words with the size of that array. The other findings on the cache
/// then have the same reason.
std::string end_of_space(const SummaryFinder& finder, const Finding& finding) {
  const auto space = memory_space_from(word_in(finding.conditions, "space"));
  const auto most = space ? finder.session().device.max_footprint(*space) : std::nullopt;
  if (!most) return {};
  const std::vector<Finding>& all = finder.session().findings;
  const bool is_full = std::any_of(all.begin(), all.end(), [&](const Finding& other) {
    return other.subject == finding.subject && other.reason == finding.reason && other.low == static_cast<double>(*most);
  });
  return is_full ? "all of its space, " + size_words(*most) + ", fits" : std::string();
}

const KnownLimit* limit_of(const PublishedReasons& reasons, const SummaryFinder& finder, const Finding& finding) {
  const auto fits = [&](const KnownLimit& limit) {
    return limit.subject == finding.subject && is_one_of(finding.quantity, limit.quantities) &&
           (limit.origin.empty() || limit.origin == to_string(finder.session().device.origin)) &&
           finding.reason.find(limit.reason) != std::string::npos;
  };
  const auto found = std::find_if(reasons.limits.begin(), reasons.limits.end(), fits);
  return found == reasons.limits.end() ? nullptr : &*found;
}

/// A setting with which the session was measured; empty if it was not given.
std::string setting_of(const Session& session, const char* key) {
  const auto parameters = session.environment.find("parameters");
  if (parameters == session.environment.end() || !parameters->is_object()) return {};
  const auto setting = parameters->find(key);
  return setting != parameters->end() && setting->is_string() ? setting->get<std::string>() : std::string();
}

/// The time that was given to the discovery, in seconds; 0 if none was, or none that can be: a file may say anything.
double seconds_given(const Session& session) {
  constexpr double kDay = 86400;
  const double seconds = std::strtod(setting_of(session, "seconds").c_str(), nullptr);
  return seconds > 0 && seconds <= kDay ? seconds : 0;
}

std::string effort_of(const Session& session) {
  if (!setting_of(session, "seconds").empty()) return seconds_given(session) < kThoroughSeconds ? "normal" : "thorough";
  return setting_of(session, "effort");
}

bool is_discovery(const Session& session) {
  const auto probe = session.environment.find("probe");
  return probe != session.environment.end() && *probe == "discover";
}

std::string device_id(const Session& session) {
  const auto id = session.environment.find("device_id");
  return id != session.environment.end() && id->is_string() ? id->get<std::string>() : std::string();
}

constexpr const char* kUnnamed = "DEVICE";

/// The device id for a command line; a placeholder if a shell could misread it. A session may come from anybody, so that its id is
/// never quoted: what it names would be run by whoever copies the command.
std::string device_words(const Session& session) {
  const std::string word = device_id(session);
  const bool is_plain = std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' || c == '.' || c == '_' ||
           c == '-' || c == '/';
  });
  return word.empty() || !is_plain || word.size() > 80 ? kUnnamed : word;
}

/// Whether the session comes from a recording, which can't answer further requests.
bool is_recording(const Session& session) { return device_id(session).starts_with("recording:"); }

/// The command that measures the same parts once more. \param seconds to give it; 0: no time, so that it takes as long as it takes
SummaryUnknown once_more(const Session& session, double seconds) {
  SummaryUnknown unknown{.command = "chasescope discover -d " + device_words(session)};
  const std::string only = setting_of(session, "only");
  const bool is_plain = only.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_,") == std::string::npos;
  if (!only.empty() && is_plain) unknown.command += " --only " + only;
  if (seconds > 0) unknown.command += " --time " + number_text(seconds) + "s";
  unknown.seconds = seconds > 0 ? seconds : discovery_seconds(is_plain ? ParameterValues{{"only", only}} : ParameterValues{});
  return unknown;
}

Open open_question(const SummaryFinder& finder, const PublishedReasons& reasons, const std::string& subject,
                   const Question& question, std::size_t place) {
  const Finding& finding = finder.at(place);
  Open open{.subjects = {subject},
            .words = {question.words},
            .why = first_sentence(finding.reason, finder.session().device.name),
            .findings = {place}};
  if (const std::string end = end_of_space(finder, finding); !end.empty()) {
    open.why = end;
  } else if (const KnownLimit* limit = limit_of(reasons, finder, finding)) {
    open.why = limit->why;
    if (limit->is_told_now && is_discovery(finder.session())) open.remedy = Remedy::again;
  } else if (is_discovery(finder.session()) && is_one_of(subject, data_caches()) && effort_of(finder.session()) != "thorough") {
    open.remedy = Remedy::thorough;
  }
  return open;
}

/// Whether the discovery looked for the policy of every data cache whose sets it found: a thorough one did, and on a software GPU
/// one without a time limit, if it did for any. On a card the trials of the L1 bring its policy, and nobody asked for others.
bool looked_for_policies(const Session& session) {
  if (effort_of(session) == "thorough") return true;
  return session.device.origin == Origin::model && setting_of(session, "seconds").empty() &&
         std::any_of(session.findings.begin(), session.findings.end(), [](const Finding& finding) {
           return finding.quantity == quantity::replacement_policy && is_one_of(finding.subject, data_caches());
         });
}

/// The open question about a level because of which nobody asked for its policy: its sets, or if policies were looked for its ways.
/// (Where the sets are known, policies_not_asked() names the policy after any other look.)
std::vector<Open>::iterator before_policy(std::vector<Open>& of_level, const Session& session) {
  const bool ways_too = looked_for_policies(session);
  return std::find_if(of_level.begin(), of_level.end(), [ways_too](const Open& one) {
    return is_one_of("sets", one.words) || (ways_too && is_one_of("ways", one.words));
  });
}

void merge(Open& into, const Open& more) {
  for (const std::string& word : more.words)
    if (!is_one_of(word, into.words)) into.words.push_back(word);
  for (const std::string& one : more.subjects)
    if (!is_one_of(one, into.subjects)) into.subjects.push_back(one);
  into.findings.insert(into.findings.end(), more.findings.begin(), more.findings.end());
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// The first of the words, as many as one line of a summary has room for, and how many more there are.
std::string first_of(const std::vector<std::string>& words) {
  constexpr std::size_t kMostCharacters = 200;
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && text.size() + words[i].size() > kMostCharacters)
      return text + ", and " + std::to_string(words.size() - i) + " more";
    text += (i == 0 ? "" : ", ") + shortened(words[i], kMostCharacters);
  }
  return text;
}

SummaryUnknown told(const SummaryFinder& finder, const Open& open) {
  std::vector<std::string> names;
  for (const std::string& subject : open.subjects) names.push_back(short_subject(subject));
  SummaryUnknown unknown{
      .what = joined(names) + ": " + joined(open.words), .why = open.why, .command = {}, .findings = open.findings};
  if (open.remedy == Remedy::none || finder.session().device.sealed) return unknown;
  std::string only;
  for (const std::string& subject : open.subjects) only += (only.empty() ? "" : ",") + subject;
  const bool takes_time = open.remedy == Remedy::thorough;
  const std::string options = "--only " + only + (takes_time ? " --time " + std::to_string(kThoroughSeconds) + "s" : "");
  if (is_recording(finder.session())) {
    unknown.why = "not recorded; on a card: " + options;
    return unknown;
  }
  unknown.command = "chasescope discover -d " + device_words(finder.session()) + " " + options;
  unknown.seconds = takes_time ? kThoroughSeconds : discovery_seconds({{"only", only}});
  return unknown;
}

/// Replacement policies that this discovery did not measure. On a card only a thorough discovery measures them, as that takes about
/// a minute.
std::optional<Open> policies_not_asked(const SummaryFinder& finder) {
  const Session& session = finder.session();
  if (!is_discovery(session) || looked_for_policies(session)) return std::nullopt;
  const bool had_limit = !setting_of(session, "seconds").empty();
  Open open{.subjects = {},
            .words = {kPolicy},
            .why = had_limit ? "only measured if there is time" : "not asked without --time or --thorough",
            .remedy = Remedy::thorough};
  for (const std::string& subject : data_caches()) {
    if (is_part_of_l1(finder, subject)) continue;
    const auto sets = finder.best(subject, quantity::sets);
    const bool asked = std::any_of(finder.session().findings.begin(), finder.session().findings.end(), [&](const Finding& finding) {
      return finding.subject == subject && finding.quantity == quantity::replacement_policy;
    });
    if (!sets || asked) continue;
    open.subjects.push_back(subject);
    open.findings.push_back(*sets);
  }
  return open.subjects.empty() ? std::nullopt : std::optional(open);
}

/// "bandwidth" of everything, "instruction caches": the questions that a kind of request would answer.
std::string words_of_call(std::string_view call) {
  if (call == BandwidthRequest::kCall) return "bandwidth";
  if (call == InstructionsRequest::kCall) return "instruction caches";
  if (call == ClusterRequest::kCall) return "other SMs' shared memory";
  if (call == OutstandingRequest::kCall) return "requests in flight";
  if (call == BankRequest::kCall) return "banks of shared memory";
  return std::string(call);
}

/// The titles of the steps that failed, or that were not reached because the device was lost.
std::vector<std::string> failed_steps(const Session& session) {
  std::vector<std::string> failed;
  for (const TroubledParts& parts : troubled_parts(session.findings))
    for (const std::string& one : parts.titles)
      if (std::string title = one_line(one); !is_one_of(title, failed)) failed.push_back(std::move(title));
  return failed;
}

constexpr const char* kLinesAndSets = "Lines and sets of caches";

/// The titles of the steps that were not reached in time, in order, and their common reason.
std::vector<std::string> not_reached(const Session& session, std::string& reason) {
  std::vector<std::string> late;
  for (const Finding& finding : session.findings) {
    if (finding.status != FindingStatus::not_measurable || !finding.reason.starts_with("The time that was given")) continue;
    reason = finding.reason;
    std::string title = finding.quantity == "caches" ? kLinesAndSets : one_line(finding.method);
    if (!is_one_of(title, late)) late.push_back(std::move(title));
  }
  return late;
}

}  // namespace

void name_device(std::vector<SummaryUnknown>& unknown, const std::string& id) {
  const std::string unnamed = std::string(" -d ") + kUnnamed;
  for (SummaryUnknown& one : unknown)
    if (const std::size_t at = one.command.find(unnamed); at != std::string::npos)
      one.command.replace(at, unnamed.size(), " -d " + shell_word(id));
}

bool was_cut_short(const Session& session) {
  std::string reason;
  return !not_reached(session, reason).empty();
}

std::vector<SummaryUnknown> unknown_of(const SummaryFinder& finder, const PublishedReasons& reasons) {
  const Session& session = finder.session();
  std::string late_reason;
  const std::vector<std::string> late = not_reached(session, late_reason);
  const bool caches_are_late = is_one_of(kLinesAndSets, late);
  std::vector<Open> open;
  std::vector<std::string> not_served;
  std::vector<std::size_t> refusals;
  for (const std::string& subject : asked_subjects()) {
    if (is_part_of_l1(finder, subject)) continue;
    std::vector<Open> of_level;
    for (const Question& question : questions_of(subject)) {
      if (is_known(finder, subject, question)) continue;
      const auto finding = std::find_if(session.findings.begin(), session.findings.end(), [&](const Finding& one) {
        return one.subject == subject && asks(question, one) && one.status == FindingStatus::not_measurable &&
               !is_of_smaller_setting(finder, one);
      });
      if (finding == session.findings.end()) {
        // Nobody looks for a policy before the sets and ways are known; so it is not known for the same reason.
        const auto before = question.words == std::string(kPolicy) ? before_policy(of_level, session) : of_level.end();
        if (before != of_level.end() && is_discovery(session)) before->words.emplace_back(kPolicy);
        continue;
      }
      const auto place = static_cast<std::size_t>(finding - session.findings.begin());
      if (!session.device.calls.empty() && !session.device.serves(question.call)) {
        if (const std::string words = words_of_call(question.call); !is_one_of(words, not_served)) not_served.push_back(words);
        refusals.push_back(place);
        continue;
      }
      const Open one = open_question(finder, reasons, subject, question, place);
      if (one.remedy == Remedy::thorough && caches_are_late) continue;  // listed among the unfinished steps
      // One line for each remedy of a level, with the first reason.
      const auto same =
          std::find_if(of_level.begin(), of_level.end(), [&](const Open& other) { return other.remedy == one.remedy; });
      if (same == of_level.end())
        of_level.push_back(one);
      else
        merge(*same, one);
    }
    for (const Open& one : of_level) {
      const auto same = std::find_if(open.begin(), open.end(), [&](const Open& other) {
        return other.why == one.why && other.remedy == one.remedy && other.words == one.words;
      });
      if (same == open.end())
        open.push_back(one);
      else
        merge(*same, one);
    }
  }
  if (const auto policies = policies_not_asked(finder)) open.push_back(*policies);
  std::vector<SummaryUnknown> unknown;
  if (const auto trouble = discovery_trouble(session.findings); trouble && is_discovery(session)) {
    unknown.push_back(once_more(session, 0));
    unknown.back().what = "Failed or not reached: " + first_of(failed_steps(session));
    unknown.back().why = first_sentence(trouble->reason, session.device.name);
  }
  for (const Open& one : open) unknown.push_back(told(finder, one));
  if (!late.empty() && is_discovery(session)) {
    // What a discovery without a time takes is enough, unless more than that was given and was not: then twice as much.
    const double given = seconds_given(session);
    unknown.push_back(once_more(session, given < discovery_seconds({}) ? 0 : 2 * given));
    unknown.back().what = "Not finished in the time: " + first_of(late);
    unknown.back().why = first_sentence(late_reason, session.device.name);
  }
  if (effort_of(session) == "quick" && is_discovery(session))
    unknown.push_back({.what = "TLBs, sets, requests in flight",
                       .why = "not looked for by a quick look",
                       .command = "chasescope discover -d " + device_words(session),
                       .seconds = discovery_seconds({})});
  if (!not_served.empty())
    unknown.push_back({.what = joined(not_served), .why = "the device answers no such requests", .findings = refusals});
  if (is_recording(session))
    for (SummaryUnknown& one : unknown) one.command.clear(), one.seconds = 0;
  for (SummaryUnknown& one : unknown)
    if (!one.what.empty() && one.what[0] >= 'a' && one.what[0] <= 'z') one.what[0] = static_cast<char>(one.what[0] - 'a' + 'A');
  return unknown;
}

}  // namespace chasescope
