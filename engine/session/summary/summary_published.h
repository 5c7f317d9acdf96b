// How the numbers of the screen compare with published ones.
#pragma once

#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// Those that differ first; what the vendor's interface says, and bounds, are not compared.
std::vector<SummaryComparison> comparisons_of(const SummaryFinder& finder, const std::vector<SummarySection>& sections,
                                              const std::vector<PublishedValue>& published, const PublishedReasons& reasons);

}  // namespace chasescope
