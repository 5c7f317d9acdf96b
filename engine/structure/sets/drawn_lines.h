// Random lines of the sets of a supposed structure, with which it is put to the test.
#pragma once

#include <optional>
#include <span>

#include "engine/structure/sets/cache_solver.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

struct DrawnLines {
  Addresses addresses;
  std::vector<std::uint32_t> set;  ///< of each address
};

/// How lines are drawn so that they evict each other from the caches in front. The lines of a set are drawn in crowds: the lines of
/// a crowd lie in one set of each cache in front, and are more than that set holds. Several crowds of a set lie in different sets
/// in front, so that not all of its lines have the same address bits there.
struct Crowding {
  std::span<const CacheShape* const> fronts;  ///< index and ways are known
  std::uint32_t factor = 0;                   ///< lines of a crowd for each way in front, and one more; 0: lines are not crowded
  std::size_t fewest_crowds = 2;              ///< of a set; a set with too few lines for them has lines from anywhere

  /// The fewest lines of a crowd.
  std::size_t fewest() const;
};

/// `counts[set]` random lines of each set below `limit` bytes, each represented by `parts` different parts of it (multiples of
/// `part_bytes`). No value if the memory has too few lines of a set.
std::optional<DrawnLines> draw_lines(const CacheShape& shape, const std::vector<std::uint32_t>& counts, std::uint64_t limit,
                                     std::uint64_t part_bytes, std::uint64_t parts, const Crowding& crowding, Random& random);

}  // namespace chasescope::structure
