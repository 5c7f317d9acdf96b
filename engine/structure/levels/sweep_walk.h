// The walks over footprints in a survey of levels.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/experiment/lab.h"

namespace chasescope::structure {

/// The warm-up passes of a walk over `period` elements. Lines of earlier chases must be evicted; a long walk does that by itself.
std::uint64_t warm_passes(const Lab& lab, std::size_t period);

/// Walks over [0, bytes), one element every `stride` bytes, after at most `most_warm` warm-up passes. Passes are whole; of a long
/// walk, only the beginning is timed. Throws Undecided.
Walk sweep_walk(Lab& lab, std::uint64_t bytes, std::uint64_t stride, std::uint64_t most_warm = ~std::uint64_t{0});

/// The elements of one pass, in order, the first `most` of them; empty if the pattern does not list them.
std::vector<std::uint64_t> elements_of(const Pattern& pattern, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace chasescope::structure
