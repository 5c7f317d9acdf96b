#include "engine/structure/levels/narrow_boundaries.h"

#include <algorithm>

#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kLarge = 1 << 20;         // bytes
constexpr std::uint64_t kUsualLine = 128;         // bytes; one access to each will do
constexpr std::uint64_t kTimed = 1 << 14;         // accesses
// Parts of a footprint: bisection ends, and what counts as narrow. A walk over tens of megabytes takes a tenth of a second, and
// where the array lies moves the end by as much as a step.
constexpr std::uint64_t kStep = 16, kNarrow = 8;

class Narrower {
 public:
  Narrower(Lab& lab, Survey& survey, std::size_t cache) : lab_(lab), survey_(survey), cache_(cache) {}

  // The largest of the walks below the one that outgrew the cache of which no more missed than noise explains, by the levels as they
  // are known now. While the doubling went on, farther places of one level had not all been seen, and stood in its way. 0 if even what
  // seemed to fit misses: where a part of what one level answers lies beyond the cut of the next, every walk between them would, and
  // the end would be where the doubling happened to stand.
  std::uint64_t fits(const std::vector<FootprintWalk>& walks) const {
    const Boundary& boundary = survey_.boundaries[cache_];
    std::uint64_t fitting = 0;
    for (const FootprintWalk& walk : walks) {
      if (walk.bytes < boundary.fits || walk.bytes >= boundary.outgrown) continue;
      if (is_outgrown(walk.walk, walk.stride)) break;
      fitting = walk.bytes;
    }
    return fitting;
  }

  // Bisects until the two are a step apart.
  void narrow(std::uint64_t fitting) {
    Boundary& boundary = survey_.boundaries[cache_];
    boundary.fits = fitting;
    boundary.misses_from = boundary.outgrown;
    while (boundary.misses_from - boundary.fits > boundary.misses_from / kStep) {
      const std::uint64_t middle = (boundary.fits + boundary.misses_from) / 2 / kSmallestPage * kSmallestPage;
      const Walk walk = lab_.beginning(middle, kUsualLine, 1, kTimed, "footprint " + format_bytes(middle));
      boundary.narrowed_by.push_back(walk.run);
      (is_outgrown(walk, kUsualLine) ? boundary.misses_from : boundary.fits) = middle;
    }
  }

 private:
  // Whether more of the accesses miss than noise explains.
  bool is_outgrown(const Walk& walk, std::uint64_t stride) const {
    const double cut = survey_.cut(cache_);
    const std::vector<float> clean = clean_latencies(walk, stride);
    const auto missed = std::count_if(clean.begin(), clean.end(), [&](float cycles) { return cycles > cut; });
    return static_cast<double>(missed) > 3 * tolerated_share(survey_.noise) * static_cast<double>(clean.size());
  }

  Lab& lab_;
  Survey& survey_;
  std::size_t cache_;
};

}  // namespace

bool is_narrow(const Boundary& boundary) {
  return boundary.misses_from != 0 && kNarrow * (boundary.misses_from - boundary.fits) <= boundary.fits;
}

void narrow_boundaries(Lab& lab, Survey& survey, const std::vector<FootprintWalk>& walks) {
  try {
    for (std::size_t cache = 0; cache < survey.caches(); ++cache) {
      if (survey.boundaries[cache].misses_from != 0) continue;
      Narrower narrower(lab, survey, cache);
      if (const std::uint64_t fits = narrower.fits(walks); fits >= kLarge) narrower.narrow(fits);
    }
  } catch (const Undecided&) {
    // Too much to ask: as narrow as it is by now.
  }
}

}  // namespace chasescope::structure
