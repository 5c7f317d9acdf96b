// The cursors of a view in its figure: where they stand, and what they read.
#pragma once

#include <QRectF>
#include <QString>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/curve_axes.h"

class QCPPainter;

namespace chasescope {

/// While it lives, this thread draws figures without cursors (to find the places of text), or with flags that avoid these places.
class CursorScope {
 public:
  enum class Cursors { hidden, drawn };
  explicit CursorScope(Cursors cursors, std::vector<QRectF> words = {});
  ~CursorScope();
  CursorScope(const CursorScope&) = delete;
  CursorScope& operator=(const CursorScope&) = delete;

  bool drawn() const { return cursors_ == Cursors::drawn; }
  const std::vector<QRectF>& words() const { return words_; }

 private:
  Cursors cursors_;
  std::vector<QRectF> words_;
  const CursorScope* outer_;
};

/// The boxes of all text that `paint` draws on a page of this size.
std::vector<QRectF> wordBoxes(const QSize& page, const std::function<void(QCPPainter&)>& paint);

/// The cursors of the sight, each on the nearest point of the curve.
CurveCursors placedOn(const CursorCurve& curve, const FigureSight& sight);

/// Draws the cursors' lines, flags and rings over their curve. `unit`: one step of these axes in the axis's unit.
void paintCursorsOf(QPainter& painter, const FigureContent& figure, const CurveAxes& axes, const PlotStyle& style);
void paintCursorsOf(QPainter& painter, const FigureContent& figure, const PlainAxes& axes, const PlotStyle& style, double unit = 1);

/// The cursors' readings as a line below the drawing; empty without cursors.
QString cursorLine(const FigureContent& figure);
/// The cursors for programs: name, x and readings of each.
nlohmann::json cursorsAsJson(const FigureContent& figure);
/// Adds the cursors to a panel for programs that draw the curves themselves.
void markCursors(SeriesPanel& panel, const FigureContent& figure, double unit = 1);

/// Why a cursor can't stand where it is asked for, as a sentence; empty if all can.
QString cursorProblem(const FigureContent& figure, const FigureSight& sight);

}  // namespace chasescope
