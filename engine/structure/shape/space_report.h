// The results for the data caches behind one memory space.
#pragma once

#include <string>
#include <vector>

#include "engine/structure/levels/survey.h"
#include "engine/structure/shape/cache_report.h"

namespace chasescope::structure {

/// How much to find out: only the levels, also lines, sets and ways, or also the replacement policy.
enum class Depth { levels, sets, policy };

struct SpaceReport {
  Setting setting;
  Survey survey;
  std::vector<CacheReport> caches;  ///< the caches that were explored, nearest first
  std::string undecided;            ///< why not even levels were found; empty if they were
};

}  // namespace chasescope::structure
