#include "engine/structure/translation/outgrown_pages.h"

#include <algorithm>
#include <map>

#include "engine/inference/levels/miss_onset.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr inference::OnsetShares kShares{.few = 0.002, .clear = 0.01};  // `few`: outliers may have as large a share
constexpr double kOutgrownSigmas = 7;
constexpr std::uint64_t kPasses = 2;
constexpr std::uint64_t kFineness = 64;  // bisection ends at steps of this part of the reach

}  // namespace

std::optional<OutgrownPages> outgrown_pages(PageWalk& pages, const TlbSurvey& survey, std::size_t level, std::uint64_t distance,
                                            std::uint64_t from) {
  const double cut = inference::cut_between(survey.levels[level].latency, survey.levels[level + 1].latency, pages.noise());
  // An access that takes longer than any translation missed the data cache.
  const double end = survey.levels.back().latency.median + kOutgrownSigmas * pages.noise().sigma;
  std::map<std::uint64_t, RunPtr> runs;
  const auto share = [&](std::uint64_t count) {
    Addresses visited;
    for (std::uint64_t i = 0; i < count; ++i) visited.push_back(i * distance);
    const Walk walk = pages.walk(visited, passes_in_noise(kPasses), format_bytes(count * distance) + " of neighbouring pages");
    runs[count] = walk.run;
    const auto slow =
        std::count_if(walk.cycles.begin(), walk.cycles.end(), [&](float cycles) { return cycles > cut && cycles < end; });
    return static_cast<double>(slow) / static_cast<double>(walk.cycles.size());
  };
  const std::uint64_t most = std::min<std::uint64_t>(2 * pages.most_pages(), pages.lab().limit_bytes() / distance);
  const auto onset = inference::find_onset(share, from, most, kShares, kFineness);
  if (!onset) return std::nullopt;
  return OutgrownPages{distance, onset->fits * distance, onset->outgrown * distance, runs.at(onset->fits),
                       runs.at(onset->outgrown)};
}

}  // namespace chasescope::structure
