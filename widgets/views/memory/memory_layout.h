// Where the boxes of a memory diagram lie: the SM as a frame with two rows of boxes, the levels behind the SM as a third row, and
// lines from box to box for the way of a miss. A pure function of the boxes' text, the room and the type.
//
// Boxes of one row share its width by the logarithm of their capacities. A row that is too long for the width is continued below.
// Where the height is short, each box keeps its most important lines; `lines` says how many.
#pragma once

#include <QPolygonF>
#include <QRectF>
#include <vector>

#include "widgets/style/plot_style.h"
#include "widgets/views/memory/memory_boxes.h"

namespace chasescope {

/// Lengths in the painter's units.
struct BoxMetrics {
  double line = 16;    ///< height of a line of text
  double title = 20;   ///< height of a box's title
  double pad = 8;      ///< between a box's edge and its text
  double gap = 10;     ///< between boxes of a row
  double leg = 40;     ///< between boxes behind the SM, with room for the cycles that a miss costs
  double gutter = 32;  ///< between the SM and the row behind it
  double narrowest = 90;
  double widest = 300;
  /// The least width that each box needs for its text; a row that is too long for these widths is continued below. Empty:
  /// `narrowest` for all boxes.
  std::vector<double> needed{};
};
BoxMetrics boxMetrics(const PlotStyle& style);

struct MemoryLayout {
  QRectF sm;                       ///< null where nothing lies in the SM
  std::vector<QRectF> boxes;       ///< in the order of the diagram's boxes
  std::vector<std::size_t> lines;  ///< how many lines each box has room for
  std::vector<QPolygonF> routes;   ///< in the order of the diagram's links: the corners of a line from box to box
  std::vector<QPointF> costs;      ///< where the cost of each link is written
  QRectF wall;  ///< the wall between shared memory and L1, which the carve-out moves; null if one of them is not drawn
  double bottom = 0;               ///< where the picture ends
};

/// The size at which every line of every box has room.
QSizeF naturalSize(const MemoryDiagram& diagram, const BoxMetrics& metrics);
/// The height that all lines need at a width.
double naturalHeight(const MemoryDiagram& diagram, double width, const BoxMetrics& metrics);
/// The smallest size at which each box still shows something.
QSizeF smallestSize(const MemoryDiagram& diagram, const BoxMetrics& metrics);

/// Lays the boxes out from the top of `area`; in the middle of its width, where the area is wider than the widest boxes.
MemoryLayout layOutMemory(const MemoryDiagram& diagram, const QRectF& area, const BoxMetrics& metrics);

/// The index of the box at a place; -1: none.
int boxAt(const MemoryLayout& layout, const QPointF& place);
/// The nearest box to the left, right (dx), above or below (dy) of another box; the same box if there is none.
std::size_t boxBeside(const MemoryLayout& layout, std::size_t box, int dx, int dy);

}  // namespace chasescope
