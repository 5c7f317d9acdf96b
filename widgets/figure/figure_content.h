// The content of a figure, apart from its size and its file: built from a session alone, without a window.
#pragma once

#include <QString>
#include <QStringList>
#include <array>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "widgets/plot/curve_cursors.h"
#include "widgets/style/plot_style.h"

class QCustomPlot;

namespace chasescope {

struct SeriesPanel;

/// The part of an axis that is shown, in the axis's own unit; an end that is not given is the end of the data.
struct AxisLimits {
  std::optional<double> from, to;
  bool whole() const { return !from && !to; }
};

/// A curve in a figure of several cards, or a quantity in a line of generations.
struct FigureVariant {
  QString name, title;  ///< the value of FigureChoice::variant, and the title for people
  bool shown = false;
};

/// The choices that a figure offers besides its size and look. All other choices are refused with a sentence.
struct FigureTraits {
  QString x_unit, y_unit;                 ///< the units of its axes ("bytes", "cycles") if they can be limited; else empty
  QStringList colourings = {};            ///< the values of FigureSight::colouring
  QStringList panels = {};                ///< the panels' titles in their order, if there are several
  AxisLimits x_data = {}, y_data = {};    ///< the ends of the data on those axes; limits beyond them are refused
  bool log_x = false, log_y = false;      ///< whether the axis is or can be logarithmic
  std::vector<LegendPlace> legends = {};  ///< places for the legend besides the figure's own
  std::vector<FigureVariant> curves = {}, quantities = {};  ///< the values of FigureChoice::variant
  bool cursors = false;  ///< whether the cursors of FigureSight::cursors can stand on a curve of the figure
};

class FigureContent {
 public:
  virtual ~FigureContent() = default;
  virtual QString title() const = 0;
  /// Two sentences or less below the figure: device, request, and the data that the drawing leaves out.
  virtual QString caption() const = 0;
  /// The shorter side of the cells of a map in the last drawing's units; 0 if the figure is no map. A picture with larger dots
  /// mixes cells.
  virtual double finestCell() const { return 0; }
  /// A suitable height for a width, both in mm, with the type and lines of `paper` (paperStyle()).
  virtual double heightFor(double width_mm, const PlotStyle& paper) const = 0;
  /// Whether the drawing sets itself in smaller type where a given height has no room, so that nobody else need do it.
  virtual bool shrinksItself() const { return false; }
  /// How many panels lie side by side at a width. A script draws its panels below each other, and so is as many times as high.
  virtual int panelsBeside(double /*width_mm*/, const PlotStyle& /*paper*/) const { return 1; }
  /// The choices besides size and look.
  virtual FigureTraits traits() const { return {}; }
  /// Fills an empty plot that has the layers of figureLayers(), in the units and type of `style`.
  virtual void compose(QCustomPlot& plot, const PlotStyle& style) const = 0;
  /// Writes the data behind the figure line by line: every value, also those that the drawing leaves out. Stops when `write`
  /// returns false.
  virtual void writeCsv(const std::function<bool(const QByteArray&)>& write) const = 0;
  /// The curves as numbers, panel by panel, for programs that draw them in their own way (widgets/figure/formats/figure_series.h),
  /// with the colours of `style`. Empty if the figure has no curves.
  virtual std::vector<SeriesPanel> series(const PlotStyle& style) const;
  /// The curve on which cursors stand, in the unit of the horizontal axis; empty if cursors can't be shown.
  virtual CursorCurve cursorCurve() const { return {}; }
  /// The requested cursors, each on the nearest point of that curve.
  virtual CurveCursors cursors() const { return {}; }
  /// The figure's findings as sentences for people who can't see it; nothing if the findings behind its runs say it all.
  virtual std::optional<QStringList> toldWords() const { return std::nullopt; }
  /// The facts from which the figure can be made again: device, environment, requests.
  virtual nlohmann::json provenance() const = 0;
};

using FigurePtr = std::shared_ptr<const FigureContent>;

/// A figure, or a sentence that says why there is none.
struct FigureOutcome {
  FigurePtr figure;
  QString error;
  bool unmeasured = false;  ///< not measured yet: the caller completes the sentence (figure_list.h)
  explicit operator bool() const { return figure != nullptr; }
};

/// How a person looks at the picture of a view: its zoom, colouring and cursors.
struct FigureSight {
  AxisLimits x, y;
  QString colouring = {};                             ///< a name that the view gives; empty: the figure's own colouring
  bool log_x = false, log_y = false;                  ///< logarithmic axes
  std::array<std::optional<double>, 2> cursors = {};  ///< places of cursors A and B in the unit of the horizontal axis
  bool sized = false;  ///< places on the horizontal axis were given in bytes, so the axis must be one of sizes
  bool hasCursors() const { return cursors[0] || cursors[1]; }
};

/// The part of a session that a figure shows.
struct FigureChoice {
  QString run;             ///< its id; empty: the figure's own choice
  QString cache;           ///< its subject ("l2_tlb"); empty: the first cache or TLB about which enough is known
  FigureSight sight = {};  ///< as shown in the window or asked for on the command line
  int panel = -1;          ///< this panel alone, counted from 0; negative: all
  /// The curve in a figure of several cards, or the quantity in a line of generations; empty: the figure's own choice.
  QString variant = {};
};

}  // namespace chasescope
