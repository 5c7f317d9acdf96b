// The ages of the lines that a full set evicts, by their last use and by their arrival. They are read from the chases that are the
// evidence of the policy's finding. In these, one line more than the set holds is visited over and over, so that each miss names
// the victim of the miss before (2014 paper §3.2, step 4). Pure.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/findings/found_sets.h"
#include "engine/session/document/session.h"

namespace chasescope {

struct VictimAges {
  FoundSets cache;
  RunPtr run;
  std::uint32_t ways = 0;
  std::uint64_t victims = 0;
  /// Shares of the victims by age, from the oldest line of the set to the newest.
  std::vector<double> by_use, by_arrival;
  std::vector<double> by_way;  ///< by the way of the victim; only if the policy prefers some ways
};

/// Only for the nearest cache of a space, because a nearer cache would hide the misses of a further one. Nothing if the session
/// lacks the evidence of the policy, or if its misses are not those of one set.
std::optional<VictimAges> gatherAges(const FoundSets& cache, std::span<const RunPtr> runs, const std::vector<Finding>& findings);

}  // namespace chasescope
