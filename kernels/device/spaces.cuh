// The Space classes that chase_loops.cuh needs: one access in each memory space.
//
// The timed sequence is one volatile asm block: read the clock, load, store the loaded value to shared memory (which waits for
// the load), read the clock. The store is volatile; otherwise it would be deleted, and the wait with it. Three more details
// serve the machine code; tests/device/check_sass.sh checks their effect:
//  - 64-bit clock reads whose full difference is used: of two 32-bit clock reads the assembler makes one with another instruction
//    (S2UR), which first waits for loads in flight;
//  - `made` counts the loads executed: a second use of the predicate keeps its computation out of the timed part;
//  - the lane number (0: a block is one thread) in the first index keeps the chase off the uniform data path, which has its own
//    kind of loads.
#pragma once

#include <cstdint>

#include "kernels/device/chase_launch.h"
#include "kernels/device/chase_loops.cuh"
#include "kernels/device/machine.cuh"

namespace chasescope::cuda {

__device__ __forceinline__ std::uint32_t sm_id() {
  std::uint32_t sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
}

__device__ __forceinline__ std::uint32_t saturated(std::uint64_t cycles) {
  return cycles < 0xffffffffU ? static_cast<std::uint32_t>(cycles) : 0xffffffffU;
}

// The load instructions. VALUE holds the index and receives the loaded index; WHERE is the address (texture: the texture object).
#define CHASESCOPE_GLOBAL_CA_4(VALUE, WHERE) "ld.global.ca.u32 " VALUE ", [" WHERE "]"
#define CHASESCOPE_GLOBAL_CA_8(VALUE, WHERE) "ld.global.ca.u64 " VALUE ", [" WHERE "]"
#define CHASESCOPE_GLOBAL_CG_4(VALUE, WHERE) "ld.global.cg.u32 " VALUE ", [" WHERE "]"
#define CHASESCOPE_GLOBAL_CG_8(VALUE, WHERE) "ld.global.cg.u64 " VALUE ", [" WHERE "]"
#define CHASESCOPE_READONLY_4(VALUE, WHERE) "ld.global.nc.u32 " VALUE ", [" WHERE "]"
#define CHASESCOPE_READONLY_8(VALUE, WHERE) "ld.global.nc.u64 " VALUE ", [" WHERE "]"
#define CHASESCOPE_CONSTANT_4(VALUE, WHERE) "ld.const.u32 " VALUE ", [" WHERE "]"
#define CHASESCOPE_CONSTANT_8(VALUE, WHERE) "ld.const.u64 " VALUE ", [" WHERE "]"
#define CHASESCOPE_SHARED_4(VALUE, WHERE) "ld.shared.u32 " VALUE ", [" WHERE "]"
#define CHASESCOPE_SHARED_8(VALUE, WHERE) "ld.shared.u64 " VALUE ", [" WHERE "]"
#define CHASESCOPE_TEXTURE(VALUE, WHERE) "tex.1d.v4.u32.s32 {" VALUE ", other0, other1, other2}, [" WHERE ", {" VALUE "}]"

// A Space. ELEMENT is the array's element, REGISTER and TYPE its asm constraint and PTX type; ADDRESS is the type of `base`,
// POINTER its constraint; SCALE is the distance of two indices in units of `base` (0: the load takes the index itself).
// clang-format off
#define CHASESCOPE_SPACE(NAME, LOAD, ELEMENT, REGISTER, TYPE, ADDRESS, POINTER, SCALE)                                  \
  struct NAME {                                                                                                         \
    ADDRESS base;                                                                                                       \
    ELEMENT next;                                                                                                       \
    std::uint32_t sink;                                                                                                 \
                                                                                                                        \
    __device__ __forceinline__ std::uint32_t timed(std::uint32_t enabled, std::uint32_t& made) {                        \
      const ADDRESS where = base + static_cast<ADDRESS>(next) * (SCALE);                                                \
      std::uint64_t begin;                                                                                              \
      std::uint64_t end;                                                                                                \
      asm volatile(                                                                                                     \
          "{\n\t"                                                                                                       \
          ".reg .pred on;\n\t"                                                                                          \
          ".reg .b32 other<3>;\n\t"                                                                                     \
          "setp.ne.u32 on, %6, 0;\n\t"                                                                                  \
          "mov.u64 %0, %%clock64;\n\t"                                                                                  \
          "@on " LOAD("%2", "%4") ";\n\t"                                                                               \
          "st.volatile.shared." TYPE " [%5], %2;\n\t"                                                                   \
          "mov.u64 %1, %%clock64;\n\t"                                                                                  \
          "@on add.u32 %3, %3, 1;\n\t"                                                                                  \
          "}"                                                                                                           \
          : "=&l"(begin), "=&l"(end), "+" REGISTER(next), "+r"(made)                                                    \
          : POINTER(where), "r"(sink), "r"(enabled)                                                                     \
          : "memory");                                                                                                  \
      return saturated(end - begin);                                                                                    \
    }                                                                                                                   \
                                                                                                                        \
    __device__ __forceinline__ void load() {                                                                            \
      const ADDRESS where = base + static_cast<ADDRESS>(next) * (SCALE);                                                \
      asm volatile("{\n\t.reg .b32 other<3>;\n\t" LOAD("%0", "%1") ";\n\t}"                                             \
                   : "+" REGISTER(next)                                                                                 \
                   : POINTER(where)                                                                                     \
                   : "memory");                                                                                         \
    }                                                                                                                   \
                                                                                                                        \
    __device__ __forceinline__ void settle() {                                                                          \
      asm volatile("st.volatile.shared." TYPE " [%0], %1;" : : "r"(sink), REGISTER(next) : "memory");                   \
    }                                                                                                                   \
                                                                                                                        \
    __device__ __forceinline__ std::uint64_t index() const { return next; }                                             \
  };
// clang-format on

CHASESCOPE_SPACE(GlobalCa4, CHASESCOPE_GLOBAL_CA_4, std::uint32_t, "r", "u32", std::uint64_t, "l", 4)
CHASESCOPE_SPACE(GlobalCa8, CHASESCOPE_GLOBAL_CA_8, std::uint64_t, "l", "u64", std::uint64_t, "l", 8)
CHASESCOPE_SPACE(GlobalCg4, CHASESCOPE_GLOBAL_CG_4, std::uint32_t, "r", "u32", std::uint64_t, "l", 4)
CHASESCOPE_SPACE(GlobalCg8, CHASESCOPE_GLOBAL_CG_8, std::uint64_t, "l", "u64", std::uint64_t, "l", 8)
CHASESCOPE_SPACE(Readonly4, CHASESCOPE_READONLY_4, std::uint32_t, "r", "u32", std::uint64_t, "l", 4)
CHASESCOPE_SPACE(Readonly8, CHASESCOPE_READONLY_8, std::uint64_t, "l", "u64", std::uint64_t, "l", 8)
CHASESCOPE_SPACE(Constant4, CHASESCOPE_CONSTANT_4, std::uint32_t, "r", "u32", std::uint64_t, "l", 4)
CHASESCOPE_SPACE(Constant8, CHASESCOPE_CONSTANT_8, std::uint64_t, "l", "u64", std::uint64_t, "l", 8)
CHASESCOPE_SPACE(Shared4, CHASESCOPE_SHARED_4, std::uint32_t, "r", "u32", std::uint32_t, "r", 4)
CHASESCOPE_SPACE(Shared8, CHASESCOPE_SHARED_8, std::uint64_t, "l", "u64", std::uint32_t, "r", 8)
// A texel is one element. The fetch of an 8-byte element uses only the lower word, which can hold every index of a texture.
CHASESCOPE_SPACE(Texture, CHASESCOPE_TEXTURE, std::uint32_t, "r", "u32", std::uint64_t, "l", 0)

}  // namespace chasescope::cuda
