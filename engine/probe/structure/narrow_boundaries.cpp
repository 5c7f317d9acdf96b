#include "engine/probe/structure/narrow_boundaries.h"

#include <algorithm>

#include "engine/probe/structure/clean_footprint.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kLarge = 1 << 20;         // bytes
constexpr std::uint64_t kUsualLine = 128;         // bytes; one access to each will do
constexpr std::uint64_t kTimed = 1 << 14;         // accesses
constexpr std::uint64_t kStep = 64, kNarrow = 8;  // parts of a footprint: bisection ends, and what counts as narrow

class Narrower {
 public:
  Narrower(Lab& lab, Survey& survey, std::size_t cache) : lab_(lab), survey_(survey), cache_(cache) {}

  // Bisects until the two are a step apart.
  void narrow() {
    Boundary& boundary = survey_.boundaries[cache_];
    const double held = 3 * tolerated_share(survey_.noise);
    boundary.misses_from = boundary.outgrown;
    while (boundary.misses_from - boundary.fits > boundary.misses_from / kStep) {
      const std::uint64_t middle = (boundary.fits + boundary.misses_from) / 2 / kSmallestPage * kSmallestPage;
      const double share = missing_share(middle);
      (share > held ? boundary.misses_from : boundary.fits) = middle;
      if (share >= kOutgrownShare) boundary.outgrown = middle;
    }
  }

 private:
  double missing_share(std::uint64_t bytes) {
    const Walk walk = lab_.beginning(bytes, kUsualLine, 1, kTimed, "footprint " + format_bytes(bytes));
    survey_.boundaries[cache_].narrowed_by.push_back(walk.run);
    const double cut = survey_.cut(cache_);
    const std::vector<float> clean = clean_latencies(walk, kUsualLine);
    const auto missed = std::count_if(clean.begin(), clean.end(), [&](float cycles) { return cycles > cut; });
    return static_cast<double>(missed) / static_cast<double>(clean.size());
  }

  Lab& lab_;
  Survey& survey_;
  std::size_t cache_;
};

}  // namespace

bool is_narrow(const Boundary& boundary) {
  return boundary.misses_from != 0 && kNarrow * (boundary.misses_from - boundary.fits) <= boundary.fits;
}

void narrow_boundaries(Lab& lab, Survey& survey) {
  try {
    for (std::size_t cache = 0; cache < survey.caches(); ++cache)
      if (survey.boundaries[cache].fits >= kLarge && survey.boundaries[cache].misses_from == 0)
        Narrower(lab, survey, cache).narrow();
  } catch (const Undecided&) {
    // Too much to ask: as narrow as it is by now.
  }
}

}  // namespace chasescope::structure
