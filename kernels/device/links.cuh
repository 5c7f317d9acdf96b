// The array of a chase: each element holds the index of the element to visit next (2014 paper, listing 3).
#pragma once

#include <cstdint>

#include "kernels/device/machine.cuh"

namespace chasescope::cuda {

/// Links element `i` of a uniform pattern of `total` elements to the next one, `stride` elements farther, and the last to the
/// first.
template <typename Element>
CHASESCOPE_DEVICE void link_uniform(Element* array, std::uint64_t stride, std::uint64_t i, std::uint64_t total) {
  array[i * stride] = static_cast<Element>(i + 1 == total ? 0 : (i + 1) * stride);
}

/// Links element `list[i]` to element `list[i + 1]`.
template <typename Element>
CHASESCOPE_DEVICE void link_listed(Element* array, const std::uint64_t* list, std::uint64_t i) {
  array[list[i]] = static_cast<Element>(list[i + 1]);
}

}  // namespace chasescope::cuda
