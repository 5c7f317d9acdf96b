// Instruction caches: host side of straight_code.cu. Private to kernels/.
#pragma once

#include <memory>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// The straight-line code, which is loaded when it is first run.
class StraightCode : NotCopyable {
 public:
  StraightCode(Workbench& bench, CUdevice device) : bench_(bench), device_(device) {}

  /// Throws `invalid` for a size that the code can't have.
  InstructionsAnswer run(const InstructionsOrder& order, RunEvents& events);

 private:
  double cycles(std::uint64_t bytes, std::uint64_t repeats, RunEvents* progress);

  Workbench& bench_;
  CUdevice device_;
  std::unique_ptr<LoadedKernels> code_;
};

}  // namespace chasescope::cuda
