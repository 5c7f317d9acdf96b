// The unknown quantities of a card, with the reason in a few words and a probe that may find them.
#pragma once

#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// One line for each level; no line repeats another one.
std::vector<SummaryUnknown> unknown_of(const SummaryFinder& finder, const PublishedReasons& reasons);

}  // namespace chasescope
