// Two cursors on a curve, and their difference. A cursor stands on a point of the curve, and reads the plateau's value where the
// point lies on one.
#pragma once

#include <QRectF>
#include <QStringList>
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "widgets/style/plot_style.h"

class QPainter;

namespace chasescope {

/// A point that a cursor can stand on.
struct CursorPoint {
  double x = 0, y = 0;
  double reads = 0;    ///< the value that a cursor shows here: the plateau's, or y between plateaus
  QString place = {};  ///< the plateau's name: "L1 data"; empty between plateaus
};

struct CursorSeries {
  QString name;                     ///< shown where there are several series
  std::vector<CursorPoint> points;  ///< ascending in x
};

/// The points on which cursors can stand, in the curve's own units, and the text of their values.
struct CursorCurve {
  std::vector<CursorSeries> series;
  std::function<QString(double)> xText, yText;  ///< "16 KiB", "68.2"
  QString yUnit;                                ///< "cycles"
  std::function<QStringList(double a, double b)> also = {};  ///< further lines about both cursors: "exactly 1 pass"
  bool empty() const;
  /// The value of x nearest to this pixel at which any series has a point. Not for an empty curve.
  double nearest(double pixel, const std::function<double(double)>& toX) const;
};

/// Maps values to the painter's units.
struct CursorFrame {
  QRectF plot;
  std::function<double(double)> toX, toY;
  std::vector<QRectF> words = {};  ///< boxes of text: the cursors' lines have gaps there
};

class CurveCursors {
 public:
  /// `which`: 0 is cursor A, 1 is cursor B.
  void set(int which, std::optional<double> x) { at_[static_cast<std::size_t>(which)] = x; }
  std::optional<double> at(int which) const { return at_[static_cast<std::size_t>(which)]; }
  void clear() { at_ = {}; }
  bool any() const { return at_[0] || at_[1]; }
  /// None if the cursor is not set, or the series has no point there.
  std::optional<CursorPoint> reading(int which, const CursorSeries& series) const;
  /// "B − A  +12 KiB  (16 KiB → 28 KiB)" and the difference in each series; empty unless both cursors are set.
  QStringList difference(const CursorCurve& curve) const;
  /// The difference on one line, or the reading of the only cursor: "A  16 KiB: 68.2 cycles, L1 data"; empty without cursors.
  QString line(const CursorCurve& curve) const;
  /// The cursor whose flag or line is at this position; -1 for none.
  int hit(const QPointF& position, const CursorFrame& frame, const PlotStyle& style) const;
  /// Draws lines, rings at the readings, and flags. `active`: the cursor that is dragged; -1 for none, -2 to leave the flags out.
  void paintMarks(QPainter& painter, const CursorFrame& frame, const CursorCurve& curve, int active, const PlotStyle& style) const;
  /// Draws the marks, and a box with the difference.
  void paint(QPainter& painter, const CursorFrame& frame, const CursorCurve& curve, int active, const PlotStyle& style) const;

 private:
  std::array<std::optional<double>, 2> at_;
};

}  // namespace chasescope
