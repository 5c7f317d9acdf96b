// Explores the data caches behind one memory space, in as much detail as the probe needs.
#pragma once

#include <string>
#include <vector>

#include "engine/experiment/lab.h"
#include "engine/structure/shape/space_report.h"

namespace chasescope::structure {

/// Explores the caches behind the lab's space. `skip`: subjects whose structure another space has already shown. `most_caches`:
/// caches farther away are left out.
SpaceReport explore_space(Lab& lab, Depth depth, std::size_t caches_of_global_ca, const std::vector<std::string>& skip,
                          std::size_t most_caches = 8);

/// Explores the caches `subjects`, nearest first, behind the lab's space. Stops at the first cache that no footprint outgrows.
SpaceReport explore_caches(Lab& lab, Depth depth, const std::vector<std::string>& subjects);

}  // namespace chasescope::structure
