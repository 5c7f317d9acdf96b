// Every __global__ function of ChaseScope. The host side (cuda_backend.h) looks them up by name.
//
// A chase runs in blocks of one thread. With a wanted SM, more blocks are launched than there are SMs; the first one that finds
// itself on the wanted SM claims the launch, the others leave at once.
#include <cstdint>

#include "kernels/chase_launch.h"
#include "kernels/chase_loops.cuh"
#include "kernels/links.cuh"
#include "kernels/machine.cuh"
#include "kernels/spaces.cuh"

using namespace chasescope::cuda;

extern "C" __constant__ __align__(4096) unsigned char chasescope_constant[kConstantBytes] = {};

extern __shared__ __align__(kSharedAlignment)
unsigned char chased_shared[];

namespace {

__device__ __forceinline__ bool claims(const ChaseLaunch& launch, std::uint32_t sm) {
  if (launch.wanted_sm < 0) return true;
  if (static_cast<std::int64_t>(sm) != launch.wanted_sm) return false;
  auto* claim = reinterpret_cast<unsigned long long*>(launch.claim);
  return atomicMax(claim, static_cast<unsigned long long>(launch.number)) < launch.number;
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
  static __device__ __forceinline__ std::uint64_t base(const ChaseLaunch&) {
    return __cvta_generic_to_constant(chasescope_constant);
  }
};

struct FromShared {
  static __device__ __forceinline__ std::uint32_t base(const ChaseLaunch& launch) {
    const auto* image = reinterpret_cast<const uint4*>(launch.array);
    auto* array = reinterpret_cast<uint4*>(chased_shared);
#pragma unroll 8
    for (std::uint64_t i = 0; i < launch.image_bytes / sizeof(uint4); ++i) array[i] = __ldcg(image + i);
    return shared_address(chased_shared);
  }
};

template <typename Space, typename From>
__device__ __forceinline__ Space make_space(const ChaseLaunch& launch, LatencyBuffer& buffer) {
  Space space;
  space.base = From::base(launch);
  space.next = launch.first_index + lane_id();
  space.sink = shared_address(&buffer.sink);
  return space;
}

template <typename Space, typename From>
__device__ __forceinline__ void run_each(const ChaseLaunch& launch, LatencyBuffer& buffer) {
  const std::uint32_t sm = sm_id();
  if (!claims(launch, sm)) return;
  Space space = make_space<Space, From>(launch, buffer);
  chase_each(launch, space, buffer, sm);
}

template <typename Space, typename From>
__device__ __forceinline__ void run_mean(const ChaseLaunch& launch, LatencyBuffer& buffer) {
  const std::uint32_t sm = sm_id();
  if (!claims(launch, sm)) return;
  Space space = make_space<Space, From>(launch, buffer);
  chase_mean(launch, space, sm);
}

__device__ __forceinline__ std::uint64_t first_of_grid() { return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ __forceinline__ std::uint64_t grid_threads() { return std::uint64_t{gridDim.x} * blockDim.x; }

}  // namespace

#define CHASESCOPE_KERNELS(NAME, SPACE, FROM)                              \
  extern "C" __global__ void chase_each_##NAME(const ChaseLaunch launch) { \
    __shared__ LatencyBuffer buffer;                                       \
    run_each<SPACE, FROM>(launch, buffer);                                 \
  }                                                                        \
  extern "C" __global__ void chase_mean_##NAME(const ChaseLaunch launch) { \
    __shared__ LatencyBuffer buffer;                                       \
    run_mean<SPACE, FROM>(launch, buffer);                                 \
  }

CHASESCOPE_KERNELS(global_ca_4, GlobalCa4, FromLaunch)
CHASESCOPE_KERNELS(global_ca_8, GlobalCa8, FromLaunch)
CHASESCOPE_KERNELS(global_cg_4, GlobalCg4, FromLaunch)
CHASESCOPE_KERNELS(global_cg_8, GlobalCg8, FromLaunch)
CHASESCOPE_KERNELS(readonly_4, Readonly4, FromLaunch)
CHASESCOPE_KERNELS(readonly_8, Readonly8, FromLaunch)
CHASESCOPE_KERNELS(texture, Texture, FromLaunch)
CHASESCOPE_KERNELS(constant_4, Constant4, FromConstant)
CHASESCOPE_KERNELS(constant_8, Constant8, FromConstant)
CHASESCOPE_KERNELS(shared_4, Shared4, FromShared)
CHASESCOPE_KERNELS(shared_8, Shared8, FromShared)

