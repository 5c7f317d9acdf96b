// What chases on a card took, printed so that it decides every question of a level.
#pragma once

#include <string>
#include <vector>

#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/export/variants.h"

namespace chasescope::mystery {

/// What a chase is, and what a load takes on this card.
std::vector<std::string> paper_story(const HiddenCard& card);

/// Misses over N; from hard on what is left of a set and which lines hurt it; for experts the loads that wait for a page.
std::vector<PaperTable> paper_tables(const HiddenCard& card, Level level);

}  // namespace chasescope::mystery
