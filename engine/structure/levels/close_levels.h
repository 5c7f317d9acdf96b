// Levels so close to the last one that noise covers the distance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

struct CloseLevel {
  std::size_t each;  ///< one element in this many shows the level; the miss of that element brought the others
  double median;     ///< cycles
};

/// The level behind the last one of `survey`, if it answers a whole walk but noise hides it in single accesses. It shows in the
/// whole distribution of latencies, which is higher. If a miss brings more than `stride` bytes, the words that came with the word
/// before them are still fast. So the distributions of every second element, every fourth, and so on are examined, too.
/// `is_shifting` becomes true if more than half of the latencies, or of those of such elements, are already higher.
std::optional<CloseLevel> find_close_level(const Survey& survey, const Walk& walk, std::uint64_t stride, bool& is_shifting);

}  // namespace chasescope::structure
