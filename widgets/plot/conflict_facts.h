// What the trials of a session show of one cache: how much each place misses with each other one, sorted into the sets that they share.
// Pure.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/probe/found_sets.h"
#include "engine/session/session.h"

namespace chasescope {

struct ConflictFacts {
  FoundSets cache;                      ///< whose sets it shows
  RunPtr run;                           ///< the trials
  std::size_t trials = 0;
  std::vector<std::uint64_t> places;    ///< offsets (bytes), set by set
  std::vector<std::size_t> begins;      ///< where each set begins among the places, and their number at the end
  std::vector<QString> names;           ///< of each set, as the index numbers it; empty where that is not known
  std::vector<float> z;                 ///< by row and column: standard errors by which a place misses more often with another one
  double limit = 0;                     ///< above it two places hurt each other
  /// By the number of lines of a set that were in, from 0: trials, and the share of these lines that missed.
  struct Load {
    std::uint64_t trials = 0;
    double missed = 0;
  };
  std::vector<Load> loads;

  std::size_t sets() const { return begins.empty() ? 0 : begins.size() - 1; }
  float at(std::size_t row, std::size_t column) const { return z[row * places.size() + column]; }
  /// Whether two places share a set.
  bool together(std::size_t a, std::size_t b) const;
};

/// More places than this have no room in a picture, and pairs of them no room in memory.
inline constexpr std::uint64_t kMostConflictPlaces = 1024;

/// Of the trials of `caches` that are evidence of sets, those of this id; the last ones, if it is empty. Nothing where there are none, of more
/// places than can be drawn, or in which no places hurt each other.
std::optional<ConflictFacts> gatherConflicts(const Session& session, const std::vector<FoundSets>& caches, const QString& runId = {});

}  // namespace chasescope
