// The common part of all drawn plots of curves: the horizontal axis can be zoomed and moved, and two cursors stand on the curve and
// show their difference.
//
// Mouse: the wheel zooms at the pointer, with Shift it moves the axis; a drag with Shift zooms into a range; a drag with the middle
// button moves the axis; a double click shows the whole axis; a cursor is dragged by its flag or its line. Keys: + and - zoom, F
// shows all, Ctrl and the arrows move, A and B place the cursors under the mouse or at the chosen point, Esc removes them. Each
// plot handles all other input itself.
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
  QString axis;             ///< axes with the same name are zoomed together: "footprint"
  double from = 0, to = 1;  ///< the ends of the whole axis in its unit: bytes, threads
  bool doubling = false;    ///< the axis is logarithmic
  double y0 = 0, y1 = 1;    ///< at the lower and upper edge
  Sight sight = {};         ///< the part in sight
  double toX(double value) const;
  double fromX(double x) const;
  double toY(double y) const { return plot.bottom() - (y - y0) / (y1 - y0) * plot.height(); }
  bool whole() const { return sight.from <= from && sight.to >= to; }
};

class CurvePlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit CurvePlot(QWidget* parent = nullptr);

  /// The visible parts of the axes; an axis without an entry is visible as a whole.
  const Sights& sights() const { return sights_; }
  void setSights(const Sights& sights);
  /// Shows all of every axis.
  void fit();
  /// Zooms all axes about their middles.
  void zoom(double factor);
  bool isWhole() const;
  /// The visible part of the plot's axes; nothing where each is visible as a whole. All axes of a plot are of one kind.
  std::optional<Sight> part() const;

  const CurveCursors& cursors() const { return cursors_; }
  std::optional<double> cursor(int which) const { return cursors_.at(which); }
  /// Sets a cursor on the point nearest to this value of x; without a value, removes the cursor.
  void setCursor(int which, std::optional<double> x);
  /// Puts the cursors at a third and at two thirds of the visible part; removes them if there are any.
  void toggleCursors();
  /// "B − A  +12 KiB  (16 KiB → 28 KiB)", …; empty without both.
  QStringList cursorText() const;
  /// The x in the widget at which a cursor or a point of this value is drawn.
  double xOf(double value) const;

 signals:
  /// The person zoomed or moved an axis; setSights() does not emit it.
  void sightsChanged();
  void cursorsChanged();

 protected:
  /// The curves as they are laid out now, with their whole axes. The cursors stand on the curve that cursorFrame() names.
  virtual std::vector<CurveFrame> frames() const = 0;
  virtual CursorCurve cursorCurve() const = 0;
  virtual std::size_t cursorFrame() const { return 0; }
  /// The chosen point: keys place a cursor there while the mouse is elsewhere.
  virtual std::optional<double> chosenX() const { return std::nullopt; }

  /// The axes, reduced to their visible part.
  CurveAxes seen(CurveAxes axes, const QString& axis) const;
  /// `unit`: one step of these axes in units of the named axis.
  PlainAxes seen(PlainAxes axes, const QString& axis, double unit = 1) const;
  static CurveFrame frameOf(const CurveAxes& axes, const QString& axis);
  static CurveFrame frameOf(const PlainAxes& axes, const QString& axis, double unit = 1);
  /// Draws the cursors and the mouse's zoom box over the curves.
  void paintCursors(QPainter& painter) const;
  /// Whether the mouse drags a cursor, an axis or a zoom box, so that nothing is to be said about the point under it.
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
