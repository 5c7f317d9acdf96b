// What tells an access that went one level further from one that did not, learnt from two traces: one of a footprint that fits
// and one of a footprint that is much too large.
//
//   const MissMark mark = tell_apart(fitting, overflowing);
//   if (mark.clear) misses = passes_with_misses(trace, mark, accesses_per_pass);
//
// No latency is assumed. A miss has a window of latencies and not only a lower bound: interrupts, which are slower than anything,
// and accesses that are slow for another reason lie outside of it. What is left of those, the first accesses to pages (their
// translations miss), is left out by place: see `skip`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

/// Of the larger footprint's accesses, how many must be new for there to be a next level.
inline constexpr double kLeastMissShare = 0.02;

struct MissMark {
  bool clear = false;       ///< hits and misses don't overlap; only then do the numbers below mean anything
  std::string why_unclear;  ///< a sentence
  double from = 0, to = 0;  ///< cycles; an access that took from < x <= to missed
  double hit = 0;           ///< median of the accesses at or below `from`, in the fitting trace
  double miss = 0;          ///< median of those above it, in the overflowing one
  double slowest_miss = 0;  ///< nine in ten of the misses took less
  double fastest_miss = 0;  ///< nine in ten of the misses took more
  double false_share = 0;   ///< share of the fitting trace's accesses that look like misses (outliers)
  bool quiet = false;       ///< hits take a few exact latencies and no access looked like a miss: the device has no noise
  double share = 0;         ///< share of the overflowing trace's accesses that missed
  bool marks(float cycles) const { return cycles > from && cycles <= to; }
};

/// Learns the mark. One in fifty accesses of the overflowing trace must be slower than the fitting one's; fewer make no next level.
/// `finely`: where all hits take the same, a distance of less than a clock's coarsest tick will do; not for cards, whose latencies
/// depend on what earlier chases left behind.
MissMark tell_apart(const LatencyTrace& fitting, const LatencyTrace& overflowing, bool finely = false);

/// The places of a pass that are looked at: not those whose number is a multiple of `skip`; 0 looks at all. In strides of s
/// bytes from offset 0, skip = p/s leaves out the first access to each page of p bytes and its multiples.
struct Places {
  std::size_t pass = 0;
  std::size_t skip = 0;
  bool counts(std::size_t place) const { return skip == 0 || place % skip != 0; }
};

/// The accesses at the places that count, in order. The trace begins at a pass.
LatencyTrace at_places(const LatencyTrace& trace, const Places& places);

std::size_t count_marked(const LatencyTrace& trace, const MissMark& mark);

/// Misses in each whole pass. An array that doesn't fit misses at least once in every warm pass, whatever the replacement policy:
/// the cache can't hold all of it, and what it lacks is visited. An array that fits misses in none.
std::vector<std::size_t> misses_by_pass(const LatencyTrace& trace, const MissMark& mark, const Places& places);

/// Whether so many misses in a pass are more than outliers make: `false_share` of `pass` accesses look like misses by chance.
bool more_than_chance(std::size_t misses, std::size_t pass, double false_share);

/// Places that missed in most of the trace's whole passes: under LRU or FIFO the same every time. Ascending.
std::vector<std::size_t> steady_misses(const LatencyTrace& trace, const MissMark& mark, const Places& places);

/// How misses come back: places that missed in every pass but one at the most, and places that missed in two or more but not in
/// those.
struct Steadiness {
  std::size_t always = 0, sometimes = 0;
};
Steadiness steadiness_of(const LatencyTrace& trace, const MissMark& mark, const Places& places);

}  // namespace chasescope::inference
