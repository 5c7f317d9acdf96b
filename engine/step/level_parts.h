// Names the part of the hierarchy that answered at each level of a run's latencies, as far as the session's findings tell.
#pragma once

#include <string>
#include <vector>

#include "engine/device/chase.h"
#include "engine/step/verdicts.h"

namespace chasescope::step {

/// Caches and memory in the order in which a load from the space asks them, by the names of findings.
std::vector<std::string> path_of(MemorySpace space);

/// The subject of each level ("l2"), or an empty text if it is not known. A level is known if its latency lies within a tenth of
/// the latency that findings give for exactly one part on the space's path. Findings about the run's own space are preferred to
/// those about another. If a model answered, its numbers are never used. Pure. O(levels × findings).
std::vector<std::string> parts_of_levels(const JudgedRun& run, const std::vector<Finding>& findings);

/// A short name of a part: "L1", "L2", "memory".
std::string part_word(const std::string& subject);

}  // namespace chasescope::step
