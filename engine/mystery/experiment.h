// Describes a good experiment for a question, with the numbers of one card.
#pragma once

#include <string>

#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/question.h"

namespace chasescope::mystery {

/// One or two sentences for people: the chase, its outcome on this card, the conclusion, and the number of accesses. The experiment
/// is run on the card for its outcome. \pre the card's level asks the question
std::string good_experiment(const HiddenCard& card, Question question);

}  // namespace chasescope::mystery
