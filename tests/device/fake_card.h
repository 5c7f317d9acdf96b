// The fake card of fake_libcuda.cpp, as its tests know it.
#pragma once

#include <cstdint>
#include <string_view>

namespace chasescope::cuda {

inline constexpr unsigned kFakeSms = 16;
inline constexpr unsigned kFakeWarmSm = 5;  ///< where a warp warms up
inline constexpr std::uint64_t kFakeMemory = std::uint64_t{24} << 30;
inline constexpr std::uint32_t kFakeOverhead = 20;     ///< of every entry
inline constexpr std::uint32_t kFakeLoadLatency = 30;  ///< of element 0, without the overhead

/// Cycles of a load of element `index`.
inline std::uint32_t fake_latency(std::uint64_t index) {
  return kFakeOverhead + kFakeLoadLatency + static_cast<std::uint32_t>(index % 97);
}

/// Cycles per access of a warp whose lanes are so many bytes apart.
inline std::uint32_t fake_bank_latency(std::uint64_t stride_bytes) { return 25 + static_cast<std::uint32_t>(stride_bytes); }

/// Cycles of repeat `repeat` of a burst over so many blocks of memory.
inline std::uint64_t fake_burst(std::uint64_t blocks, std::uint64_t repeat) { return 500 + 2 * blocks + repeat % 3; }

/// Cycles of a run through code of so many bytes: 3 an instruction, and what the jump takes.
inline std::uint64_t fake_code_cycles(std::uint64_t bytes) { return 40 + 3 * (bytes / 16); }

inline constexpr double kFakeClockGhz = 1.5;
inline constexpr double kFakeIdleGhz = 0.345, kFakeLimitedGhz = 1.2;
inline constexpr unsigned kFakeSlowWindows = 9;  ///< of the clock, before an idle card has come up to it
inline constexpr std::uint64_t kFakeLaunchNs = 2000;   ///< of a sweep, before it moves anything
inline constexpr std::uint64_t kFakeBytesPerNs = 100;  ///< of a sweep

inline constexpr unsigned kFakeLargestCluster = 8;
/// Cycles of a load from a block of the cluster, without the overhead; of a bulk copy; and of a signal one way.
inline std::uint32_t fake_cluster_load(std::uint32_t rank) { return 180 + 4 * rank; }
inline std::uint32_t fake_bulk_copy(std::uint32_t rank) { return 400 + 4 * rank; }
inline constexpr std::uint32_t kFakeSignal = 250;

/// Cycles of so many operations by a kernel of that name, of the first of its blocks; each further block takes one more.
inline std::uint64_t fake_operations(std::string_view kernel, std::uint32_t before, std::uint64_t operations) {
  return 100 * kernel.size() + 10 * before + 2 * operations;
}

}  // namespace chasescope::cuda

// What the fake library exports beside the driver's functions.
extern "C" {
/// Kernels that have begun to run since the library was loaded.
unsigned fake_kernels_begun();
/// Waits until so many have; false if they have not after a minute.
bool fake_wait_for_kernels(unsigned begun);
/// Bytes of unified memory that were asked back to the host.
unsigned long fake_brought_home();
/// Lets kernels end that listen to nobody ("deaf"), and waits for the last of them.
void fake_end_deaf_kernels();
}
