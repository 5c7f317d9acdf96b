// Outstanding requests (request study, §3.1, listing 1): every thread of a block issues independent loads.
//
// The loads lie between two clock reads; a store to shared memory waits for all of them. tests/device/check_sass.sh checks that no
// load waits for another. Before each burst a fence of GPU scope empties the L1; the burst before has left the blocks in the L2 and
// their pages in the TLBs. Two more precautions were found necessary on a card. Between the fence and the burst the block sleeps,
// because emptying the L1 takes some hundred cycles. No other code runs between two bursts, or a warp would begin late while it
// waits for instructions.
#pragma once

#include <cstdint>

#include "kernels/device/chase_launch.h"
#include "kernels/device/machine.cuh"
#include "kernels/device/request_launch.h"
#include "kernels/device/spaces.cuh"

namespace chasescope::cuda {

inline constexpr std::uint32_t kBurstsInARow = 8;  ///< timed bursts; one untimed burst comes before them
inline constexpr std::uint32_t kMostWarps = kMostBlockThreads / 32;

/// When each warp began and ended each burst. All warps of an SM read the same clock.
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
    // One instruction, whose 64-bit result stays in a pair of registers; with separate instructions, moves would precede each load.
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
