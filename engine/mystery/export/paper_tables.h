// The results of chases on a card, printed as tables. Together they determine the answer to every question of a level.
#pragma once

#include <string>
#include <vector>

#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/export/variants.h"

namespace chasescope::mystery {

/// Explains what a chase is, and how long a load takes on this card.
std::vector<std::string> paper_story(const HiddenCard& card);

/// Tables: misses over N; for levels hard and expert also which line of a full set is evicted, and which address bits choose the
/// set; for cards with a TLB also the loads that wait for a page.
std::vector<PaperTable> paper_tables(const HiddenCard& card, Level level);

}  // namespace chasescope::mystery
