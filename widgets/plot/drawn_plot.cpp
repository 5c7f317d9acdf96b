#include "widgets/plot/drawn_plot.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace chasescope {

DrawnPlot::DrawnPlot(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
}

void DrawnPlot::setPlotStyle(const PlotStyle& style) {
  plotStyle_ = style;
  update();
}

void DrawnPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), plotStyle_.palette.card);
  paint(painter);
}

void DrawnPlot::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (event->button() == Qt::LeftButton) pressed(event->position());
}

void DrawnPlot::mouseMoveEvent(QMouseEvent* event) {
  mouse_ = event->position();
  if ((event->buttons() & Qt::LeftButton) != 0) pressed(*mouse_);
  update();
}

void DrawnPlot::leaveEvent(QEvent* event) {
  mouse_.reset();
  update();
  QWidget::leaveEvent(event);
}

void DrawnPlot::keyPressEvent(QKeyEvent* event) {
  if (!keyed(event->key())) QWidget::keyPressEvent(event);
}

void DrawnPlot::focusInEvent(QFocusEvent* event) {
  keyboardFocus_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
  update();
  QWidget::focusInEvent(event);
}

void DrawnPlot::focusOutEvent(QFocusEvent* event) {
  keyboardFocus_ = false;
  update();
  QWidget::focusOutEvent(event);
}

}  // namespace chasescope

#include "moc_drawn_plot.cpp"
