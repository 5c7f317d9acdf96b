// What papers printed that lies beside the curves of a card.
#pragma once

#include <string>

#include "widgets/views/overlay/curve_kinds.h"

namespace chasescope {

struct FootprintCurve;

/// The latency of each level that the curve found, at the end of the level as the same source has it, or else in the middle of its
/// plateau.
std::vector<PublishedPoint> publishedLevels(const CardData& card, const FootprintCurve& curve);
/// Latencies of conflicts at the strides that make them: a stride of n words on banks of one word each has n lanes on one bank,
/// for powers of two.
std::vector<PublishedPoint> publishedConflicts(const CardData& card);
/// Miss rates of a cache or TLB, in percent.
std::vector<PublishedPoint> publishedRates(const CardData& card, const std::string& subject);
/// The shares of its ways in percent, least often replaced first.
std::vector<PublishedPoint> publishedShares(const CardData& card, const std::string& subject);

}  // namespace chasescope
