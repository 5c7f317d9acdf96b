// The parts of a discovery, to show a person what is still to come.
#pragma once

#include <string>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope {

/// The time limits of `--quick` and `--thorough`. The first is enough for a card's levels and latencies. Within the second, the
/// time that remains after all steps goes into open questions such as replacement policies.
inline constexpr unsigned kQuickSeconds = 2, kThoroughSeconds = 60;

struct DiscoveryPart {
  std::string title;    ///< "Caches"; the step's progress messages begin with this and a colon
  std::string summary;  ///< a sentence: what it finds out
};

/// The parts of a discovery with these values, in their order; none if the values are not understood.
std::vector<DiscoveryPart> discovery_plan(const ParameterValues& values);

/// About how many seconds a discovery with these values takes on a card of today, with the start of CUDA; 0 if the values are not
/// understood.
double discovery_seconds(const ParameterValues& values);

}  // namespace chasescope
