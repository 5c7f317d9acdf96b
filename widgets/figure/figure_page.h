// The sheet that a figure is drawn on: how it is laid out, and what is painted there, whatever the format.
#pragma once

#include <QSize>
#include <QString>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_options.h"

class QCPPainter;

namespace chasescope {

/// Figures are laid out in tenths of a point: whole numbers are fine enough, and a PDF at 720 dpi has them as its own unit.
constexpr int kFigureUnitsPerInch = 720;

/// The sheet that a figure is drawn on, in tenths of a point.
struct FigurePage {
  QSize size;            ///< of the whole, the caption among it
  int caption = 0;       ///< height that the caption takes at the lower end; 0 where it has none
  int readings = 0;      ///< height above it that the line takes which tells what cursors read
  double height_mm = 0;  ///< of the whole
  QString coarse;        ///< what the caption of a picture in dots says where those are larger than cells of a map; else empty
};

/// The caption on one line, of a length that a page has room for.
QString captionText(const FigureContent& figure);

/// The page that the options ask for. Where no height is chosen, a longer caption makes it higher and never the drawing smaller.
/// Only the caption knows of dots.
FigurePage layOutPage(const FigureContent& figure, const FigureOptions& options, FigureFormat format = FigureFormat::pdf);

/// Draws what exportFigure() writes, in tenths of a point from the painter's origin; `ground`: on white.
void paintFigure(QCPPainter& painter, const FigureContent& figure, const FigureOptions& options, const FigurePage& page,
                 bool ground);

}  // namespace chasescope
