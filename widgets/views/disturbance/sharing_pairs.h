// How two agents of one SM disturb each other, from the runs of the probe `sharing` (topology thesis §4.5): agent A's lines stay in
// its cache if agent B reads through another cache, and are evicted if both caches are one array.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "engine/inference/sharing/eviction.h"

namespace chasescope {

/// Agent A's accesses while agent B reads through one memory space.
struct SharingLook {
  double cycles = 0;  ///< average latency, without the cost of measuring
  double missed = 0;  ///< the share of accesses that were slower than nearly all accesses beside an idle agent
  std::string run;
  /// What the findings say of the two caches; of two caches on which they are silent, what the latencies of this look show.
  inference::EvictionVerdict verdict = inference::EvictionVerdict::unclear;
};

struct SharingPairs {
  struct Cache {
    MemorySpace space;
    std::string subject;                 ///< "texture"; empty for loads that bypass all nearest caches
    std::optional<double> alone_cycles;  ///< average beside an idle agent; nothing for a space through which agent A did not read
  };
  std::vector<Cache> caches;                                         ///< nearest first; loads that bypass all of them come last
  std::map<std::pair<MemorySpace, MemorySpace>, SharingLook> looks;  ///< by the memory spaces of agent A and agent B
  std::vector<std::string> runs;
  const SharingLook* look(const Cache& a, const Cache& b) const;
};

SharingPairs sharingPairs(std::span<const RunPtr> runs, std::span<const Finding> findings);

}  // namespace chasescope
