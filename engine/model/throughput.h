// Throughput: bytes per cycle of a level, and what a copy takes (request study, §3.3).
#pragma once

#include <cstdint>

#include "engine/model/spec/sm_spec.h"

namespace chasescope::model {

enum class Flow { read, write, copy };

/// Bytes per SM cycle of the whole card: what the level can give, or what that many threads can have under way (one access each).
/// A copy counts its bytes twice, in and out.
double bytes_per_cycle(const BandwidthSpec& level, Flow flow, std::uint64_t sms, std::uint64_t threads, unsigned access_bytes);

/// SM cycles to copy `bytes` when the first `l2_bytes` of them may be in L2 (they came through it) or, after a flush, in memory.
/// The difference between the two grows up to the L2's size and stays there, which is how the study reads the size off. \pre the
/// card has copy_startup_cycles.
double copy_cycles(const SmSpec& sm, std::uint64_t bytes, std::uint64_t l2_bytes, bool flushed);

}  // namespace chasescope::model
