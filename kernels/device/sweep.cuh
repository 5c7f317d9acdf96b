// Throughput: threads that read, write or copy an array with accesses of 4, 8 or 16 bytes, several of them under way at a time.
//
// Time is told by the card's own nanosecond clock, from the first block's begin to the last one's end, and cycles by the SMs'
// clocks over the same time. A block ends when all that it wrote has arrived.
#pragma once

#include <cstdint>

#include "kernels/device/chase_launch.h"
#include "kernels/device/machine.cuh"
#include "kernels/device/request_launch.h"

extern __shared__ __align__(16) unsigned char swept_shared[];

namespace chasescope::cuda {

__device__ __forceinline__ std::uint64_t read_nanoseconds() {
  std::uint64_t ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns) : : "memory");
  return ns;
}

// Accesses by width. NAME is a namespace of load() and store().
#define CHASESCOPE_ACCESS(NAME, SPACE, LOAD, STORE, POINTER, REGISTER)                                                   \
  struct NAME {                                                                                                          \
    using Address = POINTER;                                                                                             \
    static __device__ __forceinline__ void load(POINTER at, std::uint32_t& value) {                                      \
      asm volatile("ld." SPACE LOAD ".u32 %0, [%1];" : "=r"(value) : REGISTER(at));                                      \
    }                                                                                                                    \
    static __device__ __forceinline__ void load(POINTER at, uint2& value) {                                              \
      asm volatile("ld." SPACE LOAD ".v2.u32 {%0, %1}, [%2];" : "=r"(value.x), "=r"(value.y) : REGISTER(at));            \
    }                                                                                                                    \
    static __device__ __forceinline__ void load(POINTER at, uint4& value) {                                              \
      asm volatile("ld." SPACE LOAD ".v4.u32 {%0, %1, %2, %3}, [%4];"                                                    \
                   : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)                                          \
                   : REGISTER(at));                                                                                      \
    }                                                                                                                    \
    static __device__ __forceinline__ void store(POINTER at, std::uint32_t value) {                                      \
      asm volatile("st." SPACE STORE ".u32 [%0], %1;" : : REGISTER(at), "r"(value) : "memory");                          \
    }                                                                                                                    \
    static __device__ __forceinline__ void store(POINTER at, uint2 value) {                                              \
      asm volatile("st." SPACE STORE ".v2.u32 [%0], {%1, %2};" : : REGISTER(at), "r"(value.x), "r"(value.y) : "memory"); \
    }                                                                                                                    \
    static __device__ __forceinline__ void store(POINTER at, uint4 value) {                                              \
      asm volatile("st." SPACE STORE ".v4.u32 [%0], {%1, %2, %3, %4};"                                                   \
                   :                                                                                                     \
                   : REGISTER(at), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w)                                \
                   : "memory");                                                                                          \
    }                                                                                                                    \
  };

CHASESCOPE_ACCESS(ThroughL1, "global", ".ca", "", std::uint64_t, "l")
CHASESCOPE_ACCESS(PastL1, "global", ".cg", ".cg", std::uint64_t, "l")
CHASESCOPE_ACCESS(InShared, "volatile.shared", "", "", std::uint32_t, "r")

// All of a word, or the assembler would load less of it.
__device__ __forceinline__ std::uint32_t folded(std::uint32_t word) { return word; }
__device__ __forceinline__ std::uint32_t folded(uint2 word) { return word.x ^ word.y; }
__device__ __forceinline__ std::uint32_t folded(uint4 word) { return word.x ^ word.y ^ word.z ^ word.w; }

/// `kCount` accesses of a thread, all under way before the first is waited for. The answer depends on all that was read.
template <typename Access, typename Word, bool kReads, bool kWrites, unsigned kCount>
__device__ __forceinline__ std::uint32_t sweep_some(typename Access::Address& from, typename Access::Address& to,
                                                    typename Access::Address leap) {
  std::uint32_t seen = 0;
  Word words[kCount] = {};
#pragma unroll
  for (unsigned j = 0; j < kCount; ++j)
    if constexpr (kReads) Access::load(from + j * leap, words[j]);
#pragma unroll
  for (unsigned j = 0; j < kCount; ++j) {
    if constexpr (kReads && !kWrites) seen ^= folded(words[j]);
    if constexpr (kWrites) Access::store(to + j * leap, words[j]);
  }
  from += kCount * leap;
  to += kCount * leap;
  return seen;
}

/// What a thread does in a pass: `count` accesses, `leap` bytes apart.
template <typename Address>
struct Share {
  Address from;
  Address to;
  Address leap;
  std::uint64_t count;
};

