// The page of a figure: its layout, and the painting of it for all formats.
#pragma once

#include <QSize>
#include <QString>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_options.h"

class QCPPainter;

namespace chasescope {

/// Figures are laid out in tenths of a point: whole numbers are fine enough, and a PDF of 720 dpi has the same unit.
constexpr int kFigureUnitsPerInch = 720;

/// The page of a figure, in tenths of a point.
struct FigurePage {
  QSize size;            ///< of the whole page with its caption
  int caption = 0;       ///< height of the caption at the bottom; 0 without a caption
  int readings = 0;      ///< height of the line with the cursors' readings, above the caption
  double height_mm = 0;  ///< of the whole page
  QString coarse;        ///< a sentence for the caption, if the dots of the picture are larger than the cells of a map; else empty
};

/// The caption as one line, short enough for a page.
QString captionText(const FigureContent& figure);

/// The page for these options. Without a given height, a longer caption makes the page higher instead of the drawing smaller. The
/// format matters only for the caption's sentence about dots.
FigurePage layOutPage(const FigureContent& figure, const FigureOptions& options, FigureFormat format = FigureFormat::pdf);

/// Draws the page as exportFigure() writes it, in tenths of a point from the painter's origin; `ground`: with a white background.
void paintFigure(QCPPainter& painter, const FigureContent& figure, const FigureOptions& options, const FigurePage& page,
                 bool ground);

}  // namespace chasescope
