// The fatbins that nvcc made of kernels.cu, straight_code.cu and code_blocks.cu, which are part of the program.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace chasescope::cuda {

/// Machine code for every architecture of embedded_architectures(), and PTX of the last if that is Hopper or newer. The alignment
/// is that which cuModuleLoadData demands.
std::span<const std::byte> embedded_kernels();

/// The same for straight_code.cu.
std::span<const std::byte> embedded_straight_code();

/// The same for code_blocks.cu.
std::span<const std::byte> embedded_code_blocks();

/// The architectures of the build, as a text ("75 80 90").
std::string_view embedded_architectures();

}  // namespace chasescope::cuda
