// The latency of a level: the median of its accesses, without the overhead of measuring and without the clock's drift.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/findings/near_far_words.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

struct LevelLatency {
  double median = 0, low = 0, high = 0;  ///< cycles, overhead removed; low and high are the interval of the median
  double most_low = 0, most_high = 0;    ///< the middle 95 % of the accesses
  double drift = 0;                      ///< relative growth over the whole chase
  std::size_t accesses = 0;
  std::size_t sms = 0;              ///< the number of SMs, if the level was measured on many; else 0
  bool blurred = false;             ///< the accesses spread wider than noise explains for one level, so that drift can't be removed
  bool of_two_kinds = false;        ///< the median lies between two groups of accesses
  std::optional<NearFar> near_far;  ///< set if the lines form a near and a far group
};

/// The latency of level `level` of the survey. If the level was measured on many SMs, the median is taken over all of them.
/// \pre `level` is a level of the survey.
LevelLatency latency_of(const Survey& survey, std::size_t level);

/// The latency of a level from one walk alone.
LevelLatency latency_of(const Survey& survey, const DataLevel& at);

}  // namespace chasescope::structure
