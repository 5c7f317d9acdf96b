// What a figure shows, apart from its size and its file: built from a session alone, without a window.
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

/// The part of an axis that is shown, in the axis's own unit; what is not given is where the data end.
struct AxisLimits {
  std::optional<double> from, to;
  bool whole() const { return !from && !to; }
};

/// A curve that several cards have, or a quantity of a line of generations.
struct FigureVariant {
  QString name, title;  ///< as FigureChoice::variant has it, and for people
  bool shown = false;
};

/// What of a figure can be chosen besides its size and look. What is not here is refused with a sentence.
struct FigureTraits {
  QString x_unit, y_unit;                 ///< of its axes ("bytes", "cycles") where they can be limited; else empty
  QStringList colourings = {};            ///< what FigureSight::colouring may say
  QStringList panels = {};                ///< what its panels show, in their order, where there are several
  AxisLimits x_data = {}, y_data = {};    ///< where the data of those axes end; a part beside them is refused
  bool log_x = false, log_y = false;      ///< whether the axis is or can be logarithmic
  std::vector<LegendPlace> legends = {};  ///< where its legend can stand, besides where it stands by itself
  std::vector<FigureVariant> curves = {}, quantities = {};  ///< what FigureChoice::variant may say
  bool cursors = false;                   ///< whether it has a curve that FigureSight::cursors can stand on
};

class FigureContent {
 public:
  virtual ~FigureContent() = default;
  virtual QString title() const = 0;
  /// Two sentences or less under the figure: device, request, and what was left out in drawing.
  virtual QString caption() const = 0;
  /// The shorter side of the cells of a map, in the units of the last drawing; 0 where it is none. Where dots are larger, they mix
  /// cells.
  virtual double finestCell() const { return 0; }
  /// A height that suits a width, both in mm, in type and lines of `paper` (paperStyle()).
  virtual double heightFor(double width_mm, const PlotStyle& paper) const = 0;
  /// What of it can be chosen besides size and look.
  virtual FigureTraits traits() const { return {}; }
  /// Fills an empty plot that has the layers of figureLayers(), in the units and type of `style`.
  virtual void compose(QCustomPlot& plot, const PlotStyle& style) const = 0;
  /// Writes the data behind the figure line by line: every value, not the decimated ones. `write` answers false when it can't go
  /// on.
  virtual void writeCsv(const std::function<bool(const QByteArray&)>& write) const = 0;
  /// Its curves as numbers, panel by panel, for programs that draw them anew in their own way
  /// (widgets/figure/formats/figure_series.h); colours are those of `style`. Empty where it is no picture of curves.
  virtual std::vector<SeriesPanel> series(const PlotStyle& style) const;
  /// What cursors stand on, in the unit of the horizontal axis; empty where they can't.
  virtual CursorCurve cursorCurve() const { return {}; }
  /// The cursors that were asked for, each on the nearest point of that curve.
  virtual CurveCursors cursors() const { return {}; }
  /// Enough to make it again: device, environment, requests.
  virtual nlohmann::json provenance() const = 0;
};

using FigurePtr = std::shared_ptr<const FigureContent>;

/// A figure, or a sentence that says why there is none.
struct FigureOutcome {
  FigurePtr figure;
  QString error;
  bool unmeasured = false;  ///< nobody has measured it yet: the sentence lacks its end, which says what would fill it (figure_list.h)
  explicit operator bool() const { return figure != nullptr; }
};

/// How the picture of a view is looked at: its zoom, and what else a person chose of what is drawn.
struct FigureSight {
  AxisLimits x, y;
  QString colouring = {};  ///< by the name that the view gives it; empty: the figure's own
  bool log_x = false, log_y = false;  ///< axes on which each factor is as wide as the next
  std::array<std::optional<double>, 2> cursors = {};  ///< where A and B are to stand, in the unit of the horizontal axis
  bool sized = false;  ///< places on the horizontal axis were given as sizes, so that its unit must be bytes
  bool hasCursors() const { return cursors[0] || cursors[1]; }
};

/// What of a session a figure shows.
struct FigureChoice {
  QString run;             ///< by id; empty: what each figure takes by itself
  QString cache;           ///< by its subject in findings ("l2_tlb"); empty: the first of which enough is known
  FigureSight sight = {};  ///< as the window shows it, or as the command line asks
  int panel = -1;          ///< this panel alone, counted from 0; negative: all
  /// Which curve of each of several cards, or which quantity of a line of generations; empty: as the figure says.
  QString variant = {};
};

}  // namespace chasescope
