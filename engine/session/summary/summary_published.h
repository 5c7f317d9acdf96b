// Compares the numbers of the summary with published ones.
#pragma once

#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// The numbers that differ come first. Bounds, and numbers from the vendor's interface, are not compared.
std::vector<SummaryComparison> comparisons_of(const SummaryFinder& finder, const std::vector<SummarySection>& sections,
                                              const std::vector<PublishedValue>& published, const PublishedReasons& reasons);

}  // namespace chasescope
