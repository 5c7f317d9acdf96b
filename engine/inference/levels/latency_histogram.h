// The distinct latencies of a trace, sorted, with the number of accesses of each. A trace of a million accesses is sorted in linear
// time.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

class LatencyHistogram {
 public:
  /// The width of a bin below 65,536 cycles, if any latency has a fraction.
  static constexpr double kBinCycles = 1.0 / 16;

  struct Bin {
    double cycles = 0;         ///< the latency (rounded to kBinCycles below 65,536 cycles, exact above)
    std::size_t end_rank = 0;  ///< accesses with this latency or a smaller one
  };

  /// O(accesses), unless many latencies exceed 65,535 cycles: these are sorted.
  explicit LatencyHistogram(const LatencyTrace& trace);

  /// Only latencies that occur, lowest first.
  const std::vector<Bin>& bins() const { return bins_; }
  std::size_t accesses() const { return bins_.empty() ? 0 : bins_.back().end_rank; }
  std::size_t begin_rank(std::size_t bin) const { return bin == 0 ? 0 : bins_[bin - 1].end_rank; }

  /// The rank-th smallest latency, 0 the smallest. O(log bins). \pre rank < accesses().
  double value_at_rank(std::size_t rank) const;

 private:
  std::vector<Bin> bins_;
};

}  // namespace chasescope::inference
