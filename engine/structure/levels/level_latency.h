// What a level takes: the median of the accesses that it answered, without the cost of measuring and the clock's drift.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/findings/near_far_words.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

struct LevelLatency {
  double median = 0, low = 0, high = 0;  ///< cycles, overhead removed; the interval is that of the median
  double most_low = 0, most_high = 0;    ///< 95 % of the accesses
  double drift = 0;
  std::size_t accesses = 0;
  std::size_t sms = 0;              ///< that were asked, if it was asked of many
  bool blurred = false;             ///< they spread farther than one level's do in this noise, so that drift can't be taken out
  bool of_two_kinds = false;        ///< the median lies between two kinds of accesses
  std::optional<NearFar> near_far;  ///< where lines of two kinds answered
};

/// \pre `level` is a level of the survey. Of memory and of what all SMs were asked about, over all SMs.
LevelLatency latency_of(const Survey& survey, std::size_t level);

/// The same of one walk alone.
LevelLatency latency_of(const Survey& survey, const DataLevel& at);

}  // namespace chasescope::structure
