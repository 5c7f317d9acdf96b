// Memory operations besides the loads of a chase: stores, atomics, copies to shared memory, and loads after a store or under a miss.
//
// A measurement is a pair: the threads of a block make their operations between two clock reads, and then the same code runs without
// them. What the second takes is what measuring costs: clock reads, the store that waits for a value, or, for what returns none, the
// fence that is waited for. A load and an atomic are complete when their value is stored in
// shared memory; a store and a reduction when a fence behind them is through; a copy when the thread that asked for it sees it
// complete. A fence of the card's scope empties the L1 before each measurement, while the one before left the lines in the L2.
#pragma once

#include <cstdint>

#include "kernels/device/chase_launch.h"
#include "kernels/device/machine.cuh"
#include "kernels/device/operations_launch.h"
#include "kernels/device/outstanding.cuh"

extern __shared__ __align__(128) unsigned char operation_words[];

namespace chasescope::cuda {

// The store to shared memory behind a fence waits for it; a clock read alone might not.
#if CHASESCOPE_CARD_ARCH >= 700
#define CHASESCOPE_FENCE_CARD "fence.acq_rel.gpu;\n\t"
#define CHASESCOPE_FENCE_BLOCK "fence.acq_rel.cta;\n\t"
#else
#define CHASESCOPE_FENCE_CARD "membar.gl;\n\t"
#define CHASESCOPE_FENCE_BLOCK "membar.cta;\n\t"
#endif

/// Where a thread's operation goes, and where its value is put.
struct Operand {
  std::uint64_t place;   ///< in global memory
  std::uint32_t shared;  ///< the place in shared memory
  std::uint32_t sink;    ///< in shared memory
  std::uint32_t count;   ///< operations in a row
};

// One operation between two clock reads, and what is left without it: MADE and WAIT, or WAIT alone. v0 to v3 are registers, filled before
// the first clock read; %2 is the place, %3 the one in shared memory, %4 the sink. A predicate instead of two texts would be no shorter:
// the assembler jumps over an atomic that is switched off.
#define CHASESCOPE_BETWEEN_CLOCKS(TEXT)                                                                             \
  asm volatile(                                                                                                     \
      "{\n\t.reg .b32 v0, v1, v2, v3;\n\t"                                                    \
      "mov.u32 v0, %4;\n\tmov.u32 v1, %4;\n\tmov.u32 v2, %4;\n\tmov.u32 v3, %4;\n\t"                                \
      "mov.u64 %0, %%clock64;\n\t" TEXT "mov.u64 %1, %%clock64;\n\tst.volatile.shared.u32 [%4], v0;\n\t}"           \
      : "=&l"(begin), "=&l"(end)                                                                                    \
      : "l"(at.place), "r"(at.shared), "r"(at.sink)                                                                 \
      : "memory");
#define CHASESCOPE_LONE_OPERATION(NAME, MADE, WAIT)                                                                 \
  struct NAME {                                                                                                     \
    static __device__ __forceinline__ void make(const Operand& at, std::uint64_t& begin, std::uint64_t& end) {      \
      CHASESCOPE_BETWEEN_CLOCKS(MADE WAIT)                                                                          \
    }                                                                                                               \
    static __device__ __forceinline__ void leave_out(const Operand& at, std::uint64_t& begin, std::uint64_t& end) { \
      CHASESCOPE_BETWEEN_CLOCKS(WAIT)                                                                               \
    }                                                                                                               \
  };

#define CHASESCOPE_SINK_4 "st.volatile.shared.u32 [%4], v0;\n\t"
#define CHASESCOPE_SINK_8 "st.volatile.shared.v2.u32 [%4], {v0, v1};\n\t"
#define CHASESCOPE_SINK_16 "st.volatile.shared.v4.u32 [%4], {v0, v1, v2, v3};\n\t"
// The store to shared memory behind a fence waits for it; a clock read alone might not.
#define CHASESCOPE_SEEN_BY_CARD CHASESCOPE_FENCE_CARD CHASESCOPE_SINK_4
#define CHASESCOPE_SEEN_BY_BLOCK CHASESCOPE_FENCE_BLOCK CHASESCOPE_SINK_4

CHASESCOPE_LONE_OPERATION(LoadGlobal4, "ld.global.ca.u32 v0, [%2];\n\t", CHASESCOPE_SINK_4)
CHASESCOPE_LONE_OPERATION(LoadGlobal8, "ld.global.ca.v2.u32 {v0, v1}, [%2];\n\t", CHASESCOPE_SINK_8)
CHASESCOPE_LONE_OPERATION(LoadGlobal16, "ld.global.ca.v4.u32 {v0, v1, v2, v3}, [%2];\n\t", CHASESCOPE_SINK_16)
CHASESCOPE_LONE_OPERATION(LoadShared4, "ld.volatile.shared.u32 v0, [%3];\n\t", CHASESCOPE_SINK_4)
CHASESCOPE_LONE_OPERATION(StoreGlobal4, "st.global.u32 [%2], v0;\n\t", CHASESCOPE_SEEN_BY_CARD)
CHASESCOPE_LONE_OPERATION(StoreShared4, "st.volatile.shared.u32 [%3], v0;\n\t", CHASESCOPE_SEEN_BY_BLOCK)
CHASESCOPE_LONE_OPERATION(AtomicGlobal4, "atom.global.add.u32 v0, [%2], v1;\n\t", CHASESCOPE_SINK_4)
CHASESCOPE_LONE_OPERATION(AtomicShared4, "atom.shared.add.u32 v0, [%3], v1;\n\t", CHASESCOPE_SINK_4)
CHASESCOPE_LONE_OPERATION(ReduceGlobal4, "red.global.add.u32 [%2], v1;\n\t", CHASESCOPE_SEEN_BY_CARD)
CHASESCOPE_LONE_OPERATION(ReduceShared4, "red.shared.add.u32 [%3], v1;\n\t", CHASESCOPE_SEEN_BY_BLOCK)
/// A load that misses, of another line, and right behind it one that hits. The first is waited for behind the last clock read alone. The
/// assembler may swap two loads, but no load and a clock read whose value somebody wants.
struct HitUnderMiss4 {
  static __device__ __forceinline__ void make(const Operand& at, std::uint64_t& begin, std::uint64_t& end) {
    static_assert(kMissDistance == 65536);
    std::uint64_t between;
    asm volatile(
        "{\n\t.reg .b32 missed, hit;\n\tmov.u64 %0, %%clock64;\n\tld.global.ca.u32 missed, [%3 + 65536];\n\t"
        "mov.u64 %1, %%clock64;\n\tld.global.ca.u32 hit, [%3];\n\tst.volatile.shared.u32 [%4], hit;\n\tmov.u64 %2, %%clock64;\n\t"
        "st.volatile.shared.u32 [%4], missed;\n\t}"
        : "=&l"(begin), "=&l"(between), "=&l"(end)
        : "l"(at.place), "r"(at.sink)
        : "memory");
    if (between < begin) end = begin;  // never
  }
  static __device__ __forceinline__ void leave_out(const Operand& at, std::uint64_t& begin, std::uint64_t& end) {
    CHASESCOPE_BETWEEN_CLOCKS(CHASESCOPE_SINK_4)
  }
};
#if CHASESCOPE_CARD_ARCH >= 800
#define CHASESCOPE_ASYNC_COPY(NAME, BYTES) \
  CHASESCOPE_LONE_OPERATION(NAME, "cp.async.ca.shared.global [%4], [%2], " BYTES ";\n\t", "cp.async.wait_all;\n\t")
CHASESCOPE_ASYNC_COPY(AsyncCopy4, "4")
CHASESCOPE_ASYNC_COPY(AsyncCopy8, "8")
CHASESCOPE_ASYNC_COPY(AsyncCopy16, "16")
#endif

// Several operations of a thread in a row, which do not wait for each other.
inline constexpr std::uint32_t kOperationsAtOnce = 8;
#define CHASESCOPE_OPERATIONS_IN_A_ROW(NAME, TEXT, WAIT)                                                                      \
  struct NAME {                                                                                                               \
    static __device__ __forceinline__ void make(const Operand& at, std::uint64_t& begin, std::uint64_t& end) {                \
      std::uint32_t all = 1;                                                                                                  \
      begin = read_clock();                                                                                                   \
      CHASESCOPE_NO_UNROLL                                                                                                    \
      for (std::uint32_t i = 0; i < at.count; i += kOperationsAtOnce) {                                                       \
        std::uint32_t values[kOperationsAtOnce];                                                                              \
        _Pragma("unroll") for (std::uint32_t j = 0; j < kOperationsAtOnce; ++j) {                                             \
          values[j] = 1;                                                                                                      \
          asm volatile(TEXT : "+r"(values[j]) : "l"(at.place), "r"(at.shared) : "memory");                                    \
        }                                                                                                                     \
        _Pragma("unroll") for (std::uint32_t j = 0; j < kOperationsAtOnce; ++j) all += values[j];                             \
      }                                                                                                                       \
      asm volatile(WAIT "st.volatile.shared.u32 [%1], %2;\n\tmov.u64 %0, %%clock64;"                                          \
                   : "=l"(end)                                                                                                \
                   : "r"(at.sink), "r"(all)                                                                                   \
                   : "memory");                                                                                               \
    }                                                                                                                         \
    static __device__ __forceinline__ void leave_out(const Operand& at, std::uint64_t& begin, std::uint64_t& end) {           \
      asm volatile("mov.u64 %0, %%clock64;\n\t" WAIT "st.volatile.shared.u32 [%2], %2;\n\tmov.u64 %1, %%clock64;"             \
                   : "=&l"(begin), "=&l"(end)                                                                                 \
                   : "r"(at.sink)                                                                                             \
                   : "memory");                                                                                               \
    }                                                                                                                         \
  };
CHASESCOPE_OPERATIONS_IN_A_ROW(AtomicsGlobal, "atom.global.add.u32 %0, [%1], %0;", "")
CHASESCOPE_OPERATIONS_IN_A_ROW(AtomicsShared, "atom.shared.add.u32 %0, [%2], %0;", "")
CHASESCOPE_OPERATIONS_IN_A_ROW(ReductionsGlobal, "red.global.add.u32 [%1], %0;", CHASESCOPE_FENCE_CARD)
CHASESCOPE_OPERATIONS_IN_A_ROW(ReductionsShared, "red.shared.add.u32 [%2], %0;", CHASESCOPE_FENCE_BLOCK)

/// No block goes on before all have come: `meetings` are those before, this one included.
__device__ __forceinline__ void meet(std::uint64_t arrived, std::uint64_t meetings) {
  if (gridDim.x == 1) return;
  __syncthreads();
  if (threadIdx.x == 0) {
    auto* word = reinterpret_cast<unsigned long long*>(arrived);
    atomicAdd(word, 1ULL);
    while (read_system(reinterpret_cast<const std::uint64_t*>(arrived)) < meetings * gridDim.x) {
    }
  }
  __syncthreads();
}

__device__ __forceinline__ void load_and_wait(std::uint64_t place, std::uint32_t sink) {
  asm volatile("{\n\t.reg .b32 value;\n\tld.global.ca.u32 value, [%0];\n\tst.volatile.shared.u32 [%1], value;\n\t}" : : "l"(place), "r"(sink) : "memory");
}

/// Empties the L1, and leaves it as the measurement wants it.
__device__ __forceinline__ void prepare(const Operand& at, std::uint32_t before) {
  asm volatile(CHASESCOPE_FENCE_CARD : : : "memory");
  __syncthreads();
  pause_for(kEmptyingNanoseconds);
  if ((before & kLoadedBefore) != 0) load_and_wait(at.place, at.sink);
  if ((before & kStoredBefore) != 0) {
    asm volatile("st.global.u32 [%0], %1;" : : "l"(at.place), "r"(at.sink) : "memory");
    pause_for(kSettlingNanoseconds);
  }
}

inline constexpr std::uint32_t kUntimed = 2;  ///< bursts: they fetch the instructions of both kinds
inline constexpr std::uint32_t kOperationBursts = kUntimed + 2 * kOperationPairs;

/// When each warp began and ended each burst.
struct OperationTimes {
  std::uint64_t begin[kOperationBursts][kMostWarps];
  std::uint64_t end[kOperationBursts][kMostWarps];

