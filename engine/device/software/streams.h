// What chases and trials of a model have in common.
#pragma once

#include <cstdint>

namespace chasescope {

// Noise and the clock draw numbers of their own: they change no cache's choices.
inline constexpr std::uint64_t kNoiseStream = 0x6E6F697365;
inline constexpr std::uint64_t kClockStream = 0x636C6F636B;
inline constexpr std::uint64_t kPauseStream = 0x7061757365;
inline constexpr std::uint64_t kArrayBoundary = std::uint64_t{2} << 20;  ///< at a multiple of it each array begins, in bytes
inline constexpr double kProgressStep = 1.0 / 512;                       ///< progress is told no oftener

}  // namespace chasescope
