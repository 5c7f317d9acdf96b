// Instruction caches: host side of straight_code.cu and code_blocks.cu. Private to kernels/.
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

/// The code in blocks, which is loaded when it is first run.
class CodeBlocks : NotCopyable {
 public:
  CodeBlocks(Workbench& bench, CUdevice device) : bench_(bench), device_(device) {}

  /// Throws `invalid` for a size that the code can't have, and `unsupported` where this card's code does not lie in equal blocks.
  /// \pre the stride has no common divisor with the number of blocks.
  InstructionsAnswer run(const InstructionsOrder& order, RunEvents& events);

 private:
  Workbench& bench_;
  CUdevice device_;
  std::unique_ptr<LoadedKernels> code_;
};

}  // namespace chasescope::cuda
