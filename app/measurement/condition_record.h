// A record of the card's state during a measurement: clocks, temperature, power, the reason for throttling, and other users.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>

#include "engine/device/conditions.h"
#include "engine/device/device.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// Passes on all events of a probe, and samples the card's state: at the beginning, at events at most every half second, and at the
/// end. Runs on the measuring thread; costs nothing on a device without such data.
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

  /// Takes a last sample and returns the value of `conditions` in a session's environment: a list of samples, each with the seconds
  /// since the beginning. Null if the device gave no data.
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
