// Where the sets of a cache lie in a picture: one column per set, as high as the set has ways, side by side and in several bands
// where there are many sets. A pure function of the ways, the room and the type.
//
// All columns of a map are equally wide, so that their heights can be compared: a set of 17 ways is 17 cells high, one of 8 ways 8
// cells. For sets with very many ways, a row of a column holds several ways (`across`), in all columns alike.
#pragma once

#include <QPointF>
#include <QRectF>
#include <cstddef>
#include <optional>
#include <vector>

#include "widgets/style/plot_style.h"

namespace chasescope {

struct SetMapLayout {
  std::size_t sets = 0;
  std::size_t together = 1;  ///< sets per column, where there are more sets than pixels
  std::size_t perBand = 1;   ///< columns side by side in a band
  std::size_t bands = 1;
  std::size_t across = 1;  ///< ways side by side in a row of a column
  std::size_t extra = 0;   ///< cells above its ways that a column has room for, for lines that don't fit into the set
  std::size_t rows = 1;    ///< rows of the highest column, with rows for the lines that don't fit into the set
  double columnWidth = 0, cellHeight = 0, bandHeight = 0;
  double gap = 0;    ///< between columns
  double label = 0;  ///< height of the numbers below each band; 0: there is no room for them
  QRectF area;       ///< the area that the columns fill

  std::size_t columns() const { return (sets + together - 1) / together; }
  std::size_t columnOf(std::size_t set) const { return set / together; }
  double cellWidth() const { return (columnWidth - gap) / static_cast<double>(across); }
  /// The column, `cells` high, standing on the bottom of its band.
  QRectF column(std::size_t column, std::size_t cells) const;
  /// The n-th cell of a column, counted from the bottom.
  QRectF cell(std::size_t column, std::size_t index) const;
  /// The room for the number of a column.
  QRectF labelOf(std::size_t column) const;
  /// The first set of the column at a place; nothing between the bands and beyond the last column.
  std::optional<std::size_t> setAt(const QPointF& place) const;
};

/// The size of a cell in which the number of the last of so many lines fits.
QSizeF numberRoom(std::size_t lines, const PlotStyle& style);

/// The largest size of a cell, in px at the ordinary type size: a wider cell would not make its number clearer, and no cell is
/// higher.
struct LargestCell {
  double width = 118, height = 15;
  std::size_t numbers =
      0;  ///< so many lines are numbered; 0: as many as there are ways. Of the first sets of many, numbers are higher
};

/// `ways` of each set; `mostLines`: the number of lines of the fullest set.
SetMapLayout layOutSets(const std::vector<std::uint32_t>& ways, std::size_t mostLines, const QRectF& area, const PlotStyle& style,
                        const LargestCell& largest = {});

}  // namespace chasescope
