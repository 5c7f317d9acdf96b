// What a good experiment for a question would have been, worked out for one card and in its numbers.
#pragma once

#include <string>

#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/question.h"

namespace chasescope::mystery {

/// One or two sentences for people: what to chase, what it shows on this card, what follows, and how many accesses tell it. Made by
/// running the experiment on the card. \pre the card's level asks the question
std::string good_experiment(const HiddenCard& card, Question question);

}  // namespace chasescope::mystery
