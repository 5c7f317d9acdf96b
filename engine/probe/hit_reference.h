// What hits take, measured beside a trace: one element chased alone, which the nearest cache always holds. The parts of a cache may lie
// at different distances (the slices of an L2), so that a slower level of the trace may be hits as well: an element of it is then
// chased alone, too. What still takes as long by itself is a hit from farther away, what gets faster had missed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/probe/chase_parameters.h"

namespace chasescope {

class HitReference {
 public:
  /// Of chases that are like `request` but for the footprint.
  HitReference(Recorder& recorder, ChaseRequest request) : recorder_(recorder), request_(std::move(request)) {}

  /// Chases the first element alone. The device's error, if it has one.
  std::optional<DeviceError> begin(double from, double to);
  /// Chases elements of the trace's slower levels alone, from the fastest level on, until one had missed. `fraction` of the probe is done.
  /// What the device refuses stays open, and counts as missed.
  std::optional<DeviceError> look_at(const Run& trace, double fraction);

  /// The references so far, and the ids of their runs.
  const std::vector<LatencyTrace>& traces() const { return traces_; }
  const std::vector<std::string>& runs() const { return runs_; }

 private:
  Outcome<RunPtr> chase_alone(std::uint64_t offset, double from, double to);

  Recorder& recorder_;
  ChaseRequest request_;
  std::vector<LatencyTrace> traces_;
  std::vector<std::string> runs_;
  std::optional<float> missed_;  // cycles of the fastest level that is known to have missed
};

}  // namespace chasescope
