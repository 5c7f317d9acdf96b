// Who hurts whom: a row for each place, a column for each place that was in as well, and at each crossing by how many standard
// errors the one misses more often with the other. In order of address, or set by set: then sets are blocks along the diagonal.
#pragma once

#include <QImage>
#include <QPainter>
#include <optional>

#include "widgets/plot/part_head.h"
#include "widgets/views/conflicts/conflict_sets.h"

namespace chasescope {

enum class PlaceOrder { by_address, by_set };

/// Two places, as counted in the facts.
struct ConflictPair {
  std::size_t row = 0, column = 0;
  friend bool operator==(const ConflictPair&, const ConflictPair&) = default;
};

/// The height that a matrix takes at a width, with its head and the scale of its colours.
double matrixHeight(double width, const ConflictFacts& facts, const PlotStyle& style);
/// The width that a matrix takes at a height, at most `width`.
double matrixWidth(double width, double height, const ConflictFacts& facts, const PlotStyle& style);
/// Where the cells lie.
QRectF squareOf(const QRectF& area, PlaceOrder order, const ConflictFacts& facts, const PlotStyle& style);
/// The square that a set takes of the matrix set by set. \pre set < facts.sets()
QRectF squareOfSet(std::size_t set, const QRectF& square, const ConflictFacts& facts);
/// The cell at a position.
std::optional<ConflictPair> pairAt(const QPointF& position, const QRectF& area, PlaceOrder order, const ConflictFacts& facts,
                                   const PlotStyle& style);
/// The cells, a pixel each, to be kept while neither facts nor colours change.
QImage conflictImage(const ConflictFacts& facts, PlaceOrder order, const Palette& palette);

/// `cells`: of conflictImage(); without it cells are rectangles. `head`: instead of its own, and no higher than that.
void paintMatrix(QPainter& painter, const QRectF& area, PlaceOrder order, const ConflictFacts& facts, const PlotStyle& style,
                 const QImage* cells = nullptr, const PartHead* head = nullptr);

/// The lowest and the highest of all crossings in standard errors, 0 and the limit of chance included.
struct ConflictRange {
  double low = 0, high = 0;
};
ConflictRange rangeOf(const ConflictFacts& facts);

}  // namespace chasescope
