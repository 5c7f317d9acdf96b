// What memory operations take on a card (operations_spec.h).
#pragma once

#include <cstdint>

#include "engine/model/spec/operations_spec.h"

namespace chasescope::model {

/// From how far places lie apart.
PlacesOfThreads places_of(std::uint64_t spacing_bytes, std::uint64_t line_bytes);

/// Atomics or reductions by `threads` of one block, each `count` in a row, until all old values are there.
double atomic_cycles(const AtomicSpec& atomic, PlacesOfThreads places, std::uint64_t threads, std::uint64_t count);

/// The same by several blocks, one on each SM. \pre `per_cycle` knows the places
double crowded_atomic_cycles(const AtomicSpec& atomic, PlacesOfThreads places, std::uint64_t operations);

double to_shared_cycles(const CopySpec& copy, std::uint64_t bytes);

}  // namespace chasescope::model
