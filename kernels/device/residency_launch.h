// What the host tells the kernels of the request `residency` (residency.cuh). Plain layouts, read by nvcc and by the host compiler
// alike.
#pragma once

#include <cstdint>

#include "kernels/device/trial_draw.cuh"

namespace chasescope::cuda {

/// The threads of all blocks together read one word in every `spacing` bytes of an array.
struct ResidencyReadLaunch {
  std::uint64_t array;    ///< address of the first word
  std::uint64_t words;    ///< that are read
  std::uint64_t spacing;  ///< distance in bytes from one of these words to the next
  std::uint64_t never;    ///< always 0, which the compiler can't know: so it can't drop loads whose values nobody uses
};

/// One thread times single loads from the same array.
struct ResidencyTimeLaunch {
  std::uint64_t array;
  std::uint64_t words;
  std::uint64_t spacing;
  std::uint64_t offset;  ///< distance in bytes from a word that was read to the word that is timed
  std::uint64_t cycles;  ///< address of `places` 32-bit words
  std::uint32_t places;
  std::uint32_t never;  ///< always 0
};

/// The number of the word at which place `i` is timed. All words are cut into as many parts as there are places, and each part has
/// one place, at random: at a regular distance, all places might lie in few of the slices of the L2.
CHASESCOPE_DEVICE std::uint64_t timed_word(const ResidencyTimeLaunch& launch, std::uint32_t i) {
  const std::uint64_t first = i * launch.words / launch.places;
  const std::uint64_t next = (i + std::uint64_t{1}) * launch.words / launch.places;
  return first + mixed(i) % (next - first);
}

}  // namespace chasescope::cuda
