// The numbers of the fake card of fake_libcuda.cpp, from which tests know its answers.
#pragma once

#include <cstdint>
#include <string_view>

namespace chasescope::cuda {

inline constexpr unsigned kFakeSms = 16;
inline constexpr unsigned kFakeWarmSm = 5;  ///< the SM of a warp that makes a warm-up
inline constexpr std::uint64_t kFakeMemory = std::uint64_t{24} << 30;
inline constexpr std::uint32_t kFakeOverhead = 20;     ///< cycles, in every entry of a trace
inline constexpr std::uint32_t kFakeLoadLatency = 30;  ///< cycles of a load of element 0, without the overhead

/// Cycles of a load of element `index`.
inline std::uint32_t fake_latency(std::uint64_t index) {
  return kFakeOverhead + kFakeLoadLatency + static_cast<std::uint32_t>(index % 97);
}

/// Cycles per access of a warp whose lanes are `stride_bytes` apart.
inline std::uint32_t fake_bank_latency(std::uint64_t stride_bytes) { return 25 + static_cast<std::uint32_t>(stride_bytes); }

/// Cycles of repeat number `repeat` of a burst that loads from so many blocks of memory.
inline std::uint64_t fake_burst(std::uint64_t blocks, std::uint64_t repeat) { return 500 + 2 * blocks + repeat % 3; }

/// Cycles of a run through code of so many bytes: 3 for each instruction of 16 bytes, and 40 for the jump.
inline std::uint64_t fake_code_cycles(std::uint64_t bytes) { return 40 + 3 * (bytes / 16); }

/// Cycles of a run through so many blocks of code: 64 each, and 48 more where the next block in memory is not the next to be run.
inline std::uint64_t fake_block_cycles(std::uint64_t blocks, std::uint64_t stride) { return blocks * (stride == 1 ? 64 : 112); }

inline constexpr double kFakeClockGhz = 1.5;
inline constexpr double kFakeIdleGhz = 0.345, kFakeLimitedGhz = 1.2;
inline constexpr unsigned kFakeSlowWindows = 9;        ///< windows of the clock, until an idle card has reached its clock
inline constexpr std::uint64_t kFakeLaunchNs = 2000;   ///< of a sweep, before it moves any bytes
inline constexpr std::uint64_t kFakeBytesPerNs = 100;  ///< that a sweep moves

inline constexpr unsigned kFakeLargestCluster = 8;
/// Cycles of a load from a block of the cluster, without the overhead; of a bulk copy from there; and of a signal in one direction.
inline std::uint32_t fake_cluster_load(std::uint32_t rank) { return 180 + 4 * rank; }
inline std::uint32_t fake_bulk_copy(std::uint32_t rank) { return 400 + 4 * rank; }
inline constexpr std::uint32_t kFakeSignal = 250;

/// Cycles of so many operations by the first block of the kernel of this name. Each further block takes one cycle more.
inline constexpr std::uint64_t kFakePlaces = 4096;  ///< an operation takes as many cycles more as its offset is beyond a multiple
inline std::uint64_t fake_operations(std::string_view kernel, std::uint32_t before, std::uint64_t operations) {
  return 100 * kernel.size() + 10 * before + 2 * operations;
}

// Limits of the context: bytes of the L2 that are set aside for lines of priority last, and the L2's fetch granularity.
inline constexpr std::uint64_t kFakePersisting = 3 << 20, kFakeMostPersisting = 10 << 20;
inline constexpr std::uint64_t kFakePersistingStep = 1 << 20;  ///< the driver rounds up to multiples of it
inline constexpr std::uint64_t kFakeFetch = 64;

}  // namespace chasescope::cuda

// The functions that the fake library exports besides the driver's.
extern "C" {
/// Kernels that have begun to run since the library was loaded.
unsigned fake_kernels_begun();
/// Waits until this many kernels have begun; false if they have not after a minute.
bool fake_wait_for_kernels(unsigned begun);
/// The steps of all requests `residency` since the last call, a line for each. Addresses count from the lowest one.
const char* fake_residency_steps();
/// Bytes of unified memory that were moved back to the host on request.
unsigned long fake_brought_home();
/// Lets the kernels end that ignore the stop flag ("deaf"), and waits for the last of them.
void fake_end_deaf_kernels();
}
