// Where the boxes of a memory diagram lie. A pure function of what they say, the room and the type: the SM as a frame with two
// rows, what lies behind it as a third, and the way of a miss from box to box.
//
// Boxes of one row share its width by the logarithm of what they hold; a row that is too long for the width goes on below. Where the height is short, every row keeps its most
// important lines; `lines` says how many.
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
  double leg = 40;     ///< between boxes behind the SM, with room for what a miss costs
  double gutter = 32;  ///< between the SM and what lies behind it
  double narrowest = 90;
  double widest = 300;
  /// Widths that the diagram's boxes need for their words; a row that is too long for them goes on below. Empty: `narrowest` for all.
  std::vector<double> needed{};
};
BoxMetrics boxMetrics(const PlotStyle& style);

struct MemoryLayout {
  QRectF sm;                       ///< null where nothing lies in the SM
  std::vector<QRectF> boxes;       ///< as the diagram's
  std::vector<std::size_t> lines;  ///< how many lines each box has room for
  std::vector<QPolygonF> routes;   ///< as the diagram's links: corners from box to box
  std::vector<QPointF> costs;      ///< where the cost of each link is written
  QRectF wall;                     ///< between shared memory and L1; null if one of them is not drawn
  double bottom = 0;               ///< where the picture ends
};

/// The size at which every line of every box has room.
QSizeF naturalSize(const MemoryDiagram& diagram, const BoxMetrics& metrics);
/// The height that they take at a width.
double naturalHeight(const MemoryDiagram& diagram, double width, const BoxMetrics& metrics);
/// The least at which each box still says something.
QSizeF smallestSize(const MemoryDiagram& diagram, const BoxMetrics& metrics);

/// Lays the boxes out from the top of `area`, in its middle where it is wider than the boxes may be.
MemoryLayout layOutMemory(const MemoryDiagram& diagram, const QRectF& area, const BoxMetrics& metrics);

/// The box at a place; -1: none.
int boxAt(const MemoryLayout& layout, const QPointF& place);
/// The nearest box to the left, right (dx), above or below (dy) of another; the same if there is none.
std::size_t boxBeside(const MemoryLayout& layout, std::size_t box, int dx, int dy);

}  // namespace chasescope
