// The sets of a cache or TLB as a drawing, for the window and for figures: a column per set, as high as the set has ways (2014
// paper, figures 8, 10 and 12), with the lines that map to it. Misses have a hatch and a number as well as a colour.
#pragma once

#include <QPainter>
#include <QStringList>
#include <optional>

#include "widgets/views/set_map/set_map.h"
#include "widgets/views/set_map/set_map_layout.h"

namespace chasescope {

/// The set and the line that a person points at.
struct SetPointing {
  std::optional<std::size_t> chosen, hovered;  ///< sets
  std::optional<std::uint64_t> line;           ///< a line that another view points at, by number
};

void paintSetMap(QPainter& painter, const SetMap& map, const SetMapLayout& layout, const PlotStyle& style,
                 const SetPointing& pointing = {});

/// Explains the marks, from `corner` to the right. \return its height. Without a painter it is only measured.
double paintSetMapLegend(QPainter* painter, const SetMap& map, const SetMapLayout& layout, const QPointF& corner, double width,
                         const PlotStyle& style);

/// The sets in an area, with room for the legend below them.
SetMapLayout layOutSetMap(const SetMap& map, const QRectF& area, const PlotStyle& style);
/// The layout at a given width, from the origin, as high as is needed to write the number of each line into its cell where
/// possible.
SetMapLayout layOutSetMap(const SetMap& map, double width, const PlotStyle& style);
/// Whether every cell has room for its line's number.
bool writesNumbers(const SetMap& map, const SetMapLayout& layout, const PlotStyle& style);
/// The map as it is printed: where the sets are all equal and so many that their lines' numbers have no room, only the first sets,
/// as many as can be read.
SetMap mapForPaper(const SetMap& map, double width, const PlotStyle& style);
/// The height of the map with its legend.
double heightOfSetMap(const SetMap& map, const SetMapLayout& layout, double width, const PlotStyle& style);

/// "Set 3 · 4 ways", "5 lines: 3, 35, 67, 99, 131", "61 % of their warm accesses missed".
QStringList describeSet(const SetMap& map, std::size_t set);

/// "32 sets × 4 ways", "7 sets of 17 and 6 × 8 ways", "1 set × 16 ways"; empty if not known.
QString heightsText(const FoundSets& cache);

/// "L1 data · global.ca · carve-out 50 %".
QString settingText(const FoundSets& cache);

}  // namespace chasescope
