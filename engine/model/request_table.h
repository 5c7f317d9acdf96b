// Outstanding requests: the time that an SM takes for many loads at once, until and after its request table is full (request study,
// §2 and §3).
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

/// SM cycles from the first issue to the last arrival. If `stop` is requested, only the loads until then count.
///
/// Warp instructions are taken in order, each by the load/store unit that is free first. The unit then issues the requests of the
/// instruction one by one. If the table is full, a request waits until an earlier one comes back, which causes the spike in the
/// study's variance. Loads beyond the scoreboard's limit wait for a load of their own warp.
double burst_cycles(const RequestTableSpec& table, const LoadBurst& burst, const std::stop_token& stop = {});

}  // namespace chasescope::model
