#include "engine/inference/requests/under_way.h"

#include <algorithm>
#include <cmath>

namespace chasescope::inference {

std::optional<UnderWay> least_under_way(std::span<const LoadPoint> curve, std::uint64_t loads, double shortest) {
  std::optional<UnderWay> best;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const std::uint64_t of = curve[i].count * loads;
    if (!(curve[i].median > 0) || !(shortest > 0)) continue;
    // There can't be more requests in flight than were issued, however short the burst looks.
    const double share = std::min(shortest / curve[i].median, 1.0);
    const auto requests = static_cast<std::uint64_t>(std::floor(static_cast<double>(of) * share));
    if (requests > 0 && (!best || requests > best->requests)) best = UnderWay{requests, of, i};
  }
  return best;
}

}  // namespace chasescope::inference
