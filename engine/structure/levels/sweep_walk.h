// The walks over footprints that a survey of levels is made of.
#pragma once

#include "engine/experiment/lab.h"

namespace chasescope::structure {

/// Passes that go before the timed ones of a walk over `period` elements. What earlier chases left behind must go; a long walk
/// pushes it out by itself.
std::uint64_t warm_passes(const Lab& lab, std::size_t period);

/// Over [0, bytes), one element every `stride` bytes, after at most so many passes. Whole passes; of a long one only the beginning
/// is timed. Throws Undecided.
Walk sweep_walk(Lab& lab, std::uint64_t bytes, std::uint64_t stride, std::uint64_t most_warm = ~std::uint64_t{0});

}  // namespace chasescope::structure
