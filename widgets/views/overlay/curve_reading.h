// How each kind of curve is read from what one card measured, with the intervals of its findings and what papers printed of it.
#pragma once

#include "widgets/views/overlay/curve_kinds.h"

namespace chasescope {

std::vector<CardCurve> readFootprints(const CardData& card);
/// Also the curves that end in a corner: their array is each card's own, large enough for what is looked for.
std::vector<CardCurve> readStrides(const CardData& card);
/// Of warm chases by space and stride, where the first pass was not timed.
std::vector<CardCurve> readMissRates(const CardData& card);
std::vector<CardCurve> readTlbRates(const CardData& card);
/// By cache; only of those that prefer some of their ways.
std::vector<CardCurve> readWayShares(const CardData& card);
std::vector<CardCurve> readBanks(const CardData& card);
std::vector<CardCurve> readThreads(const CardData& card);
/// What the flush adds, and the copies with and without it; of cards in microseconds, else in cycles.
std::vector<CardCurve> readCopies(const CardData& card);

}  // namespace chasescope
