// Tells whether one agent's accesses evicted the lines that another agent had brought into a cache (topology thesis, §4.5).
//
//   EvictionReading alone, beside;                        // agent A's accesses: B idle, then B reading a large array
//   alone += read_eviction(cycles_a, watched, cut);
//   judge_eviction(alone, beside) == EvictionVerdict::evicted;
//
// No policy and no latency threshold is assumed. The verdict follows from how many more of A's accesses were slow with B than
// without B.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

/// The timed accesses of an agent that reads its lines again.
struct EvictionReading {
  std::size_t watched = 0;  ///< accesses that count
  std::size_t slow = 0;     ///< accesses among them that were slower than a hit of the cache
  double share() const { return watched == 0 ? 0 : static_cast<double>(slow) / static_cast<double>(watched); }
  EvictionReading& operator+=(const EvictionReading& other) {
    watched += other.watched;
    slow += other.slow;
    return *this;
  }
  friend bool operator==(const EvictionReading&, const EvictionReading&) = default;
};

/// Counts the accesses slower than `cut` (cycles) among those that `watched` marks; `watched` has an entry for each access.
EvictionReading read_eviction(std::span<const float> cycles, const std::vector<bool>& watched, double cut);

/// The median (cycles) of the accesses that `watched` marks; 0 if there are none.
double median_watched(std::span<const float> cycles, const std::vector<bool>& watched);

enum class EvictionVerdict {
  kept,     ///< the lines were still there
  evicted,  ///< at least a quarter of the lines were gone
  unclear,  ///< too few accesses, a share between the two, or lines that did not stay even while the other agent was idle
};

/// `alone` has the accesses while the other agent was idle, `beside` the same accesses after the other agent read.
EvictionVerdict judge_eviction(const EvictionReading& alone, const EvictionReading& beside);

}  // namespace chasescope::inference
