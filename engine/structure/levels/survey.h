// The data levels behind one memory space: how many there are, the latency of each, and between which footprints each cache is
// outgrown. Everything is found from the latencies; nothing is assumed about them.
//
// A walk is sequential, so that a translation is looked up once a page. The first access to each 4 KiB block (no page is smaller)
// may have a TLB miss and is left out. All other accesses show the data levels alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::structure {

/// No page is assumed to be smaller.
inline constexpr std::uint64_t kSmallestPage = 4096;
/// No line is assumed to be larger.
inline constexpr std::uint64_t kLargestLine = 4096;

/// The number of the smallest page that an address lies in.
inline std::uint64_t block_of(std::uint64_t address) { return address / kSmallestPage; }

/// On a card: the smallest ratio of two latencies that are taken for two levels.
inline constexpr double kClearlyApart = 1.3;

/// The share of the accesses to a footprint that must miss a cache before it counts as outgrown.
inline constexpr double kOutgrownShare = 0.25;

/// One level: a cache, or memory.
struct DataLevel {
  inference::Band latency;  ///< raw cycles, without TLB misses; from the fastest to the slowest place of the level that was seen
  RunPtr shown_by;
  bool is_among_primers = false;  ///< every second access of the run, from the first on, is a primer that looks a page up
  /// Median of latencies that may belong to a level just behind, which noise does not separate from this one (cycles).
  std::optional<double> perhaps_behind = std::nullopt;
  /// The accesses of the run that show the latency of the level: none that may have a TLB miss.
  std::vector<std::size_t> telling_accesses() const;
};

/// The footprints between which a cache is outgrown (bytes): at `fits` nothing missed it, at `outgrown` a large part did. All 0 for
/// a cache that was found by lines from all over memory, because neighbouring lines never outgrow it by itself: its sets fill
/// unevenly, or the next cache is outgrown at the same footprint.
struct Boundary {
  bool known() const { return outgrown != 0; }
  std::uint64_t fits = 0;
  std::uint64_t outgrown = 0;
  std::uint64_t stride = 0;
  std::uint64_t misses_from = 0;    ///< the smallest footprint with some misses that was seen; 0 if it was not looked for
  std::vector<RunPtr> narrowed_by;  ///< the walks of the bisection (narrow_boundaries.h)
};

/// The other half of an L2. It answers footprints from `own.outgrown` on; up to `own.fits`, the SM's own half answers. From
/// `own.misses_from` on, some lines are no longer in the own half.
struct OtherHalf {
  DataLevel level;
  Boundary own;
};

/// The fetch size of the last cache, from a walk over lines that had been evicted from it (fetch_sizes.h).
struct Refetched {
  std::uint64_t bytes = 0;
  RunPtr run;
};

struct Survey {
  inference::LatencyNoise noise;
  RunPtr reference;  ///< one element that is read over and over
  /// The share by which the latency of one element differs from chase to chase, if it is more than chance. A clock that drifts
  /// between chases changes all latencies by it.
  double wanders = 0;
  double overhead_cycles = 0;  ///< the part of each latency that is the overhead of measuring; 0 if the device states none
  bool overhead_stated = false;
  std::vector<DataLevel> levels;                          ///< nearest first
  std::vector<Boundary> boundaries;                       ///< of cache i, which lies in front of levels[i + 1]
  std::vector<std::vector<RunPtr>> everywhere;            ///< by level: runs on SMs all over a card (many_sms.h); may be empty
  std::vector<std::optional<std::uint64_t>> fetch_bytes;  ///< of cache i: its fetch size
  std::optional<Refetched> refetched;                     ///< of the last cache, if untouched memory does not show its fetch size
  RunPtr cold;                                            ///< the walk over untouched memory
  double cold_cycles = 0;                                 ///< the slowest latency of that walk; 0 if nothing was slower than a hit
  std::optional<OtherHalf> other_half;                    ///< of the last cache, if it is an L2 of two halves
  std::uint64_t walked_until = 0;                         ///< the largest footprint that was walked
  /// the largest footprint in which nothing took longer than the last level
  std::uint64_t held_until = 0;
  /// why no larger footprint was walked; empty if the device was not the reason
  std::string ended;
  /// the last level is the one that answers cold accesses; else the device ended before memory was reached
  bool memory_seen = false;
  std::uint64_t clean_until = 0;  ///< up to this contiguous footprint, translation adds nothing to any latency
  std::vector<RunPtr> sweep;      ///< the walks, by footprint
  /// walks over lines from all over memory; each reads the lines of the one before it and as many new ones
  std::vector<RunPtr> scattered;
  std::vector<RunPtr> read_again;  ///< walks in random order that read further words of lines of `read_again_bytes`
  std::uint64_t read_again_bytes = 0;
  /// The cycles that TLB misses add to a latency, if they are the same for all data levels and explain all latencies that were seen
  /// (translation_penalties.h). Empty if they are not known.
  std::vector<double> translation;

  std::size_t caches() const { return boundaries.size(); }
  /// Why the end of the last level is not known, if memory was not seen; one or two sentences.
  std::string why_no_end() const;
  /// The cut (cycles) of cache i: an access that takes longer missed the cache.
  double cut(std::size_t cache) const;
  /// The bands in which misses of cache i lie: those of the levels behind it. A latency above the cut but outside of them is an
  /// outlier.
  std::vector<inference::Band> bands_behind(std::size_t cache) const;
  /// The latencies that belong to this level in this noise. They end half-way to the levels before and behind it.
  inference::Band band_of(const inference::Band& level) const;
  /// The share of hits of cache i that noise makes look like misses.
  double false_share(std::size_t cache) const;
  /// The share of predicted visits that may differ from the prediction without contradicting it: twice the share that noise turns,
  /// and one visit in 200 for bursts, which no estimate of the noise covers. 0 on a device that looks steady (steadiness.h).
  double stray_share(std::size_t cache) const;
};

/// Surveys one memory space for at most `most_caches` caches (and the level behind the last of them). Throws Undecided if not even
/// one level can be found.
Survey survey_levels(Lab& lab, std::size_t most_caches = 8);

/// Whether the element at `offset` may have a TLB miss in a sequential walk: it is the first one of its 4 KiB block.
inline bool first_of_block(std::uint64_t previous, std::uint64_t offset) {
  return previous / kSmallestPage != offset / kSmallestPage;
}

}  // namespace chasescope::structure
