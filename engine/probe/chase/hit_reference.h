// What hits take, measured beside a trace: one element chased alone, which the nearest cache always holds. The parts of a cache may lie
// at different distances (the slices of an L2), so that a slower level of the trace may be hits as well: an element of it is then
// chased alone, too. What still takes as long by itself is a hit from farther away, what gets faster had missed.
//
// That the nearest cache holds it says nothing where there is no cache: cards before 2010 have none for global memory, and shared memory
// lies behind none. So a cache has to show first. Where the vendor's interface tells of an L2, loads go through it; elsewhere lines that
// nobody has read are held against the one element, each in a page that was read just before, so that no translation is in the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/probe/chase/chase_parameters.h"

namespace chasescope {

/// Whether loads ask a cache at all.
enum class CacheInTheWay { yes, no, unknown };

class HitReference {
 public:
  /// Of chases that are like `request` but for the footprint, on a device that says this of itself.
  HitReference(Recorder& recorder, const Description& device, ChaseRequest request)
      : recorder_(recorder), device_(device), request_(std::move(request)) {}

  /// Chases the first element alone, and lines that nobody has read where nothing else tells of a cache. The device's error, if it has one.
  std::optional<DeviceError> begin(double from, double to);
  /// Chases elements of the trace's slower levels alone, from the fastest level on, until one had missed. `fraction` of the probe is done.
  /// What the device refuses stays open, and counts as missed.
  std::optional<DeviceError> look_at(const Run& trace, double fraction);

  /// Only where it is yes are there hits and misses.
  CacheInTheWay cache() const { return cache_; }
  /// Makes a finding about hits or misses one that says why there are none: absent, or not to be told. \pre cache() is not yes.
  void withdraw(Finding& finding) const;

  /// The references so far, and the ids of their runs.
  const std::vector<LatencyTrace>& traces() const { return traces_; }
  const std::vector<std::string>& runs() const { return runs_; }

 private:
  Outcome<RunPtr> chase_alone(std::uint64_t offset, double from, double to);
  Outcome<CacheInTheWay> look_for_cache(double fraction);
  std::optional<ChaseRequest> unread_lines() const;

  Recorder& recorder_;
  const Description& device_;
  ChaseRequest request_;
  std::vector<LatencyTrace> traces_;
  std::vector<std::string> runs_;
  CacheInTheWay cache_ = CacheInTheWay::unknown;
  std::optional<float> missed_;  // cycles of the fastest level that is known to have missed
};

}  // namespace chasescope
