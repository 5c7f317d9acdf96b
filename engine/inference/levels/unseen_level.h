// Whether latencies that no known level explains are noise, or a level that was not seen.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// The latency (cycles) at which `strays` are denser than outliers would be, which spread over their whole known range: a level
/// answered them. No value if chance explains it. `strays` are the latencies of no known level among `accesses`. A group of them
/// may be as wide as jitter and drift make a level.
std::optional<double> unseen_level(std::vector<float> strays, std::size_t accesses, const LatencyNoise& noise);

}  // namespace chasescope::inference
