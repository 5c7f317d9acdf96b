// What was found of one data cache.
#pragma once

#include <optional>
#include <string>

#include "engine/inference/levels/lost_together.h"
#include "engine/structure/replacement/policy_solver.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/sets/outgrown.h"

namespace chasescope::structure {

/// What an eviction takes, as misses over a footprint that is outgrown tell.
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
  std::optional<LostBlock> lost;  ///< where sets can't be told from chance
  CacheShape shape;               ///< good if outgrown has an overflowing set
  std::optional<std::uint64_t>
      contiguous_by_sets;  ///< the largest footprint without a miss as the sets have it, where no walk showed it
  std::optional<PolicyFound> policy;
  std::uint64_t holds_at_least = 0;  ///< bytes: the largest footprint that was walked, where none outgrew it; 0 where that is not sure
  std::string undecided;             ///< why nothing of its structure was found
  std::string contiguous_undecided;  ///< why the largest contiguous footprint was not found
  std::string policy_undecided;
  std::string translation;  ///< how TLB misses were kept out; sentences
};

}  // namespace chasescope::structure
