// Outstanding requests (request study, §3.1, listing 1): every thread of a block issues its loads, none of which needs another.
//
// The loads lie between two clock reads; a store to shared memory waits for all of them. tests/device/check_sass.sh sees that no
// load waits for another. Before each burst a fence of the card's scope empties the L1, while the burst before has left the blocks
// in the L2 and their pages in the TLBs. Two more things are there because a card showed what happens without them: between the
// fence and the burst the block sleeps, as the L1 goes on being emptied for some hundred cycles; and bursts follow each other with
// nothing else in between, or a warp would begin late, waiting for instructions.
#pragma once

#include <cstdint>

#include "kernels/device/chase_launch.h"
#include "kernels/device/machine.cuh"
#include "kernels/device/request_launch.h"
#include "kernels/device/spaces.cuh"

namespace chasescope::cuda {

inline constexpr std::uint32_t kBurstsInARow = 8;  ///< timed ones; one more goes before them untimed
inline constexpr std::uint32_t kMostWarps = kMostBlockThreads / 32;

/// When each warp began and ended each burst. A warp has one clock, and all of an SM the same.
struct BurstTimes {
  std::uint64_t begin[kBurstsInARow + 1][kMostWarps];
  std::uint64_t end[kBurstsInARow + 1][kMostWarps];

  /// From the first issue to the last arrival.
  __device__ __forceinline__ std::uint64_t taken(std::uint32_t burst) const {
    std::uint64_t first = begin[burst][0];
    std::uint64_t last = end[burst][0];
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t warp = 1; warp < (blockDim.x + 31) / 32; ++warp) {
      first = min(first, begin[burst][warp]);
      last = max(last, end[burst][warp]);
    }
    return last - first;
  }
};

template <unsigned kLoads>
__device__ __forceinline__ void burst(const std::uint64_t (&addresses)[kLoads], std::uint32_t sink, std::uint64_t& begin,
                                      std::uint64_t& end) {
  std::uint32_t values[kLoads];
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(begin) : : "memory");
#pragma unroll
  for (unsigned j = 0; j < kLoads; ++j) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(values[j]) : "l"(addresses[j]));
  std::uint32_t all = 0;
#pragma unroll
  for (unsigned j = 0; j < kLoads; ++j) all += values[j];
  asm volatile("st.volatile.shared.u32 [%1], %2;\n\tmov.u64 %0, %%clock64;" : "=l"(end) : "r"(sink), "r"(all) : "memory");
}

template <unsigned kLoads>
__device__ __forceinline__ void outstanding(const OutstandingLaunch& launch) {
  __shared__ std::uint32_t sinks[kMostBlockThreads];
  __shared__ BurstTimes times;
  const auto sink = static_cast<std::uint32_t>(__cvta_generic_to_shared(sinks + threadIdx.x));
  auto* cycles = reinterpret_cast<std::uint64_t*>(launch.cycles);
  std::uint64_t addresses[kLoads];
#pragma unroll
  for (unsigned j = 0; j < kLoads; ++j) {
    const std::uint32_t block = j * launch.groups + threadIdx.x / launch.sharing;
    // As one instruction, whose result stays in a pair of registers; apart, each load would be preceded by moves.
    asm volatile("mad.wide.u32 %0, %1, %2, %3;" : "=l"(addresses[j]) : "r"(block), "r"(launch.block_bytes), "l"(launch.array));
  }

  CHASESCOPE_NO_UNROLL
  for (std::uint32_t done = 0; done < launch.repeats; done += kBurstsInARow) {
    const std::uint32_t bursts = min(kBurstsInARow, launch.repeats - done);
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t i = 0; i <= bursts; ++i) {
#if CHASESCOPE_CARD_ARCH >= 700
      asm volatile("fence.acq_rel.gpu;" : : : "memory");
#else
      asm volatile("membar.gl;" : : : "memory");
#endif
      __syncthreads();
      pause_for(kEmptyingNanoseconds);
      wait_for_block();
      std::uint64_t begin;
      std::uint64_t end;
      burst(addresses, sink, begin, end);
      if (threadIdx.x % 32 == 0) {
        times.begin[i][threadIdx.x / 32] = begin;
        times.end[i][threadIdx.x / 32] = end;
      }
      __syncthreads();
    }
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t i = threadIdx.x; i < bursts; i += blockDim.x) cycles[done + i] = times.taken(i + 1);
    __syncthreads();
  }
}

}  // namespace chasescope::cuda

#define CHASESCOPE_OUTSTANDING(LOADS)                                                                                     \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                            \
                                          1) void outstanding_##LOADS(const chasescope::cuda::OutstandingLaunch launch) { \
    chasescope::cuda::outstanding<LOADS>(launch);                                                                         \
  }

CHASESCOPE_OUTSTANDING(1)
CHASESCOPE_OUTSTANDING(2)
CHASESCOPE_OUTSTANDING(3)
CHASESCOPE_OUTSTANDING(4)
CHASESCOPE_OUTSTANDING(5)
CHASESCOPE_OUTSTANDING(6)
CHASESCOPE_OUTSTANDING(7)
CHASESCOPE_OUTSTANDING(8)
CHASESCOPE_OUTSTANDING(9)
CHASESCOPE_OUTSTANDING(10)
CHASESCOPE_OUTSTANDING(11)
CHASESCOPE_OUTSTANDING(12)
CHASESCOPE_OUTSTANDING(13)
CHASESCOPE_OUTSTANDING(14)
CHASESCOPE_OUTSTANDING(15)
CHASESCOPE_OUTSTANDING(16)
