// Whether two sessions come from one chip. The groups of SMs that share a path to the L2 differ from card to card, because makers
// disable different SMs on each chip. A comparison shows the result as a line of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/inference/chip/same_chip.h"
#include "engine/session/document/session.h"

namespace chasescope {

enum class ChipVerdict {
  same,          ///< all groups of SMs are equal: one chip, or two chips with the same SMs disabled
  another,       ///< no single chip can have both groupings
  another_kind,  ///< different numbers of SMs, or cards of different names with different groups
  untold         ///< a session has no map or no groups, or the maps differ in resolution
};

struct ComparedChips {
  ChipVerdict verdict = ChipVerdict::untold;
  std::string evidence;                    ///< sentences: the evidence, or why there is no verdict
  std::vector<unsigned> elsewhere;         ///< verdict `another`: SMs without which both groupings would be compatible
  std::size_t groups_a = 0, groups_b = 0;  ///< 0: no groups are known
  std::optional<double> wrong;             ///< verdict `another`: the chance that it is wrong, and both are one chip
};

/// "one chip, or two alike", "another chip of this kind", "another chip", "can't tell".
std::string to_string(ChipVerdict verdict);

/// From the maps of the chip (probe `l2-map`) in the sessions; empty if neither session has a map.
std::optional<ComparedChips> compare_maps(const Session& a, const Session& b);

}  // namespace chasescope
