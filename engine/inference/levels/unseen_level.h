// Decides whether latencies that no known level explains are noise or a further level.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// Looks for a narrow group among `strays`, the latencies that belong to no known level. Outliers spread over their whole known
/// range; a group that is denser than they would be is an unknown level. Returns its latency in cycles, or no value if chance
/// explains the group. The group may be as wide as jitter and drift make a level. `accesses`: the number of all accesses.
std::optional<double> unseen_level(std::vector<float> strays, std::size_t accesses, const LatencyNoise& noise);

}  // namespace chasescope::inference
