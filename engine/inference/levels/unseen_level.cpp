#include "engine/inference/levels/unseen_level.h"

#include <algorithm>

#include "engine/statistics/tails.h"

namespace chasescope::inference {
std::optional<double> unseen_level(std::vector<float> strays, std::size_t accesses, const LatencyNoise& noise) {
  constexpr std::size_t kFewest = 3;
  constexpr double kChance = 1e-6;
  constexpr double kOff = 2, kUnseen = 5e-4;  // times the share of outliers that was seen; and a share that may not have been seen
  constexpr double kNarrowest = 100;          // cycles; few outliers may happen to lie side by side
  if (strays.size() < kFewest) return std::nullopt;
  std::sort(strays.begin(), strays.end());
  const double range = std::max(noise.outlier_high - noise.outlier_low, kNarrowest);
  const double outliers = kOff * (noise.outlier_share + kUnseen) * static_cast<double>(accesses);
  std::size_t begin = 0;
  for (std::size_t end = 1; end <= strays.size(); ++end) {
    // The width of the band of a level that begins at the first of these latencies.
    const auto width = [&] {
      const double at = strays[begin];
      const Band band = widened({at, at, at}, noise);
      return band.high - band.low;
    };
    while (strays[end - 1] - strays[begin] > width()) ++begin;
    const std::size_t inside = end - begin;
    // The strays outside of the group show how many outliers there are.
    const double by_chance = std::max(outliers, static_cast<double>(strays.size() - inside)) * std::min(1.0, width() / range);
    if (inside >= kFewest && static_cast<double>(strays.size()) * statistics::poisson_at_least(inside, by_chance) < kChance)
      return strays[begin + inside / 2];
  }
  return std::nullopt;
}

}  // namespace chasescope::inference
