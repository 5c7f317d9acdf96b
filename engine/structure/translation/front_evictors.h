// Evictors: pages from all over memory that evict the pages in question from the TLBs in front.
//
// The evictors fill only the sets in front that the pages in question go to, so that few pages are read. An evictor may lie in the
// set in question itself and take one of its ways. There are therefore many choices of evictors, and a question is asked with
// several of them.
#pragma once

#include <span>

#include "engine/structure/sets/cache_solver.h"

namespace chasescope::structure {

/// Addresses of pages in those sets of each TLB of `fronts` that the addresses of `evicted` go to. A set gets `factor` pages for
/// each way and one more, less the pages of `read` that lie in the set already. With the same `choice`, a set has the same evictors
/// in each question that reads as many pages of the set. A set gets fewer if memory below `limit_bytes` has no more pages of it.
/// \pre index and ways of all fronts are known.
Addresses front_evictors(std::span<const CacheShape* const> fronts, const Addresses& evicted, const Addresses& read,
                         std::uint32_t factor, std::uint64_t choice, std::uint64_t limit_bytes);

}  // namespace chasescope::structure
