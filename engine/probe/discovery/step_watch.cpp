#include "engine/probe/discovery/step_watch.h"

#include <algorithm>
#include <cmath>

#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

constexpr double kAlike = 0.02;  // relative spread of a card's latencies from run to run (docs/h200.md)

bool others_compute(const std::optional<Conditions>& now) { return now && now->other_processes.value_or(0) > 0; }

bool is_lower(const std::optional<double>& mhz, const std::optional<double>& than) {
  return mhz && than && *mhz < (1 - kAlike) * *than;
}

bool is_of_one_thing(const Finding& a, const Finding& b) {
  return a.subject == b.subject && a.quantity == b.quantity && a.conditions == b.conditions;
}

/// Whether two findings agree in the conditions that the user can set. Other conditions (a stride, the footprints of a curve) may
/// follow from earlier results, and can differ when the step is repeated.
bool are_asked_alike(const Finding& a, const Finding& b) {
  const auto of = [](const Finding& finding, const char* key) { return finding.conditions.value(key, nlohmann::json()); };
  return of(a, "space") == of(b, "space") && of(a, "carveout_percent") == of(b, "carveout_percent");
}

bool is_measured_anew(const Finding& first, const std::vector<Finding>& second) {
  return std::any_of(second.begin(), second.end(), [&](const Finding& other) {
    return other.status == FindingStatus::measured && other.subject == first.subject && other.quantity == first.quantity &&
           are_asked_alike(other, first);
  });
}

}  // namespace

StepWatch::StepWatch(Device& device) : source_(dynamic_cast<ConditionSource*>(&device)) { look(); }

void StepWatch::look() {
  if (source_ == nullptr) return;
  before_ = source_->conditions_now();
  if (!before_) source_ = nullptr;  // a device that can't report its conditions is not asked again
}

bool StepWatch::is_doubtful() const {
  if (!before_) return false;
  const bool may_rise = before_->sm_mhz && (!before_->most_sm_mhz || is_lower(before_->sm_mhz, before_->most_sm_mhz));
  return may_rise || others_compute(before_);
}

std::string StepWatch::why_again(bool open) {
  const std::optional<Conditions> before = before_;
  look();
  if (!before || !before_) return {};
  if (is_lower(before->sm_mhz, before_->sm_mhz))
    return "as the clock rose from " + number_text(std::round(*before->sm_mhz)) + " to " +
           number_text(std::round(*before_->sm_mhz)) + " MHz meanwhile";
  if (open && (others_compute(before) || others_compute(before_))) return "as another program computed on the card meanwhile";
  return {};
}

std::vector<Finding> told_again(std::vector<Finding> first, std::vector<Finding> second, const std::string& why) {
  std::erase_if(first, [&](const Finding& finding) {
    return finding.status == FindingStatus::measured && is_measured_anew(finding, second);
  });
  for (Finding& finding : second)
    if (finding.status == FindingStatus::measured)
      finding.method += (finding.method.empty() ? "" : " ") + std::string("Measured again, ") + why + ".";
  for (Finding& finding : first) {
    const auto same =
        std::find_if(second.begin(), second.end(), [&](const Finding& other) { return is_of_one_thing(finding, other); });
    if (same == second.end())
      second.push_back(std::move(finding));
    else if (same->status == FindingStatus::not_measurable && finding.status != FindingStatus::not_measurable)
      *same = std::move(finding);
  }
  return second;
}

}  // namespace chasescope
