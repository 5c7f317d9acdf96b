#include "engine/findings/near_far_words.h"

#include <array>
#include <cstdio>

namespace chasescope {

std::string NearFar::in_words(const char* where, double less) const {
  const double share = 100 * static_cast<double>(kinds.near_count) / static_cast<double>(kinds.near_count + kinds.far_count);
  std::array<char, 400> text{};
  std::snprintf(
      text.data(), text.size(),
      "Lines lie in near or far %s: %.0f %% of the lines take about %.0f cycles%s, the other lines about %.0f. Two neighbouring "
      "lines are both near or both far more often (%.0f %%) than by chance (%.0f %%). The median of all lines describes "
      "neither the near lines nor the far lines.",
      where, share, kinds.near.median - less, less > 0 ? " more" : "", kinds.far.median - less, 100 * neighbours.alike,
      100 * neighbours.by_chance);
  return text.data();
}

std::optional<NearFar> near_far_of(std::span<const double> cycles) {
  const auto kinds = inference::two_kinds_of(cycles);
  if (!kinds) return std::nullopt;
  const auto neighbours = inference::neighbours_of(cycles, *kinds);
  if (!neighbours.lie_together()) return std::nullopt;
  return NearFar{*kinds, neighbours};
}

}  // namespace chasescope
