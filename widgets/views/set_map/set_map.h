// Which lines of an array meet in which set of a cache or TLB, and how they fared: what the findings say of the sets, and what a
// recorded chase says of the lines. Pure.
//
//   const SetMap map = mapRun(cache, run, highestHit);   // or mapArray(cache): an array as large as the cache
//
// Which way of its set a line sits in is not seen from outside, so lines stand in the order of their addresses.
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
  std::uint64_t position = 0;  ///< of the pass: its first access
  std::uint64_t visits = 0;    ///< warm accesses that were timed
  std::uint64_t misses = 0;    ///< of those, slower than a hit
  double missShare() const { return visits == 0 ? 0 : static_cast<double>(misses) / static_cast<double>(visits); }
};

struct SetMap {
  enum class Contents { nothing, array, run };

  FoundSets cache;
  Contents contents = Contents::nothing;
  std::vector<std::vector<MappedLine>> lines;  ///< by set, ascending; empty where nothing is placed
  bool missesKnown = false;
  std::uint64_t bytes = 0;  ///< footprint of what is placed
  QString runId;            ///< of Contents::run
  std::size_t of_sets = 0;  ///< these are the first of so many sets (firstSets()); 0: all
  QString whyNot;           ///< why no lines are placed, or why their misses are not known: a sentence

  /// Whether heights can be drawn.
  bool empty() const { return cache.ways.empty(); }
  std::size_t sets() const { return cache.ways.size(); }
  /// Sets that are wanted by more lines than they have ways.
  std::size_t overflowing() const;
  std::size_t mostLines() const;
  /// The set and its line that a position of the pass belongs to.
  struct Place {
    std::size_t set = 0, index = 0;
  };
  std::optional<Place> placeOf(std::uint64_t line) const;
};

/// Lines that are placed at most; a map of more shows heights only.
inline constexpr std::uint64_t kMostMappedLines = 1U << 18U;

/// An array as large as the cache, from the beginning of its memory.
SetMap mapArray(const FoundSets& cache);

/// The first sets of a map alone.
SetMap firstSets(const SetMap& map, std::size_t sets);

/// The lines of a chase. `highestHit` (cycles): slower accesses missed; nothing where that is not known.
SetMap mapRun(const FoundSets& cache, const Run& run, std::optional<float> highestHit);

}  // namespace chasescope
