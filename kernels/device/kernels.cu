// Every __global__ function of ChaseScope, here or in the headers (only the straight code has its own file,
// straight_code.cu). The host side (cuda_backend.h) looks them up by name.
//
// A chase runs in blocks of one thread. With a wanted SM, more blocks are launched than there are SMs; the first block that
// runs on the wanted SM claims the launch, the others end at once. With a batch of chases, every SM claims at most one of them.
#include <cstdint>
#include <type_traits>

#include "kernels/device/bank.cuh"
#include "kernels/device/bases.cuh"
#include "kernels/device/chase_launch.h"
#include "kernels/device/chase_loops.cuh"
#include "kernels/device/cluster.cuh"
#include "kernels/device/links.cuh"
#include "kernels/device/machine.cuh"
#include "kernels/device/operations.cuh"
#include "kernels/device/outstanding.cuh"
#include "kernels/device/paired.cuh"
#include "kernels/device/residency.cuh"
#include "kernels/device/spaces.cuh"
#include "kernels/device/sweep.cuh"
#include "kernels/device/trials.cuh"
#include "kernels/device/warm.cuh"

using namespace chasescope::cuda;

extern "C" __constant__ __align__(4096) unsigned char chasescope_constant[kConstantBytes] = {};

namespace {

template <typename Space, typename From>
__device__ __forceinline__ Space make_space(const ChaseLaunch& chase, LatencyBuffer& buffer) {
  Space space;
  if constexpr (std::is_same_v<From, FromShared>) FromShared::load(chase);
  space.base = From::base(chase);
  space.next = chase.first_index + lane_id();
  space.sink = shared_address(&buffer.sink);
  return space;
}

/// Calls `run` with the chase of this block, if it has one. A texture object must come from the launch itself: if it came from
/// memory, the compiler would not know that it is equal in all lanes. So texture chases never run in batches.
template <typename Space, typename Run>
__device__ __forceinline__ void run_picked(const ChaseLaunch& launch, Run&& run) {
  const std::uint32_t sm = sm_id();
  if constexpr (std::is_same_v<Space, Texture>) {
    if (claims(launch, sm)) run(launch, sm);
  } else {
    ChaseLaunch chase;
    if (picks(launch, sm, chase)) run(chase, sm);
  }
}

template <typename Space, typename From>
__device__ __forceinline__ void run_each(const ChaseLaunch& launch, LatencyBuffer& buffer) {
  run_picked<Space>(launch, [&](const ChaseLaunch& chase, std::uint32_t sm) {
    Space space = make_space<Space, From>(chase, buffer);
    chase_each(chase, space, buffer, sm);
  });
}

template <typename Space, typename From>
__device__ __forceinline__ void run_mean(const ChaseLaunch& launch, LatencyBuffer& buffer) {
  run_picked<Space>(launch, [&](const ChaseLaunch& chase, std::uint32_t sm) {
    Space space = make_space<Space, From>(chase, buffer);
    chase_mean(chase, space, sm);
  });
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

// Chains of dependent loads: each load reads its own address (texture: its own index). The difference of a longer and a shorter
// chain is the latency of the loads alone, without the overhead of the timed code.
#define CHASESCOPE_LOAD_4(LOAD) LOAD LOAD LOAD LOAD
#define CHASESCOPE_CHAIN(LOADS, VALUE, EXTRA)                                    \
  asm volatile("{\n\t.reg .b32 other<3>;\n\tmov.u64 %0, %%clock64;\n\t" LOADS    \
               "st.volatile.shared.u32 [%3], %2;\n\tmov.u64 %1, %%clock64;\n\t}" \
               : "=&l"(begin), "=&l"(end), "+r"(VALUE)                           \
               : "r"(sink), EXTRA                                                \
               : "memory")
#define CHASESCOPE_CHAINED(NAME, LOAD, FIRST, EXTRA)                                        \
  extern "C" __global__ void chained_##NAME(std::uint32_t* cycles, std::uint64_t texture) { \
    __shared__ std::uint32_t self;                                                          \
    __shared__ std::uint32_t taken;                                                         \
    self = shared_address(&self);                                                           \
    const std::uint32_t sink = shared_address(&taken);                                      \
    std::uint32_t value = FIRST;                                                            \
    std::uint64_t begin;                                                                    \
    std::uint64_t end;                                                                      \
    CHASESCOPE_NO_UNROLL                                                                    \
    for (std::uint32_t i = 0; i < kPrimeSteps; ++i) {                                       \
      CHASESCOPE_CHAIN(CHASESCOPE_LOAD_4(LOAD), value, EXTRA);                              \
      cycles[i] = saturated(end - begin);                                                   \
      CHASESCOPE_CHAIN(CHASESCOPE_LOAD_4(LOAD) CHASESCOPE_LOAD_4(LOAD), value, EXTRA);      \
      cycles[kPrimeSteps + i] = saturated(end - begin);                                     \
    }                                                                                       \
  }
CHASESCOPE_CHAINED(shared, "ld.volatile.shared.u32 %2, [%2];\n\t", shared_address(&self), "l"(texture))
CHASESCOPE_CHAINED(texture, "tex.1d.v4.u32.s32 {%2, other0, other1, other2}, [%4, {%2}];\n\t", lane_id(), "l"(texture))

/// The difference of two clock reads in a row, kPrimeSteps times.
extern "C" __global__ void clock_pairs(std::uint32_t* cycles) {
  for (std::uint32_t i = 0; i < kPrimeSteps; ++i) {
    std::uint64_t begin;
    std::uint64_t end;
    asm volatile("mov.u64 %0, %%clock64;\n\tmov.u64 %1, %%clock64;" : "=&l"(begin), "=&l"(end) : : "memory");
    cycles[i] = saturated(end - begin);
  }
}

/// Keeps every SM busy for a while, and reports how many cycles of the clock passed.
extern "C" __global__ void clock_window(const ClockLaunch launch) {
  // Starts at a tick of the nanosecond clock, which may tick only once a microsecond.
  const std::uint64_t before = read_nanoseconds();
  std::uint64_t begin_ns = before;
  while (begin_ns == before) begin_ns = read_nanoseconds();
  const std::uint64_t begin = read_clock();
  std::uint64_t end_ns = begin_ns;
  while (end_ns - begin_ns < launch.nanoseconds) end_ns = read_nanoseconds();
  const std::uint64_t end = read_clock();
  if (blockIdx.x == 0) *reinterpret_cast<ClockAnswer*>(launch.answer) = {end - begin, end_ns - begin_ns, 1};
}
