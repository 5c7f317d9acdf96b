// What two agents of one SM did to each other, from the runs of the probe `sharing` (topology thesis §4.5): agent A's lines stay
// where agent B reads through a cache of its own, and are lost where both are one array.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// Agent A's accesses beside an agent B that reads through one space.
struct SharingLook {
  double cycles = 0;  ///< their average, the cost of measuring removed
  double missed = 0;  ///< the share that took longer than nearly all of those beside an idle agent
  std::string run;
  bool lost() const;
};

struct SharingPairs {
  struct Cache {
    MemorySpace space;
    std::string subject;                 ///< "texture"; empty for loads that pass by all nearest caches
    std::optional<double> alone_cycles;  ///< beside an idle agent; nothing for a space whose lines nobody watched
  };
  std::vector<Cache> caches;                                         ///< nearest first, what passes by them last
  std::map<std::pair<MemorySpace, MemorySpace>, SharingLook> looks;  ///< by the space of agent A and that of agent B
  std::vector<std::string> runs;
  const SharingLook* look(const Cache& a, const Cache& b) const;
};

SharingPairs sharingPairs(std::span<const RunPtr> runs, std::span<const Finding> findings);

}  // namespace chasescope
