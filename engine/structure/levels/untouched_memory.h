// The latency of memory that no chase has read yet, so that no cache holds any of it, and the distance at which accesses to it are
// slow.
//
// The card itself or another program may have read some of this memory all the same; then nothing is found.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::structure {

class UntouchedMemory {
 public:
  /// From one access of its walk to the next.
  static constexpr std::uint64_t kElementBytes = 4;
  /// Without a walk.
  UntouchedMemory() = default;
  /// Walks over 16 KiB of untouched memory, element by element, or over less if there is not so much. `noise`: of hits.
  UntouchedMemory(Lab& lab, const inference::LatencyNoise& noise);

  /// Null if there was no memory to walk over.
  RunPtr run() const { return walk_.run; }
  /// The slowest latency, without outliers; 0 if it is no slower than a hit.
  double cycles() const { return top_; }
  /// Whether outliers explain all latencies that are slower than a hit.
  bool is_as_fast_as_hits() const;
  /// Whether a level may be memory: the latency of untouched memory must lie within the level. (The latency of memory depends on
  /// the order in which it is read.)
  bool is_answered_by(const inference::Band& level) const;
  /// The distance (bytes) of the accesses slower than `cut`, if they are regular: the fetch size of a miss. Noise makes the share
  /// `slow_hits` of the hits slower than the cut.
  std::optional<std::uint64_t> slow_every(double cut, double slow_hits = 0) const;

 private:
  void take_top(const std::vector<inference::LatencyLevel>& levels, const std::vector<float>& slow, double outliers);
  bool is_no_chance(const inference::LatencyLevel& level, double outliers) const;
  std::vector<inference::LatencyLevel> close_together(std::vector<float> latencies) const;
  std::vector<inference::LatencyLevel> joined(const std::vector<inference::LatencyLevel>& levels) const;
  std::pair<double, double> ends_of(const inference::LatencyLevel& level, const std::vector<float>& latencies) const;
  bool is_slow_regularly() const;
  double hit_cut() const;

  inference::LatencyNoise noise_;
  Walk walk_;
  double top_ = 0, low_ = 0, high_ = 0;  // cycles: median and ends of the slowest level
};

}  // namespace chasescope::structure
