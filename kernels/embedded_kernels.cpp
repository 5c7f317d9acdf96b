#include "kernels/embedded_kernels.h"

// The assembler puts the file in as it is; the build states the dependency, as compilers don't see it.
__asm__(
    ".pushsection .rodata\n"
    ".balign 64\n"
    ".globl chasescope_fatbin_begin\n"
    "chasescope_fatbin_begin:\n"
    ".incbin \"" CHASESCOPE_FATBIN
    "\"\n"
    ".globl chasescope_fatbin_end\n"
    "chasescope_fatbin_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const std::byte chasescope_fatbin_begin[];
extern const std::byte chasescope_fatbin_end[];
}

namespace chasescope::cuda {

std::span<const std::byte> embedded_kernels() {
  return {chasescope_fatbin_begin, static_cast<std::size_t>(chasescope_fatbin_end - chasescope_fatbin_begin)};
}

std::string_view embedded_architectures() { return CHASESCOPE_CUDA_ARCHS; }

}  // namespace chasescope::cuda
