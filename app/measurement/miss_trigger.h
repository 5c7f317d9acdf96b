// The trigger of free-running mode: reports when the share of misses differs from that of the first trace since it was armed.
#pragma once

#include <optional>

#include "engine/step/verdicts.h"
#include "engine/trace/latency_trace.h"

namespace chasescope {

class MissTrigger {
 public:
  struct Change {
    double before = 0, after = 0;  ///< shares of the slower accesses before and now, 0 to 1
    bool misses = false;           ///< whether the slower accesses are known to be misses
    double cycles = 0;             ///< the limit above which an access counts as slower
  };

  /// Forgets the limit and the share: the next trace sets them.
  void arm() { limit_.reset(); }
  /// The first trace sets the limit: above its hits, if `verdicts` say which levels are hits; else above its lowest level, so that
  /// a trace without accesses in that level counts as changed. Two shares differ if their difference exceeds four standard errors.
  /// Empty traces are ignored.
  std::optional<Change> feed(const LatencyTrace& trace, const step::LatencyVerdicts& verdicts = {});

 private:
  std::optional<float> limit_;  // cycles
  bool told_ = false;           // it is known that accesses below the limit are hits and those above are misses
  double share_ = 0;
  double accesses_ = 0;
};

}  // namespace chasescope
