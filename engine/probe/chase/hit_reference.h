// Measures the hit latency for a trace by chasing one element alone, which the nearest cache always holds. The parts of a cache may
// lie at different distances (the slices of an L2), so that a slower level of the trace may be hits as well. To decide, an element
// of that level is chased alone. If its latency stays the same, its accesses were hits in a farther part. If it gets faster, they
// were misses.
//
// This works only if there is a cache: cards before 2010 have none for global memory, and shared memory has none in front. So the
// existence of a cache is tested first. If the vendor's interface reports an L2, loads go through it. Otherwise the latency of
// untouched lines is compared with that of the one element. Each of these lines lies in a page that was read just before, so that
// no TLB miss adds to its latency.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/probe/chase/chase_parameters.h"

namespace chasescope {

/// Whether loads go through a cache at all.
enum class CacheInTheWay { yes, no, unknown };

class HitReference {
 public:
  /// For chases that equal `request` except for the footprint, on the device with this description.
  HitReference(Recorder& recorder, const Description& device, ChaseRequest request)
      : recorder_(recorder), device_(device), request_(std::move(request)) {}

  /// Chases the first element alone. If the description does not decide whether there is a cache, it also chases untouched lines.
  /// Returns the device's error, if there is one. If the device refuses the first of these chases, hits can't be told from misses:
  /// cache() stays `unknown`, and the trace that was measured before is kept.
  std::optional<DeviceError> begin(double from, double to);
  /// Chases one element of each slower level of the trace alone, fastest level first, until a level turns out to be misses.
  /// `fraction`: the part of the probe that is done. A chase that the device refuses proves nothing, and its level counts as
  /// misses.
  std::optional<DeviceError> look_at(const Run& trace, double fraction);

  /// Hits and misses exist only if this is `yes`.
  CacheInTheWay cache() const { return cache_; }
  /// Turns a finding about hits or misses into one without a value: `absent` if there is no cache, `not_measurable` if that is
  /// unknown. \pre cache() is not yes.
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
  std::string refusal_;          // why the device refused the chase of the first element alone; empty otherwise
  std::optional<float> missed_;  // cycles of the fastest level that is known to have missed
};

}  // namespace chasescope
