// What is not known of a card, why in a few words, and what may tell it.
#pragma once

#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// A line for a level, and none says what another has said.
std::vector<SummaryUnknown> unknown_of(const SummaryFinder& finder, const PublishedReasons& reasons);

}  // namespace chasescope
