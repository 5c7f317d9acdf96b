// Which CUDA toolkits compile these kernels for which cards. They are C++20, which nvcc reads from 12.0 on.
#pragma once

#include <string>

namespace chasescope::cuda {

/// "CUDA 12.0 to 12.9 compiles for it; CUDA 13 does no longer." of 6.1; of a card that no toolkit serves, why. A sentence, or two.
std::string toolkits_for(int major, int minor);

}  // namespace chasescope::cuda
