#include "engine/inference/overflow_ramp.h"

namespace chasescope::inference {
namespace {

/// Misses that one more line adds, over an interval; 0 if they are not the same whole number for each.
std::uint64_t slope_of(const RampSample& from, const RampSample& to) {
  if (to.extra <= from.extra || to.misses < from.misses) return 0;
  const std::uint64_t lines = to.extra - from.extra, misses = to.misses - from.misses;
  return misses % lines == 0 ? misses / lines : 0;
}

}  // namespace

std::vector<std::size_t> intervals_to_split(std::span<const RampSample> ramp) {
  std::vector<std::size_t> intervals;
  for (std::size_t i = 0; i + 1 < ramp.size(); ++i)
    if (ramp[i + 1].extra > ramp[i].extra + 1 && slope_of(ramp[i], ramp[i + 1]) < 2) intervals.push_back(i);
  return intervals;
}

OverflowShape read_overflow(std::uint64_t fitting_lines, std::span<const RampSample> ramp) {
  OverflowShape shape;
  if (ramp.size() < 2 || ramp.front() != RampSample{}) {
    shape.reason = "The ramp was not measured from its foot.";
    return shape;
  }
  const RampSample& end = ramp.back();
  if (end.misses != fitting_lines + end.extra) {
    shape.reason = "Some lines still hit at the end of the ramp: sets are not full alike, or the policy is not LRU.";
    return shape;
  }
  for (std::size_t i = 0; i + 1 < ramp.size(); ++i) {
    const std::uint64_t slope = slope_of(ramp[i], ramp[i + 1]);
    if (slope < 2) {
      shape.reason = "Not every line beyond the capacity overflowed a set of its own.";
      shape.groups.clear();
      return shape;
    }
    const std::uint64_t ways = slope - 1, sets = ramp[i + 1].extra - ramp[i].extra;
    if (!shape.groups.empty() && shape.groups.back().ways == ways)
      shape.groups.back().sets += sets;
    else
      shape.groups.push_back({ways, sets});
  }
  shape.sets = end.extra;
  shape.found = true;
  return shape;
}

}  // namespace chasescope::inference
