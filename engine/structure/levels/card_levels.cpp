// Decision 13: docs/decisions/inference/13-levels-on-a-card.md
#include "engine/structure/levels/card_levels.h"

#include <algorithm>

namespace chasescope::structure {
namespace {

bool see_from(Survey& survey, const Walk& walk, std::size_t level, double next) {
  constexpr double kFew = 0.01;  // the slowest and fastest hundredth are left out
  std::vector<float> latencies = walk.cycles;
  std::sort(latencies.begin(), latencies.end());
  const auto at = [&](double share) {
    return static_cast<double>(latencies[static_cast<std::size_t>(share * static_cast<double>(latencies.size() - 1))]);
  };
  if (at(1 - kFew) >= next || (level > 0 && at(kFew) <= survey.levels[level - 1].latency.high)) return false;
  survey.levels[level] = {{at(kFew), at(0.5), at(1 - kFew)}, walk.run};
  return true;
}

}  // namespace

void see_levels_from_many_places(Survey& survey, const std::vector<FootprintWalk>& walks) {
  constexpr std::uint64_t kMuchLarger = 4;
  for (std::size_t level = 0; level + 1 < survey.levels.size() || level == 0; ++level) {
    const std::uint64_t fits = level < survey.boundaries.size() ? survey.boundaries[level].fits : survey.clean_until;
    const std::uint64_t least = level == 0 ? 0 : kMuchLarger * survey.boundaries[level - 1].outgrown;
    const double next = level + 1 < survey.levels.size() ? survey.levels[level + 1].latency.low : 1e9;
    for (auto step = walks.rbegin(); step != walks.rend(); ++step)
      if (step->bytes <= std::min(fits, survey.clean_until) && step->bytes >= least && see_from(survey, step->walk, level, next))
        break;
  }
}

void join_other_half(const Description& card, Survey& survey) {
  constexpr std::uint64_t kFewParts = 4;
  const auto whole = card.properties.l2_bytes;
  if (!whole || survey.other_half) return;
  for (std::size_t i = 1; i < survey.boundaries.size(); ++i) {
    const Boundary& near = survey.boundaries[i - 1];
    const Boundary& both = survey.boundaries[i];
    if (!near.known() || !both.known() || both.fits > *whole || both.outgrown < *whole || kFewParts * near.outgrown < *whole)
      continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    survey.other_half = OtherHalf{survey.levels[i], near};
    survey.levels[i - 1].latency.high = survey.levels[i].latency.high;
    survey.levels.erase(survey.levels.begin() + at);
    survey.boundaries.erase(survey.boundaries.begin() + at - 1);
    return;
  }
}

}  // namespace chasescope::structure
