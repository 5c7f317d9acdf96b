// The modulus of an index, read from the lines that overflow a set of it.
//
// If a walk over neighbouring lines overflows a set, its lines are all lines of the set in that walk. Their distance is then the
// number of lines after which the sets repeat, and no other line need be asked about.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/inference/sets/set_index.h"

namespace chasescope::inference {

/// The modulus that puts `lines` (ascending addresses in one set) into that set, and no line between them: single lines, or runs of
/// as many neighbouring lines each, at one distance from each other. The last run may be cut short. No value if the lines do not
/// lie so regularly, or if there are fewer than three runs: two of them always have one distance.
std::optional<SetIndex> modulo_of_one_distance(const std::vector<std::uint64_t>& lines, std::uint64_t line_bytes);

}  // namespace chasescope::inference
