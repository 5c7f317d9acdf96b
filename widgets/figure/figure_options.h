// The settings of a figure: size, type, lines and colours. The command line and the dialog have the same options.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <optional>

#include "widgets/style/plot_style.h"

namespace chasescope {

inline constexpr double kLeastFigureWidth = 40, kMostFigureWidth = 1000;    ///< mm
inline constexpr double kLeastFigureHeight = 20, kMostFigureHeight = 1000;  ///< mm
inline constexpr int kLeastDpi = 36, kMostDpi = 2400;
inline constexpr double kLeastType = 6, kMostType = 36;    ///< points; nothing in a figure is set smaller than the least
inline constexpr double kLeastLine = 0.25, kMostLine = 3;  ///< points; thinner lines are lost in print
inline constexpr double kUnitsPerPoint = 10, kPointsPerInch = 72, kMmPerInch = 25.4;

struct FigureOptions {
  double width_mm = 88.9;
  double height_mm = 0;     ///< 0: the height that the drawing and its caption need at that width
  int dpi = 300;            ///< PNG only
  double font_pt = 8;       ///< type size at final size
  double least_font_pt = 0;  ///< the type may shrink to this where a given height has no room; 0: it stays as it is
  Face face = Face::inter;  ///< typeface of text and numbers
  double line_pt = 0.5;     ///< width of a plain line; all other lines are scaled with it
  bool grey = false;        ///< no colours: line styles, marks and hatching distinguish instead
  bool letters = false;     ///< panels have letters (a), (b), …
  LegendPlace legend = LegendPlace::own;
  bool caption = false;     ///< a line under the figure that says device, request and what was left out
  bool ground = false;      ///< an SVG has a white background, for pages that may be dark; a PNG always has one
  bool words = false;       ///< an SVG has text in a named font, which its readers must have; else outlines
  bool csv = true;          ///< the data beside it: NAME.csv
  bool provenance = true;   ///< writes NAME.json with the facts from which the figure can be made again
  bool alone = false;       ///< the figure is a single file, and its JSON has the name of that file: l1.png.json
  friend bool operator==(const FigureOptions&, const FigureOptions&) = default;
};

/// A publisher: the sizes and type of its authors' guide or document class.
struct Venue {
  const char* name;           ///< "ieee": on the command line and in settings
  const char* title;          ///< "IEEE, two columns"
  double column_mm, page_mm;  ///< width of a column, and of all columns
  double height_mm;           ///< 0: the height that the drawing needs
  double font_pt, line_pt;
  Face face;
  double least_font_pt = 0;  ///< as in FigureOptions
};
const QList<Venue>& venues();
const Venue* venueNamed(const QString& name);
/// Sets the venue's width, height, type and lines; `page`: the width of all columns.
FigureOptions setFor(const Venue& venue, bool page, FigureOptions options = {});

/// Where a legend can stand, by the names of the command line: "inside", "top-left", "above", "below", "right", "none", ….
struct LegendName {
  const char* name;
  const char* title;  ///< for people, in the context "Legend"
  LegendPlace place;
};
const QList<LegendName>& legendPlaces();
std::optional<LegendPlace> legendPlaceNamed(const QString& name);

/// Widths that journals ask for, as lengthFrom() reads them: "84 mm", "3.33 in", …
const QStringList& journalWidths();
constexpr double kPageWidth = 177.8;  ///< mm; two columns of a journal

/// "84", "84mm", "8.4cm", "3.33in", "241pt" (of TeX, 72.27 an inch) or "240bp" (72 an inch) in mm; nothing where it is no length.
std::optional<double> lengthFrom(const QString& text);

/// What is wrong with the options, as a sentence; empty if nothing is.
QString optionsProblem(const FigureOptions& options);

/// The look of a figure with these options, which is laid out in tenths of a point.
PlotStyle paperStyle(const FigureOptions& options);

}  // namespace chasescope
