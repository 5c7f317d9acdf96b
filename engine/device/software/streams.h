// Constants that chases and trials of a model share.
#pragma once

#include <cstdint>

namespace chasescope {

// Noise and the clock draw from random streams of their own, so they don't change the random choices of a cache.
inline constexpr std::uint64_t kNoiseStream = 0x6E6F697365;
inline constexpr std::uint64_t kClockStream = 0x636C6F636B;
inline constexpr std::uint64_t kPauseStream = 0x7061757365;
inline constexpr std::uint64_t kArrayBoundary = std::uint64_t{2} << 20;  ///< each array begins at a multiple of this, in bytes
inline constexpr double kProgressStep = 1.0 / 512;                       ///< the least difference between two reports of progress

}  // namespace chasescope