  __device__ __forceinline__ void note(std::uint32_t burst, std::uint64_t began, std::uint64_t ended) {
    if (threadIdx.x % 32 != 0) return;
    begin[burst][threadIdx.x / 32] = began;
    end[burst][threadIdx.x / 32] = ended;
  }

  /// From the first issue to the last completion. A warp has one clock, and all of an SM the same.
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

/// Bursts in which the operations are made take turns with those that leave them out. `prepared` comes before each, `made` and
/// `left_out` tell when they began and ended.
template <typename Prepare, typename Make, typename LeaveOut>
__device__ __forceinline__ void run_pairs(const OperationsLaunch& launch, OperationTimes& times, Prepare&& prepared, Make&& made,
                                          LeaveOut&& left_out) {
  auto* cycles = reinterpret_cast<std::uint64_t*>(launch.cycles);
  std::uint64_t meetings = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t done = 0; done < launch.repeats; done += kOperationPairs) {
    const std::uint32_t pairs = min(kOperationPairs, launch.repeats - done);
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t i = 0; i < kUntimed + 2 * pairs; ++i) {
      prepared(i % 2 == 0);
      meet(launch.arrived, ++meetings);
      wait_for_block();
      std::uint64_t begin;
      std::uint64_t end;
      if (i % 2 == 0)
        made(begin, end);
      else
        left_out(begin, end);
      times.note(i, begin, end);
      __syncthreads();
    }
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t i = threadIdx.x; i < 2 * pairs; i += blockDim.x)  // the operations of a repeat, and then what there is without them
      cycles[(2 * done + i) * gridDim.x + blockIdx.x] = times.taken(kUntimed + i);
    __syncthreads();
  }
}

