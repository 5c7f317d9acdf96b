// Latencies that no known level explains: are they noise, or a level that was not seen?
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// The latency (cycles) about which `strays` crowd more than outliers would, which come from all over the range that they were seen
/// to reach: a level answered them. Empty if chance may have put them there. `strays` are latencies of no known level among
/// `accesses`; one that noise makes is as wide as jitter and drift make it.
std::optional<double> unseen_level(std::vector<float> strays, std::size_t accesses, const LatencyNoise& noise);

}  // namespace chasescope::inference
