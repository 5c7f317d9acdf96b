// The smallest and largest latency over any range of a trace, so that one spike survives any zoom.
//
//   MinMaxPyramid pyramid;
//   pyramid.append(*chunk);                           // while measuring, with every chunk of the trace
//   auto extremes = pyramid.range(trace, begin, end);  // O(log accesses)
//
// Each level keeps the extremes of 16 entries of the level below. Cost: 8/15 byte per access. Append-only.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/trace/latency_trace.h"

namespace chasescope {

/// Cycles. Empty (low > high) for an empty range.
struct Extremes {
  float low = 1;
  float high = 0;
  bool empty() const { return low > high; }
  void include(float cycles) {
    if (empty()) {
      low = high = cycles;
    } else {
      low = cycles < low ? cycles : low;
      high = cycles > high ? cycles : high;
    }
  }
  void include(const Extremes& other) {
    if (other.empty()) return;
    include(other.low);
    include(other.high);
  }
  friend bool operator==(const Extremes&, const Extremes&) = default;
};

class MinMaxPyramid {
 public:
  static constexpr std::size_t kFactor = 16;

  /// Appends the next accesses of the trace. Amortised O(cycles.size()).
  void append(std::span<const float> cycles);

  /// The number of accesses appended so far.
  std::size_t size() const { return size_; }

  /// The extremes of accesses [begin, end), clamped to the accesses appended so far. `trace` is the trace whose chunks were
  /// appended; it is read only at the two ends of the range that are no complete entries.
  Extremes range(const LatencyTrace& trace, std::size_t begin, std::size_t end) const;

  /// Memory in bytes, for the memory budget.
  std::size_t bytes() const;

 private:
  void close(std::size_t level, const Extremes& extremes);

  std::vector<std::vector<Extremes>> levels_;  // level k: one entry per 16^(k+1) accesses; complete entries only
  std::vector<Extremes> open_;                 // for each level, the entry that is still incomplete
  std::vector<std::size_t> filled_;            // for each level, the number of entries of the level below in that entry
  std::size_t size_ = 0;
};

}  // namespace chasescope
