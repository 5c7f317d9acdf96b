// Memory operations besides the loads of a chase: stores, atomics, copies to shared memory, and loads after a store or under a
// miss.
//
// A measurement is a pair: the threads of a block make their operations between two clock reads, and then the same code runs
// without the operations. The second time is the cost of measuring: clock reads, the store that waits for a value, or, for
// operations that return no value, the fence. A load or an atomic is complete when its value is stored in shared memory. A store or
// a reduction is complete when a fence behind it has completed. A copy is complete when the thread that issued it sees its
// completion. A fence of GPU scope empties the L1 before each measurement; the lines stay in the L2, where the measurement before
// left them.
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

/// The address of a thread's operation, and the address where its value is stored.
struct Operand {
  std::uint64_t place;   ///< the operation's address in global memory
  std::uint32_t shared;  ///< the operation's address in shared memory
  std::uint32_t sink;    ///< address in shared memory where the value is stored
  std::uint32_t count;   ///< operations in a row
};

// Two clock reads around MADE and WAIT (the operation and the wait for its completion), or around WAIT alone (the cost of
// measuring). The registers v0 to v3 are filled before the first clock read. %2 is the address in global memory, %3 the address in
// shared memory, %4 the sink. A predicate could not replace the second text: the assembler jumps over an atomic that is switched
// off.
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
/// A load of another line, which misses, and right behind it a load that hits. Only the store behind the last clock read waits for
/// the missing load. The clock read between the loads keeps their order: the assembler may swap two loads, but not a load and a
/// clock read whose value is used.
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

/// A barrier of all blocks: no block goes on before all have arrived. `meetings` counts the barriers so far, this one included.
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

/// Empties the L1, and then makes the load, the store or the atomic that has to precede the measurement (`before`).
__device__ __forceinline__ void prepare(const Operand& at, std::uint32_t before) {
  asm volatile(CHASESCOPE_FENCE_CARD : : : "memory");
  __syncthreads();
  pause_for(kEmptyingNanoseconds);
  if ((before & kLoadedBefore) != 0) load_and_wait(at.place, at.sink);
  if ((before & kStoredBefore) != 0) {
    asm volatile("st.global.u32 [%0], %1;" : : "l"(at.place), "r"(at.sink) : "memory");
    pause_for(kSettlingNanoseconds);
  }
  if ((before & kAddedBefore) != 0)
    asm volatile("{\n\t.reg .b32 value;\n\tatom.global.add.u32 value, [%0], %1;\n\tst.volatile.shared.u32 [%1], value;\n\t}"
                 :
                 : "l"(at.place), "r"(at.sink)
                 : "memory");
}

inline constexpr std::uint32_t kUntimed = 2;  ///< untimed bursts, one of each kind, which fetch the instructions
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

  /// Cycles from the first issue to the last completion. All warps of an SM read the same clock.
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

/// Bursts with the operations alternate with bursts without them. `prepared` runs before each burst; `made` and `left_out` run the
/// burst and return when it began and ended.
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
    for (std::uint32_t i = threadIdx.x; i < 2 * pairs;
         i += blockDim.x)  // cycles of a repeat with the operations, then without them
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
  at.shared = shared_place(operation_words) + launch.shared_offset + threadIdx.x * launch.spacing;
  at.sink = shared_place(sinks) + threadIdx.x * launch.bytes;
  at.count = launch.count;
  run_pairs(
      launch, times, [&](bool) { prepare(at, launch.before); },
      [&](std::uint64_t& begin, std::uint64_t& end) { Operation::make(at, begin, end); },
      [&](std::uint64_t& begin, std::uint64_t& end) { Operation::leave_out(at, begin, end); });
}

#if CHASESCOPE_CARD_ARCH >= 900
/// One thread issues the copy of all bytes and waits at an mbarrier in shared memory until they have arrived. In a burst without
/// the copy, the mbarrier expects no bytes.
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
