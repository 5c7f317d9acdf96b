// The data levels behind one memory space: how many there are, what an access to each takes, and between which footprints each
// cache is outgrown. Everything is found from the latencies; nothing is assumed of them.
//
// Walks are sequential, so that translation is looked up once a page: the first access to each 4 KiB block (no page is smaller) may
// carry a TLB miss and is left out; all others show the data levels alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::structure {

/// No page is taken to be smaller.
inline constexpr std::uint64_t kSmallestPage = 4096;
/// No line is taken to be larger.
inline constexpr std::uint64_t kLargestLine = 4096;

/// The number of the smallest page that an address lies in.
inline std::uint64_t block_of(std::uint64_t address) { return address / kSmallestPage; }

/// On a card: the smallest ratio of the latencies of two levels that are taken for two.
inline constexpr double kClearlyApart = 1.3;

/// Of the accesses to a footprint, how many must miss a cache before it counts as outgrown.
inline constexpr double kOutgrownShare = 0.25;

/// One level that answers: a cache, or memory.
struct DataLevel {
  inference::Band latency;  ///< raw cycles, translation hitting; from the fastest to the slowest place that the level was seen in
  RunPtr shown_by;
  bool is_among_primers = false;  ///< every other access of the run, from the first on, looks a page up
  /// Median of latencies that may be those of a level just behind, which noise does not let be told from this one (cycles).
  std::optional<double> perhaps_behind = std::nullopt;
  /// The accesses of the run that can tell what the level takes: none for which a page may have been looked up.
  std::vector<std::size_t> telling_accesses() const;
};

/// Footprints between which a cache is outgrown: at `fits` nothing missed it, at `outgrown` a good part did. Bytes. All 0 for a
/// cache that neighbouring lines never outgrow by themselves (its sets fill unevenly, or the next cache is outgrown at once); lines
/// from all over memory showed it.
struct Boundary {
  bool known() const { return outgrown != 0; }
  std::uint64_t fits = 0;
  std::uint64_t outgrown = 0;
  std::uint64_t stride = 0;
  std::uint64_t misses_from = 0;    ///< the smallest footprint seen of which some lines miss; 0 if it was not looked for
  std::vector<RunPtr> narrowed_by;  ///< the walks that did (narrow_boundaries.h)
};

/// The other half of an L2: what answers from footprints of `own.outgrown` on, while up to `own.fits` the own half did.
/// From `own.misses_from` on some lines are no longer in the own half.
struct OtherHalf {
  DataLevel level;
  Boundary own;
};

/// What misses of the last cache brought, in a walk over lines that had been pushed out of it (refetched_lines.h).
struct Refetched {
  std::uint64_t bytes = 0;
  RunPtr run;
};

struct Survey {
  inference::LatencyNoise noise;
  RunPtr reference;  ///< one element over and over
  /// By which share the latency of one element differs from chase to chase, if more than chance: a clock that runs away between
  /// chases takes all latencies with it.
  double wanders = 0;
  double overhead_cycles = 0;  ///< what of each latency is the cost of measuring; 0 if the device states none
  bool overhead_stated = false;
  std::vector<DataLevel> levels;                          ///< nearest first
  std::vector<Boundary> boundaries;                       ///< of cache i, in front of levels[i + 1]
  std::vector<std::vector<RunPtr>> everywhere;            ///< by level: runs on SMs all over a card (many_sms.h); may be empty
  std::vector<std::optional<std::uint64_t>> fetch_bytes;  ///< of cache i: what a miss of it brings
  std::optional<Refetched> refetched;                     ///< of the last cache, where untouched memory does not tell
  RunPtr cold;                                            ///< the walk over untouched memory
  double cold_cycles = 0;                                 ///< the slowest that walk shows; 0 if nothing was slower than a hit
  std::optional<OtherHalf> other_half;                    ///< of the last cache, where it is an L2 that answers from two halves
  std::uint64_t walked_until = 0;                         ///< the largest footprint that was walked
  std::uint64_t held_until = 0;                           ///< the largest one in which nothing took longer than the last level does
  std::string ended;                                      ///< why no larger one was; empty where it was not a matter of the device
  bool memory_seen = false;       ///< the last level is what answers cold accesses; else the device ended before it did
  std::uint64_t clean_until = 0;  ///< up to this contiguous footprint translation leaves no trace at all
  std::vector<RunPtr> sweep;      ///< the walks, by footprint
  /// What a TLB miss adds to a latency, in cycles, if it is the same whatever level the data come from, and explains all latencies
  /// that were seen (translation_penalties.h). Empty if that is not known.
  std::vector<double> translation;

  std::size_t caches() const { return boundaries.size(); }
  /// Why the last level is not known to end, where memory was not seen; a sentence or two.
  std::string why_no_end() const;
  /// What is a miss of cache i: slower than this …
  double cut(std::size_t cache) const;
  /// … and within one of these bands.
  std::vector<inference::Band> bands_behind(std::size_t cache) const;
  /// The latencies that count as this level in this noise. They end half way to the level before it and to the level behind it.
  inference::Band band_of(const inference::Band& level) const;
  /// The share of hits of cache i that noise makes look like misses.
  double false_share(std::size_t cache) const;
  /// Of visits whose hit or miss is foretold, the share that may come otherwise without saying anything of the cache: twice what noise
  /// makes of them, and a visit in 200 for bursts, which no estimate of the noise covers. 0 on a device that looks steady (steadiness.h).
  double stray_share(std::size_t cache) const;
};

/// Looks at one space, for at most `most_caches` caches (the level behind the last of them is found as well). Throws Undecided if
/// not even one level can be told.
Survey survey_levels(Lab& lab, std::size_t most_caches = 8);

/// Whether the element at position `i` of a sequential walk may carry a TLB miss: it is the first of its 4 KiB block.
inline bool first_of_block(std::uint64_t previous, std::uint64_t offset) {
  return previous / kSmallestPage != offset / kSmallestPage;
}

}  // namespace chasescope::structure
