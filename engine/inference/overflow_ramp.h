// Sets and ways from the ramp behind the capacity (C2070 poster, "determining associativity"; 2014 paper §3.2, step 3).
//
// Under a policy that makes a whole set miss once it is one line too full (LRU, FIFO), each line beyond the capacity overflows
// one more set, and all of that set's lines miss. The ramp ends when every line misses: it is as wide as one way, and its steps are
// the ways of the sets. With a set count that is no power of two, and with unequal sets, all the same (poster: 1,792 sets of 13 or
// 14).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace chasescope::inference {

/// Lines that miss in every pass over an array of `extra` lines more than fit.
struct RampSample {
  std::uint64_t extra = 0;
  std::uint64_t misses = 0;
  friend bool operator==(const RampSample&, const RampSample&) = default;
};

struct SetGroup {
  std::uint64_t ways = 0;
  std::uint64_t sets = 0;
  friend bool operator==(const SetGroup&, const SetGroup&) = default;
};

struct OverflowShape {
  bool found = false;
  std::uint64_t sets = 0;        ///< width of the ramp in lines: lines of one way
  std::vector<SetGroup> groups;  ///< in the order in which they overflow; one if all sets are equal
  std::string reason;            ///< a sentence, unless found
  bool equal() const { return groups.size() == 1; }
};

/// Intervals of the ramp whose lines did not all do the same, as indices of their first samples: measure between them, and ask
/// again. Empty when the ramp is fully told.
std::vector<std::size_t> intervals_to_split(std::span<const RampSample> ramp);

/// Reads a ramp: samples in order of `extra`, from {0, 0} to the first where all lines miss. `fitting_lines` fit. Found only if
/// every extra line overflowed a set of its own and at the end no line hits.
OverflowShape read_overflow(std::uint64_t fitting_lines, std::span<const RampSample> ramp);

}  // namespace chasescope::inference
