// Decision 16: docs/decisions/devices/16-a-failed-step.md
#include "engine/findings/discovery_trouble.h"

#include <algorithm>

namespace chasescope {
namespace {

constexpr const char* kFailure = "failure";  // condition of a finding: the protocol's word for the error …
constexpr const char* kReached = "reached";  // … and condition "no" if the error ended an earlier part
constexpr std::string_view kNotReached = "Not reached: ";  // before the error that ended an earlier part

bool says_what_it_cannot_do(ErrorCode code) { return code == ErrorCode::unsupported || code == ErrorCode::invalid_request; }

std::string parts(std::size_t number) { return std::to_string(number) + (number == 1 ? " part" : " parts"); }

}  // namespace

void mark_trouble(Finding& finding, const DeviceError& error, bool reached) {
  if (reached && says_what_it_cannot_do(error.code)) return;
  finding.conditions[kFailure] = to_string(error.code);
  if (reached) return;
  finding.conditions[kReached] = "no";
  finding.reason = std::string(kNotReached) + error.message;
}

bool is_trouble(const Finding& finding) {
  return finding.status == FindingStatus::not_measurable && finding.conditions.is_object() && finding.conditions.contains(kFailure);
}

std::vector<TroubledParts> troubled_parts(const std::vector<Finding>& findings) {
  std::vector<TroubledParts> all;
  for (const Finding& finding : findings) {
    if (!is_trouble(finding)) continue;
    const bool has_prefix = finding.reason.starts_with(kNotReached);
    const std::string reason = has_prefix ? finding.reason.substr(kNotReached.size()) : finding.reason;
    auto same = std::find_if(all.begin(), all.end(), [&](const TroubledParts& one) { return one.reason == reason; });
    if (same == all.end()) same = all.insert(all.end(), {{}, reason});
    if (std::find(same->titles.begin(), same->titles.end(), finding.method) == same->titles.end())
      same->titles.push_back(finding.method);
  }
  return all;
}

std::optional<DiscoveryTrouble> discovery_trouble(const std::vector<Finding>& findings) {
  DiscoveryTrouble trouble;
  for (const Finding& finding : findings) {
    if (!is_trouble(finding)) continue;
    if (trouble.reason.empty()) trouble.reason = finding.reason;
    const bool cancelled = finding.conditions[kFailure] == to_string(ErrorCode::cancelled);
    ++(finding.conditions.contains(kReached) ? trouble.not_reached : cancelled ? trouble.cancelled : trouble.failed);
  }
  return trouble.failed + trouble.cancelled + trouble.not_reached == 0 ? std::nullopt : std::optional(trouble);
}

std::string failure_of(const std::vector<std::string>& parts, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    if (is_trouble(finding) && finding.conditions[kFailure] != to_string(ErrorCode::cancelled) &&
        std::find(parts.begin(), parts.end(), finding.quantity) != parts.end())
      return finding.reason;
  return {};
}

std::string outcome_words(const DiscoveryTrouble& trouble) {
  if (trouble.cancelled > 0) {
    const std::size_t unfinished = trouble.cancelled + trouble.not_reached;
    return "was cancelled: " + parts(unfinished) + (unfinished == 1 ? " was" : " were") + " not finished" +
           (trouble.failed == 0 ? "" : ", and " + parts(trouble.failed) + " failed");
  }
  if (trouble.not_reached == 0) return "ended with failures: " + parts(trouble.failed) + " failed";
  const std::string missed = (trouble.not_reached == 1 ? " was" : " were") + std::string(" not reached");
  if (trouble.failed == 0) return "ended early: " + parts(trouble.not_reached) + missed;
  return "ended early: " + parts(trouble.failed) + " failed and " + std::to_string(trouble.not_reached) + missed;
}

std::string outcome_sentences(const DiscoveryTrouble& trouble) {
  const bool is_only_cancelled = trouble.cancelled > 0 && trouble.failed == 0;
  return outcome_words(trouble) + "." + (is_only_cancelled || trouble.reason.empty() ? "" : " " + trouble.reason);
}

}  // namespace chasescope
