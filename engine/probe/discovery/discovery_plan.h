// What a discovery will do, part by part, so that a person can be told what is still to come.
#pragma once

#include <string>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope {

/// What the words `--quick` and `--thorough` stand for: times. A card tells its levels and latencies in the first; of
/// the second a discovery spends what is left on open questions, replacement policies among them.
inline constexpr unsigned kQuickSeconds = 2, kThoroughSeconds = 60;

struct DiscoveryPart {
  std::string title;    ///< "Caches"; what it tells of its progress begins with this and a colon
  std::string summary;  ///< a sentence: what it finds out
};

/// The parts of a discovery with these values, in their order; none if the values are not understood.
std::vector<DiscoveryPart> discovery_plan(const ParameterValues& values);

/// About how many seconds they take on a card of today, its start included; 0 if the values are not understood.
double discovery_seconds(const ParameterValues& values);

}  // namespace chasescope
