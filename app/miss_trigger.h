// The trigger of free-running mode: tells when the share of misses is another than it was in the first trace since it was armed.
#pragma once

#include <optional>

#include "engine/trace/latency_trace.h"

namespace chasescope {

class MissTrigger {
 public:
  struct Change {
    double before = 0, after = 0;  ///< shares of the accesses that missed, 0 to 1
  };

  /// Forgets what it compared with: the next trace is the new measure.
  void arm() { hit_.reset(); }
  /// A miss is what takes longer than the lowest level of the first trace, so that a trace in which everything misses counts as
  /// changed. Two shares differ if that lies beyond four standard errors of their difference. Empty traces say nothing.
  std::optional<Change> feed(const LatencyTrace& trace);

 private:
  std::optional<float> hit_;  // cycles up to which an access of the first trace was a hit
  double share_ = 0;
  double accesses_ = 0;
};

}  // namespace chasescope
