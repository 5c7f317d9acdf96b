// Decides whether two measurements can come from one chip. The SMs that the maker disabled differ from card to card, and therefore
// also the numbers of the SMs that lie in one group.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

enum class ChipMatch {
  other,   ///< no single chip can have both groupings: there are two chips
  same,    ///< all groups are the same
  may_be,  ///< groups of one measurement consist of whole groups of the other, as if one chip was measured at two resolutions
  untold,  ///< the numbers of SMs differ, or are 0
};

struct ChipComparison {
  ChipMatch match = ChipMatch::untold;
  /// The smallest set of rows found whose removal makes the groupings fit one chip: each group of one measurement would then
  /// consist of whole groups of the other.
  std::vector<std::size_t> elsewhere;
  /// The probability that one chip was taken for two, because a row was put into a wrong group in one of the measurements.
  double wrong = 0;
};

/// `a`, `b`: the group of each row, from SmGroups::group_of. A coarser measurement may merge groups, but no row moves from one
/// group to another. So if groups of both sides overlap crosswise, the chips differ.
ChipComparison compare_chips(std::span<const std::size_t> a, std::span<const std::size_t> b);

}  // namespace chasescope::inference
