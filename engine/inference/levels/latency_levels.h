// Latency levels: the distinct latencies in a trace, found from the data alone (2014 paper §3.2: "the smallest memory latency
// indicates cache hit and bigger latencies indicate cache misses").
//
// No threshold is assumed. The latencies' distribution is smoothed at the scale of its own noise, and each mode that stands clear
// of its neighbours is a level. A few lone outliers (interrupts) make no level.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

/// Interrupts, refresh and other programs slow down at most this share of the accesses. This is an assumption, ten times the share
/// in the standard noise of models. If more accesses are slow, there is another cause.
inline constexpr double kScatterShare = 0.01;
/// An event that chance would produce less often than e to the minus this is not attributed to chance.
inline constexpr double kImprobable = 5;

struct LatencyLevel {
  float median = 0;          ///< cycles
  float low = 0;             ///< cycles; 2.5th percentile of the accesses in this level
  float high = 0;            ///< cycles; 97.5th percentile
  float upper_bound = 0;     ///< cycles; an access belongs to the first level whose bound it does not exceed
  std::size_t accesses = 0;  ///< how many accesses belong here
  friend bool operator==(const LatencyLevel&, const LatencyLevel&) = default;
};

/// The levels of a trace, lowest first, together covering every access. O(accesses + cycles range). Empty for an empty trace.
class LatencyLevels {
 public:
  LatencyLevels() = default;
  explicit LatencyLevels(std::vector<LatencyLevel> levels) : levels_(std::move(levels)) {}

  const std::vector<LatencyLevel>& levels() const { return levels_; }
  std::size_t size() const { return levels_.size(); }
  bool empty() const { return levels_.empty(); }
  const LatencyLevel& operator[](std::size_t level) const { return levels_[level]; }

  /// The level of an access that took `cycles`. \pre !empty().
  std::size_t level_of(float cycles) const {
    std::size_t level = 0;
    while (level + 1 < levels_.size() && cycles > levels_[level].upper_bound) ++level;
    return level;
  }

 private:
  std::vector<LatencyLevel> levels_;
};

/// How finely levels are told apart: latencies that differ by no more than the larger of the two are one level.
struct LatencyResolution {
  double share = 0.015;  ///< of the latency; below the closest published pair (230 and 236 cycles, 2014 paper table 3)
  double cycles = 2.0;   ///< clocks tick in steps of up to 2 cycles
};

/// The slowest access of the level that contains `from` cycles: the last one before a gap that is too wide to be chance. Single
/// accesses beyond it are not a level, whether they are misses or disturbances such as interrupts.
/// \pre !trace.empty()
float end_of_level_around(const LatencyTrace& trace, float from, LatencyResolution resolution = {});

LatencyLevels find_latency_levels(const LatencyTrace& trace, LatencyResolution resolution = {});

}  // namespace chasescope::inference
