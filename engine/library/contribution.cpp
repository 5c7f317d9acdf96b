#include "engine/library/contribution.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

// The words that findings have as values: policies, answers, structures. Any other word may say something private, so its finding
// is left out.
constexpr auto kValues = std::to_array<std::string_view>(
    {"lru",    "fifo",    "plru", "nru",     "mru",    "random", "other",   "srrip", "brrip", "lip",
     "bip",    "yes",     "no",   "bits",    "agrees", "larger", "smaller", "mshr",  "prt",   "hashed",
     "modulo", "two-way", "none", "unequal", "table",  "tree",   "clock",   "lfu",   "slru",  "not-lru"});

// The names of conditions, and the words that conditions have as values.
constexpr auto kConditions = std::to_array<std::string_view>({"space",
                                                              "carveout_percent",
                                                              "l1_kib",
                                                              "bank_bytes",
                                                              "word_bytes",
                                                              "conflict_degree",
                                                              "access_bytes",
                                                              "stride",
                                                              "bytes",
                                                              "from_bytes",
                                                              "to_bytes",
                                                              "step_bytes",
                                                              quantity::page_bytes,
                                                              "cluster_size",
                                                              "rank",
                                                              "operation",
                                                              "order",
                                                              "state",
                                                              "sms",
                                                              "data",
                                                              "class",
                                                              "while",
                                                              "paths",
                                                              "instruction_level",
                                                              "threads",
                                                              "step_threads",
                                                              "translation",
                                                              "place",
                                                              "element_bytes",
                                                              "direction",
                                                              "warmup",
                                                              "addresses",
                                                              "line",
                                                              "copy",
                                                              "kept",
                                                              "swept",
                                                              "set_aside",
                                                              "set_aside_bytes",
                                                              "fetch_setting",
                                                              "fetch_setting_bytes"});
constexpr auto kConditionWords = std::to_array<std::string_view>(
    {"load",   "bulk_copy", "random", "sequential", "cold",   "warm",   "all",    "measuring", "read",       "write",     "copy",
     "l0",     "hit",       "miss",   "near",       "far",    "atomic", "reduce", "one_word",  "neighbours", "own_lines", "present",
     "absent", "registers", "async",  "bulk",       "normal", "first",  "last",   "unchanged", "default"});

constexpr auto kUnits = std::to_array<std::string_view>(
    {"", "1", "bytes", "cycles", "kHz", "bits", "bytes/s", "bytes/cycle", "ns", "requests", "threads", "accesses"});

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_a_part(std::string_view word) { return find_subject(word) != nullptr; }

/// Whether the text names parts joined by '+', such as "l2+l1_tlb".
bool are_parts(std::string_view words) {
  while (!words.empty()) {
    const std::size_t plus = std::min(words.find('+'), words.size());
    if (!is_a_part(words.substr(0, plus))) return false;
    words.remove_prefix(std::min(plus + 1, words.size()));
  }
  return true;
}

bool is_known_word(const std::string& word) {
  return is_one_of(kValues, word) || is_one_of(kConditionWords, word) || (!word.empty() && are_parts(word)) ||
         memory_space_from(word).has_value();
}

bool is_plain(const json& value) {
  if (value.is_string()) return is_known_word(value.get_ref<const std::string&>());
  if (value.is_array()) return std::all_of(value.begin(), value.end(), is_plain);
  return value.is_number() || value.is_boolean() || value.is_null();
}

/// The version at the beginning of a text ("9.0", "580.159.04"): two or three short numbers. A long number may be a serial number,
/// and four numbers may be an IP address.
std::string version_in(std::string_view text) {
  constexpr std::size_t kMostDigits = 4;
  const auto is_part = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.'; };
  const std::string_view version(text.begin(), std::find_if_not(text.begin(), text.end(), is_part));
  std::size_t dots = 0, digits = 0;
  for (const char c : version) {
    dots += c == '.' ? 1 : 0;
    digits = c == '.' ? 0 : digits + 1;
    if (digits > kMostDigits) return {};
  }
  return dots == 1 || dots == 2 ? std::string(version) : std::string();
}

bool are_known_conditions(const json& conditions) {
  if (!conditions.is_object()) return false;
  for (const auto& [key, value] : conditions.items())
    if (!is_one_of(kConditions, key) || !is_plain(value)) return false;
  return true;
}

/// A finding without its free texts, to be given away. Empty if it has a word that is in no list.
std::optional<Finding> plain_finding(const Finding& finding) {
  if (find_subject(finding.subject) == nullptr || find_quantity(finding.quantity) == nullptr || !is_one_of(kUnits, finding.unit) ||
      !are_known_conditions(finding.conditions))
    return std::nullopt;
  Finding plain;
  plain.subject = finding.subject;
  plain.quantity = finding.quantity;
  plain.conditions = finding.conditions;
  plain.unit = finding.unit;
  plain.low = finding.low;
  plain.high = finding.high;
  plain.status = finding.status;
  const bool is_version = finding.quantity == quantity::driver || finding.quantity == quantity::compute_capability;
  if (is_version && finding.value.is_string()) {
    const std::string version = version_in(finding.value.get_ref<const std::string&>());
    if (version.empty()) return std::nullopt;
    plain.value = version;
    return plain;
  }
  if (!is_plain(finding.value)) return std::nullopt;
  plain.value = finding.value;
  return plain;
}

