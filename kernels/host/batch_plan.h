// Which chases of a batch may run at the same time. Private to kernels/.
//
// Together run chases of one kernel (space, element size, record) with the same carve-out, each on an SM of its own, so long as
// what they use is private to an SM: shared memory; constant arrays that fit the 64 KiB together, equal ones counted once; arrays
// of global or read-only chases up to kTogetherBytes, and all of them up to a quarter of the L2, which so holds what their L1s
// don't. Alone run global.cg, which works on the L2 that all SMs share; larger arrays, as the L2 and the TLBs would be shared too;
// and textures, whose timed code would change if each block had a texture of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/host/cuda_backend.h"

namespace chasescope::cuda {

inline constexpr std::uint64_t kTogetherBytes = std::uint64_t{1} << 20;

/// Groups of indices into `orders`, in the order of their first members. A group of one runs as a lone chase.
std::vector<std::vector<std::size_t>> plan_batch(std::span<const ChaseOrder> orders, const CardProperties& card);

}  // namespace chasescope::cuda
