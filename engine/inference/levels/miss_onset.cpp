#include "engine/inference/levels/miss_onset.h"

#include <algorithm>

namespace chasescope::inference {

std::optional<MissOnset> find_onset(const std::function<double(std::uint64_t)>& share, std::uint64_t from, std::uint64_t most,
                                    const OnsetShares& shares, std::uint64_t fineness) {
  std::uint64_t fits = 0, more_than_few = 0, clear = 0;
  for (std::uint64_t count = std::min(from, most), last = 0; count != last; last = count, count = std::min(2 * count, most)) {
    const double here = share(count);
    if (here <= shares.few) {
      fits = count;
      more_than_few = 0;  // earlier misses were accidental
    } else if (more_than_few == 0) {
      more_than_few = count;
    }
    if (here >= shares.clear) {
      clear = count;
      break;
    }
  }
  if (fits == 0 || clear == 0) return std::nullopt;
  const auto apart = [&](std::uint64_t below, std::uint64_t above) { return above - below > 1 && (above - below) * fineness > above; };
  while (apart(fits, more_than_few)) {
    const std::uint64_t middle = fits + (more_than_few - fits) / 2;
    (share(middle) > shares.few ? more_than_few : fits) = middle;
  }
  for (std::uint64_t below = fits; apart(below, clear);) {
    const std::uint64_t middle = below + (clear - below) / 2;
    (share(middle) >= shares.clear ? clear : below) = middle;
  }
  return MissOnset{fits, clear};
}

}  // namespace chasescope::inference
