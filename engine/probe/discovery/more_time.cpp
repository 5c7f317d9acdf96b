#include "engine/probe/discovery/more_time.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/caches_step.h"
#include "engine/probe/discovery/discover_parts.h"

namespace chasescope {
namespace {

constexpr double kLeastSeconds = 0.2;  // less time than this gives no new result
constexpr double kLeastAccesses = 1e6;
constexpr std::array kAsked{quantity::capacity_bytes, quantity::contiguous_bytes, quantity::line_bytes,        quantity::sets,
                            quantity::ways,           quantity::set_index_bits,   quantity::replacement_policy};

bool is_data_cache(const std::string& subject) {
  static const std::vector<std::string> caches = subjects_named("caches");
  return std::find(caches.begin(), caches.end(), subject) != caches.end();
}

/// The memory space of the finding, if that is its only condition.
std::string space_of(const Finding& finding) {
  if (!finding.conditions.is_object() || finding.conditions.size() != 1 || !finding.conditions.contains("space")) return {};
  const nlohmann::json& space = finding.conditions["space"];
  return space.is_string() ? space.get<std::string>() : std::string();
}

bool is_asked(const Finding& finding) {
  return std::any_of(kAsked.begin(), kAsked.end(), [&](const char* quantity) { return finding.quantity == quantity; });
}

}  // namespace

std::vector<OpenSpace> open_spaces(const std::vector<Finding>& findings) {
  std::vector<OpenSpace> open;
  const auto of = [&](const std::string& space) -> OpenSpace& {
    const auto found = std::find_if(open.begin(), open.end(), [&](const OpenSpace& one) { return one.space == space; });
    return found == open.end() ? open.emplace_back(OpenSpace{space, 0}) : *found;
  };
  std::set<std::pair<std::string, std::string>> known;  // subjects and quantities that were measured through some space
  for (const Finding& finding : findings)
    if (finding.status != FindingStatus::not_measurable) known.emplace(finding.subject, finding.quantity);
  std::set<std::pair<std::string, std::string>> asked;
  for (const Finding& finding : findings) {
    const std::string space = space_of(finding);
    if (space.empty() || !is_data_cache(finding.subject) || !is_asked(finding)) continue;
    const bool holds_all = finding.low && !finding.high;  // the whole space fits in the cache, so that more time would not help
    if (finding.status == FindingStatus::not_measurable && !holds_all && !known.contains({finding.subject, finding.quantity}) &&
        asked.emplace(finding.subject, finding.quantity).second)
      ++of(space).questions;
    if (finding.status == FindingStatus::measured && finding.quantity == quantity::sets &&
        !known.contains({finding.subject, quantity::replacement_policy}) &&
        asked.emplace(finding.subject, quantity::replacement_policy).second)
      ++of(space).questions;
  }
  std::erase_if(open, [](const OpenSpace& one) { return one.questions == 0; });
  std::stable_sort(open.begin(), open.end(), [](const OpenSpace& a, const OpenSpace& b) { return a.questions > b.questions; });
  return open;
}

std::vector<Finding> take_better(std::vector<Finding>& findings, std::vector<Finding> later) {
  const std::size_t before = findings.size();
  std::vector<Finding> taken;
  for (Finding& one : later) {
    const auto end = findings.begin() + static_cast<std::ptrdiff_t>(before);
    const auto same = std::find_if(findings.begin(), end, [&](const Finding& other) {
      return other.subject == one.subject && other.quantity == one.quantity && other.conditions == one.conditions;
    });
    const bool is_new = same == end;
    if (!is_new && !(same->status == FindingStatus::not_measurable && one.status == FindingStatus::measured)) continue;
    if (one.status != FindingStatus::not_measurable) taken.push_back(one);
    if (is_new)
      findings.push_back(std::move(one));
    else
      *same = std::move(one);
  }
  return taken;
}

void take_and_tell(ProbeSink* sink, std::vector<Finding>& findings, std::vector<Finding> later) {
  for (const Finding& finding : take_better(findings, std::move(later)))
    if (sink != nullptr) sink->on_finding(finding);
}

void spend_what_is_left(Device& device, const std::vector<std::string>& only, const ProbeControl& control, SharedWork& shared,
                        Deadline& deadline, ProbeReport& report) {
  std::vector<OpenSpace> open = open_spaces(report.findings);
  std::erase_if(open, [&](const OpenSpace& one) {
    return std::none_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
      return space_of(finding) == one.space && is_data_cache(finding.subject) && is_wanted(only, finding.subject);
    });
  });
  const double rate = static_cast<double>(shared.accesses) / std::max(deadline.elapsed(), 0.001);  // accesses a second
  const CachesStep caches(structure::Depth::policy);
  for (std::size_t i = 0; i < open.size() && deadline.left() > kLeastSeconds && !deadline.token().stop_requested(); ++i) {
    const double seconds = deadline.left() / static_cast<double>(open.size() - i);
    const auto accesses = static_cast<std::uint64_t>(std::max(kLeastAccesses, rate * seconds));
    shared.most_for_a_cache = accesses;
    StepSink sink(control.sink, {1, 1, "What is open", std::to_string(i + 1) + " of " + std::to_string(open.size())}, only,
                  deadline, StepSink::Findings::kept_back);
    sink.on_progress(0, open[i].space);
    // An error ends this space only. The findings made before it are kept.
    static_cast<void>(caches.run(device, {{"space", open[i].space}, {"budget", std::to_string(accesses)}},
                                 {.stop = deadline.token(), .sink = &sink, .shared = &shared}));
    ProbeReport heard = sink.take();
    report.runs.insert(report.runs.end(), std::make_move_iterator(heard.runs.begin()), std::make_move_iterator(heard.runs.end()));
    take_and_tell(control.sink, report.findings, std::move(heard.findings));
  }
}

}  // namespace chasescope
