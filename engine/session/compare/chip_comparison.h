// Whether two sessions show one chip: which SMs share the way to the L2 differs from card to card, as makers leave out other SMs of
// each. A line of a comparison, beside its rows of findings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/inference/chip/same_chip.h"
#include "engine/session/document/session.h"

namespace chasescope {

enum class ChipVerdict {
  same,          ///< all groups of SMs are the same: one chip, or one of which the same SMs were left out
  another,       ///< no chip has both
  another_kind,  ///< not as many SMs, or cards of different names whose groups differ
  untold         ///< one has no map or no groups, or one saw less closely than the other
};

struct ComparedChips {
  ChipVerdict verdict = ChipVerdict::untold;
  std::string evidence;                    ///< sentences: what shows it, or why it can't be told
  std::vector<unsigned> elsewhere;         ///< of another chip: SMs without which the groups would go with each other
  std::size_t groups_a = 0, groups_b = 0;  ///< 0: none were told
  std::optional<double> wrong;             ///< of another chip: the chance that one chip was told to be two
};

/// "one chip, or two alike", "another chip of this kind", "another chip", "can't tell".
std::string to_string(ChipVerdict verdict);

/// From the maps of the chip (probe `l2-map`) that the sessions hold; nothing where neither holds one.
std::optional<ComparedChips> compare_maps(const Session& a, const Session& b);

}  // namespace chasescope
