// Repeats a run that a student attached to an answer, for the person who grades.
#pragma once

#include <string>

#include "engine/device/mystery/seal.h"
#include "engine/mystery/answer_sheet.h"
#include "engine/session/document/session.h"

namespace chasescope::mystery {

/// Sends the run's request to the opened card again: a session with that one run. A card gives the same result each time, unless
/// its policy is random. An error is one sentence: the answer file lacks the request of the run, the run has more accesses than the
/// budget, or the card refuses it. \pre fault_of_sheet(sheet, card) is empty
Outcome<Session> attached_run(const AnswerSheet& sheet, const CardName& card, const std::string& id);

}  // namespace chasescope::mystery
