// A plot that paints itself as a whole instead of using QCustomPlot, with the mouse and key handling that all such plots share.
#pragma once

#include <QWidget>
#include <optional>

#include "widgets/style/plot_style.h"

class QPainter;

namespace chasescope {

class DrawnPlot : public QWidget {
  Q_OBJECT
 public:
  explicit DrawnPlot(QWidget* parent = nullptr);
  void setPlotStyle(const PlotStyle& style);
  QSize minimumSizeHint() const override { return {240, 200}; }

 protected:
  /// Paints everything within area(), on the card's colour.
  virtual void paint(QPainter& painter) = 0;
  /// A click or a drag with the left button.
  virtual void pressed(const QPointF& /*position*/) {}
  /// True if the key did something here.
  virtual bool keyed(int /*key*/) { return false; }

  const PlotStyle& plotStyle() const { return plotStyle_; }
  QRectF area() const { return QRectF(rect()).adjusted(2, 2, -2, -2); }
  /// The position of the mouse, while it is over the plot.
  const std::optional<QPointF>& mouse() const { return mouse_; }
  /// Whether the keyboard gave the focus, so that the focus has to be drawn.
  bool showsFocus() const { return hasFocus() && keyboardFocus_; }

  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  PlotStyle plotStyle_;
  std::optional<QPointF> mouse_;
  bool keyboardFocus_ = false;
};

}  // namespace chasescope