__device__ __forceinline__ std::uint32_t shared_place(const void* shared) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

template <typename Operation>
__device__ __forceinline__ void run_operations(const OperationsLaunch& launch) {
  __shared__ __align__(16) unsigned char sinks[kMostBlockThreads * kWidestOperation];
  __shared__ OperationTimes times;
  Operand at;
  at.place = launch.array + (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) * launch.spacing;
  at.shared = shared_place(operation_words) + threadIdx.x * launch.spacing;
  at.sink = shared_place(sinks) + threadIdx.x * launch.bytes;
  at.count = launch.count;
  run_pairs(
      launch, times, [&](bool) { prepare(at, launch.before); },
      [&](std::uint64_t& begin, std::uint64_t& end) { Operation::make(at, begin, end); },
      [&](std::uint64_t& begin, std::uint64_t& end) { Operation::leave_out(at, begin, end); });
}

#if CHASESCOPE_CARD_ARCH >= 900
/// One thread sends for all bytes, and is woken by a barrier in shared memory when they are there. Left out, the barrier waits for none.
__device__ __forceinline__ void run_bulk_copy(const OperationsLaunch& launch) {
  __shared__ __align__(128) unsigned char target[kMostBulkBytes];
  __shared__ std::uint64_t arrival;
  __shared__ OperationTimes times;
  const std::uint32_t barrier = shared_place(&arrival);
  std::uint32_t parity = 1;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n\tfence.proxy.async.shared::cta;" : : "r"(barrier) : "memory");
  const auto prepared = [&](bool copies) {
    prepare({launch.array, 0, 0, 1}, kNothingBefore);
    parity ^= 1;
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(barrier), "r"(copies ? launch.bytes : 0) : "memory");
  };
