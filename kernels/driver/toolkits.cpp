#include "kernels/driver/toolkits.h"

#include <array>

namespace chasescope::cuda {
namespace {

/// From NVIDIA's release notes, "Deprecated and dropped features" and "New architectures", and nvcc --list-gpu-arch of 13.0.
struct Served {
  int from, to;       // ten times the compute capability
  const char* words;  // a sentence that says which toolkits compile for it
};
constexpr std::array kServed{
    Served{0, 49,
           "The last toolkit for it is CUDA 11 or older, and these kernels need CUDA 12.0 at least. This card can't be served."},
    Served{50, 74, "CUDA 12.0 to 12.9 compiles for it; CUDA 13 does no longer."},
    Served{75, 90, "CUDA 12.0 or newer compiles for it."},
    Served{100, 100, "CUDA 12.8 or newer compiles for it."},
    Served{103, 103, "CUDA 12.9 or newer compiles for it."},
    Served{110, 110, "CUDA 13.0 or newer compiles for it."},
    Served{120, 120, "CUDA 12.8 or newer compiles for it."},
    Served{121, 121, "CUDA 12.9 or newer compiles for it."}};

}  // namespace

std::string toolkits_for(int major, int minor) {
  const int capability = 10 * major + minor;
  for (const Served& served : kServed)
    if (served.from <= capability && capability <= served.to) return served.words;
  return "A toolkit that is newer than the card compiles for it.";
}

}  // namespace chasescope::cuda
