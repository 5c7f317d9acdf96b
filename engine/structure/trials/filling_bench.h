// What the steps of filling a TLB share: trials of some pages, all of which are in, and what noise explains of their misses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"
#include "engine/structure/trials/trial_asker.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

class FillingBench {
 public:
  FillingBench(const SetsQuestion& question, const AskTrials& ask)
      : question_(question), asker_(question, ask), random_(question.seed) {}

  /// Throws Unanswerable.
  experiment::TrialTable ask(const std::vector<std::uint64_t>& pages, std::uint64_t trials, const std::string& label) {
    last_ = asker_.request(ListedPlaces{pages}, 1, trials);
    return ask_last(label);
  }
  /// One trial whose only visits are timed.
  experiment::TrialTable ask_unfilled(const std::vector<std::uint64_t>& pages, const std::string& label) {
    last_ = asker_.request(ListedPlaces{pages}, 1, 1);
    last_.fill_passes = 0;
    return ask_last(label);
  }
  /// The latest request.
  const TrialsRequest& last() const { return last_; }

  /// Of all visits.
  static std::uint64_t missed(const experiment::TrialTable& table) {
    std::uint64_t missed = 0;
    for (std::size_t i = 0; i < table.places(); ++i) missed += table.times_missed(i);
    return missed;
  }

  /// Whether so many misses are more than noise shows.
  bool is_more_than_stray(std::uint64_t missed, std::uint64_t visits) const {
    if (question_.stray == 0) return missed > 0;
    return statistics::binomial_at_least(missed, visits, question_.stray) < statistics::kWrong;
  }

  /// How often a place may miss by noise in so many trials, and none of so many places more often.
  std::uint64_t most_stray(std::uint64_t trials, std::size_t places) const {
    std::uint64_t times = 0;
    while (question_.stray > 0 && times < trials &&
           statistics::binomial_at_least(times + 1, trials, question_.stray) * static_cast<double>(places) >= statistics::kWrong)
      ++times;
    return times;
  }

  /// Whether a page missed more often than any does by noise.
  bool is_pushed_out(const experiment::TrialTable& table, std::size_t place) const {
    return table.times_missed(place) > most_stray(table.trials(), table.places());
  }

  const SetsQuestion& question() const { return question_; }
  Random& random() { return random_; }

 private:
  experiment::TrialTable ask_last(const std::string& label) {
    experiment::TrialTable table(count_of(last_.places));
    asker_.ask(last_, label, table);
    return table;
  }

  const SetsQuestion& question_;
  TrialAsker asker_;
  Random random_;
  TrialsRequest last_;
};

}  // namespace chasescope::structure
