// Outstanding requests: how long an SM takes over many loads at once, and where its table is full (request study, §2 and §3).
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/model/spec/sm_spec.h"

namespace chasescope::model {

/// Each of `threads` threads of a block issues `loads` independent loads; `sharing` neighbouring threads load the same block.
struct LoadBurst {
  std::uint64_t threads = 1;
  std::uint64_t loads = 1;
  std::uint64_t sharing = 1;
};

/// SM cycles from the first issue to the last arrival; a burst that is stopped gives what has been reached.
///
/// Warp instructions are taken up in order, each by the load/store unit that is free first, which then issues its requests one by
/// one. A request that finds no room waits for the next one to come back: that is the spike in the study's variance. Loads beyond
/// the scoreboard's limit wait for a load of their own warp.
double burst_cycles(const RequestTableSpec& table, const LoadBurst& burst, const std::stop_token& stop = {});

}  // namespace chasescope::model
