// The fatbin that nvcc made of kernels.cu, as it lies in this binary.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace chasescope::cuda {

/// Machine code for every architecture of embedded_architectures(), and PTX of the last. Aligned as cuModuleLoadData wants it.
std::span<const std::byte> embedded_kernels();

/// The architectures in words ("75, 80, 90").
std::string_view embedded_architectures();

}  // namespace chasescope::cuda
