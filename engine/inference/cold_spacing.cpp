#include "engine/inference/cold_spacing.h"

#include <algorithm>
#include <map>
#include <vector>

namespace chasescope::inference {
namespace {

constexpr double kLeastAgreement = 0.6;  // of the distances must be alike
constexpr std::size_t kFewestFetches = 4;
constexpr double kLeastStep = 2;  // cycles: clocks tick in steps of up to 2

/// A difference of two latencies that jitter does not make: eight times the middle half of the hits, whose differences are wider
/// than they are by the root of two.
double least_step(const LatencyTrace& hits) {
  std::vector<float> sorted = hits.copy();
  std::sort(sorted.begin(), sorted.end());
  const auto quantile = [&](double q) {
    return static_cast<double>(sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))]);
  };
  return std::max(kLeastStep, 6 * (quantile(0.75) - quantile(0.25)));
}

}  // namespace

ColdSpacing cold_spacing(const LatencyTrace& cold, const LatencyTrace& hits) {
  ColdSpacing spacing;
  if (cold.empty() || hits.empty()) return spacing;
  const double step = least_step(hits);
  const std::vector<float> cycles = cold.copy();
  std::vector<std::size_t> fetches;
  for (std::size_t i = 0; i + 1 < cycles.size(); ++i)
    if (static_cast<double>(cycles[i]) - static_cast<double>(cycles[i + 1]) > step) fetches.push_back(i);
  spacing.fetches = fetches.size();
  if (fetches.size() < kFewestFetches) return spacing;
  std::map<std::size_t, std::size_t> distances;
  for (std::size_t i = 0; i + 1 < fetches.size(); ++i) ++distances[fetches[i + 1] - fetches[i]];
  const auto most =
      std::max_element(distances.begin(), distances.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (static_cast<double>(most->second) >= kLeastAgreement * static_cast<double>(fetches.size() - 1))
    spacing.accesses = most->first;
  return spacing;
}

}  // namespace chasescope::inference
