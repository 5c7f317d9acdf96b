// Which part of the hierarchy answered a level of a run's latencies, as far as the session's findings tell.
#pragma once

#include <string>
#include <vector>

#include "engine/device/chase.h"
#include "engine/step/verdicts.h"

namespace chasescope::step {

/// Caches and memory in the order in which a load from the space asks them, as findings name them.
std::vector<std::string> path_of(MemorySpace space);

/// The subject of each level ("l2"), empty where nothing tells it: the level must lie within a tenth of what findings say that one
/// part on the way of the space takes, and of no other. Latencies through the run's own space go before those through another.
/// Never from the model that answered. Pure. O(levels × findings).
std::vector<std::string> parts_of_levels(const JudgedRun& run, const std::vector<Finding>& findings);

/// "L1", "L2", "memory": in little room.
std::string part_word(const std::string& subject);

}  // namespace chasescope::step
