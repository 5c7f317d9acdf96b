#include "engine/structure/levels/outliers_apart.h"

#include <algorithm>
#include <vector>

#include "engine/structure/levels/clean_footprint.h"

namespace chasescope::structure {
namespace {

using inference::Band;

constexpr std::size_t kTimes = 8;

}  // namespace

Band without_bursts(Lab& lab, const inference::LatencyNoise& noise, const Walk& walk, const Band& band, std::uint64_t stride) {
  constexpr double kSigmas = 7, kShare = 0.15;
  const auto seems_too_wide = [&](const Band& of) { return of.high - of.median > kSigmas * noise.sigma + kShare * of.median; };
  if (noise.exact() || !seems_too_wide(band)) return band;
  const Band found{band.low, band.median, 2 * band.median - band.low};
  try {
    const Walk longer = lab.longer(walk.run, kTimes, "a level that seems wide, once more");
    for (const auto& level : levels_in(clean_latencies(longer, stride), noise))
      if (found.holds(level.median) && !seems_too_wide(band_of(level))) return band_of(level);
  } catch (const Undecided&) {
    // A longer walk is not possible. The level is assumed to reach as far above its median as below it.
  }
  return found;
}

bool is_seen_again(Lab& lab, const inference::LatencyNoise& noise, const Walk& walk, const Band& band, const Candidate& candidate) {
  constexpr std::size_t kFew = 16;
  constexpr double kScattered = 0.3;  // of the median: a wider band is scattered
  const bool is_scattered = band.high - band.low > kScattered * band.median;
  if (noise.exact() || (candidate.accesses >= kFew && !is_scattered)) return true;
  try {
    const Walk longer = lab.longer(walk.run, kTimes, "few accesses that take longer, once more");
    const Band wide = inference::widened(band, noise);
    std::size_t seen = 0, slow = 0;
    for (const float cycles : clean_latencies(longer, candidate.stride)) {
      seen += wide.holds(cycles) ? 1 : 0;
      slow += cycles > candidate.cut ? 1 : 0;
    }
    return 2 * seen >= kTimes * candidate.accesses &&
           static_cast<double>(seen) >= candidate.least_share * static_cast<double>(slow);
  } catch (const Undecided&) {
    return false;
  }
}

}  // namespace chasescope::structure