/// Elements `first`, `first + step`, … below `elements`.
template <typename Word, typename Address>
__device__ __forceinline__ Share<Address> share_of(Address from, Address to, std::uint64_t first, std::uint64_t step,
                                                   std::uint64_t elements) {
  const auto skipped = static_cast<Address>(first * sizeof(Word));
  return {from + skipped, to + skipped, static_cast<Address>(step * sizeof(Word)),
          first < elements ? (elements - first + step - 1) / step : 0};
}

inline constexpr std::uint32_t kGroupsPerLook = 4096;  ///< of 8 accesses: some ms, even in memory and all alone

/// One pass of this thread; less of it, if the host wants an end.
template <typename Access, typename Word, bool kReads, bool kWrites>
__device__ __forceinline__ std::uint32_t sweep_pass(const Share<typename Access::Address>& share, const std::uint64_t* stop) {
  auto from = share.from;
  auto to = share.to;
  std::uint32_t seen = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint64_t groups = share.count / 8; groups != 0;) {
    const std::uint32_t some = groups < kGroupsPerLook ? static_cast<std::uint32_t>(groups) : kGroupsPerLook;
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t i = some; i != 0; --i) seen ^= sweep_some<Access, Word, kReads, kWrites, 8>(from, to, share.leap);
    groups -= some;
    if (groups != 0 && read_system(stop) != 0) return seen;
  }
  if ((share.count & 4) != 0) seen ^= sweep_some<Access, Word, kReads, kWrites, 4>(from, to, share.leap);
  if ((share.count & 2) != 0) seen ^= sweep_some<Access, Word, kReads, kWrites, 2>(from, to, share.leap);
  if ((share.count & 1) != 0) seen ^= sweep_some<Access, Word, kReads, kWrites, 1>(from, to, share.leap);
  return seen;
}

__device__ __forceinline__ SweepAnswer& answer_of(const SweepLaunch& launch) {
  return *reinterpret_cast<SweepAnswer*>(launch.answer);
}

/// Adds a block's times up; the last block tells the host.
__device__ __forceinline__ void end_sweep(const SweepLaunch& launch, std::uint64_t ns, std::uint64_t cycles, std::uint64_t end_ns,
                                          std::uint64_t end_cycles) {
  using Word = unsigned long long;
  auto* sums = reinterpret_cast<SweepSums*>(launch.sums);
  const auto word = [](std::uint64_t& value) { return reinterpret_cast<Word*>(&value); };
  atomicMin(word(sums->first_ns), Word{ns});
  atomicMax(word(sums->last_ns), Word{end_ns});
  atomicAdd(word(sums->cycles), Word{end_cycles - cycles});
  atomicAdd(word(sums->ns), Word{end_ns - ns});
  atomicMax(word(sums->most_cycles), Word{end_cycles - cycles});
  __threadfence();
  if (atomicAdd(word(sums->ended), Word{1}) + 1 != gridDim.x) return;
  __threadfence();
  SweepSums* answer = &answer_of(launch).sums;
  answer->first_ns = __ldcg(word(sums->first_ns));
  answer->last_ns = __ldcg(word(sums->last_ns));
  answer->cycles = __ldcg(word(sums->cycles));
  answer->ns = __ldcg(word(sums->ns));
  answer->most_cycles = __ldcg(word(sums->most_cycles));
  answer->begun = __ldcg(word(sums->begun));
  publish_system(&answer->ended, gridDim.x);
}

/// All passes of a block. Work is a pass of this thread.
template <typename Work>
__device__ __forceinline__ void sweep(const SweepLaunch& launch, Work&& work) {
  std::uint32_t seen = 0;
  std::uint64_t ns = 0;
  std::uint64_t cycles = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t pass = launch.warm != 0 ? 0 : 1; pass <= launch.passes; ++pass) {
    if (pass == 1) {
      wait_for_block();
      ns = read_nanoseconds();
      cycles = read_clock();
    }
    seen ^= work();
  }
  if (launch.beyond != 0)
    __threadfence_system();
  else
    __threadfence();
  wait_for_block();
  if (threadIdx.x == 0) end_sweep(launch, ns, cycles, read_nanoseconds(), read_clock());
  if (launch.never != 0) *reinterpret_cast<volatile std::uint32_t*>(launch.sums) = seen;
}

