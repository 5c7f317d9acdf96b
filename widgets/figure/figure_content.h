// What a figure shows, apart from its size and its file: built from a session alone, without a window.
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

class QCustomPlot;

namespace chasescope {

struct PlotStyle;

class FigureContent {
 public:
  virtual ~FigureContent() = default;
  virtual QString title() const = 0;
  /// Two sentences or less under the figure: device, request, and what was left out in drawing.
  virtual QString caption() const = 0;
  /// The shorter side of the cells of a map, in the units of the last drawing; 0 where it is none. Where dots are larger, they mix
  /// cells.
  virtual double finestCell() const { return 0; }
  /// A height that suits a width, both in mm.
  virtual double heightFor(double width_mm) const = 0;
  /// Fills an empty plot that has the layers of figureLayers(), in the units and type of `style`.
  virtual void compose(QCustomPlot& plot, const PlotStyle& style) const = 0;
  /// Writes the data behind the figure line by line: every value, not the decimated ones. `write` answers false when it can't go
  /// on.
  virtual void writeCsv(const std::function<bool(const QByteArray&)>& write) const = 0;
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

/// What of a session a figure shows.
struct FigureChoice {
  QString run;    ///< by id; empty: what each figure takes by itself
  QString cache;  ///< by its subject in findings ("l2_tlb"); empty: the first of which enough is known
};

}  // namespace chasescope
