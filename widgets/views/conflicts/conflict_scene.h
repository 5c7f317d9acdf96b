// Which lines evict each other, painted with a plain QPainter: the matrix of conflicts in order of address and set by set, a
// histogram of its pairs, the misses over the number of a set's lines, the index function, and which line of a full set is evicted.
// On paper the parts stand below each other; in a window the matrix takes the height and the others stand beside it. Each part has
// a file of its own; here they are put in their places.
#pragma once

#include "widgets/views/conflicts/conflict_matrix.h"
#include "widgets/views/conflicts/conflict_words.h"

namespace chasescope {

enum class ConflictPart { by_address, by_set, heaps, loads, index, ages };

struct PlacedPart {
  ConflictPart part = ConflictPart::by_set;
  QRectF area;
  /// How a matrix is ordered.
  PlaceOrder order() const { return part == ConflictPart::by_address ? PlaceOrder::by_address : PlaceOrder::by_set; }
};

/// What there is to show on paper, in its order.
std::vector<ConflictPart> conflictParts(const ConflictFacts& facts);
/// What a part shows: "Set by set".
QString conflictPartTitle(ConflictPart part, const ConflictFacts& facts, const PlotStyle& style);

/// The height that the picture takes on paper at a width, both in the painter's units.
double conflictHeight(double width, const ConflictFacts& facts, const PlotStyle& style);
/// All of it on paper, with letters where the style has them.
void paintConflicts(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style);

/// In a window: one matrix, by address as long as no sets are seen, and beside it what has room.
std::vector<PlacedPart> layOutConflicts(const QRectF& area, const ConflictFacts& facts, bool bySet, const PlotStyle& style);

/// The height of one part by itself, with its head.
double conflictPartHeight(ConflictPart part, double width, const ConflictFacts& facts, const PlotStyle& style);
/// `cells`: of conflictImage(); without it cells are rectangles. `set`: the one whose misses are shown instead of all.
void paintPart(QPainter& painter, const PlacedPart& placed, const ConflictFacts& facts, const PlotStyle& style,
               const QImage* cells = nullptr, std::optional<std::size_t> set = std::nullopt);

}  // namespace chasescope