Properties plain_properties(const Properties& all) {
  Properties plain = all;
  plain.compute_capability = all.compute_capability ? std::optional(version_in(*all.compute_capability)) : std::nullopt;
  plain.driver = all.driver ? std::optional(version_in(*all.driver)) : std::nullopt;
  for (auto* version : {&plain.compute_capability, &plain.driver})
    if (*version && (*version)->empty()) version->reset();
  plain.runtime.reset();
  plain.notes.reset();
  plain.max_footprint_bytes.reset();  // depends on the memory that was free at that time
  plain.max_footprint_bytes_by_space.clear();
  plain.max_accesses.reset();
  return plain;
}

std::string text_of(const json& environment, const char* member) {
  const auto found = environment.is_object() ? environment.find(member) : environment.end();
  return environment.is_object() && found != environment.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// "2026-11" of "2026-11-28T15:12:55Z"; empty if the text is no date.
std::string month_of(const std::string& time) {
  constexpr std::size_t kLength = 7;
  if (time.size() < kLength) return {};
  for (std::size_t i = 0; i < kLength; ++i)
    if (i == 4 ? time[i] != '-' : std::isdigit(static_cast<unsigned char>(time[i])) == 0) return {};
  return time.substr(0, kLength);
}

/// "ChaseScope 0.1.0" of "ChaseScope 0.1.0 (with CUDA kernels)".
std::string program_of(const std::string& text) {
  constexpr std::string_view kProgram = "ChaseScope ";
  if (!text.starts_with(kProgram)) return {};
  const std::string version = version_in(std::string_view(text).substr(kProgram.size()));
  return version.empty() ? std::string() : std::string(kProgram) + version;
}

json plain_environment(const json& environment) {
  json plain = {{"contributed", true}};
  if (const std::string program = program_of(text_of(environment, "program")); !program.empty()) plain["program"] = program;
  if (const std::string month = month_of(text_of(environment, "time")); !month.empty()) plain["month"] = month;
  if (text_of(environment, "probe") == "discover") plain["probe"] = "discover";
  return plain;
}

std::string counted(std::size_t count, const char* one, const char* more) {
  return number_text(static_cast<double>(count)) + " " + (count == 1 ? one : more);
}

bool is_whole_of_chip(const RunPtr& run) { return run->probe == "l2-map"; }

std::vector<std::string> taken_out_of(const Session& session, const Session& plain, const std::string& name) {
  std::vector<std::string> words;
  if (!session.runs.empty()) words.push_back(counted(session.runs.size(), "run", "runs"));
  if (std::any_of(session.runs.begin(), session.runs.end(), is_whole_of_chip))
    words.push_back("the map of the chip, by which one card can be known again");
  if (session.device.name != name) words.push_back("words of the card's name that no maker gives");
  if (session.device.properties.notes) words.push_back("the card's notes");
  if (!session.notes.empty()) words.push_back("your notes");
  for (const auto& [member, what] : {std::pair("device_id", "the device's id"), {"host", "the host's name"}})
    if (session.environment.is_object() && session.environment.contains(member)) words.push_back(what);
  if (!text_of(session.environment, "time").empty()) words.push_back("the time, but for the month");
  if (session.environment.is_object() && session.environment.contains("conditions"))
    words.push_back("the record of clocks and temperatures");
  words.push_back("how each finding was made, in words");
  if (const std::size_t lost = session.findings.size() - plain.findings.size(); lost > 0)
    words.push_back(counted(lost, "finding", "findings") + " in words of no list, such as the card's notes");
  return words;
}

}  // namespace

Outcome<Contribution> contribution_of(const Session& session) {
  const auto refused = [](std::string sentence) { return DeviceError{ErrorCode::invalid_request, std::move(sentence)}; };
  const std::string id = text_of(session.environment, "device_id");
  if (session.device.origin == Origin::model || session.device.sealed || id.starts_with("model:") || id.starts_with("file:") ||
      id.starts_with("mystery:"))
    return refused("This is a software GPU. The library takes real cards; a software GPU is described by its own file.");
  if (session.environment.is_object() && session.environment.contains("imported_from"))
    return refused("This was measured by another tool. Put its own file into the folder, so that it names its source.");
  const std::string name = maker_name(session.device.name);
  if (name.empty())
    return refused("The name of this device has no word of a known maker's cards, so the kind of the card is not known.");
  Contribution contribution;
  Session& plain = contribution.session;
  plain.device.name = name;
  plain.device.origin = Origin::hardware;
  plain.device.properties = plain_properties(session.device.properties);
  plain.environment = plain_environment(session.environment);
  for (const Finding& finding : session.findings)
    if (auto kept = plain_finding(finding)) plain.findings.push_back(*std::move(kept));
  if (std::none_of(plain.findings.begin(), plain.findings.end(),
                   [](const Finding& finding) { return finding.status == FindingStatus::measured; }))
    return refused("Nothing in it was measured, so there is nothing to give. Discover the card first: chasescope discover.");
  contribution.taken_out = taken_out_of(session, plain, name);
  return contribution;
}

std::string taken_out_words(const Contribution& contribution) {
  std::string text = "Taken out: ";
  for (std::size_t i = 0; i < contribution.taken_out.size(); ++i) text += (i == 0 ? "" : "; ") + contribution.taken_out[i];
  return text + ".";
}

}  // namespace chasescope
