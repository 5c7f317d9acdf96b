// Which address bits choose the set, as a drawing: the address with its bits named, the XORs as a matrix, and the first lines of an
// array with the set of each (2014 paper §4.3, figure 12: bits 7 and 8 of the texture cache where others take 5 and 6).
#pragma once

#include <QPainter>
#include <QString>
#include <optional>

#include "engine/findings/found_sets.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// What chooses the set, in a sentence or two; where it is not known, why.
QString indexSentence(const FoundSets& cache);

/// The lowest bits above the line that would choose among as many sets, if that is another choice than the one found: what the 2014
/// paper calls traditional. Empty otherwise.
std::vector<unsigned> traditionalBits(const FoundSets& cache);

/// What a bit of the address is for, as far as the findings tell.
enum class BitUse {
  set,      ///< chooses the set
  unit,     ///< the place within the line, or within the page
  tag,      ///< tells lines of one set from each other
  unknown,  ///< below the set's bits, while nothing tells how long a line is: within the line, or of the tag
};

/// Bits below the set's are within the line as far as a line, or what one miss brings, was measured. From the lowest of the set's bits
/// on, no bit lies within the line: lines would be parted.
BitUse useOfBit(const FoundSets& cache, unsigned bit);

struct IndexPointing {
  std::optional<std::size_t> set;  ///< the chosen set: its lines are marked
};

/// Draws bits and lines from the top of `area` on. \return their height; without a painter it is only measured.
double paintSetIndex(QPainter* painter, const QRectF& area, const FoundSets& cache, const PlotStyle& style,
                     const IndexPointing& pointing = {});

}  // namespace chasescope
