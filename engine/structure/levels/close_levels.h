// Levels so close to the last one that noise covers the distance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

struct CloseLevel {
  std::size_t each;  ///< of so many elements, one shows the level: the others came with that one from the next level
  double median;     ///< cycles
};

/// The level behind the last one of `survey` if it answers a whole walk, but noise hides it in single accesses: then the whole
/// distribution of latencies is higher. If a miss brings more than `stride` bytes, words that came with the word before them are
/// as quick as ever; so the same is asked of every second element, every fourth, and so on. `is_shifting` becomes true if more than
/// half of the latencies, or of those of such elements, are higher already.
std::optional<CloseLevel> find_close_level(const Survey& survey, const Walk& walk, std::uint64_t stride, bool& is_shifting);

}  // namespace chasescope::structure
