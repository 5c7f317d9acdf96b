// Warm-up by a warp: makes untimed accesses of a long chase, bypassing the L1, 32 elements at a time.
// Decision 48: docs/decisions/cards/48-warm-up-by-a-warp.md
#pragma once

#include <cstdint>

#include "kernels/device/request_launch.h"
#include "kernels/device/spaces.cuh"

namespace chasescope::cuda {

/// One warp reads the elements of accesses first to first + count - 1, in the order of the pattern, bypassing the L1.
template <typename Element>
__device__ __forceinline__ void run_warm(const WarmLaunch& launch) {
  constexpr std::uint32_t kLanes = 32, kUnderWay = 8;  // elements of a warp's load; loads of a lane in flight
  const std::uint32_t lane = threadIdx.x;
  const auto* array = reinterpret_cast<const Element*>(launch.array);
  const auto* list = reinterpret_cast<const unsigned long long*>(launch.list);
  std::uint64_t position = (launch.first + lane) % launch.length;
  Element all = 0;
  for (std::uint64_t made = lane; made < launch.count; made += kLanes * kUnderWay) {
    Element values[kUnderWay];
#pragma unroll
    for (std::uint32_t i = 0; i < kUnderWay; ++i) {
      const std::uint64_t element = list == nullptr ? position * launch.stride : __ldcg(list + position);
      values[i] = made + kLanes * i < launch.count ? __ldcg(array + element) : 0;
      position += kLanes;
      if (position >= launch.length) position -= launch.length;
    }
#pragma unroll
    for (std::uint32_t i = 0; i < kUnderWay; ++i) all ^= values[i];
  }
  auto& answer = *reinterpret_cast<WarmAnswer*>(launch.answer);
  if (launch.never != 0) answer.sm = all;  // never true; keeps the compiler from dropping the loads
  __syncwarp();
  if (lane != 0) return;
  answer.sm = sm_id();
  publish_system(&answer.finished, launch.count);
}

}  // namespace chasescope::cuda

extern "C" __global__ void warm_4(const chasescope::cuda::WarmLaunch launch) { chasescope::cuda::run_warm<std::uint32_t>(launch); }
extern "C" __global__ void warm_8(const chasescope::cuda::WarmLaunch launch) {
  chasescope::cuda::run_warm<unsigned long long>(launch);
}
