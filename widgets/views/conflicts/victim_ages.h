// Which line of a full set goes: how old the lines were that went, by their last use and by their arrival. Read from the chases
// that the finding of the policy names as evidence, in which one line more than the set holds is visited over and over, so that
// each miss names the victim of the one before (2014 paper §3.2, step 4). Pure.
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
  /// Shares of the victims by age, from the oldest of the set to the newest.
  std::vector<double> by_use, by_arrival;
  std::vector<double> by_way;  ///< by the way that they sat in; only where the policy tells ways apart
};

/// Only of the nearest cache of a space: what others lose hides behind those in front. Nothing where no evidence of the policy is
/// there, or where its misses are not those of one set.
std::optional<VictimAges> gatherAges(const FoundSets& cache, std::span<const RunPtr> runs, const std::vector<Finding>& findings);

}  // namespace chasescope
