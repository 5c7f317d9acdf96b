// The fatbins that nvcc made of kernels.cu and straight_code.cu, as they lie in this binary.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace chasescope::cuda {

/// Machine code for every architecture of embedded_architectures(), and PTX of the last. Aligned as cuModuleLoadData wants it.
std::span<const std::byte> embedded_kernels();

/// The same of straight_code.cu.
std::span<const std::byte> embedded_straight_code();

/// The architectures in words ("75, 80, 90").
std::string_view embedded_architectures();

}  // namespace chasescope::cuda
