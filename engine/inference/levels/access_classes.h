// Latency classes of one non-uniform trace (2014 paper §3.2, last paragraph, and table 3), found from the data.
//
//   const AccessSpectrum spectrum = find_access_classes(cycles, kinds);
//   for (const AccessClass& c : spectrum.classes) show(c.cycles, c.share);
//
// Each access is of a kind that its place in the pattern decides (a line that is read for the first time, a line that is read again
// after many pages, …). The latency of a kind is the median of its largest group of latencies. Kinds with equal latencies form a
// class. Two kinds that are six cycles apart can be told apart under a jitter of half of that, because each has many accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace chasescope::inference {

/// The kind of an access that prepares the caches for others and is not evaluated.
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
  std::vector<std::size_t> kinds;  ///< kinds whose largest group this is; empty: no kind explains it
};

struct AccessSpectrum {
  std::vector<KindLatency> kinds;    ///< one entry per kind, indexed by its number
  std::vector<AccessClass> classes;  ///< lowest first
  double drift = 0;                  ///< the share by which latencies grow from the first to the last access
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
inline constexpr std::size_t kFewestOfTwoGroups = 8;  ///< latencies; of fewer no groups are told
/// The least distance of two groups of which the lower one takes `low` cycles.
double least_apart(double low);
/// Two groups of `cycles` (any order), each with a fifth of them or more and narrower than what lies between; empty for fewer
/// than kFewestOfTwoGroups.
std::optional<TwoGroups> two_groups_of(std::span<const float> cycles);
/// Whether two pairs of groups are the same distance apart.
bool as_far_apart(const TwoGroups& a, const TwoGroups& b);

/// Where the line that an access reads lies.
struct LinePlace {
  std::uint64_t line = 0, page = 0;
};

/// Finds the kinds of access whose latencies form two groups because lines lie near and far. One entry for each kind, with its cut;
/// empty for a kind without two groups, or whose groups do not depend on the line. Groups depend on the line if two conditions
/// hold. Each line must be in the same group in every kind of access that reads it. And the page must not be the cause: lines of
/// one page are in both groups, or the translation of the page was in the nearest TLB (`at_hand`, by kind). A kind that does not
/// meet these conditions itself is accepted if its groups are as far apart as those of kinds that do, or if its lines are in the
/// same groups as in such a kind.
std::vector<std::optional<TwoGroups>> near_and_far(std::span<const float> cycles, std::span<const std::uint32_t> kinds,
                                                   std::span<const LinePlace> places, const std::vector<bool>& at_hand);

}  // namespace chasescope::inference
