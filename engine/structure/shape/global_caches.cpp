#include "engine/structure/shape/global_caches.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"

namespace chasescope::structure {

std::vector<std::string> subjects_of(const Description& device, MemorySpace space, std::size_t caches, std::size_t beside) {
  const auto global = [](std::size_t count) {
    std::vector<std::string> names;
    if (count >= 2) names.emplace_back(subject::l1_data);
    if (count >= 1) names.emplace_back("l2");
    if (count >= 3) names.emplace_back("l3");
    return names;
  };
  std::vector<std::string> names;
  switch (space) {
    case MemorySpace::global_cg: {
      names = global(std::max(caches, beside));
      if (names.size() > caches) names.erase(names.begin(), names.end() - static_cast<std::ptrdiff_t>(caches));
      break;
    }
    case MemorySpace::texture: names = {"texture"}; break;
    case MemorySpace::readonly: names = {"readonly"}; break;
    case MemorySpace::constant: names = {subject::constant_l1, subject::constant_l1_5}; break;
    case MemorySpace::host:
    case MemorySpace::managed:
    case MemorySpace::peer: names = {subject::l2}; break;  // read past the L1
    default:
      if (space == MemorySpace::global_ca && caches == 1 && !device.serves(MemorySpace::global_cg)) return {subject::l1_data};
      names = global(caches);
      break;
  }
  if (names.size() > caches) names.resize(caches);
  return names;
}

GlobalCaches count_global_caches(const Behind& ca, const Behind& cg) {
  // If the fastest access of global.cg is much slower than that of global.ca, global.cg skips at least one cache of global.ca: all
  // caches that answer global.ca sooner than the nearest cache of global.cg answers.
  constexpr double kMuchSlower = 1.3, kAlike = 0.15, kMuchNearer = 4;
  GlobalCaches count{ca.caches, 0, true, true};
  if (cg.nearest <= kMuchSlower * ca.nearest) {
    // Both begin with the same cache, so they share all caches behind it.
    const auto apart = [&](std::size_t level) { return std::abs(ca.levels[level] - cg.nearest); };
    if (ca.levels.size() < 2 || kMuchNearer * apart(0) > apart(1)) return count;
    count.of_ca = std::max(ca.caches, cg.caches);
    count.told_apart = ca.caches == count.of_ca;
    count.cg_told_apart = cg.caches == count.of_ca;
    return count;
  }
  std::size_t skipped = 1;
  for (std::size_t level = 2; level < ca.levels.size() && level < ca.caches; ++level)
    if (std::abs(ca.levels[level] - cg.nearest) <= kAlike * cg.nearest &&
        std::abs(ca.levels[level] - cg.nearest) < std::abs(ca.levels[skipped] - cg.nearest))
      skipped = level;
  count.of_ca = std::max(ca.caches, cg.caches + skipped);
  count.of_cg = count.of_ca - skipped;
  count.told_apart = ca.caches == count.of_ca;
  count.cg_told_apart = cg.caches == count.of_cg;
  return count;
}

}  // namespace chasescope::structure
