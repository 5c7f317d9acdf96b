#include "app/measurement/condition_record.h"

#include <cmath>

namespace chasescope {
namespace {

constexpr std::chrono::milliseconds kEach{500};
constexpr std::size_t kMostSamples = 4096;  // half an hour

nlohmann::json sample_of(const Conditions& now, double seconds) {
  constexpr double kThousand = 1000;
  nlohmann::json sample{{"seconds", std::round(seconds * kThousand) / kThousand}};
  const auto put = [&](const char* key, const std::optional<double>& value) {
    if (value) sample[key] = *value;
  };
  put("sm_mhz", now.sm_mhz);
  put("most_sm_mhz", now.most_sm_mhz);
  put("memory_mhz", now.memory_mhz);
  put("temperature_c", now.temperature_c);
  put("power_w", now.power_w);
  put("power_limit_w", now.power_limit_w);
  if (!now.limits.empty()) sample["limits"] = now.limits;
  if (now.clock_is_set) sample["clock_is_set"] = true;
  if (now.other_processes) sample["other_processes"] = *now.other_processes;
  return sample;
}

}  // namespace

ConditionRecord::ConditionRecord(Device& device, ProbeSink* inner)
    : source_(dynamic_cast<ConditionSource*>(&device)), inner_(inner) {
  look();
}

void ConditionRecord::on_run_started(const RunPtr& run) {
  look_if_due();
  if (inner_ != nullptr) inner_->on_run_started(run);
}
void ConditionRecord::on_part(const std::string& run_id, const TraceChunk& part) {
  look_if_due();
  if (inner_ != nullptr) inner_->on_part(run_id, part);
}
void ConditionRecord::on_run_finished(const RunPtr& run) {
  look_if_due();
  if (inner_ != nullptr) inner_->on_run_finished(run);
}
void ConditionRecord::on_progress(double fraction, const std::string& doing) {
  look_if_due();
  if (inner_ != nullptr) inner_->on_progress(fraction, doing);
}
void ConditionRecord::on_finding(const Finding& finding) {
  if (inner_ != nullptr) inner_->on_finding(finding);
}
void ConditionRecord::on_trials(const RunPtr& run) {
  if (inner_ != nullptr) inner_->on_trials(run);
}

nlohmann::json ConditionRecord::finish() {
  look();
  return samples_.empty() ? nlohmann::json() : nlohmann::json{{"samples", samples_}};
}

void ConditionRecord::look_if_due() {
  if (source_ != nullptr && Clock::now() - looked_ >= kEach) look();
}

void ConditionRecord::look() {
  if (source_ == nullptr) return;
  looked_ = Clock::now();
  if (samples_.size() >= kMostSamples) return;
  const auto now = source_->conditions_now();
  if (!now) {
    source_ = samples_.empty() ? nullptr : source_;  // a device without data at first is not asked again
    return;
  }
  samples_.push_back(sample_of(*now, std::chrono::duration<double>(looked_ - begun_).count()));
}

}  // namespace chasescope
