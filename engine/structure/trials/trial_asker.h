// Makes the trials for all steps of one search, and gives each trial a number of its own.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/experiment/trial_table.h"
#include "engine/structure/trials/sets_by_trials.h"

namespace chasescope::structure {

/// Thrown within a search that can't go on. Its sentence has the reason.
struct Unanswerable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class TrialAsker {
 public:
  TrialAsker(const SetsQuestion& question, const AskTrials& ask) : question_(question), ask_(ask) {}

  TrialsRequest request(const ListedPlaces& places, double probability, std::uint64_t trials) {
    TrialsRequest request;
    request.space = question_.space;
    request.carveout_percent = question_.carveout_percent;
    request.sm = question_.sm;
    request.places = places;
    request.same_memory = question_.same_memory;
    request.fill_passes = question_.fill_passes;
    request.probability = probability;
    request.seed = question_.seed;
    request.first = next_trial_;
    request.trials = trials;
    request.cut_cycles = question_.cut;
    next_trial_ += trials;
    return request;
  }

  /// Asks, and adds the answer to a table of the same places. Throws Unanswerable.
  void ask(const TrialsRequest& request, const std::string& label, experiment::TrialTable& table) {
    // In parts: an answer has a size limit, and while the host works on it no cancellation is noticed.
    constexpr std::uint64_t kAtOnce = 4096;
    TrialsRequest part = request;
    for (std::uint64_t done = 0; done < request.trials; done += part.trials, part.first += part.trials) {
      part.trials = std::min(kAtOnce, request.trials - done);
      const auto result = ask_(part, label);
      is_over_ = !result;
      if (is_over_) throw Unanswerable("The device made no trials.");
      table.append(part, *result);
    }
  }

  /// The cycles of each timed visit, of all trials together. \pre The request records cycles. Throws Unanswerable.
  std::vector<float> cycles(const TrialsRequest& request, const std::string& label) {
    const auto result = ask_(request, label);
    is_over_ = !result;
    if (is_over_) throw Unanswerable("The device made no trials.");
    std::vector<float> all;
    for (const auto& trial : result->cycles) all.insert(all.end(), trial.begin(), trial.end());
    return all;
  }

  /// Whether no more trials can be asked for.
  bool is_over() const { return is_over_; }

 private:
  const SetsQuestion& question_;
  const AskTrials& ask_;
  std::uint64_t next_trial_ = 0;
  bool is_over_ = false;
};

}  // namespace chasescope::structure
