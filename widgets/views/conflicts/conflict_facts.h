// What trials show of one cache: how much each place misses with each other one, sorted into the sets that they share.
// Pure.
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/experiment/trial_table.h"
#include "engine/findings/found_sets.h"
#include "engine/session/document/session.h"
#include "widgets/views/conflicts/victim_ages.h"

namespace chasescope {

struct ConflictFacts {
  FoundSets cache;  ///< whose sets it shows; without a subject while the trials are still being made
  RunPtr run;       ///< the trials, or the last of them
  std::size_t trials = 0;
  std::uint64_t of_places = 0;        ///< so many places were in the trials; more than are shown, where they have no room
  std::vector<std::uint64_t> places;  ///< offsets (bytes): set by set, or by address as long as no sets are seen
  std::vector<std::size_t>
      begins;                  ///< where each set begins among the places, and their number at the end; empty: no sets are seen
  std::vector<QString> names;  ///< of each set, as the index numbers it; empty where that is not known
  std::vector<std::size_t> by_address;  ///< places in order of their address
  std::vector<float> z;                 ///< by row and column: standard errors by which a place misses more often with another one
  double limit = 0;                     ///< above it two places hurt each other
  /// By the number of lines of a set that were in, from 0: trials, and the share of these lines that missed.
  struct Load {
    std::uint64_t trials = 0;
    double missed = 0;
  };
  std::vector<Load> loads;                   ///< of all sets together
  std::vector<std::vector<Load>> set_loads;  ///< of each set
  std::optional<VictimAges> ages;            ///< which line of a full set goes, where that was seen
  std::shared_ptr<const experiment::TrialTable> table;
  std::vector<std::size_t> numbers;  ///< of each place in the table

  std::size_t sets() const { return begins.empty() ? 0 : begins.size() - 1; }
  float at(std::size_t row, std::size_t column) const { return z[row * places.size() + column]; }
  /// The set of a place, counted as in `begins`. \pre sets() > 0
  std::size_t set_of(std::size_t place) const;
  /// Whether two places share a set.
  bool together(std::size_t a, std::size_t b) const { return sets() > 0 && set_of(a) == set_of(b); }
  /// How often a place misses in the trials in which another one was in, and in those in which it was not.
  experiment::PairCount counts(std::size_t place, std::size_t with) const {
    return table->pair(numbers[place], numbers[with]).first;
  }
};

/// More places than this have no room in a picture, and pairs of them no room in memory.
inline constexpr std::uint64_t kMostConflictPlaces = 1024;

/// Of the trials of `caches` that are evidence of sets, those of this id; the last ones, if it is empty. Nothing where there are
/// none, of more places than can be drawn, or in which no places hurt each other. `findings`: all of them, for what tells hit from
/// miss.
std::optional<ConflictFacts> gatherConflicts(std::span<const RunPtr> runs, const std::vector<FoundSets>& caches,
                                             const std::vector<Finding>& findings, const QString& runId = {});

/// Whether trials that can be drawn are evidence of a cache's sets.
bool hasConflicts(std::span<const RunPtr> runs, const FoundSets& cache);

/// The same places in the same order, as the first so many trials show them.
ConflictFacts afterTrials(const ConflictFacts& facts, std::size_t trials);

/// Trials as they come in: those of one search, of the same places, put together. Of many places the first are shown.
class LiveConflicts {
 public:
  /// False if that changes nothing: what is no trial of random places, or a short look beside a long search.
  bool add(const RunPtr& run);
  void clear() { *this = LiveConflicts(); }
  bool empty() const { return table_ == nullptr; }
  /// Set by set once sets stand out, else in order of address. Nothing while there is nothing.
  std::optional<ConflictFacts> facts() const;

 private:
  bool goesOn(const TrialsRequest& request) const;
  bool replaces(const TrialsRequest& request) const;

  std::shared_ptr<experiment::TrialTable> table_;
  RunPtr last_;
};

}  // namespace chasescope
