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

/// While it lives, figures of this thread are drawn without cursors (to see where words stand), or with flags beside those words.
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

/// Where words stand of what is painted on a page of this size.
std::vector<QRectF> wordBoxes(const QSize& page, const std::function<void(QCPPainter&)>& paint);

/// The cursors that the sight asks for, each on the point of the curve that is nearest to it.
CurveCursors placedOn(const CursorCurve& curve, const FigureSight& sight);

/// Their lines, flags and rings over the curve that they stand on. `unit`: so many of the axis's unit are one step of these axes.
void paintCursorsOf(QPainter& painter, const FigureContent& figure, const CurveAxes& axes, const PlotStyle& style);
void paintCursorsOf(QPainter& painter, const FigureContent& figure, const PlainAxes& axes, const PlotStyle& style, double unit = 1);

/// What they read, as a line below the drawing; empty where there are none.
QString cursorLine(const FigureContent& figure);
/// The same for programs: name, x and readings of each.
nlohmann::json cursorsAsJson(const FigureContent& figure);
/// The same for programs that draw the curves anew.
void markCursors(SeriesPanel& panel, const FigureContent& figure, double unit = 1);

/// Why a cursor can't stand where it is asked for, as a sentence; empty if all can.
QString cursorProblem(const FigureContent& figure, const FigureSight& sight);

}  // namespace chasescope
