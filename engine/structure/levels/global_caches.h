// Which caches the two ways through global memory share, and what each cache behind a space is called.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/chase.h"

namespace chasescope::structure {

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

  /// Memory answers all that is asked. Not so where nothing was seen.
  bool is_uncached() const { return nearest > 0 && caches == 0; }
};

/// How many caches each has; global.cg may show one of global.ca that global.ca alone does not.
struct GlobalCaches {
  std::size_t of_ca = 0;
  std::size_t of_cg = 0;      ///< 0 if global.cg skips none: others may share its nearest
  bool told_apart = true;     ///< false: global.ca shows fewer than it must have
  bool cg_told_apart = true;  ///< false: global.cg shows fewer than it must have
};
GlobalCaches count_global_caches(const Behind& ca, const Behind& cg);

}  // namespace chasescope::structure
