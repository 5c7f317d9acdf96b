// Whether two measurements can be of one chip: which SMs a maker left out differs from card to card, and with it which SM numbers
// sit together.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

enum class ChipMatch {
  other,   ///< no chip has both groupings: these are two chips
  same,    ///< all groups are the same
  may_be,  ///< groups of the one are made of whole groups of the other, as on one chip that was measured more and less closely
  untold,  ///< not as many SMs, or none
};

struct ChipComparison {
  ChipMatch match = ChipMatch::untold;
  /// Rows without which the groups would go with each other: the fewest that were found.
  std::vector<std::size_t> elsewhere;
  /// The chance that one chip was told to be two: that of any row being told into a wrong group, twice.
  double wrong = 0;
};

/// `a`, `b`: the group of each row, as SmGroups::group_of tells it. Groups can be joined where one measurement sees less than the
/// other, but no row moves from one group to another: where two groups or more of each side overlap crosswise, the chips differ.
ChipComparison compare_chips(std::span<const std::size_t> a, std::span<const std::size_t> b);

}  // namespace chasescope::inference
