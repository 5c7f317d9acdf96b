// A run that a student attached to an answer, looked at by who grades.
#pragma once

#include <string>

#include "engine/device/mystery/seal.h"
#include "engine/mystery/answer_sheet.h"
#include "engine/session/document/session.h"

namespace chasescope::mystery {

/// What the run asked, asked again on the opened card: a session with that one run. A card answers the same each time, unless it
/// draws lots (policy random). An error is one sentence: the answer file does not say what the run asked, the run asks for more
/// than the budget was, or the card refuses it. \pre fault_of_sheet(sheet, card) is empty
Outcome<Session> attached_run(const AnswerSheet& sheet, const CardName& card, const std::string& id);

}  // namespace chasescope::mystery
