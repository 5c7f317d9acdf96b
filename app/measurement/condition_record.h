// The record of a card while it is measured: clocks, temperature, power, what limits it, and who else uses it.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>

#include "engine/device/conditions.h"
#include "engine/device/device.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// Passes on what a probe tells, and looks at the card meanwhile: when it begins, every half second that something is told, and at
/// the end. On the measuring thread; a device that can't tell costs nothing.
class ConditionRecord final : public ProbeSink {
 public:
  /// `inner` may be null.
  ConditionRecord(Device& device, ProbeSink* inner);

  void on_run_started(const RunPtr& run) override;
  void on_part(const std::string& run_id, const TraceChunk& part) override;
  void on_run_finished(const RunPtr& run) override;
  void on_progress(double fraction, const std::string& doing) override;
  void on_finding(const Finding& finding) override;
  void on_trials(const RunPtr& run) override;

  /// Looks once more, and returns what a session keeps under `conditions` of its environment: a list of samples, each with the
  /// seconds since the beginning. Null where nothing was told.
  nlohmann::json finish();

 private:
  using Clock = std::chrono::steady_clock;
  void look();
  void look_if_due();

  ConditionSource* source_;
  ProbeSink* inner_;
  Clock::time_point begun_ = Clock::now(), looked_ = begun_;
  nlohmann::json samples_ = nlohmann::json::array();
};

}  // namespace chasescope
