// A figure as it is drawn: every text with its box and its size, every line and area, and how far all reaches. What exportFigure()
// would paint is painted into a device that keeps no pixels.
#pragma once

#include <QColor>
#include <QLineF>
#include <QRectF>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_page.h"

namespace chasescope {

/// Lengths are tenths of a point from the upper left corner of the page.
struct DrawnText {
  QString words;
  QRectF box;         ///< of its ink
  double points = 0;  ///< size of its type
  bool upright = true;
  bool cut = false;   ///< a part of it lies where the painter draws nothing
  std::size_t before = 0;  ///< of DrawnFigure::marks, so many were painted before it
};

/// A line, or an area with its edges.
struct DrawnMark {
  std::vector<QLineF> lines;
  QRectF box;              ///< around them
  QColor colour;
  bool filled = false;
  double half = 0;         ///< of a line's width
  std::optional<QRectF> clip;
};

struct DrawnFigure {
  FigurePage page;
  std::vector<DrawnText> texts;
  std::vector<DrawnMark> marks;
  QRectF shapes;  ///< around all lines and areas, clipped ones as far as they are seen
};

DrawnFigure drawFigure(const FigureContent& figure, const FigureOptions& options);

/// The highest place where nothing is drawn over half the width.
struct EmptyRoom {
  int height_mm = 0, bottom_mm = 0;  ///< of it, and from the upper edge of the page to its lower one
};
EmptyRoom emptyRoom(const DrawnFigure& drawn);

/// What is wrong with it, a sentence each: texts that are cut, shortened, too small, beyond the page, one over another, or on a line or
/// the edge of an area (grid lines apart); what else is drawn beyond the page; and a large part of the page where nothing is.
std::vector<std::string> faultsOf(const DrawnFigure& drawn, const FigureOptions& options);

}  // namespace chasescope
