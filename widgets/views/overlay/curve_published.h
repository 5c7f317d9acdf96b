// Published values that are drawn beside the curves of a card.
#pragma once

#include <string>

#include "widgets/views/overlay/curve_kinds.h"

namespace chasescope {

struct FootprintCurve;

/// The published latency of each level of the curve, at the size of the level in the same source. A latency without such a size, or
/// with a size that the curve does not reach, is left out.
std::vector<PublishedPoint> publishedLevels(const CardData& card, const FootprintCurve& curve);
/// Published latencies of bank conflicts, at the strides that cause them: a stride of n words, for a power of two n, puts n lanes
/// on one bank.
std::vector<PublishedPoint> publishedConflicts(const CardData& card);
/// Miss rates of a cache or TLB, in percent.
std::vector<PublishedPoint> publishedRates(const CardData& card, const std::string& subject);
/// The shares of the ways in percent, the way that is replaced least often first.
std::vector<PublishedPoint> publishedShares(const CardData& card, const std::string& subject);

}  // namespace chasescope
