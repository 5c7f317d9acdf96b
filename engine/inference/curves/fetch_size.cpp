#include "engine/inference/curves/fetch_size.h"

namespace chasescope::inference {

std::optional<std::uint64_t> fetch_distance(std::span<const float> cycles, std::uint64_t stride, double cut, double tolerated_share,
                                            double slow_hits) {
  constexpr std::size_t kFewestSectors = 4;
  for (std::size_t distance = 1; cycles.size() / distance >= kFewestSectors; distance *= 2) {
    std::size_t firsts = 0, slow_firsts = 0, slow_others = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const bool slow = cycles[i] > cut;
      if (i % distance == 0) {
        ++firsts;
        slow_firsts += slow ? 1 : 0;
      } else {
        slow_others += slow ? 1 : 0;
      }
    }
    if (static_cast<double>(slow_firsts) < (0.99 - tolerated_share) * static_cast<double>(firsts)) continue;
    const auto others = static_cast<double>(cycles.size() - firsts);
    const double tolerated = (4 * tolerated_share + 2 * slow_hits) * others + (tolerated_share > 0 ? 3 : 0);
    if (static_cast<double>(slow_others) > tolerated) return std::nullopt;
    return distance * stride;
  }
  return std::nullopt;
}

}  // namespace chasescope::inference
