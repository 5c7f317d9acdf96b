// Latency classes of one non-uniform trace (2014 paper §3.2, last paragraph, and table 3), found from the data.
//
//   const AccessSpectrum spectrum = find_access_classes(cycles, kinds);
//   for (const AccessClass& c : spectrum.classes) show(c.cycles, c.share);
//
// Each access of the pattern is of a kind that its place in the pattern decides (a line touched for the first time, a line touched
// again after many pages, …). What a kind takes is the median of its largest group of latencies; kinds that take as long are one
// class. Two kinds six cycles apart are told apart under a jitter of half of that, because each has many accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace chasescope::inference {

/// The kind of an access that settles the caches for others and says nothing itself.
inline constexpr std::uint32_t kNoKind = 0xFFFFFFFF;

struct KindLatency {
  std::size_t accesses = 0;
  double cycles = 0;         ///< median of the largest group of latencies, drift taken out; 0 of none
  double low = 0, high = 0;  ///< 2.5th and 97.5th percentile of that group
  double error = 0;          ///< standard error of `cycles`
  double main_share = 0;     ///< share of the accesses that lie in the group: near 1 unless the kind is a mixture
};

struct AccessClass {
  double cycles = 0;
  double low = 0, high = 0;
  std::size_t accesses = 0;
  double share = 0;                ///< of all accesses of the trace
  std::vector<std::size_t> kinds;  ///< kinds whose largest group this is; none: no kind explains it
};

struct AccessSpectrum {
  std::vector<KindLatency> kinds;    ///< by number
  std::vector<AccessClass> classes;  ///< lowest first
  double drift = 0;                  ///< by what share latencies grow from the first to the last access
  double outlier_share = 0;          ///< accesses in no class
};

/// `kinds[i]` is the kind of access i; kinds are numbered from 0. O(n log n).
AccessSpectrum find_access_classes(std::span<const float> cycles, std::span<const std::uint32_t> kinds);

/// Latencies in two groups with nothing between them.
struct TwoGroups {
  double low = 0, high = 0;  ///< medians
  double cut = 0;            ///< up to here a latency is of the lower group
  double apart() const { return high - low; }
};
/// Two groups of `cycles` (any order), each with a fifth of them or more and narrower than what lies between; empty for fewer
/// than 8.
std::optional<TwoGroups> two_groups_of(std::span<const float> cycles);
/// Whether two pairs of groups are the same distance apart.
bool as_far_apart(const TwoGroups& a, const TwoGroups& b);

/// Where the line that an access reads lies.
struct LinePlace {
  std::uint64_t line = 0, page = 0;
};

/// Which accesses go to far lines, for kinds whose latencies fall into two groups because lines lie near and far: one entry per
/// kind, with its cut; empty for a kind that has no two groups, or whose groups are no matter of the line. The line decides if it
/// is of one group in every kind of access that reads it, and it is not its page that does: lines of one page are of both groups,
/// or are so where the page had just been looked up (`at_hand`, by kind). A kind that does not show this by itself is taken for
/// near and far if its groups are as far apart as those of kinds that do, or if its lines are of the groups that they are of in a
/// kind that does: what pages decide can't agree with that.
std::vector<std::optional<TwoGroups>> near_and_far(std::span<const float> cycles, std::span<const std::uint32_t> kinds,
                                                   std::span<const LinePlace> places, const std::vector<bool>& at_hand);

}  // namespace chasescope::inference
