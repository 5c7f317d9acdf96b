// Shared by the steps of filling a TLB: trials that read all pages of a list, and the number of misses that noise explains.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
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
  /// One trial without any visits before the timed ones.
  experiment::TrialTable ask_unfilled(const std::vector<std::uint64_t>& pages, const std::string& label) {
    last_ = asker_.request(ListedPlaces{pages}, 1, 1);
    last_.fill_passes = 0;
    return ask_last(label);
  }
  /// Such a trial, and the cycles of the visit to each page.
  std::pair<TrialsRequest, std::vector<float>> cycles_unfilled(const std::vector<std::uint64_t>& pages, const std::string& label) {
    TrialsRequest request = asker_.request(ListedPlaces{pages}, 1, 1);
    request.fill_passes = 0;
    request.record = TrialRecord::cycles;
    std::vector<float> cycles = asker_.cycles(request, label);
    if (cycles.size() != pages.size()) throw Unanswerable("The device answered trials without cycles.");
    return {request, std::move(cycles)};
  }
  /// The latest request.
  const TrialsRequest& last() const { return last_; }

  /// The misses of all visits.
  static std::uint64_t missed(const experiment::TrialTable& table) {
    std::uint64_t missed = 0;
    for (std::size_t i = 0; i < table.places(); ++i) missed += table.times_missed(i);
    return missed;
  }

  /// Whether so many misses are more than noise explains.
  bool is_more_than_stray(std::uint64_t missed, std::uint64_t visits) const {
    if (question_.stray == 0) return missed > 0;
    return statistics::binomial_at_least(missed, visits, question_.stray) < statistics::kWrong;
  }

  /// The largest number of misses that noise explains at any single place, if `places` places are read in `trials` trials each.
  std::uint64_t most_stray(std::uint64_t trials, std::size_t places) const {
    if (question_.stray == 0) return 0;
    if (trials == known_stray_.trials && places == known_stray_.places) return known_stray_.times;
    std::uint64_t times = 0;
    while (times < trials &&
           statistics::binomial_at_least(times + 1, trials, question_.stray) * static_cast<double>(places) >= statistics::kWrong)
      ++times;
    known_stray_ = {trials, places, times};
    return times;
  }

  /// Whether a page missed more often than noise explains.
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

  /// The latest answer of most_stray(), which is asked for each place of a table.
  struct KnownStray {
    std::uint64_t trials = 0;
    std::size_t places = 0;
    std::uint64_t times = 0;
  };

  const SetsQuestion& question_;
  mutable KnownStray known_stray_;
  TrialAsker asker_;
  Random random_;
  TrialsRequest last_;
};

}  // namespace chasescope::structure
