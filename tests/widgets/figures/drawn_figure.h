// A figure as it is drawn: every text with its box and its size, every line and area, and the box around all of them. The figure is
// painted as by exportFigure(), into a device that keeps no pixels.
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
  QRectF box;         ///< around its ink
  double points = 0;  ///< size of its type
  bool upright = true;
  bool cut = false;        ///< a clip hides a part of it
  std::size_t before = 0;  ///< how many of DrawnFigure::marks were painted before it
};

/// A line, or an area with its edges.
struct DrawnMark {
  std::vector<QLineF> lines;
  QRectF box;  ///< around the lines
  QColor colour;
  bool filled = false;
  double half = 0;  ///< half of a line's width
  std::optional<QRectF> clip;
};

struct DrawnFigure {
  FigurePage page;
  std::vector<DrawnText> texts;
  std::vector<DrawnMark> marks;
  QRectF shapes;  ///< around all lines and areas, clipped ones as far as they are seen
};

DrawnFigure drawFigure(const FigureContent& figure, const FigureOptions& options);

/// The highest rectangle of half the page's width in which nothing is drawn.
struct EmptyRoom {
  int height_mm = 0, bottom_mm = 0;  ///< its height, and how far its lower edge is below the upper edge of the page
};
EmptyRoom emptyRoom(const DrawnFigure& drawn);

/// The faults of a drawn figure, a sentence each. A text is cut, shortened, too small, beyond the page, over another text, or on a
/// line or the edge of an area (grid lines apart). Something else is drawn beyond the page. A large part of the page is empty.
std::vector<std::string> faultsOf(const DrawnFigure& drawn, const FigureOptions& options);

}  // namespace chasescope
