// What trials show of one cache: how much more often each line (or page; "place" is either) misses when each other one takes part,
// sorted by the sets that they share. Pure.
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
  std::uint64_t of_places = 0;        ///< places in the trials; more than `places` if not all have room in the picture
  std::vector<std::uint64_t> places;  ///< offsets (bytes): set by set, or by address as long as no sets are seen
  std::vector<std::size_t>
      begins;                  ///< where each set begins among the places, and their number at the end; empty: no sets are seen
  std::vector<QString> names;  ///< of each set, as the index numbers it; empty where that is not known
  std::vector<std::size_t> by_address;  ///< places in order of their address
  std::vector<float> z;  ///< by row and column: standard errors by which the row's place misses more often with the column's
  double limit = 0;      ///< a larger z is not due to chance: the two places evict each other
  /// Trials in which a number of lines of one set took part, and the share of these lines that missed.
  struct Load {
    std::uint64_t trials = 0;
    double missed = 0;
  };
  std::vector<Load> loads;                   ///< by that number of lines, from 0; all sets together
  std::vector<std::vector<Load>> set_loads;  ///< of each set
  std::optional<VictimAges> ages;            ///< which line of a full set is evicted, if that was seen
  std::shared_ptr<const experiment::TrialTable> table;
  std::vector<std::size_t> numbers;  ///< the index of each place in `table`

  std::size_t sets() const { return begins.empty() ? 0 : begins.size() - 1; }
  float at(std::size_t row, std::size_t column) const { return z[row * places.size() + column]; }
  /// The set of a place, counted as in `begins`. \pre sets() > 0
  std::size_t set_of(std::size_t place) const;
  /// Whether two places share a set.
  bool together(std::size_t a, std::size_t b) const { return sets() > 0 && set_of(a) == set_of(b); }
  /// How often a place misses in the trials in which another one takes part, and in the other trials.
  experiment::PairCount counts(std::size_t place, std::size_t with) const {
    return table->pair(numbers[place], numbers[with]).first;
  }
};

/// The most places that have room in a picture, and their pairs in memory.
inline constexpr std::uint64_t kMostConflictPlaces = 1024;

/// The trials with this id, if they are evidence of the sets of one of `caches`; without an id, the last such trials. Empty if
/// there are none, if they have more places than can be drawn, or if no places evict each other in them. `findings`: all of the
/// session, because some tell which latency is a hit.
std::optional<ConflictFacts> gatherConflicts(std::span<const RunPtr> runs, const std::vector<FoundSets>& caches,
                                             const std::vector<Finding>& findings, const QString& runId = {});

/// Whether trials that can be drawn are evidence of a cache's sets.
bool hasConflicts(std::span<const RunPtr> runs, const FoundSets& cache);

/// The same places in the same order, with what the first `trials` trials show.
ConflictFacts afterTrials(const ConflictFacts& facts, std::size_t trials);

/// Collects trials while a probe makes them: all requests of one search over the same places. Shows the first of many places.
class LiveConflicts {
 public:
  /// \return false if the run changes nothing: it holds no trials of random places, or only few while a long search is shown.
  bool add(const RunPtr& run);
  void clear() { *this = LiveConflicts(); }
  bool empty() const { return table_ == nullptr; }
  /// Set by set once the sets stand out, else in order of address. Empty before the first trial.
  std::optional<ConflictFacts> facts() const;

 private:
  bool goesOn(const TrialsRequest& request) const;
  bool replaces(const TrialsRequest& request) const;

  std::shared_ptr<experiment::TrialTable> table_;
  RunPtr last_;
};

}  // namespace chasescope
