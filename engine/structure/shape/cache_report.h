// The results for one data cache.
#pragma once

#include <optional>
#include <string>

#include "engine/inference/levels/lost_together.h"
#include "engine/structure/replacement/policy_solver.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/sets/outgrown.h"

namespace chasescope::structure {

/// The number of bytes that are evicted together, found from the misses of a footprint that is slightly too large.
struct LostBlock {
  std::uint64_t bytes = 0;
  inference::LostTogether counts;
  RunPtr run;
  std::string in_words() const;
};

struct CacheReport {
  std::string subject;    ///< "l1_data", …
  std::size_t level = 0;  ///< index into the survey's levels
  std::optional<Outgrown> outgrown;
  std::optional<LostBlock> lost;  ///< set if the sets can't be told from random evictions
  CacheShape shape;               ///< valid if `outgrown` has an overflowing set
  std::optional<std::uint64_t>
      contiguous_by_sets;  ///< the largest footprint without a miss that follows from the sets, if no walk showed it
  std::optional<PolicyFound> policy;
  std::uint64_t holds_at_least = 0;  ///< bytes: the largest footprint of a walk, if none outgrew the cache; 0 if that is uncertain
  std::string undecided;             ///< why no structure was found
  std::string contiguous_undecided;  ///< why the largest contiguous footprint was not found
  std::string policy_undecided;
  std::string translation;  ///< how TLB misses were kept from being counted; sentences
};

}  // namespace chasescope::structure
