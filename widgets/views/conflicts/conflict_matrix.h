// Which lines (or pages) evict each other: a row for each line, a column for each line that took part in the same trials, and in
// each cell by how many standard errors the line of the row misses more often when the other takes part. In order of address, or
// set by set: then sets are blocks along the diagonal.
#pragma once

#include <QImage>
#include <QPainter>
#include <optional>

#include "widgets/plot/part_head.h"
#include "widgets/views/conflicts/conflict_sets.h"

namespace chasescope {

enum class PlaceOrder { by_address, by_set };

/// Two lines or pages, as indices into ConflictFacts::places.
struct ConflictPair {
  std::size_t row = 0, column = 0;
  friend bool operator==(const ConflictPair&, const ConflictPair&) = default;
};

/// The height that a matrix takes at a width, with its head and the scale of its colours.
double matrixHeight(double width, const ConflictFacts& facts, const PlotStyle& style);
/// The width that a matrix takes at a height, at most `width`.
double matrixWidth(double width, double height, const ConflictFacts& facts, const PlotStyle& style);
/// The square that the cells fill, within the area of the whole part.
QRectF squareOf(const QRectF& area, PlaceOrder order, const ConflictFacts& facts, const PlotStyle& style);
/// The square that a set takes of the matrix set by set. \pre set < facts.sets()
QRectF squareOfSet(std::size_t set, const QRectF& square, const ConflictFacts& facts);
/// The cell at a position.
std::optional<ConflictPair> pairAt(const QPointF& position, const QRectF& area, PlaceOrder order, const ConflictFacts& facts,
                                   const PlotStyle& style);
/// The cells, a pixel each. The caller keeps the image as long as neither facts nor colours change.
QImage conflictImage(const ConflictFacts& facts, PlaceOrder order, const Palette& palette);

/// \param cells the image of conflictImage(); without it each cell is drawn as a rectangle \param head is shown instead of the
/// matrix's own head, and must be no higher
void paintMatrix(QPainter& painter, const QRectF& area, PlaceOrder order, const ConflictFacts& facts, const PlotStyle& style,
                 const QImage* cells = nullptr, const PartHead* head = nullptr);

/// The lowest and the highest of all cells in standard errors. The range always holds 0, and the limit of chance.
struct ConflictRange {
  double low = 0, high = 0;
};
ConflictRange rangeOf(const ConflictFacts& facts);

}  // namespace chasescope
