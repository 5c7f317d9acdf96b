// The average of free-running traces, access by access, as an oscilloscope averages its sweeps.
#pragma once

#include <vector>

#include "engine/findings/run.h"

namespace chasescope {

class TraceAverage {
 public:
  /// `traces`: over how many traces; 1 means no average. The first traces count equally, later ones with the weight 1/`traces`, so
  /// that old traces fade and the cost does not grow.
  explicit TraceAverage(unsigned traces = 1) : most_(traces) {}

  unsigned traces() const { return most_; }
  /// The run with the average as its trace; `run` itself if nothing is averaged. A different request begins a new average.
  RunPtr add(const RunPtr& run);
  void clear() { held_ = 0; }

 private:
  unsigned most_;
  unsigned held_ = 0;  // number of traces in the average so far
  std::vector<float> mean_;
  ChaseRequest request_;
};

}  // namespace chasescope
