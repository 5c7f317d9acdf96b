#include "kernels/device/embedded_kernels.h"

// The assembler includes the files as they are. Compilers don't see that this file depends on them, so that the build states it.
#define CHASESCOPE_EMBED(NAME, FILE)     \
  __asm__(                               \
      ".pushsection .rodata\n"           \
      ".balign 64\n"                     \
      ".globl " #NAME "_begin\n" #NAME   \
      "_begin:\n"                        \
      ".incbin \"" FILE                  \
      "\"\n"                             \
      ".globl " #NAME "_end\n" #NAME     \
      "_end:\n"                          \
      ".byte 0\n"                        \
      ".popsection\n");                  \
  extern "C" {                           \
  extern const std::byte NAME##_begin[]; \
  extern const std::byte NAME##_end[];   \
  }

CHASESCOPE_EMBED(chasescope_kernels, CHASESCOPE_FATBIN)
CHASESCOPE_EMBED(chasescope_straight_code, CHASESCOPE_CODE_FATBIN)
CHASESCOPE_EMBED(chasescope_code_blocks, CHASESCOPE_BLOCKS_FATBIN)

namespace chasescope::cuda {
namespace {

std::span<const std::byte> between(const std::byte* begin, const std::byte* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::span<const std::byte> embedded_kernels() { return between(chasescope_kernels_begin, chasescope_kernels_end); }
std::span<const std::byte> embedded_straight_code() {
  return between(chasescope_straight_code_begin, chasescope_straight_code_end);
}

std::span<const std::byte> embedded_code_blocks() { return between(chasescope_code_blocks_begin, chasescope_code_blocks_end); }

std::string_view embedded_architectures() { return CHASESCOPE_CUDA_ARCHS; }

}  // namespace chasescope::cuda
