// Residency in the L2: all SMs read an array with an eviction priority, and one thread times loads from places of an array, past
// its L1. A place that is still in the L2 takes less time than one that has been evicted.
//
// Priorities are cache hints of a load (PTX ISA, "Cache Eviction Priority Hints"); cards before compute capability 8.0 have none.
// No load leaves a line in the L1, and each launch begins with an empty L1, so that every word is asked of the L2.
#pragma once

#include <cstdint>

#include "kernels/device/bases.cuh"
#include "kernels/device/chase_launch.h"
#include "kernels/device/machine.cuh"
#include "kernels/device/residency_launch.h"
#include "kernels/device/spaces.cuh"
#include "kernels/device/sweep.cuh"

namespace chasescope::cuda {

#if CHASESCOPE_CARD_ARCH >= 800
#define CHASESCOPE_PRIORITY(NAME, WORD)                                                                                     \
  struct NAME {                                                                                                             \
    std::uint64_t policy;                                                                                                   \
    __device__ __forceinline__ NAME() { asm volatile("createpolicy.fractional.L2::" WORD ".b64 %0, 1.0;" : "=l"(policy)); } \
    __device__ __forceinline__ std::uint32_t load(std::uint64_t at) const {                                                 \
      std::uint32_t word;                                                                                                   \
      asm volatile("ld.global.L1::no_allocate.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(word) : "l"(at), "l"(policy));       \
      return word;                                                                                                          \
    }                                                                                                                       \
  };
CHASESCOPE_PRIORITY(NormalPriority, "evict_normal")
CHASESCOPE_PRIORITY(FirstPriority, "evict_first")
CHASESCOPE_PRIORITY(LastPriority, "evict_last")
CHASESCOPE_PRIORITY(UnchangedPriority, "evict_unchanged")
#else
struct NormalPriority {
  __device__ __forceinline__ std::uint32_t load(std::uint64_t at) const {
    std::uint32_t word;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(at));
    return word;
  }
};
#endif

/// One load of each thread at a time: the threads of all SMs together have more loads in flight than the memory can answer at once.
template <typename Priority>
__device__ __forceinline__ void read_all(const ResidencyReadLaunch& launch) {
  const Priority priority;
  const std::uint64_t leap = all_threads() * launch.spacing;
  const std::uint64_t end = launch.array + launch.words * launch.spacing;
  std::uint32_t seen = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint64_t at = launch.array + thread_of_all() * launch.spacing; at < end; at += leap) seen ^= priority.load(at);
  if (launch.never != 0) *reinterpret_cast<volatile std::uint32_t*>(launch.array) = seen;
}

/// The timed code is that of a chase past the L1. It runs some times without its load at first, which brings the instructions.
__device__ __forceinline__ void time_places(const ResidencyTimeLaunch& launch) {
  __shared__ std::uint32_t sink;
  auto* cycles = reinterpret_cast<std::uint32_t*>(launch.cycles);
  std::uint32_t made = 0;
  GlobalCg4 place;
  place.sink = shared_address(&sink);
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t step = 0; step < kPrimeSteps + launch.places; ++step) {
    const bool loads = step >= kPrimeSteps;
    const std::uint32_t i = loads ? step - kPrimeSteps : 0;
    place.base = launch.array + timed_word(launch, i) * launch.spacing + launch.offset;
    place.next = lane_id();  // 0: a block is one thread
    const std::uint32_t taken = place.timed(loads ? 1 : 0, made);
    if (loads) cycles[i] = taken;
  }
  if (launch.never != 0) *cycles = made;
}

}  // namespace chasescope::cuda

#define CHASESCOPE_RESIDENCY_READ(NAME, PRIORITY)                                                                             \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                                \
                                          1) void residency_read_##NAME(const chasescope::cuda::ResidencyReadLaunch launch) { \
    chasescope::cuda::read_all<chasescope::cuda::PRIORITY>(launch);                                                           \
  }

CHASESCOPE_RESIDENCY_READ(normal, NormalPriority)
#if CHASESCOPE_CARD_ARCH >= 800
CHASESCOPE_RESIDENCY_READ(first, FirstPriority)
CHASESCOPE_RESIDENCY_READ(last, LastPriority)
CHASESCOPE_RESIDENCY_READ(unchanged, UnchangedPriority)
#endif

extern "C" __global__ void residency_time(const chasescope::cuda::ResidencyTimeLaunch launch) {
  chasescope::cuda::time_places(launch);
}
