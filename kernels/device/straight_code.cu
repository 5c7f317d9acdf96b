// Straight-line code of any size for the instruction caches, in a separate module, since few runs need its half MiB.
//
// kCodeBytes of multiply-adds in a row, with an entry at every kCodeStep bytes: code of n bytes is the last n bytes. Eight
// accumulators take turns, so that no instruction waits for the one before. tests/device/check_code.sh checks in the machine code
// that it has this length and holds no other instructions.
#include <cstdint>

#include "kernels/device/machine.cuh"
#include "kernels/device/request_launch.h"

using namespace chasescope::cuda;

#define CHASESCOPE_FMA(ACCUMULATOR) "fma.rn.f32 %" ACCUMULATOR ", %" ACCUMULATOR ", %10, %11;\n\t"
#define CHASESCOPE_8_FMA \
  CHASESCOPE_FMA("0")    \
  CHASESCOPE_FMA("1")    \
  CHASESCOPE_FMA("2")    \
  CHASESCOPE_FMA("3")    \
  CHASESCOPE_FMA("4")    \
  CHASESCOPE_FMA("5")    \
  CHASESCOPE_FMA("6")    \
  CHASESCOPE_FMA("7")
#define CHASESCOPE_STEP(NAME) "code_" NAME ":\n\t" CHASESCOPE_8_FMA CHASESCOPE_8_FMA
#define CHASESCOPE_TARGET(NAME) "code_" NAME ", "

// A macro can't contain itself, so there are two. OF makes a step, or the label of a step among the targets.
// clang-format off
#define CHASESCOPE_4_KIB(OF, NAME)                                                                \
  OF(NAME "0") OF(NAME "1") OF(NAME "2") OF(NAME "3") OF(NAME "4") OF(NAME "5") OF(NAME "6") OF(NAME "7") \
  OF(NAME "8") OF(NAME "9") OF(NAME "a") OF(NAME "b") OF(NAME "c") OF(NAME "d") OF(NAME "e") OF(NAME "f")
#define CHASESCOPE_64_KIB(OF, NAME)                                                               \
  CHASESCOPE_4_KIB(OF, NAME "0") CHASESCOPE_4_KIB(OF, NAME "1") CHASESCOPE_4_KIB(OF, NAME "2") CHASESCOPE_4_KIB(OF, NAME "3") \
  CHASESCOPE_4_KIB(OF, NAME "4") CHASESCOPE_4_KIB(OF, NAME "5") CHASESCOPE_4_KIB(OF, NAME "6") CHASESCOPE_4_KIB(OF, NAME "7") \
  CHASESCOPE_4_KIB(OF, NAME "8") CHASESCOPE_4_KIB(OF, NAME "9") CHASESCOPE_4_KIB(OF, NAME "a") CHASESCOPE_4_KIB(OF, NAME "b") \
  CHASESCOPE_4_KIB(OF, NAME "c") CHASESCOPE_4_KIB(OF, NAME "d") CHASESCOPE_4_KIB(OF, NAME "e") CHASESCOPE_4_KIB(OF, NAME "f")
#define CHASESCOPE_512_KIB(OF)                                                                    \
  CHASESCOPE_64_KIB(OF, "0") CHASESCOPE_64_KIB(OF, "1") CHASESCOPE_64_KIB(OF, "2") CHASESCOPE_64_KIB(OF, "3") \
  CHASESCOPE_64_KIB(OF, "4") CHASESCOPE_64_KIB(OF, "5") CHASESCOPE_64_KIB(OF, "6") CHASESCOPE_64_KIB(OF, "7")
// clang-format on

extern "C" __global__ void straight_code(const CodeLaunch launch) {
  // Adding the lane's number, which is 0, keeps these values in registers; otherwise the compiler loads them again along the code.
  const auto lane = static_cast<float>(lane_id());
  const float factor = launch.factor + lane;
  const float summand = launch.summand + lane;
  float a0 = launch.value, a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
  std::uint64_t total = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; i <= launch.repeats; ++i) {
    std::uint64_t begin;
    std::uint64_t end;
    asm volatile(
        "{\n\t"
        "entries: .branchtargets " CHASESCOPE_512_KIB(CHASESCOPE_TARGET) "code_end;\n\t"
        "mov.u64 %8, %%clock64;\n\t"
        "brx.idx %12, entries;\n\t" CHASESCOPE_512_KIB(CHASESCOPE_STEP)
        "code_end:\n\t"
        "mov.u64 %9, %%clock64;\n\t"
        "}"
        : "+f"(a0), "+f"(a1), "+f"(a2), "+f"(a3), "+f"(a4), "+f"(a5), "+f"(a6), "+f"(a7), "=&l"(begin), "=&l"(end)
        : "f"(factor), "f"(summand), "r"(launch.entry)
        : "memory");
    if (i != 0) total += end - begin;
  }
  auto* answer = reinterpret_cast<CodeAnswer*>(launch.answer);
  answer->sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7;
  answer->cycles = total;
  publish_system(&answer->finished, 1);
}
