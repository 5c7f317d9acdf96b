#include "engine/trace/block_order.h"

#include <algorithm>
#include <numeric>

namespace chasescope {
namespace {

/// Steps from 0 to `at`, in a ring of `blocks`, the shorter way.
std::uint64_t around(std::uint64_t at, std::uint64_t blocks) { return std::min(at, blocks - at); }

/// The number of steps of `stride` that lead to the next block. \pre no common divisor.
std::uint64_t steps_to_next(std::uint64_t stride, std::uint64_t blocks) {
  std::uint64_t steps = 1;
  for (std::uint64_t at = stride; at != 1; at = (at + stride) % blocks) ++steps;
  return steps;
}

}  // namespace

std::uint64_t scattered_stride(std::uint64_t blocks) {
  std::uint64_t best = blocks - 1;  // backwards
  std::uint64_t latest = 0;
  // A stride around the golden section is far from all simple fractions, so that few need to be looked at.
  constexpr std::uint64_t kCandidates = 64;
  const auto middle = static_cast<std::uint64_t>(static_cast<double>(blocks) * 0.6180339887498949);
  for (std::uint64_t i = 0; i < kCandidates; ++i) {
    const std::uint64_t stride = i % 2 == 0 ? middle + i / 2 : middle - std::min(middle, i / 2 + 1);
    if (stride < 2 || stride + 1 >= blocks || std::gcd(stride, blocks) != 1) continue;
    const std::uint64_t steps = steps_to_next(stride, blocks);
    std::uint64_t least = blocks;
    for (std::uint64_t ahead = 1; ahead <= kScatteredNeighbours && ahead < blocks; ++ahead)
      least = std::min(least, ahead * around(steps * ahead % blocks, blocks));  // the nearest matter most
    if (least > latest) {
      latest = least;
      best = stride;
    }
  }
  return best;
}

}  // namespace chasescope
