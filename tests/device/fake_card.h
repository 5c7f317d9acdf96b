// The fake card of fake_libcuda.cpp, as its tests know it.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

inline constexpr unsigned kFakeSms = 16;
inline constexpr std::uint64_t kFakeMemory = std::uint64_t{24} << 30;
inline constexpr std::uint32_t kFakeOverhead = 20;     ///< of every entry
inline constexpr std::uint32_t kFakeLoadLatency = 30;  ///< of element 0, without the overhead

/// Cycles of a load of element `index`.
inline std::uint32_t fake_latency(std::uint64_t index) { return kFakeOverhead + kFakeLoadLatency + static_cast<std::uint32_t>(index % 97); }

}  // namespace chasescope::cuda
