// The cycles that memory operations take on a card (operations_spec.h).
#pragma once

#include <cstdint>

#include "engine/model/spec/card.h"
#include "engine/model/spec/operations_spec.h"

namespace chasescope::model {

/// The kind of places that lie `spacing_bytes` apart; with 0, all threads use one word.
PlacesOfThreads places_of(std::uint64_t spacing_bytes, std::uint64_t line_bytes);

/// The cycles of atomics or reductions by `threads` threads of one block, each `count` in a row, until all old values are there.
double atomic_cycles(const AtomicSpec& atomic, PlacesOfThreads places, std::uint64_t threads, std::uint64_t count);

/// The same for several blocks, one on each SM, with `operations` in all. \pre `atomic.per_cycle` has a rate for `places`
double crowded_atomic_cycles(const AtomicSpec& atomic, PlacesOfThreads places, std::uint64_t operations);

double to_shared_cycles(const CopySpec& copy, std::uint64_t bytes);

/// What an address in the far partition of the L2 adds to operations that SM 0 makes there.
struct FarMore {
  double load_cycles = 0;   ///< to a load that the L2 answers: as the path of loads has it
  double owner_cycles = 0;  ///< to an operation that only the owner of the address can make: the way to its memory
};
/// Zeros for an address that is near, and for a card without partitions. The path is that of ordinary loads (global.ca).
FarMore far_more(const Card& card, std::uint64_t address);

}  // namespace chasescope::model
