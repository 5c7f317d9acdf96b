// Throughput: bytes per cycle of a level, and the time of a copy (request study, §3.3).
#pragma once

#include <cstdint>

#include "engine/model/spec/sm_spec.h"

namespace chasescope::model {

enum class Flow { read, write, copy };

/// Bytes per SM cycle of the whole card. The rate is limited by the level, or by the bytes that `threads` threads can have under
/// way (one access each). A level of an SM answers at most one access of a warp in a cycle (an assumption, which no bundled card
/// contradicts): narrow accesses move no more than 32 or 64 bytes in it. A copy counts its bytes twice, once as read and once as
/// written.
double bytes_per_cycle(const BandwidthSpec& level, Flow flow, std::uint64_t sms, std::uint64_t threads, unsigned access_bytes);

/// SM cycles to copy `bytes` if up to `l2_bytes` of them are in the L2, or, after a flush, all of them in memory only. The
/// difference between the two times grows with `bytes` up to the L2's size and is constant beyond, which shows the size (as in the
/// study). \pre the card has copy_startup_cycles.
double copy_cycles(const SmSpec& sm, std::uint64_t bytes, std::uint64_t l2_bytes, bool flushed);

}  // namespace chasescope::model
