// Shared-memory bank conflicts (2014 paper, §3.1, listing 1): a warp whose lane i reads the word at i · stride again and again.
//
// Each word holds its own address, so every load depends on the load before, and the time is that of latencies. Chains of
// two lengths are timed; their difference is the time of loads alone, without the clock reads and the store behind the last load.
#pragma once

#include <cstdint>

#include "kernels/device/machine.cuh"
#include "kernels/device/request_launch.h"
#include "kernels/device/spaces.cuh"

extern __shared__ __align__(16) unsigned char bank_words[];

namespace chasescope::cuda {

// Volatile; otherwise the unused parts of a wide word would not be loaded.
#define CHASESCOPE_BANK_4 "ld.volatile.shared.u32 at, [at];\n\t"
#define CHASESCOPE_BANK_8 "ld.volatile.shared.v2.u32 {at, other0}, [at];\n\t"
#define CHASESCOPE_BANK_16 "ld.volatile.shared.v4.u32 {at, other0, other1, other2}, [at];\n\t"

#define CHASESCOPE_8_TIMES(LOAD) LOAD LOAD LOAD LOAD LOAD LOAD LOAD LOAD
#define CHASESCOPE_16_TIMES(LOAD) CHASESCOPE_8_TIMES(LOAD) CHASESCOPE_8_TIMES(LOAD)
#define CHASESCOPE_48_TIMES(LOAD) CHASESCOPE_16_TIMES(LOAD) CHASESCOPE_16_TIMES(LOAD) CHASESCOPE_16_TIMES(LOAD)
static_assert(kShortBankChain == 16 && kLongBankChain == 48);

// Stores the last address into the word that holds it, so that memory does not change and no other memory is needed.
#define CHASESCOPE_BANK_CHAIN(LOADS, CYCLES)                                                           \
  {                                                                                                    \
    std::uint64_t begin;                                                                               \
    std::uint64_t end;                                                                                 \
    asm volatile("{\n\t.reg .b32 at, other<3>;\n\tmov.u32 at, %2;\n\tmov.u64 %0, %%clock64;\n\t" LOADS \
                 "st.volatile.shared.u32 [%3], at;\n\tmov.u64 %1, %%clock64;\n\tmov.u32 %2, at;\n\t}"  \
                 : "=&l"(begin), "=&l"(end), "+r"(at)                                                  \
                 : "r"(home)                                                                           \
                 : "memory");                                                                          \
    (CYCLES) += end - begin;                                                                           \
  }

}  // namespace chasescope::cuda

#define CHASESCOPE_BANK(WORD)                                                                   \
  extern "C" __global__ void bank_##WORD(const chasescope::cuda::BankLaunch launch) {           \
    using namespace chasescope::cuda;                                                           \
    const auto words = static_cast<std::uint32_t>(__cvta_generic_to_shared(bank_words));        \
    const std::uint32_t home = words + lane_id() * launch.stride_bytes;                         \
    asm volatile("st.volatile.shared.u32 [%0], %0;" : : "r"(home) : "memory");                  \
    __syncwarp();                                                                               \
    std::uint32_t at = home;                                                                    \
    std::uint64_t short_chains = 0;                                                             \
    std::uint64_t long_chains = 0;                                                              \
    CHASESCOPE_NO_UNROLL                                                                        \
    for (std::uint32_t i = 0; i <= launch.repeats; ++i) {                                       \
      if (i == 1) short_chains = long_chains = 0; /* the first one also fetched instructions */ \
      CHASESCOPE_BANK_CHAIN(CHASESCOPE_16_TIMES(CHASESCOPE_BANK_##WORD), short_chains)          \
      CHASESCOPE_BANK_CHAIN(CHASESCOPE_48_TIMES(CHASESCOPE_BANK_##WORD), long_chains)           \
    }                                                                                           \
    if (lane_id() != 0) return;                                                                 \
    auto* sums = reinterpret_cast<BankSums*>(launch.sums);                                      \
    sums->short_chains = short_chains;                                                          \
    sums->long_chains = long_chains;                                                            \
    publish_system(&sums->finished, 1);                                                         \
  }

CHASESCOPE_BANK(4)
CHASESCOPE_BANK(8)
CHASESCOPE_BANK(16)
