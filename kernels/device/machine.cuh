// The few operations of the loops in chase_loops.cuh that depend on the machine.
//
// nvcc compiles them to the card's instructions. Any other compiler gets host equivalents, with which the tests run the very
// same loops without a card.
#pragma once

#include <cstdint>

#include "kernels/device/chase_launch.h"

#if defined(__CUDACC__)
#define CHASESCOPE_DEVICE __device__ __forceinline__
#define CHASESCOPE_NO_UNROLL _Pragma("unroll 1")
#else
#include <atomic>
#include <chrono>
#include <thread>
#define CHASESCOPE_DEVICE inline
#define CHASESCOPE_NO_UNROLL
#endif

namespace chasescope::cuda {

#if defined(__CUDACC__)

// Loads and stores with an order of their own (relaxed, release), and a pause, came with 7.0. What is older has volatile ones and
// barriers of memory, where a toolkit still compiles for it; none of that has run on such a card.
#ifndef CHASESCOPE_CARD_ARCH
#define CHASESCOPE_CARD_ARCH __CUDA_ARCH__
#endif
#if CHASESCOPE_CARD_ARCH >= 700
#define CHASESCOPE_RELAXED(scope) ".relaxed." scope
#else
#define CHASESCOPE_RELAXED(scope) ".volatile"
#endif

/// Reads a word that the host writes. Relaxed: an acquiring load would empty the L1.
CHASESCOPE_DEVICE std::uint64_t read_system(const std::uint64_t* word) {
  std::uint64_t value;
  asm volatile("ld" CHASESCOPE_RELAXED("sys") ".global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

/// Stores a number for the host, without ordering other stores (relaxed).
CHASESCOPE_DEVICE void tell_system(std::uint64_t* word, std::uint64_t value) {
  asm volatile("st" CHASESCOPE_RELAXED("sys") ".global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
}

/// Stores a number for the host, ordered behind all earlier stores of this thread. A release store and no fence: a fence also has
/// acquire semantics, which would empty the L1.
CHASESCOPE_DEVICE void publish_system(std::uint64_t* word, std::uint64_t value) {
#if CHASESCOPE_CARD_ARCH >= 700
  asm volatile("st.release.sys.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
#else
  asm volatile("membar.sys;\n\tst.volatile.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
#endif
}

/// Copies `count` latencies, rounded up to four, past the L1. An ordinary store allocates a line in Hopper's L1 even if it is
/// marked as streaming: a chunk would evict 32 lines of the chased array. Measured on Hopper: with this store a full L1 keeps its
/// lines.
CHASESCOPE_DEVICE void stream_out(std::uint32_t* block, const std::uint32_t* latencies, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; i += 4) {
    const uint4 four = *reinterpret_cast<const uint4*>(latencies + i);
#if CHASESCOPE_CARD_ARCH >= 700
    asm volatile("st.global.L1::no_allocate.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(block + i), "r"(four.x), "r"(four.y), "r"(four.z), "r"(four.w)
                 : "memory");
#else
    __stcs(reinterpret_cast<uint4*>(block + i), four);
#endif
  }
}

CHASESCOPE_DEVICE void pause_for(std::uint32_t nanoseconds) {
#if CHASESCOPE_CARD_ARCH >= 700
  __nanosleep(nanoseconds);
#else
  for (const long long begun = clock64(); clock64() - begun < static_cast<long long>(nanoseconds);) {
  }  // counts cycles: on a card above 1 GHz the pause is shorter than `nanoseconds`
#endif
}
CHASESCOPE_DEVICE void pause_briefly() { pause_for(500); }

/// A barrier of the block after which a clock may be read. Behind a single bar.sync a warp can run ahead, before the other warps
/// have arrived, with instructions that do not access memory, such as a clock read; the second bar.sync makes it wait for the
/// first.
CHASESCOPE_DEVICE void wait_for_block() { asm volatile("bar.sync 0;\n\tbar.sync 0;" : : : "memory"); }

CHASESCOPE_DEVICE std::uint32_t lane_id() {
  std::uint32_t lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

CHASESCOPE_DEVICE std::uint64_t read_clock() {
  std::uint64_t cycles;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles) : : "memory");
  return cycles;
}

#else

// Acquire, unlike the card's version: on a card no later store overtakes this load; on the host one might.
inline std::uint64_t read_system(const std::uint64_t* word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
inline void tell_system(std::uint64_t* word, std::uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
inline void publish_system(std::uint64_t* word, std::uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }
inline void stream_out(std::uint32_t* block, const std::uint32_t* latencies, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) block[i] = latencies[i];
}
inline void pause_briefly() { std::this_thread::sleep_for(std::chrono::microseconds(1)); }
inline std::uint64_t read_clock() {
  static std::atomic<std::uint64_t> cycles{0};
  return cycles += 7;
}

#endif

}  // namespace chasescope::cuda
