// The CUDA toolkits that compile these kernels for a card. The kernels are C++20, which nvcc supports from 12.0 on.
#pragma once

#include <string>

namespace chasescope::cuda {

/// A sentence or two for a compute capability: "CUDA 12.0 to 12.9 compiles for it; CUDA 13 does no longer." for 6.1. If no toolkit
/// compiles for the card, the sentences say why.
std::string toolkits_for(int major, int minor);

}  // namespace chasescope::cuda
