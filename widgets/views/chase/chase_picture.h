// One warm pass of a chase as it is drawn: the array as tiles, what each of them took, and what the cache that the space asks first
// holds when the pass is over. Gathered from a source that knows the state (engine/step); where things lie is chase_layout.h's
// business.
//
//   if (const auto pass = passToShow(source, {})) paint(gatherChase(source, *pass, run));
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/step/step.h"
#include "engine/step/verdicts.h"
#include "widgets/figure/figure_probes.h"

namespace chasescope {

/// What was recorded of the chase that a source plays. Shares its trace.
struct RecordedChase {
  ChaseRequest request;
  LatencyTrace trace;              ///< empty where only the mean was recorded
  step::LatencyVerdicts verdicts;  ///< what its latencies are called
};

/// One timed access of the pass.
struct ChaseAccess {
  std::uint64_t timed = 0;      ///< which of the timed accesses
  std::optional<float> cycles;  ///< none where only the mean was recorded
  step::Verdict verdict = step::Verdict::unknown;
};

/// An element of the array; where there are too many of them, all of a line.
struct ChaseTile {
  std::uint64_t offset = 0;           ///< its first byte that is read
  std::uint64_t number = 0;           ///< its name: of the word, of the line, or its place in the array
  std::uint64_t first = 0;            ///< the place within the pass of its first access
  std::vector<ChaseAccess> accesses;  ///< in the order of time
  std::optional<std::uint64_t> line;  ///< the line that it lies in, by number; none where the line is not known
  std::optional<std::uint32_t> set;

  std::size_t misses() const;
  /// miss where any of its accesses missed, hit where all of them hit.
  step::Verdict verdict() const;
  float slowest() const;
};

/// A line that the array touches.
struct ChaseLine {
  std::uint64_t number = 0;
  std::vector<std::size_t> tiles;  ///< by address
};

/// One of the ways of a set, after the pass.
struct ChaseWay {
  step::Way::State state = step::Way::State::unknown;
  std::size_t line = 0;  ///< of ChasePicture::lines, where one is held
};

/// A set that the array touches, after the pass.
struct ChaseSet {
  std::uint32_t number = 0;
  std::size_t lines = 0;              ///< of the array, that belong here
  std::vector<ChaseWay> ways;         ///< those that hold lines, before the others where the ways are very many
  std::size_t more_ways = 0;          ///< that are not among them, and empty
  std::vector<std::size_t> lost;      ///< lines that belong here and are not there; the one that is needed next comes first
  std::size_t misses = 0, hits = 0;   ///< of the accesses of the pass
  std::optional<std::size_t> places;  ///< its ways, where they are known
};

struct ChasePicture {
  enum class Unit { word, line, element };
  Unit unit = Unit::word;                   ///< what a tile is called
  bool grouped = false;                     ///< a tile is a line with all of its accesses
  std::uint64_t footprint = 0, stride = 0;  ///< bytes; the stride is 0 where there is no single one
  unsigned element_bytes = 4;
  bool ascending = true;             ///< read in the order of addresses
  std::uint64_t pass = 0;            ///< counted from the first access of the warm-up
  std::uint64_t accesses = 0;        ///< of a pass
  std::vector<ChaseTile> tiles;      ///< by address; none where there would be too many
  std::vector<std::size_t> path;     ///< tiles in the order in which they are read
  std::vector<ChaseLine> lines;      ///< by number; none where the line is not known
  std::vector<ChaseSet> sets;        ///< by number; none where the sets are not known
  std::size_t cells = 1;             ///< tiles that a line has room for
  step::Part cache;                  ///< the one that the space asks first
  std::size_t misses = 0, hits = 0;  ///< of the accesses of the pass; the others are not told

  bool tooMany() const { return tiles.empty(); }
  bool tellsVerdicts() const { return misses + hits > 0; }
  /// Sets of the cache, whether the array touches them or not; 0 where they are not known.
  std::size_t allSets() const { return cache.knows_sets ? cache.spec.ways.size() : 0; }
  const ChaseSet* setOf(const ChaseTile& tile) const;
  const ChaseLine* lineNumbered(std::uint64_t number) const;
};

/// More tiles than this can't be read on a slide.
inline constexpr std::size_t kMostChaseTiles = kMostFewLines;

/// The pass that is drawn: the one of a chosen timed access, else the first that two passes of warming up go before; only passes
/// that were timed as a whole. None where there is no such pass.
std::optional<std::uint64_t> passToShow(const step::Source& source, std::optional<std::uint64_t> chosen);

/// \pre the pass is ready in the source. At most some thousand accesses are looked at, whatever the length of the pass.
ChasePicture gatherChase(step::Source& source, std::uint64_t pass, const RecordedChase& chase);

}  // namespace chasescope
