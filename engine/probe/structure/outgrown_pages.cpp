#include "engine/probe/structure/outgrown_pages.h"

#include <algorithm>

#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr double kFew = 0.002;          // of the accesses: outliers may be as many
constexpr std::uint64_t kPasses = 2;
constexpr std::uint64_t kFineness = 64;  // the interval is no wider than one part in so many

struct Looked {
  bool misses = false;
  RunPtr run;
};

}  // namespace

std::optional<OutgrownPages> outgrown_pages(PageWalk& pages, const TlbSurvey& survey, std::size_t level, std::uint64_t distance,
                                            std::uint64_t from) {
  const double cut = inference::cut_between(survey.levels[level].latency, survey.levels[level + 1].latency, pages.noise());
  const auto look = [&](std::uint64_t count) {
    Addresses visited;
    for (std::uint64_t i = 0; i < count; ++i) visited.push_back(i * distance);
    const Walk walk = pages.walk(visited, passes_in_noise(kPasses), format_bytes(count * distance) + " of neighbouring pages");
    const auto slow = std::count_if(walk.cycles.begin(), walk.cycles.end(), [&](float cycles) { return cycles > cut; });
    return Looked{static_cast<double>(slow) > kFew * static_cast<double>(walk.cycles.size()), walk.run};
  };
  const std::uint64_t most = std::min<std::uint64_t>(2 * pages.most_pages(), pages.lab().limit_bytes() / distance);
  std::uint64_t fits = 0, outgrown = 0;
  RunPtr fits_run, outgrown_run;
  for (std::uint64_t count = from; outgrown == 0; count = std::min(2 * count, most)) {
    if (count == fits) return std::nullopt;  // there are no more
    const Looked looked = look(count);
    (looked.misses ? outgrown : fits) = count;
    (looked.misses ? outgrown_run : fits_run) = looked.run;
  }
  if (fits == 0) return std::nullopt;
  while (outgrown - fits > 1 && (outgrown - fits) * kFineness > outgrown) {
    const std::uint64_t middle = fits + (outgrown - fits) / 2;
    const Looked looked = look(middle);
    (looked.misses ? outgrown : fits) = middle;
    (looked.misses ? outgrown_run : fits_run) = looked.run;
  }
  return OutgrownPages{distance, fits * distance, outgrown * distance, fits_run, outgrown_run};
}

}  // namespace chasescope::structure
