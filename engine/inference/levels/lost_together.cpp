// Decision 14: docs/decisions/inference/14-sets-by-chance.md
#include "engine/inference/levels/lost_together.h"

#include <algorithm>

namespace chasescope::inference {
namespace {

constexpr std::size_t kLargestBlock = 256;  // units
// at least so many blocks must have been evicted, and at least so many in some passes but not in others
constexpr std::size_t kFewestBlocks = 32;
constexpr double kAlwaysWhole =
    0.97;  // share of evictions that take the whole block; a block may be evicted while it is being read
// at most this share of the evictions may take both blocks of a pair; neighbours are also evicted together by chance
constexpr double kOftenPart = 0.8;
constexpr double kMostMissing = 0.2;  // with more evictions, neighbours are evicted together by chance

struct Count {
  std::size_t touched = 0, whole = 0;
  std::size_t changing = 0;  // blocks that were evicted in some passes and stayed in others
  double share() const { return touched == 0 ? 0 : static_cast<double>(whole) / static_cast<double>(touched); }
};

Count count_blocks(const std::vector<bool>& missed, std::size_t period, std::size_t block) {
  Count count;
  const std::size_t passes = missed.size() / period;
  for (std::size_t begin = 0; begin + block <= period; begin += block) {
    std::size_t lost = 0;
    for (std::size_t pass = 0; pass < passes; ++pass) {
      const auto first = missed.begin() + static_cast<std::ptrdiff_t>(pass * period + begin);
      const auto misses = static_cast<std::size_t>(std::count(first, first + static_cast<std::ptrdiff_t>(block), true));
      if (misses == 0) continue;
      ++lost;
      count.whole += misses == block;
    }
    count.touched += lost;
    count.changing += lost > 0 && lost < passes;
  }
  return count;
}

}  // namespace

std::optional<LostTogether> lost_together(const std::vector<bool>& missed, std::size_t period) {
  if (period == 0 || missed.size() < 2 * period) return std::nullopt;
  const auto misses = static_cast<double>(std::count(missed.begin(), missed.end(), true));
  if (misses > kMostMissing * static_cast<double>(missed.size())) return std::nullopt;
  std::optional<LostTogether> found;
  for (std::size_t block = 1; block <= kLargestBlock && 2 * block <= period; block *= 2) {
    const Count own = count_blocks(missed, period, block);
    if (own.touched < kFewestBlocks || own.changing < kFewestBlocks || own.share() < kAlwaysWhole) break;
    const Count twice = count_blocks(missed, period, 2 * block);
    if (twice.share() >= kAlwaysWhole) continue;
    if (twice.share() <= kOftenPart) found = {block, own.touched, own.whole, twice.touched, twice.whole};
    break;
  }
  return found;
}

}  // namespace chasescope::inference
