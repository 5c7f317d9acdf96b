// Filler pages: other parts of the pages in question, which flush the TLBs in front.
//
// If a TLB has larger pages than the TLBs in front of it, other parts of the same page take further entries in front, but no
// further entry in this TLB. The other parts thus flush the TLBs in front and do not change the question.
#pragma once

#include <span>

#include "engine/structure/sets/cache_solver.h"

namespace chasescope::structure {

/// Addresses (multiples of `part_bytes`) within the pages (of `page_bytes`) of `asked` and `around`. They fill every set of every
/// TLB in `fronts` that an address of `asked` goes to, `factor` times, as far as there are enough parts. The addresses of `asked`
/// and `around` count, but are not returned. `seed` decides the order in which parts are used. TLBs whose sets are unknown are left
/// out.
/// \pre both sizes are powers of two, and page_bytes is not the smaller one.
Addresses front_fillers(std::span<const CacheShape* const> fronts, const Addresses& asked, const Addresses& around,
                        std::uint64_t page_bytes, std::uint64_t part_bytes, std::uint32_t factor, std::uint64_t seed);

}  // namespace chasescope::structure
