// Everything about the data caches behind one memory space, as far as the asking probe needs it.
#pragma once

#include <string>
#include <vector>

#include "engine/experiment/lab.h"
#include "engine/structure/shape/space_report.h"

namespace chasescope::structure {

/// Looks at the caches behind the lab's space. `skip`: subjects that need no structure because another space has shown it.
/// `most_caches`: those farther away are left out, however many there are.
SpaceReport explore_space(Lab& lab, Depth depth, std::size_t caches_of_global_ca, const std::vector<std::string>& skip,
                          std::size_t most_caches = 8);

}  // namespace chasescope::structure
