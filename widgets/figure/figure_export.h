// Writes a figure to a file, always in the light theme and independent of any window: the same bytes from the window and from the
// command line. Needs a QApplication (the offscreen platform will do).
#pragma once

#include <QList>
#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "widgets/figure/figure_content.h"

class QCPPainter;

namespace chasescope {

enum class FigureFormat { pdf, svg, png };

/// The format of a file name's ending (".pdf", ".svg", ".png"), if it is one.
std::optional<FigureFormat> figureFormatFrom(const QString& path);

inline constexpr double kLeastFigureWidth = 40, kMostFigureWidth = 1000;  ///< mm
inline constexpr int kLeastDpi = 36, kMostDpi = 2400;

struct FigureOptions {
  double width_mm = 88.9;
  double height_mm = 0;    ///< 0: what the drawing needs at that width, and its caption
  int dpi = 300;           ///< PNG only
  double font_pt = 8;      ///< type size at final size
  bool caption = true;     ///< a line under the figure that says device, request and what was left out
  bool ground = false;     ///< a white ground in an SVG, for pages that may be dark; a PNG has one always
  bool csv = true;         ///< the data beside it: NAME.csv
  bool provenance = true;  ///< what it takes to make it again beside it: NAME.json
};

/// The files written, or a sentence that says what went wrong and where.
struct ExportOutcome {
  QStringList files;
  QString error;
  explicit operator bool() const { return error.isEmpty(); }
};

/// Widths that journals ask for, in mm.
const QList<double>& journalWidths();

/// What is wrong with the options, as a sentence; empty if nothing is.
QString optionsProblem(const FigureOptions& options);

/// The sheet that a figure is drawn on, in tenths of a point.
struct FigurePage {
  QSize size;            ///< of the whole, the caption among it
  int caption = 0;       ///< height that the caption takes at the lower end; 0 where it has none
  double height_mm = 0;  ///< of the whole
  QString coarse;        ///< what the caption of a picture in dots says where those are larger than cells of a map; else empty
};

/// The page that the options ask for. Where no height is chosen, a longer caption makes it higher and never the drawing smaller.
/// Only the caption knows of dots.
FigurePage layOutPage(const FigureContent& figure, const FigureOptions& options, FigureFormat format = FigureFormat::pdf);

/// Draws what exportFigure() writes, in tenths of a point from the painter's origin; `ground`: on white.
void paintFigure(QCPPainter& painter, const FigureContent& figure, const FigureOptions& options, const FigurePage& page,
                 bool ground);

/// Writes the figure and what belongs beside it, all files, or none if there is no space. Vector formats keep text and heatmap
/// cells as vectors; PDF embeds its fonts, SVG has its text as paths. Equal content and options give equal bytes.
ExportOutcome exportFigure(const FigureContent& figure, const FigureOptions& options, const QString& path, FigureFormat format);

/// Writes the data behind the figure alone, atomically.
ExportOutcome exportFigureData(const FigureContent& figure, const QString& csvPath);

}  // namespace chasescope
