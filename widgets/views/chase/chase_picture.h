// One warm pass of a chase as it is drawn: the array as tiles, the latency of each access, and the contents of the first cache of
// the memory space after the pass. The data come from a source that knows the state of the cache (engine/step); chase_layout.h
// decides where things lie.
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

/// The recorded run of the chase that a source plays. Shares the run's trace.
struct RecordedChase {
  ChaseRequest request;
  LatencyTrace trace;              ///< empty where only the mean was recorded
  step::LatencyVerdicts verdicts;  ///< which latencies are hits and which are misses
};

/// One timed access of the pass.
struct ChaseAccess {
  std::uint64_t timed = 0;      ///< index among the timed accesses
  std::optional<float> cycles;  ///< none where only the mean was recorded
  step::Verdict verdict = step::Verdict::unknown;
};

/// An element of the array; or a whole line, where the array has too many elements.
struct ChaseTile {
  std::uint64_t offset = 0;           ///< its first byte that is read
  std::uint64_t number = 0;           ///< its name: the number of its word or its line, or its place in the array
  std::uint64_t first = 0;            ///< the place within the pass of its first access
  std::vector<ChaseAccess> accesses;  ///< in the order of time
  std::optional<std::uint64_t> line;  ///< number of the line that holds the tile; none where the line size is not known
  std::optional<std::uint32_t> set;

  std::size_t misses() const;
  /// miss where any of its accesses missed, hit where all of them hit.
  step::Verdict verdict() const;
  float slowest() const;
};

/// A line that the array touches.
struct ChaseLine {
  std::uint64_t number = 0;
  std::vector<std::size_t> tiles;  ///< indices of the tiles in this line, by address
};

/// One way of a set, after the pass.
struct ChaseWay {
  step::Way::State state = step::Way::State::unknown;
  std::size_t line = 0;  ///< index into ChasePicture::lines, where the way holds a line
};

/// A set that the array touches, or of a small cache any, after the pass.
struct ChaseSet {
  std::uint32_t number = 0;
  std::size_t lines = 0;  ///< how many lines of the array map to this set
  std::vector<ChaseWay> ways;  ///< the drawn ways: all, or of very many those that hold lines first
  std::size_t more_ways = 0;  ///< empty ways that are not drawn
  std::vector<std::size_t> lost;      ///< indices of lines that map here but were evicted; the line that is read next comes first
  std::size_t misses = 0, hits = 0;   ///< among the accesses of the pass that map to this set
  std::optional<std::size_t> places;  ///< number of ways, where it is known
};

struct ChasePicture {
  enum class Unit { word, line, element };
  Unit unit = Unit::word;                   ///< what a tile stands for
  bool grouped = false;                     ///< a tile stands for a line and all of its accesses
  std::uint64_t footprint = 0, stride = 0;  ///< bytes; the stride is 0 where it varies
  unsigned element_bytes = 4;
  bool ascending = true;             ///< the chase reads the array in the order of addresses
  std::uint64_t pass = 0;            ///< number of the pass, counted from the first access of the warm-up
  std::uint64_t accesses = 0;        ///< accesses in one pass
  std::vector<ChaseTile> tiles;      ///< by address; none where there would be too many
  std::vector<std::size_t> path;     ///< tiles in the order in which they are read
  std::vector<ChaseLine> lines;      ///< by number; none where the line is not known
  std::vector<ChaseSet> sets;        ///< by number; none where the sets are not known
  std::size_t cells = 1;             ///< number of tiles that fit into a line
  step::Part cache;                  ///< the first cache that loads of the memory space go through
  std::size_t misses = 0, hits = 0;  ///< among the accesses of the pass; for the others it is not known

  bool tooMany() const { return tiles.empty(); }
  bool tellsVerdicts() const { return misses + hits > 0; }
  /// Sets of the cache, whether the array touches them or not; 0 where they are not known.
  std::size_t allSets() const { return cache.knows_sets ? cache.spec.ways.size() : 0; }
  const ChaseSet* setOf(const ChaseTile& tile) const;
  const ChaseLine* lineNumbered(std::uint64_t number) const;
};

/// More tiles than this can't be read on a slide.
inline constexpr std::size_t kMostChaseTiles = kMostFewLines;

/// The pass that is drawn: the pass of the chosen timed access, else the first pass after two passes of warm-up. Only passes of
/// which every access was timed count. None where there is no such pass.
std::optional<std::uint64_t> passToShow(const step::Source& source, std::optional<std::uint64_t> chosen);

/// \pre the source has played the pass. Looks at a few thousand accesses at most, however long the pass is.
ChasePicture gatherChase(step::Source& source, std::uint64_t pass, const RecordedChase& chase);

}  // namespace chasescope
