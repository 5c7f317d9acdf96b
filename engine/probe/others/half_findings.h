// Findings of probe `operations` about the half of the L2 that owns an address: atomics in the near half and in the far half.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/inference/levels/owner_halves.h"
#include "engine/probe/others/operations_findings.h"

namespace chasescope {

/// One thread's operations at the same addresses of global memory, in the same order. A list may be empty if the device refused it.
struct OperationsByAddress {
  std::vector<OperationPoint> atomics;
  std::vector<OperationPoint> loads;  ///< past the L1
  std::vector<OperationPoint> owned;  ///< loads right behind an atomic
  std::uint64_t span_bytes = 0;       ///< the addresses are drawn from so much memory
  std::string refusal;                ///< the device's message if `atomics` is empty
};

inference::OwnerHalves halves_of(const OperationsByAddress& measured);

/// How many groups there are, and where there are two, the latency in the near and in the far half: or the reason why the groups
/// are not called so.
std::vector<Finding> half_findings(const OperationsByAddress& measured, const inference::OwnerHalves& halves);

/// Which group an atomic of so many cycles belongs to, as a sentence; empty if groups are not told.
std::string half_in_words(const inference::OwnerHalves& halves, double cycles);

}  // namespace chasescope
