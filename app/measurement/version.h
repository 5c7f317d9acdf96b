// The program's name and version.
#pragma once

#include <string>

namespace chasescope {

/// "ChaseScope 0.1.0 (with CUDA kernels)".
std::string version_text();

}  // namespace chasescope
