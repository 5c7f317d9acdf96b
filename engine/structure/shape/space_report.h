// What was found of the data caches behind one memory space.
#pragma once

#include <string>
#include <vector>

#include "engine/structure/levels/survey.h"
#include "engine/structure/shape/cache_report.h"

namespace chasescope::structure {

/// How deep to look.
enum class Depth { levels, sets, policy };

struct SpaceReport {
  Setting setting;
  Survey survey;
  std::vector<CacheReport> caches;  ///< nearest first; those that were looked at
  std::string undecided;            ///< not even levels were found
};

}  // namespace chasescope::structure
