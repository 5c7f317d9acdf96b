// Which lines of an array map to which set of a cache or TLB, and how many of their accesses missed. Findings give the sets, a
// recorded chase gives the misses. Pure.
//
//   const SetMap map = mapRun(cache, run, highestHit);   // or mapArray(cache): an array as large as the cache
//
// The way in which a line is held can't be observed, so the lines of a set are sorted by address.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "engine/findings/found_sets.h"
#include "engine/findings/run.h"

namespace chasescope {

/// A line (of a TLB: a page) that an array touches.
struct MappedLine {
  std::uint64_t line = 0;      ///< its number: offset / line size
  std::uint64_t position = 0;  ///< position of its first access within the pass
  std::uint64_t visits = 0;    ///< timed accesses after the warm-up
  std::uint64_t misses = 0;    ///< those of the visits that were slower than a hit
  double missShare() const { return visits == 0 ? 0 : static_cast<double>(misses) / static_cast<double>(visits); }
};

struct SetMap {
  enum class Contents { nothing, array, run };

  FoundSets cache;
  Contents contents = Contents::nothing;
  std::vector<std::vector<MappedLine>> lines;  ///< by set, ascending by address; empty where no lines are placed
  bool missesKnown = false;
  std::uint64_t bytes = 0;  ///< footprint of the placed lines
  QString runId;            ///< of Contents::run
  std::size_t of_sets = 0;  ///< these are the first sets of a cache with so many sets (firstSets()); 0: all sets
  QString whyNot;           ///< why no lines are placed, or why their misses are not known: a sentence

  /// Whether the ways of the sets are not known, so that no columns can be drawn.
  bool empty() const { return cache.ways.empty(); }
  std::size_t sets() const { return cache.ways.size(); }
  /// Number of sets with more lines than ways.
  std::size_t overflowing() const;
  std::size_t mostLines() const;
  /// The set, and the line within it, of a position in the pass.
  struct Place {
    std::size_t set = 0, index = 0;
  };
  std::optional<Place> placeOf(std::uint64_t line) const;
};

/// The most lines that are placed; for a larger array the map shows only the ways.
inline constexpr std::uint64_t kMostMappedLines = 1U << 18U;

/// The map of an array as large as the cache, at offset 0.
SetMap mapArray(const FoundSets& cache);

/// The first sets of a map.
SetMap firstSets(const SetMap& map, std::size_t sets);

/// The map of the lines of a chase. `highestHit` (cycles): slower accesses count as misses; nothing where the limit is not known.
SetMap mapRun(const FoundSets& cache, const Run& run, std::optional<float> highestHit);

}  // namespace chasescope
