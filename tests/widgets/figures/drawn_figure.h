// A figure as it is drawn: every text with its box and its size, and how far all else reaches. What exportFigure() would paint is
// painted into a device that keeps no pixels.
#pragma once

#include <QRectF>
#include <QString>
#include <string>
#include <vector>

#include "widgets/plot/figure_export.h"

namespace chasescope {

/// Lengths are tenths of a point from the upper left corner of the page.
struct DrawnText {
  QString words;
  QRectF box;         ///< of its ink
  double points = 0;  ///< size of its type
  bool upright = true;
  bool cut = false;   ///< a part of it lies where the painter draws nothing
};

struct DrawnFigure {
  FigurePage page;
  std::vector<DrawnText> texts;
  QRectF shapes;  ///< around all lines and areas, clipped ones as far as they are seen
};

DrawnFigure drawFigure(const FigureContent& figure, const FigureOptions& options);

/// What is wrong with its texts, a sentence each: cut, shortened, too small, beyond the page, one over another; and what else is
/// drawn beyond the page.
std::vector<std::string> faultsOf(const DrawnFigure& drawn, const FigureOptions& options);

}  // namespace chasescope