__device__ __forceinline__ std::uint64_t thread_of_all() { return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ __forceinline__ std::uint64_t all_threads() { return std::uint64_t{gridDim.x} * blockDim.x; }

/// The array belongs to all blocks.
template <typename Word, bool kReads, bool kWrites>
__device__ __forceinline__ void sweep_together(const SweepLaunch& launch) {
  const auto share = share_of<Word>(launch.from, launch.to, thread_of_all(), all_threads(), launch.elements);
  sweep(launch, [&] { return sweep_pass<PastL1, Word, kReads, kWrites>(share, &answer_of(launch).stop); });
}

/// Each block has a slice of its own.
template <typename Word>
__device__ __forceinline__ void sweep_l1(const SweepLaunch& launch) {
  const std::uint64_t slice = launch.from + blockIdx.x * launch.elements * sizeof(Word);
  const auto share = share_of<Word>(slice, slice, threadIdx.x, blockDim.x, launch.elements);
  sweep(launch, [&] { return sweep_pass<ThroughL1, Word, true, false>(share, &answer_of(launch).stop); });
}

template <typename Word, bool kReads, bool kWrites>
__device__ __forceinline__ void sweep_shared(const SweepLaunch& launch) {
  const auto source = static_cast<std::uint32_t>(__cvta_generic_to_shared(swept_shared));
  const std::uint32_t target = kReads ? source + static_cast<std::uint32_t>(launch.elements * sizeof(Word)) : source;
  const auto share = share_of<Word>(source, target, threadIdx.x, blockDim.x, launch.elements);
  sweep(launch, [&] { return sweep_pass<InShared, Word, kReads, kWrites>(share, &answer_of(launch).stop); });
}

}  // namespace chasescope::cuda

#define CHASESCOPE_SWEEPS(BYTES, WORD)                                                                                     \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                             \
                                          1) void sweep_global_read_##BYTES(const chasescope::cuda::SweepLaunch launch) {  \
    chasescope::cuda::sweep_together<WORD, true, false>(launch);                                                           \
  }                                                                                                                        \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                             \
                                          1) void sweep_global_write_##BYTES(const chasescope::cuda::SweepLaunch launch) { \
    chasescope::cuda::sweep_together<WORD, false, true>(launch);                                                           \
  }                                                                                                                        \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                             \
                                          1) void sweep_global_copy_##BYTES(const chasescope::cuda::SweepLaunch launch) {  \
    chasescope::cuda::sweep_together<WORD, true, true>(launch);                                                            \
  }                                                                                                                        \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                             \
                                          1) void sweep_l1_read_##BYTES(const chasescope::cuda::SweepLaunch launch) {      \
    chasescope::cuda::sweep_l1<WORD>(launch);                                                                              \
  }                                                                                                                        \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                             \
                                          1) void sweep_shared_read_##BYTES(const chasescope::cuda::SweepLaunch launch) {  \
    chasescope::cuda::sweep_shared<WORD, true, false>(launch);                                                             \
  }                                                                                                                        \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                             \
                                          1) void sweep_shared_write_##BYTES(const chasescope::cuda::SweepLaunch launch) { \
    chasescope::cuda::sweep_shared<WORD, false, true>(launch);                                                             \
  }                                                                                                                        \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                             \
                                          1) void sweep_shared_copy_##BYTES(const chasescope::cuda::SweepLaunch launch) {  \
    chasescope::cuda::sweep_shared<WORD, true, true>(launch);                                                              \
  }

CHASESCOPE_SWEEPS(4, std::uint32_t)
CHASESCOPE_SWEEPS(8, uint2)
CHASESCOPE_SWEEPS(16, uint4)

/// The request study's copy (§3.3): elements of 8 bytes. All blocks begin at once, as each is on the card: they wait for each
/// other, though not forever. What is told is the time of the block that took longest, by its own SM's clock.
extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,
                                        1) void copy_bytes(const chasescope::cuda::SweepLaunch launch) {
  using namespace chasescope::cuda;
  auto* sums = reinterpret_cast<SweepSums*>(launch.sums);
  if (threadIdx.x == 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(&sums->begun), 1ULL);
    for (std::uint32_t looks = 0; looks < 1U << 16; ++looks) {
      std::uint64_t begun;
      asm volatile("ld" CHASESCOPE_RELAXED("gpu") ".global.u64 %0, [%1];" : "=l"(begun) : "l"(&sums->begun) : "memory");
      if (begun >= gridDim.x) break;
    }
  }
  wait_for_block();
  const std::uint64_t ns = read_nanoseconds();
  const std::uint64_t cycles = read_clock();
  const auto share = share_of<uint2>(launch.from, launch.to, thread_of_all(), all_threads(), launch.elements);
  sweep_pass<PastL1, uint2, true, true>(share, &answer_of(launch).stop);
  const std::uint64_t byte = launch.elements * sizeof(uint2) + thread_of_all();  // what is left
  if (byte < launch.bytes) reinterpret_cast<volatile char*>(launch.to)[byte] = reinterpret_cast<volatile char*>(launch.from)[byte];
  __threadfence();
  wait_for_block();
  if (threadIdx.x == 0) end_sweep(launch, ns, cycles, read_nanoseconds(), read_clock());
}
