#include "engine/structure/levels/narrow_boundaries.h"

#include <algorithm>

#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kLarge = 1 << 20;         // bytes
constexpr std::uint64_t kUsualLine = 128;         // bytes; one access to each line is enough
constexpr std::uint64_t kTimed = 1 << 14;         // accesses timed
// Fractions of a footprint: the step at which bisection ends, and the width of a narrow boundary. A finer step would be
// meaningless, because the place of the array moves the boundary by about as much.
constexpr std::uint64_t kStep = 16, kNarrow = 8;

class Narrower {
 public:
  Narrower(Lab& lab, Survey& survey, std::size_t cache) : lab_(lab), survey_(survey), cache_(cache) {}

  // The largest walk below the boundary that misses no more than noise explains. It is computed again with the levels that are
  // known now: during the sweep, far parts of a level had not been seen yet, and accesses to them counted as misses. 0 if even the
  // footprint that seemed to fit misses. Then the far part of a level lies beyond the cut, so that every footprint seems to miss,
  // and bisection would end at a footprint that the doubling happened to try.
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

  // Bisects until fitting and missing footprints are one step apart.
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
  // Whether more accesses miss than noise explains.
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
    // The budget is spent. The boundary stays as narrow as it is by now.
  }
}

}  // namespace chasescope::structure