#define CHASESCOPE_BULK(TEXT)                                                                                               \
  [&](std::uint64_t& begin, std::uint64_t& end) {                                                                           \
    begin = read_clock();                                                                                                   \
    asm volatile(TEXT : : "r"(shared_place(target)), "l"(launch.array), "r"(launch.bytes), "r"(barrier) : "memory");        \
    std::uint32_t done = 0;                                                                                                 \
    while (done == 0)                                                                                                       \
      asm volatile(                                                                                                         \
          "{\n\t.reg .pred complete;\n\tmbarrier.try_wait.parity.shared::cta.b64 complete, [%1], %2;\n\t"                   \
          "selp.u32 %0, 1, 0, complete;\n\t}"                                                                               \
          : "=r"(done)                                                                                                      \
          : "r"(barrier), "r"(parity)                                                                                       \
          : "memory");                                                                                                      \
    end = read_clock();                                                                                                     \
  }
  run_pairs(launch, times, prepared,
            CHASESCOPE_BULK("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"),
            CHASESCOPE_BULK(""));
#undef CHASESCOPE_BULK
}
#endif

}  // namespace chasescope::cuda

#define CHASESCOPE_OPERATION(NAME, OPERATION)                                                                          \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                        \
                                          1) void operation_##NAME(const chasescope::cuda::OperationsLaunch launch) { \
    chasescope::cuda::run_operations<chasescope::cuda::OPERATION>(launch);                                            \
  }

CHASESCOPE_OPERATION(load_global_4, LoadGlobal4)
CHASESCOPE_OPERATION(load_global_8, LoadGlobal8)
CHASESCOPE_OPERATION(load_global_16, LoadGlobal16)
CHASESCOPE_OPERATION(load_shared_4, LoadShared4)
CHASESCOPE_OPERATION(store_global_4, StoreGlobal4)
CHASESCOPE_OPERATION(store_shared_4, StoreShared4)
CHASESCOPE_OPERATION(atomic_global_4, AtomicGlobal4)
CHASESCOPE_OPERATION(atomic_shared_4, AtomicShared4)
CHASESCOPE_OPERATION(reduce_global_4, ReduceGlobal4)
CHASESCOPE_OPERATION(reduce_shared_4, ReduceShared4)
CHASESCOPE_OPERATION(hit_under_miss_global_4, HitUnderMiss4)
CHASESCOPE_OPERATION(many_atomic_global_4, AtomicsGlobal)
CHASESCOPE_OPERATION(many_atomic_shared_4, AtomicsShared)
CHASESCOPE_OPERATION(many_reduce_global_4, ReductionsGlobal)
CHASESCOPE_OPERATION(many_reduce_shared_4, ReductionsShared)
#if CHASESCOPE_CARD_ARCH >= 800
CHASESCOPE_OPERATION(async_copy_global_4, AsyncCopy4)
CHASESCOPE_OPERATION(async_copy_global_8, AsyncCopy8)
CHASESCOPE_OPERATION(async_copy_global_16, AsyncCopy16)
#endif
#if CHASESCOPE_CARD_ARCH >= 900
extern "C" __global__ void operation_bulk_copy_global(const chasescope::cuda::OperationsLaunch launch) {
  chasescope::cuda::run_bulk_copy(launch);
}
#endif
