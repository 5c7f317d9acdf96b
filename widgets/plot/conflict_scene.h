// Who hurts whom, painted with a plain QPainter: the matrix of conflicts in order of address and set by set, the two heaps that its
// pairs fall into, the misses over how many lines of a set were in, and the address bits that choose the set. On paper the parts
// stand below each other, in a window the matrix has the height and the others stand beside it.
#pragma once

#include <QImage>
#include <QPainter>
#include <optional>

#include "widgets/plot/conflict_facts.h"
#include "widgets/plot/plot_style.h"

namespace chasescope {

enum class ConflictPart { by_address, by_set, heaps, loads, index };

struct PlacedPart {
  ConflictPart part = ConflictPart::by_set;
  QRectF area;
};

/// Two places, as counted in the facts.
struct ConflictPair {
  std::size_t row = 0, column = 0;
  friend bool operator==(const ConflictPair&, const ConflictPair&) = default;
};

/// The height that the picture takes on paper at a width, both in the painter's units.
double conflictHeight(double width, const ConflictFacts& facts, const PlotStyle& style);
/// All of it on paper.
void paintConflicts(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style);

/// In a window: one matrix, by address as long as no sets are seen, and beside it what has room.
std::vector<PlacedPart> layOutConflicts(const QRectF& area, const ConflictFacts& facts, bool bySet, const PlotStyle& style);
/// Where the cells of a matrix lie.
QRectF squareOf(const PlacedPart& matrix, const ConflictFacts& facts, const PlotStyle& style);
/// The cell at a position.
std::optional<ConflictPair> pairAt(const QPointF& position, const PlacedPart& matrix, const ConflictFacts& facts,
                                   const PlotStyle& style);
/// The square that a set takes of the matrix set by set. \pre set < facts.sets()
QRectF squareOfSet(std::size_t set, const QRectF& square, const ConflictFacts& facts);
/// The cells of a matrix, a pixel each, to be kept while neither facts nor colours change.
QImage conflictImage(const ConflictFacts& facts, ConflictPart matrix, const Palette& palette);

/// `cells`: of conflictImage(); without it cells are rectangles. `set`: the one whose misses are shown instead of all.
void paintPart(QPainter& painter, const PlacedPart& placed, const ConflictFacts& facts, const PlotStyle& style,
               const QImage* cells = nullptr, std::optional<std::size_t> set = std::nullopt);

/// "Z = 9.1 standard errors", "0x3a80, set 12", …: what a cell shows.
QStringList pairWords(const ConflictFacts& facts, const ConflictPair& pair);
/// "Set 12: 8 lines, 4 ways", and the share of misses with one line more than ways.
QStringList setWords(const ConflictFacts& facts, std::size_t set);
/// "12 of 32 sets".
QString setsInWords(const ConflictFacts& facts);

}  // namespace chasescope
