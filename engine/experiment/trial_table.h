// Who was in, and who missed: the answers of many trials over the same places, as bits by place, so that pairs are counted 64
// trials at a time.
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

/// Of the trials in which place i was in: those with j and those without, and how many of each i missed in.
struct PairCount {
  std::uint64_t with = 0, missed_with = 0;
  std::uint64_t without = 0, missed_without = 0;
};

/// In how many trials two places were in, and in how many of these the one missed, and the other.
struct Together {
  std::uint32_t both = 0, first_missed = 0, second_missed = 0;
  Together& operator+=(const Together& more) {
    both += more.both;
    first_missed += more.first_missed;
    second_missed += more.second_missed;
    return *this;
  }
};

/// Both ways of one pair.
struct TwoWays {
  PairCount first, second;
};

class TrialTable {
 public:
  explicit TrialTable(std::size_t places) : in_(places), missed_(places), times_in_(places), times_missed_(places) {}

  /// \pre `result` answers `request` by bits, whose places are these, all of them timed.
  void append(const TrialsRequest& request, const TrialsResult& result);

  std::size_t places() const { return in_.size(); }
  std::size_t trials() const { return trials_; }
  /// A bit for each trial, 64 of them a word: those in which a place was in, and those in which it missed.
  const std::vector<std::uint64_t>& words_in(std::size_t place) const { return in_[place]; }
  const std::vector<std::uint64_t>& words_missed(std::size_t place) const { return missed_[place]; }
  bool in(std::size_t place, std::size_t trial) const { return (in_[place][trial / 64] >> (trial % 64) & 1) != 0; }
  bool missed(std::size_t place, std::size_t trial) const { return (missed_[place][trial / 64] >> (trial % 64) & 1) != 0; }
  /// How often a place was in, and how often it missed then.
  std::uint64_t times_in(std::size_t place) const { return times_in_[place]; }
  std::uint64_t times_missed(std::size_t place) const { return times_missed_[place]; }
  /// Of all that were in, the share that missed.
  double missed_share() const;
  /// Of two places, in the trials of words `begin` to `end`; O(end - begin).
  Together together(std::size_t i, std::size_t j, std::size_t begin, std::size_t end) const;
  /// Does j hurt i, and does i hurt j? `together`: in all trials.
  TwoWays two_ways(std::size_t i, std::size_t j, const Together& together) const;
  TwoWays pair(std::size_t i, std::size_t j) const { return two_ways(i, j, together(i, j, 0, in_[i].size())); }

 private:
  std::vector<std::vector<std::uint64_t>> in_, missed_;  // by place, a bit for each trial
  std::vector<std::uint64_t> times_in_, times_missed_;   // by place
  std::size_t trials_ = 0;
};

}  // namespace chasescope::experiment
