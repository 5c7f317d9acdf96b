// Which chases of a batch may run at the same time. Private to kernels/.
//
// Chases of one kernel (space, element size, record) with the same carve-out run together, each on its own SM, if the memory they
// use is private to an SM: shared memory; constant arrays that together fit the 64 KiB, equal arrays counted once; arrays of global
// or read-only chases up to kTogetherBytes each, and together up to a quarter of the L2, so that the L2 holds the lines that miss
// the L1s. These run alone: chases of global.cg, since all SMs share the L2; larger arrays, since SMs would share the L2 and the
// TLBs; and textures, whose timed code would change if each block had its own texture.
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
