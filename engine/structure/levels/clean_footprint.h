// Walks over footprints, and up to which of them translation leaves no trace: there, no line needs another one of its page read
// before it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/inference/levels/latency_levels.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// A walk over [0, bytes), one element every `stride` bytes.
struct FootprintWalk {
  std::uint64_t bytes = 0, stride = 0;
  Walk walk;
};

constexpr std::size_t kFewestTimed = 256;  ///< accesses of a walk

/// Latencies of a walk that show data levels only: those that are not the first of a block of kSmallestPage.
std::vector<float> clean_latencies(const Walk& walk, std::uint64_t stride);
/// Those that are; a page may be looked up for them.
std::vector<float> first_latencies(const Walk& walk, std::uint64_t stride);

std::vector<inference::LatencyLevel> levels_in(std::vector<float> latencies, const inference::LatencyNoise& noise);
inference::Band band_of(const inference::LatencyLevel& level);

/// The share of accesses, 0 to 1, that may be slow by noise alone.
double tolerated_share(const inference::LatencyNoise& noise);

/// The largest of `walks`, which grow, up to which the first access to a page takes what the others take (bytes; 0 if none).
/// `survey`: noise, levels and boundaries are known.
std::uint64_t find_clean_footprint(Lab& lab, const Survey& survey, const std::vector<FootprintWalk>& walks);

}  // namespace chasescope::structure
