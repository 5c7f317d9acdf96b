// Where the sets of a cache lie in a picture: columns as high as they have ways, beside each other and in several rows where there
// are many. A pure function of the ways, the room and the type.
//
// All columns of a map are equally wide, so that heights can be compared: a set of 17 ways is drawn 17 cells high beside one of 8.
// Where sets have very many ways, each row of a column holds several of them (`across`), and heights shrink alike.
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
  std::size_t together = 1;  ///< sets that one column stands for, where there are more sets than px
  std::size_t perBand = 1;   ///< columns beside each other
  std::size_t bands = 1;
  std::size_t across = 1;  ///< ways beside each other in a row of a column
  std::size_t extra = 0;   ///< cells beyond its ways that a column has room for
  std::size_t rows = 1;    ///< rows of the highest column, and of lines that have no room in it
  double columnWidth = 0, cellHeight = 0, bandHeight = 0;
  double gap = 0;    ///< between columns
  double label = 0;  ///< height of the numbers below each band; 0: there is no room for them
  QRectF area;       ///< what the columns fill

  std::size_t columns() const { return (sets + together - 1) / together; }
  std::size_t columnOf(std::size_t set) const { return set / together; }
  double cellWidth() const { return (columnWidth - gap) / static_cast<double>(across); }
  /// The column of a set, `cells` ways high, standing on the floor of its band.
  QRectF column(std::size_t column, std::size_t cells) const;
  /// The n-th cell of a column, from its floor upwards.
  QRectF cell(std::size_t column, std::size_t index) const;
  /// The room for the number of a column.
  QRectF labelOf(std::size_t column) const;
  /// The first set of the column at a place; nothing between the bands and beyond the last.
  std::optional<std::size_t> setAt(const QPointF& place) const;
};

/// What a cell needs, so that the number of the last of so many lines has room in it.
QSizeF numberRoom(std::size_t lines, const PlotStyle& style);

/// What a cell is at the most, in px at the ordinary size of type: wider is no better for its number, and none is higher.
struct LargestCell {
  double width = 118, height = 15;
  std::size_t numbers =
      0;  ///< so many lines are numbered; 0: as many as there are ways. Of the first sets of many, numbers are higher
};

/// `ways` of each set; `mostLines`: lines that the fullest set has to show.
SetMapLayout layOutSets(const std::vector<std::uint32_t>& ways, std::size_t mostLines, const QRectF& area, const PlotStyle& style,
                        const LargestCell& largest = {});

}  // namespace chasescope
