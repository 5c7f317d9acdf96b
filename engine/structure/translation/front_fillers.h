// Parts of pages that keep TLBs in front busy.
//
// Where a TLB has larger pages than those in front of it, other parts of the pages that a question names take entries in front, and
// none of its own: they empty the TLBs in front without changing what is asked.
#pragma once

#include <span>

#include "engine/structure/sets/cache_solver.h"

namespace chasescope::structure {

/// Addresses, multiples of `part_bytes`, within the pages (of `page_bytes`) of `asked` and `around`, so many that every set of
/// every TLB of `fronts` that an asked address goes to is filled `factor` times over by other pages of that TLB, as far as there
/// are parts. What is in `asked` and `around` already counts, and is not returned. Which parts come first follows from `seed`. TLBs
/// whose sets are not known are left out. \pre both sizes are powers of two, page_bytes the larger one or equal.
Addresses front_fillers(std::span<const CacheShape* const> fronts, const Addresses& asked, const Addresses& around,
                        std::uint64_t page_bytes, std::uint64_t part_bytes, std::uint32_t factor, std::uint64_t seed);

}  // namespace chasescope::structure
