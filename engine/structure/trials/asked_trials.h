// Lets a search by random trials ask a lab for its trials.
#pragma once

#include <string>

#include "engine/experiment/lab.h"
#include "engine/structure/trials/sets_by_trials.h"

namespace chasescope::structure {

/// Asks the lab for trials. If the lab refuses, `why` gets the reason and the search ends. Both arguments must outlive the returned
/// function, which throws Unanswered and DeviceFailure.
inline AskTrials asked_of(Lab& lab, std::string& why) {
  return [&lab, &why](const TrialsRequest& request, const std::string& label) -> std::optional<TrialsResult> {
    try {
      return lab.trials(request, label)->as<TrialsRequest>()->result;
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided& undecided) {
      why = undecided.what();
      return std::nullopt;
    }
  };
}

}  // namespace chasescope::structure
