// Code in blocks that can be run in any order, for what an SM fetches ahead; in a separate module, since few runs need its 256 KiB.
//
// Each block is a function of kCodeStep bytes: multiply-adds of eight accumulators in turn, and the return. A loop calls one block
// after another by its address, so that no order needs other instructions than another. The assembler puts the functions one behind
// the other. What orders the blocks is in shared memory, since tables in constant memory go through caches that instructions use,
// too. The kernel looks whether the blocks lie as they should, and tells the host; tests/device/check_blocks.py looks at the
// compiled file.
#include <cstdint>
#include <utility>

#include "kernels/device/machine.cuh"
#include "kernels/device/request_launch.h"

using namespace chasescope::cuda;

namespace {

struct Accumulators {
  float at[8];
};

// Instructions that end the kernel at a multiple of 256 B with the compiler of CUDA 13.0, by architecture. Another compiler may
// need others; tests/device/check_blocks.py says how many.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800
constexpr unsigned kPadding = 15;
#elif __CUDA_ARCH__ < 860
constexpr unsigned kPadding = 12;
#elif __CUDA_ARCH__ < 900
constexpr unsigned kPadding = 11;
#elif __CUDA_ARCH__ < 1000
constexpr unsigned kPadding = 14;
#elif __CUDA_ARCH__ < 1200
constexpr unsigned kPadding = 10;
#else
constexpr unsigned kPadding = 8;
#endif

// The returning instruction takes the place of the last multiply-add.
constexpr unsigned kMultiplyAdds = kCodeStep / kInstructionBytes - 1;

template <unsigned>
__device__ __noinline__ Accumulators code_block(Accumulators all, float factor, float summand) {
#pragma unroll
  for (unsigned i = 0; i < kMultiplyAdds; ++i) all.at[i % 8] = fmaf(all.at[i % 8], factor, summand);
  return all;
}

using CodeBlock = Accumulators (*)(Accumulators, float, float);

struct BlockTable {
  CodeBlock at[kCodeBlocks];
};

template <unsigned... kNumbers>
constexpr BlockTable table_of(std::integer_sequence<unsigned, kNumbers...>) {
  return {{code_block<kNumbers>...}};
}

// The assembler sorts functions by their names, so entry i is not the block at i. Volatile, or the compiler would spend minutes on
// finding out which address is the least.
__device__ volatile BlockTable block_table = table_of(std::make_integer_sequence<unsigned, kCodeBlocks>{});

__device__ std::uint64_t address_in_table(std::uint32_t i) { return reinterpret_cast<std::uint64_t>(block_table.at[i]); }

}  // namespace

extern "C" __global__ void code_blocks(const BlocksLaunch launch) {
  __shared__ CodeBlock next[kCodeBlocks];
  std::uint64_t first = ~std::uint64_t{0};
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; i < kCodeBlocks; ++i) {
    const std::uint64_t address = address_in_table(i);
    if (address < first) first = address;
  }
  // Different functions have different addresses. So if each is one of kCodeBlocks places, each place has one.
  std::uint64_t misplaced = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; i < kCodeBlocks; ++i) {
    const std::uint64_t distance = address_in_table(i) - first;
    if (distance % kCodeStep != 0 || distance / kCodeStep >= kCodeBlocks) ++misplaced;
  }
  std::uint32_t place = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; i < launch.blocks; ++i) {
    next[i] = reinterpret_cast<CodeBlock>(first + std::uint64_t{place} * kCodeStep);
    place = (place + launch.stride) % launch.blocks;
  }
  Accumulators all{
      {launch.value, launch.value, launch.value, launch.value, launch.value, launch.value, launch.value, launch.value}};
  std::uint64_t total = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; misplaced == 0 && i <= launch.repeats; ++i) {
    const std::uint64_t begin = read_clock();
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t number = 0; number < launch.blocks; ++number)
      all = (*const_cast<CodeBlock volatile*>(&next[number]))(all, launch.factor, launch.summand);
    const std::uint64_t end = read_clock();
    if (i != 0) total += end - begin;
  }
  float sum = 0;
  for (const float one : all.at) sum += one;
    // The functions begin where the kernel ends.
#pragma unroll
  for (unsigned i = 0; i < kPadding; ++i)
    asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(sum) : "f"(launch.factor), "f"(launch.summand));
  auto* answer = reinterpret_cast<BlocksAnswer*>(launch.answer);
  answer->sum = sum;
  answer->cycles = total;
  answer->first = first;
  answer->misplaced = misplaced;
  publish_system(&answer->finished, 1);
}
