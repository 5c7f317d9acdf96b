#include "engine/probe/structure/outgrown_pages.h"

#include <algorithm>
#include <utility>

#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr double kFew = 0.002;           // of the accesses: outliers may be as many
constexpr double kClear = 0.01;          // of the accesses: so many outliers there are not
constexpr double kReachSigmas = 7;
constexpr std::uint64_t kPasses = 2;
constexpr std::uint64_t kFineness = 64;  // bisection ends at one part in so many

struct Edge {
  std::uint64_t pages = 0;
  RunPtr run;
};

}  // namespace

std::optional<OutgrownPages> outgrown_pages(PageWalk& pages, const TlbSurvey& survey, std::size_t level, std::uint64_t distance,
                                            std::uint64_t from) {
  const double cut = inference::cut_between(survey.levels[level].latency, survey.levels[level + 1].latency, pages.noise());
  // What takes longer than any translation does missed the data cache.
  const double end = survey.levels.back().latency.median + kReachSigmas * pages.noise().sigma;
  const auto look = [&](std::uint64_t count) {
    Addresses visited;
    for (std::uint64_t i = 0; i < count; ++i) visited.push_back(i * distance);
    const Walk walk = pages.walk(visited, passes_in_noise(kPasses), format_bytes(count * distance) + " of neighbouring pages");
    const auto slow = std::count_if(walk.cycles.begin(), walk.cycles.end(), [&](float cycles) { return cycles > cut && cycles < end; });
    return std::pair(static_cast<double>(slow) / static_cast<double>(walk.cycles.size()), walk.run);
  };
  const std::uint64_t most = std::min<std::uint64_t>(2 * pages.most_pages(), pages.lab().limit_bytes() / distance);
  Edge fits, few, clear;  // few: the fewest pages seen of which more than a few missed
  for (std::uint64_t count = from; clear.pages == 0; count = std::min(2 * count, most)) {
    if (count == fits.pages || count == few.pages) return std::nullopt;  // there are no more
    const auto [share, run] = look(count);
    if (share <= kFew) fits = {count, run};
    if (share > kFew && few.pages == 0) few = {count, run};
    if (share >= kClear) clear = {count, run};
  }
  if (fits.pages == 0) return std::nullopt;
  const auto bisect = [&](Edge below, Edge above, double limit) {
    while (above.pages - below.pages > 1 && (above.pages - below.pages) * kFineness > above.pages) {
      const std::uint64_t middle = below.pages + (above.pages - below.pages) / 2;
      const auto [share, run] = look(middle);
      (share > limit ? above : below) = {middle, run};
    }
    return std::pair(below, above);
  };
  fits = bisect(fits, few, kFew).first;
  clear = bisect(fits, clear, kClear).second;
  return OutgrownPages{distance, fits.pages * distance, clear.pages * distance, fits.run, clear.run};
}

}  // namespace chasescope::structure
