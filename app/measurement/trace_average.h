// The average of free-running traces, access by access, as an oscilloscope averages its sweeps.
#pragma once

#include <vector>

#include "engine/findings/run.h"

namespace chasescope {

class TraceAverage {
 public:
  /// Over so many traces; 1 is no average. The first traces count in full, later ones with a weight of one in `traces`, so that old
  /// ones fade and the price does not grow with their number.
  explicit TraceAverage(unsigned traces = 1) : most_(traces) {}

  unsigned traces() const { return most_; }
  /// The run with the average in place of its trace; `run` itself where nothing is averaged. Another request begins anew.
  RunPtr add(const RunPtr& run);
  void clear() { held_ = 0; }

 private:
  unsigned most_;
  unsigned held_ = 0;  // traces that the average is made of
  std::vector<float> mean_;
  ChaseRequest request_;
};

}  // namespace chasescope
