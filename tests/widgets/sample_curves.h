// Synthetic runs and findings for the views of TLBs, sweeps and the spectrum.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope::sample {

struct Measured {
  std::vector<RunPtr> runs;
  std::vector<Finding> findings;
};

/// Trials over sixteen lines of four sets of two ways, LRU, and the finding that rests on them.
Measured conflicts(std::uint64_t trials = 600);

/// A chase over four lines of a set of three ways, in mixed order, with a line of another set after each round. The set evicts the
/// line that was used (last_use) or came in (arrival) longest ago. The findings of a texture cache rest on the chase.
enum class Rule { last_use, arrival };
inline constexpr std::uint32_t kReplacedWays = 3;
Measured replaced(Rule rule = Rule::last_use);

/// The TLBs of the 2014 paper: 16 entries in one set, and 65 in seven unequal ones, over pages of 2 MiB, with their miss rates.
Measured tlbs();

/// A footprint sweep through an L1 of 16 KiB with a sequential sweep around its end: curve, plateaus, end and change point.
Measured footprints();

/// Footprints of 4 to 64 KiB by strides of 4 to 1,024 B, and a fetch size of 128 B.
Measured strides();

/// Table 3 for the Fermi card with the L1: five classes, one of them with two paths, and a sixth without an explanation.
Measured spectrum();

/// An L1 and an L2 of a card with kLoadedSms under load: a thread has four loads under way and no work of its own.
inline constexpr std::uint64_t kLoadedSms = 4;
Measured loaded();

/// Memory operations: atomics of up to 1,024 threads in both memories, latencies of one thread, and copies in three ways.
Measured operations();

/// What stays in an L2 of 64 MiB: sweeps over 8 MiB by each priority, arrays of growing size, persisting lines with the driver's
/// set-aside and with 16 MiB, and what a miss brings with two settings; and the findings of them. 280 cycles are a hit.
Measured residency();

}  // namespace chasescope::sample
