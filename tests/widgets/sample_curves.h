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

/// A chase over one line more than a set of three ways has, in mixed order and with a line of another set now and then, on a set that
/// replaces by that rule; and the findings of a texture cache that rest on it.
enum class Rule { last_use, arrival };
inline constexpr std::uint32_t kReplacedWays = 3;
Measured replaced(Rule rule = Rule::last_use);

/// The TLBs of the 2014 paper: 16 entries in one set, and 65 in seven unequal ones, over pages of 2 MiB, with their miss rates.
Measured tlbs();

/// A footprint sweep through an L1 of 16 KiB with a sequential sweep around its end: curve, plateaus, end and change point.
Measured footprints();

/// Sizes of 4 to 64 KiB by strides of 4 to 1,024 B, and a fetch size of 128 B.
Measured strides();

/// Table 3 for the Fermi card with the L1: five classes, one of them with two paths, and one that nobody can explain.
Measured spectrum();

/// An L1 and an L2 of a card with kLoadedSms under load: a thread has four loads under way and no work of its own.
inline constexpr std::uint64_t kLoadedSms = 4;
Measured loaded();

/// Memory operations: atomics of up to 1,024 threads in both memories, what one thread waits, and copies in three ways.
Measured operations();

}  // namespace chasescope::sample
