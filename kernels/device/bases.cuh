// The address of a chase's array for its block, and the check that the block runs on the wanted SM.
#pragma once

#include <cstdint>

#include "kernels/device/chase_launch.h"
#include "kernels/device/machine.cuh"

extern "C" __constant__ __align__(4096) unsigned char chasescope_constant[chasescope::cuda::kConstantBytes];

extern __shared__ __align__(chasescope::cuda::kSharedAlignment) unsigned char chased_shared[];

namespace chasescope::cuda {

__device__ __forceinline__ bool claims(const ChaseLaunch& launch, std::uint32_t sm) {
  if (launch.wanted_sm < 0) return true;
  if (static_cast<std::int64_t>(sm) != launch.wanted_sm) return false;
  auto* claim = reinterpret_cast<unsigned long long*>(launch.claim);
  return atomicMax(claim, static_cast<unsigned long long>(launch.number)) < launch.number;
}

/// The chase of a batch that this SM gets; -1 if none is left, or if the SM has one already.
__device__ __forceinline__ std::int32_t ticket(const BatchTable* batch, std::uint32_t sm) {
  using Word = unsigned long long;
  if (sm >= kMostSms) return -1;
  const Word number = __ldcg(&batch->number);
  if (atomicMax(reinterpret_cast<Word*>(__ldcg(&batch->claims)) + sm, number) >= number) return -1;
  const std::int32_t assigned = __ldcg(&batch->assigned[sm]);
  if (assigned >= 0) return assigned;
  auto* tickets = reinterpret_cast<Word*>(__ldcg(&batch->tickets));
  atomicMax(tickets, number << 32);
  const auto drawn = static_cast<std::uint32_t>(atomicAdd(tickets, Word{1}));
  return drawn < __ldcg(&batch->floating) ? static_cast<std::int32_t>(drawn) : -1;
}

/// Sets `chase` to the chase of this block: the launch itself, or a chase of its batch. False if the block has none.
__device__ __forceinline__ bool picks(const ChaseLaunch& launch, std::uint32_t sm, ChaseLaunch& chase) {
  if (launch.batch == 0) {
    chase = launch;
    return claims(launch, sm);
  }
  const auto* batch = reinterpret_cast<const BatchTable*>(launch.batch);
  const std::int32_t index = ticket(batch, sm);
  if (index < 0) return false;
  union {
    ChaseLaunch chase;
    uint4 words[sizeof(ChaseLaunch) / sizeof(uint4)];
  } copy;
  static_assert(sizeof(ChaseLaunch) % sizeof(uint4) == 0);
  const auto* from = reinterpret_cast<const uint4*>(reinterpret_cast<const ChaseLaunch*>(__ldcg(&batch->chases)) + index);
#pragma unroll
  for (unsigned i = 0; i < sizeof(ChaseLaunch) / sizeof(uint4); ++i) copy.words[i] = __ldcg(from + i);
  chase = copy.chase;
  chase.zero = launch.zero;
  return true;
}

__device__ __forceinline__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

struct FromLaunch {  // global, read-only, texture
  static __device__ __forceinline__ std::uint64_t base(const ChaseLaunch& launch) {
    return launch.array + launch.zero;
  }  // a sum stays in registers
};

struct FromConstant {
  static __device__ __forceinline__ std::uint64_t base(const ChaseLaunch& launch) {
    return __cvta_generic_to_constant(chasescope_constant) + launch.array;
  }
};

struct FromShared {
  static __device__ __forceinline__ std::uint32_t base(const ChaseLaunch& launch) {
    return shared_address(chased_shared) + launch.shared_at;
  }

  /// Puts the array where base() says.
  static __device__ __forceinline__ void load(const ChaseLaunch& launch) {
    const auto* image = reinterpret_cast<const uint4*>(launch.array);
    auto* array = reinterpret_cast<uint4*>(chased_shared + launch.shared_at);
#pragma unroll 8
    for (std::uint64_t i = 0; i < launch.image_bytes / sizeof(uint4); ++i) array[i] = __ldcg(image + i);
  }
};

}  // namespace chasescope::cuda
