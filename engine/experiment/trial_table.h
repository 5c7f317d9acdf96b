// The answers of many trials over the same places: for each place and trial one bit that says whether the place was read, and one
// that says whether it missed. So the pairs of places are counted 64 trials at a time.
//
//   TrialTable table(count_of(request.places));
//   table.append(request, *outcome);
//   const PairCount hurt = table.pair(3, 17).first;
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/device/trials.h"

namespace chasescope::experiment {

/// Counts of the trials that read place i: trials that also read place j, trials that did not, and the misses of i in each of the
/// two groups.
struct PairCount {
  std::uint64_t with = 0, missed_with = 0;
  std::uint64_t without = 0, missed_without = 0;
};

/// The number of trials that read both places, and in how many of these each of them missed.
struct Together {
  std::uint32_t both = 0, first_missed = 0, second_missed = 0;
  Together& operator+=(const Together& more) {
    both += more.both;
    first_missed += more.first_missed;
    second_missed += more.second_missed;
    return *this;
  }
};

/// Both directions of one pair.
struct TwoWays {
  PairCount first, second;
};

class TrialTable {
 public:
  explicit TrialTable(std::size_t places) : in_(places), missed_(places), times_in_(places), times_missed_(places) {}

  /// Adds the answers of more trials.
  /// \pre `result` answers `request` in bits; its places are those of the table, all of them timed.
  void append(const TrialsRequest& request, const TrialsResult& result);

  std::size_t places() const { return in_.size(); }
  std::size_t trials() const { return trials_; }
  /// One bit for each trial, 64 in a word: whether the trial read the place, and whether the place missed.
  const std::vector<std::uint64_t>& words_in(std::size_t place) const { return in_[place]; }
  const std::vector<std::uint64_t>& words_missed(std::size_t place) const { return missed_[place]; }
  bool in(std::size_t place, std::size_t trial) const { return (in_[place][trial / 64] >> (trial % 64) & 1) != 0; }
  bool missed(std::size_t place, std::size_t trial) const { return (missed_[place][trial / 64] >> (trial % 64) & 1) != 0; }
  /// How many trials read a place, and in how many of them it missed.
  std::uint64_t times_in(std::size_t place) const { return times_in_[place]; }
  std::uint64_t times_missed(std::size_t place) const { return times_missed_[place]; }
  /// The share of all reads that missed.
  double missed_share() const;
  /// Counts of two places over the trials of words `begin` to `end`; O(end - begin).
  Together together(std::size_t i, std::size_t j, std::size_t begin, std::size_t end) const;
  /// The counts that show whether j evicts i, and whether i evicts j. `together`: counted over all trials.
  TwoWays two_ways(std::size_t i, std::size_t j, const Together& together) const;
  TwoWays pair(std::size_t i, std::size_t j) const { return two_ways(i, j, together(i, j, 0, in_[i].size())); }

 private:
  /// How many trials read each place, and in how many of them it missed.
  struct Times {
    std::vector<std::uint64_t> in, missed;
  };
  Times put_in_words(std::size_t begin, std::size_t end, const TrialsRequest& request, const TrialsResult& result);

  std::vector<std::vector<std::uint64_t>> in_, missed_;  // by place, a bit for each trial
  std::vector<std::uint64_t> times_in_, times_missed_;   // by place
  std::size_t trials_ = 0;
};

}  // namespace chasescope::experiment
