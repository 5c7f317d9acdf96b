// Which address bits choose the set, as a drawing: the address with its bits named, the XORs as a matrix, and the first lines of an
// array with the set of each (2014 paper §4.3, figure 12: bits 7 and 8 of the texture cache where others take 5 and 6).
#pragma once

#include <QPainter>
#include <QString>
#include <optional>

#include "engine/probe/found_sets.h"
#include "widgets/plot/plot_style.h"

namespace chasescope {

/// What chooses the set, in a sentence or two; where it is not known, why.
QString indexSentence(const FoundSets& cache);

/// The lowest bits above the line that would choose among as many sets, if that is another choice than the one found: what the 2014
/// paper calls traditional. Empty otherwise.
std::vector<unsigned> traditionalBits(const FoundSets& cache);

struct IndexPointing {
  std::optional<std::size_t> set;  ///< the chosen set: its lines are marked
};

/// Draws bits and lines from the top of `area` on. \return their height; without a painter it is only measured.
double paintSetIndex(QPainter* painter, const QRectF& area, const FoundSets& cache, const PlotStyle& style,
                     const IndexPointing& pointing = {});

}  // namespace chasescope
