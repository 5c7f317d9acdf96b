// Sets and ways of a level from the ramp of misses behind its capacity (C2070 poster; 2014 paper §3.2, steps 2 and 3).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/inference/overflow_ramp.h"
#include "engine/probe/footprint_survey.h"

namespace chasescope {

struct MeasuredRamp {
  std::uint64_t line_bytes =
      0;  ///< what one tag covers: how far the array grows from one overflow to the next; 0: not told, as by a single set
  std::vector<inference::RampSample> samples;  ///< in lines
  inference::OverflowShape shape;              ///< found, or why not
  std::vector<std::string> evidence;
};

/// Measures the ramp behind a level whose end was narrowed to one stride. `limit` is the largest footprint that may be asked (where
/// the next level ends, or the device's limit). An error of the device is the outcome; limits are told in shape.reason.
Outcome<MeasuredRamp> measure_ramp(SweepRunner& runner, const ChaseRequest& base, const FootprintLevel& level, std::uint64_t limit);

}  // namespace chasescope
