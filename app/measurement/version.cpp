#include "app/measurement/version.h"

namespace chasescope {

std::string version_text() {
#ifdef CHASESCOPE_WITH_CUDA
  return "ChaseScope " CHASESCOPE_VERSION " (with CUDA kernels)";
#else
  return "ChaseScope " CHASESCOPE_VERSION " (without CUDA kernels)";
#endif
}

}  // namespace chasescope
