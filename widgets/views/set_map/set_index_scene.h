// Which address bits choose the set, as a drawing: the address with its bits named, the XORs as a matrix, and the first lines of an
// array with the set of each (2014 paper §4.3, figure 12: the texture cache uses bits 7 and 8 where others use 5 and 6).
#pragma once

#include <QPainter>
#include <QString>
#include <optional>

#include "engine/findings/found_sets.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// How the set is chosen, in a sentence or two; or why that is not known.
QString indexSentence(const FoundSets& cache);

/// The lowest bits above the line offset that would choose among as many sets: the index that the 2014 paper calls traditional.
/// Empty if the cache uses just these bits.
std::vector<unsigned> traditionalBits(const FoundSets& cache);

/// What a bit of the address is for, as far as the findings tell.
enum class BitUse {
  set,      ///< chooses the set
  unit,     ///< offset within the line, or within the page
  tag,      ///< part of the tag
  unknown,  ///< below the set's bits while the line size is not known: part of the offset or of the tag
};

/// Bits below the set's bits are part of the offset as far as the line size, or the bytes that one miss loads, are known. No bit
/// from the lowest of the set's bits on is part of the offset: bytes of one line would be in different sets.
BitUse useOfBit(const FoundSets& cache, unsigned bit);

struct IndexPointing {
  std::optional<std::size_t> set;  ///< the chosen set, whose lines are marked
};

/// Draws bits and lines from the top of `area`. \return their height; without a painter it is only measured.
double paintSetIndex(QPainter* painter, const QRectF& area, const FoundSets& cache, const PlotStyle& style,
                     const IndexPointing& pointing = {});

}  // namespace chasescope