#define CHASESCOPE_LINKERS(SUFFIX, ELEMENT)                                                                                      \
  extern "C" __global__ void link_uniform_##SUFFIX(ELEMENT* array, std::uint64_t stride, std::uint64_t first, std::uint64_t end, \
                                                   std::uint64_t total) {                                                        \
    for (std::uint64_t i = first + first_of_grid(); i < end; i += grid_threads()) link_uniform(array, stride, i, total);         \
  }                                                                                                                              \
  extern "C" __global__ void link_listed_##SUFFIX(ELEMENT* array, const std::uint64_t* list, std::uint64_t count) {              \
    for (std::uint64_t i = first_of_grid(); i < count; i += grid_threads()) link_listed(array, list, i);                         \
  }

CHASESCOPE_LINKERS(4, std::uint32_t)
CHASESCOPE_LINKERS(8, std::uint64_t)

// Chains of loads that depend on nothing but each other: each loads its own address (texture: its own index). What a longer chain takes
// more than a shorter one is the latency of the loads alone, free of whatever the timed code costs besides.
#define CHASESCOPE_LOAD_4(LOAD) LOAD LOAD LOAD LOAD
#define CHASESCOPE_CHAIN(LOADS, VALUE, EXTRA)                                                                                     \
  asm volatile("{\n\t.reg .b32 other<3>;\n\tmov.u64 %0, %%clock64;\n\t" LOADS                                                     \
               "st.volatile.shared.u32 [%3], %2;\n\tmov.u64 %1, %%clock64;\n\t}"                                                 \
               : "=&l"(begin), "=&l"(end), "+r"(VALUE)                                                                            \
               : "r"(sink), EXTRA                                                                                                 \
               : "memory")
#define CHASESCOPE_CHAINED(NAME, LOAD, FIRST, EXTRA)                                                    \
  extern "C" __global__ void chained_##NAME(std::uint32_t* cycles, std::uint64_t texture) {             \
    __shared__ std::uint32_t self;                                                                      \
    __shared__ std::uint32_t taken;                                                                     \
    self = shared_address(&self);                                                                       \
    const std::uint32_t sink = shared_address(&taken);                                                  \
    std::uint32_t value = FIRST;                                                                        \
    std::uint64_t begin;                                                                                \
    std::uint64_t end;                                                                                  \
    CHASESCOPE_NO_UNROLL                                                                                \
    for (std::uint32_t i = 0; i < kPrimeSteps; ++i) {                                                   \
      CHASESCOPE_CHAIN(CHASESCOPE_LOAD_4(LOAD), value, EXTRA);                                          \
      cycles[i] = saturated(end - begin);                                                               \
      CHASESCOPE_CHAIN(CHASESCOPE_LOAD_4(LOAD) CHASESCOPE_LOAD_4(LOAD), value, EXTRA);                  \
      cycles[kPrimeSteps + i] = saturated(end - begin);                                                 \
    }                                                                                                   \
  }
CHASESCOPE_CHAINED(shared, "ld.volatile.shared.u32 %2, [%2];\n\t", shared_address(&self), "l"(texture))
CHASESCOPE_CHAINED(texture, "tex.1d.v4.u32.s32 {%2, other0, other1, other2}, [%4, {%2}];\n\t", lane_id(), "l"(texture))

/// What two clock reads in a row differ by, kPrimeSteps times.
extern "C" __global__ void clock_pairs(std::uint32_t* cycles) {
  for (std::uint32_t i = 0; i < kPrimeSteps; ++i) {
    std::uint64_t begin;
    std::uint64_t end;
    asm volatile("mov.u64 %0, %%clock64;\n\tmov.u64 %1, %%clock64;" : "=&l"(begin), "=&l"(end) : : "memory");
    cycles[i] = saturated(end - begin);
  }
}
