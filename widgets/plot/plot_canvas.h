// The one QCustomPlot of a view: axes in the program's style, and the mouse and key handling that all plots share.
//
// Zooms and pans within bounds, emits signals for all other input, and repaints at most once in 16 ms. Functions paint three
// layers: one behind the data, the data, and an overlay with its own buffer, so that a moving cursor does not repaint the trace.
#pragma once

#include <qcustomplot.h>

#include <QRectF>
#include <QTimer>
#include <concepts>
#include <functional>

#include "widgets/plot/paint_alone.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// A layer of the plot that is painted by a function, clipped to the axis rect or not at all.
class PaintedLayer : public QCPLayerable {
  Q_OBJECT
 public:
  using Paint = std::function<void(QCPPainter&)>;
  PaintedLayer(QCustomPlot* plot, const QString& layer, bool clipped, Paint paint);

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override { paint_(*painter); }

 private:
  bool clipped_;
  Paint paint_;
};

/// Whole numbers only, in steps of 1, 2 or 5 times a power of ten, with thousands separators.
class CountTicker : public QCPAxisTicker {
 public:
  /// Chooses as many ticks as labels up to `highest` fit side by side into `length`.
  void fitLabels(double length, double highest, const QFont& font);

 protected:
  double getTickStep(const QCPRange& range) override;
  int getSubTickCount(double step) override;
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

 private:
  double most_ = 0;  // how many labels fit, as a fraction: with 3.5 a finer step may fit that does not with 3; 0: use tickCount()
};

/// The ticker of an axis that was given a CountTicker.
CountTicker& countTicker(const QCPAxis& axis);

/// Room above a plot for the upper half of a number at its upper edge; without this room the number is left out.
double aboveAxes(const PlotStyle& style);

/// Axes, grid and type of every plot in this program, on screen and on paper.
void dressAxes(QCustomPlot& plot, const PlotStyle& style, const QString& xTitle, const QString& yTitle);

/// paintAlone() for a function that needs QCustomPlot's own painter.
template <typename Paint>
requires(!std::invocable<Paint&, QPainter&, const QRectF&>) void paintAlone(QCustomPlot& plot, const PlotStyle& style,
                                                                            Paint paint) {
  paintAlone(plot, style, std::function<void(QPainter&, const QRectF&)>([paint](QPainter& painter, const QRectF& area) {
               paint(static_cast<QCPPainter&>(painter), area);
             }));
}

class PlotCanvas : public QCustomPlot {
  Q_OBJECT
 public:
  enum class Tool { pan, zoom, brush };
  enum class Axes { x, both };

  explicit PlotCanvas(QWidget* parent = nullptr);

  /// The limits of zoom and pan in plot coordinates, and the smallest span of each axis.
  void setBounds(const QRectF& bounds, double smallestX, double smallestY);
  const QRectF& bounds() const { return bounds_; }
  void setTool(Tool tool);
  /// The axes that the wheel and panning move over the plot; over an axis, they always move that axis.
  void setMoves(Axes axes) { moves_ = axes; }
  /// Called at a mouse press: returns true if the owner takes the drag (of a cursor); the drag is then reported by dragged().
  void setGrab(std::function<bool(QPoint)> grab) { grab_ = std::move(grab); }
  /// Called at a key press, before the keys that all plots share are handled.
  void setKeys(std::function<bool(int)> keys) { keys_ = std::move(keys); }

  void setView(const QCPRange& x, const QCPRange& y);
  void zoomX(double factor, double centre);
  void zoomY(double factor, double centre);

  void scheduleReplot();
  void scheduleOverlay();
  /// Paints at once if a repaint is due.
  void flush();
  /// The box that the mouse is drawing, in px; null if none.
  QRect box() const { return box_; }
  /// Whether the keyboard gave the focus, so that the focus has to be drawn.
  bool showsFocus() const { return hasFocus() && keyboardFocus_; }
  bool boxIsBrush() const { return dragging_ == Dragging::brush; }

 signals:
  /// The person zoomed or panned.
  void viewMoved();
  void fitRequested();
  void hoverMoved(const QPoint& position);
  void hoverLeft();
  void clicked(const QPoint& position);
  void dragged(const QPoint& position);
  void dragEnded();
  /// A brush was drawn: begin and end in plot coordinates.
  void brushDrawn(const QRectF& box);
  void escapePressed();

 protected:
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  enum class Dragging { nothing, pan, zoomBox, brush, owner };
  void clampRanges();
  void finishBox();
  void askForMenu(const QPoint& position);
  void showToolCursor();
  QRectF toPlot(const QRect& box) const;

  QRectF bounds_{0, 0, 1, 1};
  double smallestX_ = 1, smallestY_ = 1;
  Tool tool_ = Tool::pan;
  Axes moves_ = Axes::x;
  std::function<bool(QPoint)> grab_;
  std::function<bool(int)> keys_;
  QTimer timer_;
  bool replotDue_ = false, overlayDue_ = false;
  Dragging dragging_ = Dragging::nothing;
  QPoint press_, last_;
  bool moved_ = false, fromX_ = false, fromY_ = false;
  QRect box_;
  bool keyboardFocus_ = false;
};

}  // namespace chasescope
