// A drawn plot of curves: what all of them share. The horizontal axis is zoomed and moved, two cursors stand on the curve and tell
// their difference.
//
// Mouse: the wheel zooms at the pointer and with Shift moves, Shift and a drag zoom into a range, the middle button moves, a double
// click shows all; a cursor is dragged by its flag or its line. Keys: + and - zoom, F shows all, Ctrl and arrows move, A and B
// place the cursors under the mouse or at the chosen point, Esc drops them. Everything else is the plot's own.
#pragma once

#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "widgets/plot/curve_axes.h"
#include "widgets/plot/curve_cursors.h"
#include "widgets/plot/drawn_plot.h"
#include "widgets/plot/sight.h"

namespace chasescope {

/// A curve's place in the widget, and its horizontal axis.
struct CurveFrame {
  QRectF plot;
  QString axis;             ///< axes of one name are in sight together: "footprint"
  double from = 0, to = 1;  ///< all that there is, in the axis's unit: bytes, threads
  bool doubling = false;    ///< each doubling of the value is as wide as the next
  double y0 = 0, y1 = 1;    ///< at the lower and upper edge
  Sight sight = {};         ///< the part that is seen
  double toX(double value) const;
  double fromX(double x) const;
  double toY(double y) const { return plot.bottom() - (y - y0) / (y1 - y0) * plot.height(); }
  bool whole() const { return sight.from <= from && sight.to >= to; }
};

class CurvePlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit CurvePlot(QWidget* parent = nullptr);

  /// The parts of the axes that are in sight; an axis that is not named is seen as a whole.
  const Sights& sights() const { return sights_; }
  void setSights(const Sights& sights);
  /// Shows all of every axis.
  void fit();
  /// Zooms all axes about their middles.
  void zoom(double factor);
  bool isWhole() const;
  /// The part of the plot's axes that is in sight; nothing where all of them is. Axes of a plot are of one kind.
  std::optional<Sight> part() const;

  const CurveCursors& cursors() const { return cursors_; }
  std::optional<double> cursor(int which) const { return cursors_.at(which); }
  /// Sets a cursor on the point nearest to this value of x, or drops it.
  void setCursor(int which, std::optional<double> x);
  /// Both cursors, at a third and at two thirds of what is in sight; drops them if there are any.
  void toggleCursors();
  /// "B − A  +12 KiB  (16 KiB → 28 KiB)", …; empty without both.
  QStringList cursorText() const;
  /// Where the lines of the cursors and the points of the curve lie, in the widget.
  double xOf(double value) const;

 signals:
  /// The person zoomed or moved; not told of setSights().
  void sightsChanged();
  void cursorsChanged();

 protected:
  /// The curves as they are laid out now, with all of their axes. The cursors stand on the one that cursorFrame() names.
  virtual std::vector<CurveFrame> frames() const = 0;
  virtual CursorCurve cursorCurve() const = 0;
  virtual std::size_t cursorFrame() const { return 0; }
  /// The point that is chosen: where a cursor goes that is placed by key while the mouse is elsewhere.
  virtual std::optional<double> chosenX() const { return std::nullopt; }

  /// The axes with the part of them that is in sight.
  CurveAxes seen(CurveAxes axes, const QString& axis) const;
  /// `unit`: so many of the axis's unit are one step of these axes.
  PlainAxes seen(PlainAxes axes, const QString& axis, double unit = 1) const;
  static CurveFrame frameOf(const CurveAxes& axes, const QString& axis);
  static CurveFrame frameOf(const PlainAxes& axes, const QString& axis, double unit = 1);
  /// The cursors and what the mouse is drawing, over the curves.
  void paintCursors(QPainter& painter) const;
  /// Whether the mouse is dragging something of these, so that nothing else is to be told of what lies under it.
  bool dragging() const { return dragging_ != Dragging::nothing && dragging_ != Dragging::choice; }

  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Dragging { nothing, choice, cursor, range, pan };
  std::vector<CurveFrame> seenFrames() const;
  std::optional<CurveFrame> frameAt(const QPointF& position) const;
  std::optional<CurveFrame> cursorPlace() const;
  void look(const CurveFrame& frame, Sight sight);
  void moveBy(const CurveFrame& frame, double pixels);
  void zoomAt(const CurveFrame& frame, double factor, double x);
  bool placeCursor(int which);
  void dragCursorTo(double x);
  void finishRange();

  Sights sights_;
  CurveCursors cursors_;
  Dragging dragging_ = Dragging::nothing;
  int dragged_ = -1;
  QPointF press_, last_;
  CurveFrame pressed_;
  QRectF box_;
};

}  // namespace chasescope
