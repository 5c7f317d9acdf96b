// The trigger of free-running mode: tells when the share of misses is another than it was in the first trace since it was armed.
#pragma once

#include <optional>

#include "engine/step/verdicts.h"
#include "engine/trace/latency_trace.h"

namespace chasescope {

class MissTrigger {
 public:
  struct Change {
    double before = 0, after = 0;  ///< shares of the slower accesses, 0 to 1
    bool misses = false;           ///< whether it is known that the slower ones missed
    double cycles = 0;             ///< what the slower ones took more than
  };

  /// Forgets what it compared with: the next trace is the new measure.
  void arm() { limit_.reset(); }
  /// The first trace sets the limit: where `verdicts` tell its hits, slower accesses than those missed; else the limit is above its
  /// lowest level, so that a trace without any access of that level counts as changed. Two shares differ if that lies beyond four
  /// standard errors of their difference. Empty traces say nothing.
  std::optional<Change> feed(const LatencyTrace& trace, const step::LatencyVerdicts& verdicts = {});

 private:
  std::optional<float> limit_;  // cycles
  bool told_ = false;           // by evidence, what is below are hits and what is above are misses
  double share_ = 0;
  double accesses_ = 0;
};

}  // namespace chasescope
