// Throughput: threads that read, write or copy an array with accesses of 1, 2, 4, 8 or 16 bytes, several of which are in
// flight at a time.
//
// Time is measured by the card's own nanosecond clock, from the begin of the first block to the end of the last block, and cycles
// by the SMs' clocks. A block ends when all its writes have arrived.
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

/// A word of one or two bytes as a load leaves it: the lower part of a whole register, so that no instruction cuts it out.
struct HeldByte {
  std::uint32_t value;
};
struct HeldPair {
  std::uint32_t value;
};

/// What holds a loaded word.
template <typename Word>
struct HeldAs {
  using Type = Word;
};
template <>
struct HeldAs<std::uint8_t> {
  using Type = HeldByte;
};
template <>
struct HeldAs<std::uint16_t> {
  using Type = HeldPair;
};

// Accesses by width. NAME is a namespace of load() and store().
#define CHASESCOPE_ACCESS(NAME, SPACE, LOAD, STORE, POINTER, REGISTER)                                                   \
  struct NAME {                                                                                                          \
    using Address = POINTER;                                                                                             \
    static __device__ __forceinline__ void load(POINTER at, HeldByte& byte) {                                            \
      asm volatile("ld." SPACE LOAD ".u8 %0, [%1];" : "=r"(byte.value) : REGISTER(at));                                  \
    }                                                                                                                    \
    static __device__ __forceinline__ void load(POINTER at, HeldPair& pair) {                                            \
      asm volatile("ld." SPACE LOAD ".u16 %0, [%1];" : "=r"(pair.value) : REGISTER(at));                                 \
    }                                                                                                                    \
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
    static __device__ __forceinline__ void store(POINTER at, HeldByte byte) {                                            \
      asm volatile("st." SPACE STORE ".u8 [%0], %1;" : : REGISTER(at), "r"(byte.value) : "memory");                      \
    }                                                                                                                    \
    static __device__ __forceinline__ void store(POINTER at, HeldPair pair) {                                            \
      asm volatile("st." SPACE STORE ".u16 [%0], %1;" : : REGISTER(at), "r"(pair.value) : "memory");                     \
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
CHASESCOPE_ACCESS(ReadOnly, "global", ".nc", "", std::uint64_t, "l")
CHASESCOPE_ACCESS(InConstant, "const", "", "", std::uint64_t, "l")

/// A place in a texture, counted in texels: one is one access.
struct Texel {
  std::uint64_t object;
  std::uint32_t number;
};
__device__ __forceinline__ Texel operator*(unsigned times, Texel leap) { return {leap.object, times * leap.number}; }
__device__ __forceinline__ Texel operator+(Texel at, Texel leap) { return {at.object, at.number + leap.number}; }
__device__ __forceinline__ void operator+=(Texel& at, Texel leap) { at.number += leap.number; }

struct OfTexture {
  using Address = Texel;
  static __device__ __forceinline__ uint4 fetched(Texel at) {
    uint4 all;
    asm volatile("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
                 : "=r"(all.x), "=r"(all.y), "=r"(all.z), "=r"(all.w)
                 : "l"(at.object), "r"(at.number));
    return all;
  }
  static __device__ __forceinline__ void load(Texel at, HeldByte& byte) { byte.value = fetched(at).x; }
  static __device__ __forceinline__ void load(Texel at, HeldPair& pair) { pair.value = fetched(at).x; }
  static __device__ __forceinline__ void load(Texel at, std::uint32_t& value) { value = fetched(at).x; }
  static __device__ __forceinline__ void load(Texel at, uint2& value) {
    const uint4 all = fetched(at);
    value = make_uint2(all.x, all.y);
  }
  static __device__ __forceinline__ void load(Texel at, uint4& value) { value = fetched(at); }
};

// Uses every part of a word; otherwise the assembler would load only the used part.
__device__ __forceinline__ std::uint32_t folded(HeldByte byte) { return byte.value; }
__device__ __forceinline__ std::uint32_t folded(HeldPair pair) { return pair.value; }
__device__ __forceinline__ std::uint32_t folded(std::uint32_t word) { return word; }
__device__ __forceinline__ std::uint32_t folded(uint2 word) { return word.x ^ word.y; }
__device__ __forceinline__ std::uint32_t folded(uint4 word) { return word.x ^ word.y ^ word.z ^ word.w; }

/// `kCount` accesses of a thread, all issued before it waits for the first. The result depends on every loaded word, so that no
/// load is dropped.
template <typename Access, typename Word, bool kReads, bool kWrites, unsigned kCount>
__device__ __forceinline__ std::uint32_t sweep_some(typename Access::Address& from, typename Access::Address& to,
                                                    typename Access::Address leap) {
  std::uint32_t seen = 0;
  typename HeldAs<Word>::Type words[kCount] = {};
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

/// The accesses of a thread in one pass: `count` accesses, `leap` bytes apart.
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

inline constexpr std::uint32_t kGroupsPerLook = 4096;  ///< groups of 8 accesses; some ms even for a single thread

/// One pass of this thread; ends early if the host has set the stop flag.
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

/// Adds the times of a block to the sums; the last block copies the sums to the host.
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

/// All passes of a block. `work` makes one pass of this thread.
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

/// All blocks share the array.
template <typename Word, bool kReads, bool kWrites>
__device__ __forceinline__ void sweep_together(const SweepLaunch& launch) {
  const auto share = share_of<Word>(launch.from, launch.to, thread_of_all(), all_threads(), launch.elements);
  sweep(launch, [&] { return sweep_pass<PastL1, Word, kReads, kWrites>(share, &answer_of(launch).stop); });
}

/// Each block has its own slice of the array.
template <typename Access, typename Word>
__device__ __forceinline__ void sweep_l1(const SweepLaunch& launch) {
  const std::uint64_t slice = launch.from + blockIdx.x * launch.elements * sizeof(Word);
  const auto share = share_of<Word>(slice, slice, threadIdx.x, blockDim.x, launch.elements);
  sweep(launch, [&] { return sweep_pass<Access, Word, true, false>(share, &answer_of(launch).stop); });
}

template <typename Word>
__device__ __forceinline__ void sweep_texture(const SweepLaunch& launch) {
  const std::uint64_t first = blockIdx.x * launch.elements + threadIdx.x;
  const auto share = share_of<Word>(std::uint64_t{0}, std::uint64_t{0}, threadIdx.x, blockDim.x, launch.elements);
  const Texel from{launch.from, static_cast<std::uint32_t>(first)};
  const Share<Texel> texels{from, from, {launch.from, blockDim.x}, share.count};
  sweep(launch, [&] { return sweep_pass<OfTexture, Word, true, false>(texels, &answer_of(launch).stop); });
}

/// Every warp reads all constants of the slice; at each load its threads read the same constant.
template <typename Word>
__device__ __forceinline__ void sweep_constant(const SweepLaunch& launch) {
  const std::uint64_t all = __cvta_generic_to_constant(chasescope_constant);
  const auto share = share_of<Word>(all, all, 0, 1, launch.elements);
  sweep(launch, [&] { return sweep_pass<InConstant, Word, true, false>(share, &answer_of(launch).stop); });
}

template <typename Word, bool kReads, bool kWrites>
__device__ __forceinline__ void sweep_shared(const SweepLaunch& launch) {
  const auto source = static_cast<std::uint32_t>(__cvta_generic_to_shared(swept_shared));
  const std::uint32_t target = kReads ? source + static_cast<std::uint32_t>(launch.elements * sizeof(Word)) : source;
  const auto share = share_of<Word>(source, target, threadIdx.x, blockDim.x, launch.elements);
  sweep(launch, [&] { return sweep_pass<InShared, Word, kReads, kWrites>(share, &answer_of(launch).stop); });
}

}  // namespace chasescope::cuda

#define CHASESCOPE_SWEEPS(BYTES, WORD)                                                                                      \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_global_read_##BYTES(const chasescope::cuda::SweepLaunch launch) {   \
    chasescope::cuda::sweep_together<WORD, true, false>(launch);                                                            \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_global_write_##BYTES(const chasescope::cuda::SweepLaunch launch) {  \
    chasescope::cuda::sweep_together<WORD, false, true>(launch);                                                            \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_global_copy_##BYTES(const chasescope::cuda::SweepLaunch launch) {   \
    chasescope::cuda::sweep_together<WORD, true, true>(launch);                                                             \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_l1_read_##BYTES(const chasescope::cuda::SweepLaunch launch) {       \
    chasescope::cuda::sweep_l1<chasescope::cuda::ThroughL1, WORD>(launch);                                                  \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_readonly_read_##BYTES(const chasescope::cuda::SweepLaunch launch) { \
    chasescope::cuda::sweep_l1<chasescope::cuda::ReadOnly, WORD>(launch);                                                   \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_texture_read_##BYTES(const chasescope::cuda::SweepLaunch launch) {  \
    chasescope::cuda::sweep_texture<WORD>(launch);                                                                          \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_constant_read_##BYTES(const chasescope::cuda::SweepLaunch launch) { \
    chasescope::cuda::sweep_constant<WORD>(launch);                                                                         \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_shared_read_##BYTES(const chasescope::cuda::SweepLaunch launch) {   \
    chasescope::cuda::sweep_shared<WORD, true, false>(launch);                                                              \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_shared_write_##BYTES(const chasescope::cuda::SweepLaunch launch) {  \
    chasescope::cuda::sweep_shared<WORD, false, true>(launch);                                                              \
  }                                                                                                                         \
  extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,                                              \
                                          1) void sweep_shared_copy_##BYTES(const chasescope::cuda::SweepLaunch launch) {   \
    chasescope::cuda::sweep_shared<WORD, true, true>(launch);                                                               \
  }

CHASESCOPE_SWEEPS(1, std::uint8_t)
CHASESCOPE_SWEEPS(2, std::uint16_t)
CHASESCOPE_SWEEPS(4, std::uint32_t)
CHASESCOPE_SWEEPS(8, uint2)
CHASESCOPE_SWEEPS(16, uint4)

/// The request study's copy (§3.3): elements of 8 bytes. All blocks are resident at once and wait for each other before
/// they begin (for a limited time). The result is the time of the slowest block, by the clock of its SM.
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
  const std::uint64_t byte = launch.elements * sizeof(uint2) + thread_of_all();  // the bytes behind the last whole element
  if (byte < launch.bytes) reinterpret_cast<volatile char*>(launch.to)[byte] = reinterpret_cast<volatile char*>(launch.from)[byte];
  __threadfence();
  wait_for_block();
  if (threadIdx.x == 0) end_sweep(launch, ns, cycles, read_nanoseconds(), read_clock());
}
