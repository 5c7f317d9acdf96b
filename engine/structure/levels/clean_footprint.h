// Walks over footprints, and the largest footprint up to which address translation adds nothing to any latency. In smaller
// footprints, a probe need not first read another line of a page to bring the page's translation into the TLB.
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

constexpr std::size_t kFewestTimed = 256;  ///< accesses that a walk times at the least

/// Whether the latency of an access shows data levels only. This holds for all accesses but the first in each block of
/// kSmallestPage.
bool is_clean(const Walk& walk, std::uint64_t stride, std::size_t access);

/// The latencies of the accesses that show data levels only.
std::vector<float> clean_latencies(const Walk& walk, std::uint64_t stride);
/// The latencies of the first access in each block. A translation may have been looked up for it.
std::vector<float> first_latencies(const Walk& walk, std::uint64_t stride);

std::vector<inference::LatencyLevel> levels_in(std::vector<float> latencies, const inference::LatencyNoise& noise);
inference::Band band_of(const inference::LatencyLevel& level);

/// The share of accesses (0 to 1) that noise alone may make slow.
double tolerated_share(const inference::LatencyNoise& noise);

/// The largest of `walks` (bytes) up to which the first access to a page takes as long as the other accesses do; 0 if there is
/// none. `walks` are sorted by footprint. In `survey`, noise, levels and boundaries are known.
std::uint64_t find_clean_footprint(Lab& lab, const Survey& survey, const std::vector<FootprintWalk>& walks);

/// Whether the slow accesses of a walk, those as slow as `band`, are TLB misses. If only cache misses are translated, the first
/// miss in each page is slow, wherever in the page it lies, and later misses are not. The slow accesses of a data level stay at the
/// same addresses instead. Accesses up to `cut` (cycles) missed nothing.
bool follows_pages(const Survey& survey, const Walk& walk, const inference::Band& band, std::uint64_t stride, double cut);

}  // namespace chasescope::structure
