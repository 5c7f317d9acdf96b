// The random draws of a trial on a card, as the device protocol defines them ("trials"); the host's version is TrialDraw of
// engine/device/trials.h. Read by nvcc and by the host compiler alike, so that a test can compare both without a card.
#pragma once

#include <cstdint>

#include "kernels/device/machine.cuh"
#include "kernels/device/trials_launch.h"

namespace chasescope::cuda {

/// The finaliser of SplitMix64.
CHASESCOPE_DEVICE std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

struct CardDraw {
  std::uint64_t key, order_key, threshold;
  std::uint32_t mask;

  /// `ticket`: of the launch, from 0.
  CHASESCOPE_DEVICE CardDraw(const TrialsLaunch& launch, std::uint32_t ticket)
      : key(mixed(launch.seed ^ mixed(launch.first + ticket))),
        order_key(launch.same_order != 0 ? mixed(launch.seed) : key),
        threshold(launch.threshold),
        mask(launch.mask) {}

  CHASESCOPE_DEVICE bool is_in(std::uint32_t place) const { return threshold >> 32 != 0 || mixed(key ^ place) >> 32 < threshold; }

  struct Order {
    std::uint64_t a, b;
    std::uint32_t mask;
    CHASESCOPE_DEVICE std::uint32_t at(std::uint64_t k) const { return static_cast<std::uint32_t>((a * k + b) & mask); }
  };
  CHASESCOPE_DEVICE Order order(std::uint32_t pass) const {
    return {mixed(order_key ^ ((std::uint64_t{1} << 40) + pass)) | 1, mixed(order_key ^ ((std::uint64_t{1} << 41) + pass)), mask};
  }
};

/// The rank of timed place `i` among the named timed places, which is the index of its cycles in a trial's result. `timed` begins
/// with `words` words that have a bit for each place; `words` counts follow, each the number of timed places before its word of
/// bits.
CHASESCOPE_DEVICE std::uint32_t rank_of_timed(const std::uint32_t* timed, std::uint32_t words, std::uint32_t i) {
  const std::uint32_t before = timed[i / 32] & ((1U << (i % 32)) - 1);
#ifdef __CUDA_ARCH__
  const auto of_its_word = static_cast<std::uint32_t>(__popc(before));
#else
  const auto of_its_word = static_cast<std::uint32_t>(__builtin_popcount(before));
#endif
  return timed[words + i / 32] + of_its_word;
}

}  // namespace chasescope::cuda
