// How each kind of curve is read from the runs of one card, with the intervals of its findings and with published values.
#pragma once

#include "widgets/views/overlay/curve_kinds.h"

namespace chasescope {

std::vector<CardCurve> readFootprints(const CardData& card);
/// Includes the curves that end in a corner: each card's array has its own size, large enough for that corner.
std::vector<CardCurve> readStrides(const CardData& card);
/// Miss rates of warm chases by space and stride, from runs whose first pass was not timed.
std::vector<CardCurve> readMissRates(const CardData& card);
std::vector<CardCurve> readTlbRates(const CardData& card);
/// Shares of the ways, one curve for each cache; only for caches that replace some ways more often than others.
std::vector<CardCurve> readWayShares(const CardData& card);
std::vector<CardCurve> readBanks(const CardData& card);
std::vector<CardCurve> readThreads(const CardData& card);
/// The time of the flush, and of the copies with and without it; in microseconds for cards with a clock, else in cycles.
std::vector<CardCurve> readCopies(const CardData& card);

}  // namespace chasescope
