// Everything about the data caches behind one memory space, as far as the asking probe needs it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/inference/lost_together.h"
#include "engine/probe/structure/cache_solver.h"
#include "engine/probe/structure/outgrown.h"
#include "engine/probe/structure/policy_solver.h"
#include "engine/probe/structure/survey.h"

namespace chasescope::structure {

/// How deep to look.
enum class Depth { levels, sets, policy };

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
  std::string undecided;             ///< why nothing of its structure was found
  std::string contiguous_undecided;  ///< why the largest contiguous footprint was not found
  std::string policy_undecided;
  std::string translation;  ///< how TLB misses were kept out; sentences
};

struct SpaceReport {
  Setting setting;
  Survey survey;
  std::vector<CacheReport> caches;  ///< nearest first; those that were looked at
  std::string undecided;            ///< not even levels were found
};

/// The subject of each cache behind a space: `caches` of them, the last data cache before memory being the l2 unless there are
/// three. `beside` is how many global.ca has, if the space is global.cg (which skips the nearest where it has fewer).
std::vector<std::string> subjects_of(MemorySpace space, std::size_t caches, std::size_t beside);

/// What a global space showed: how many caches, and what its fastest access takes.
struct Behind {
  std::size_t caches = 0;
  double nearest = 0;          ///< cycles
  std::uint64_t fits = 0;      ///< bytes, in the nearest
  double second = 0;           ///< cycles, of what answers behind the nearest; 0 if that was not seen
  std::vector<double> levels;  ///< cycles, of all that answer; nearest first
};

/// How many caches each has; global.cg may show one of global.ca that global.ca alone does not.
struct GlobalCaches {
  std::size_t of_ca = 0;
  std::size_t of_cg = 0;      ///< 0 if global.cg skips none: others may share its nearest
  bool told_apart = true;     ///< false: global.ca shows fewer than it must have
  bool cg_told_apart = true;  ///< false: global.cg shows fewer than it must have
};
GlobalCaches count_global_caches(const Behind& ca, const Behind& cg);

/// Looks at the caches behind the lab's space. `skip`: subjects that need no structure because another space has shown it.
/// `most_caches`: those farther away are left out, however many there are.
SpaceReport explore_space(Lab& lab, Depth depth, std::size_t caches_of_global_ca, const std::vector<std::string>& skip,
                          std::size_t most_caches = 8);

}  // namespace chasescope::structure
