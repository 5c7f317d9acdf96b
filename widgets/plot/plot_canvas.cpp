#include "widgets/plot/plot_canvas.h"

#include <algorithm>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/gestures.h"

namespace chasescope {
namespace {

constexpr int kFrameMilliseconds = 16;

}  // namespace

PaintedLayer::PaintedLayer(QCustomPlot* plot, const QString& layer, bool clipped, Paint paint)
    : QCPLayerable(plot, layer), clipped_(clipped), paint_(std::move(paint)) {}

QRect PaintedLayer::clipRect() const { return clipped_ ? mParentPlot->axisRect()->rect() : mParentPlot->viewport(); }

double CountTicker::getTickStep(const QCPRange& range) {
  const double exact = std::max(1.0, range.size() / (most_ > 0 ? most_ : std::max(1, tickCount())));
  const double magnitude = std::pow(10.0, std::floor(std::log10(exact)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * magnitude >= exact * 0.999) return step * magnitude;
  return 10 * magnitude;
}
int CountTicker::getSubTickCount(double /*step*/) { return 0; }

void CountTicker::fitLabels(double length, double highest, const QFont& font) {
  const QString widest = QString::fromStdString(format_count(static_cast<std::uint64_t>(std::max(0.0, highest))));
  const double each = QFontMetricsF(font).horizontalAdvance(widest + QLatin1Char('0'));
  most_ = std::clamp(length / each, 1.0, 9.0);
}

CountTicker& countTicker(const QCPAxis& axis) { return static_cast<CountTicker&>(*axis.ticker()); }

QString CountTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/, int /*precision*/) {
  if (tick < -0.5) return {};
  return QString::fromStdString(format_count(static_cast<std::uint64_t>(std::llround(tick))));
}

void dressAxes(QCustomPlot& plot, const PlotStyle& style, const QString& xTitle, const QString& yTitle) {
  const Palette& palette = style.palette;
  plot.setBackground(QBrush(palette.card));
  plot.axisRect()->setMinimumMargins(QMargins(0, 0, 0, 0));
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    const bool isX = axis == plot.xAxis;
    axis->setBasePen(isX ? QPen(style.print ? palette.ink : palette.outline, style.line(1)) : Qt::NoPen);
    axis->setTickPen(isX ? QPen(style.print ? palette.ink : palette.outline, style.line(1)) : Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLength(0, qRound(style.px(isX ? 4 : 0)));
    axis->setSubTickLength(0, 0);
    axis->setPadding(0);
    axis->setTickLabelFont(style.number());
    axis->setTickLabelColor(palette.quietInk);
    axis->setTickLabelPadding(qRound(style.px(6)));
    axis->setLabelFont(style.text(Weight::medium));
    axis->setLabelColor(palette.quietInk);
    axis->setLabelPadding(qRound(style.px(6)));
    axis->setLabel(isX ? xTitle : yTitle);
    axis->grid()->setPen(isX ? Qt::NoPen : QPen(palette.line, style.line(1)));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->grid()->setSubGridVisible(false);
  }
}

double aboveAxes(const PlotStyle& style) { return std::max(style.em(6), QFontMetricsF(style.number()).height() / 2 + style.px(1)); }

double aroundDrawing(const PlotStyle& style) { return style.px(2); }

void paintAlone(QCustomPlot& plot, const PlotStyle& style, std::function<void(QPainter&, const QRectF&)> paint) {
  plot.axisRect()->setVisible(false);
  for (QCPAxis* axis : plot.axisRect()->axes()) axis->setVisible(false);
  const double edge = aroundDrawing(style);
  const QRectF area = QRectF(plot.viewport()).adjusted(edge, edge, -edge, -edge);
  new PaintedLayer(&plot, QStringLiteral("main"), false, [paint = std::move(paint), area](QCPPainter& painter) { paint(painter, area); });
}

PlotCanvas::PlotCanvas(QWidget* parent) : QCustomPlot(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setInteractions(QCP::iNone);
  setMinimumSize(160, 120);
  addLayer(QStringLiteral("behind"), layer(QStringLiteral("grid")), QCustomPlot::limAbove);
  timer_.setSingleShot(true);
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(kFrameMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &PlotCanvas::flush);
}

void PlotCanvas::setBounds(const QRectF& bounds, double smallestX, double smallestY) {
  bounds_ = bounds;
  smallestX_ = smallestX;
  smallestY_ = smallestY;
}

void PlotCanvas::setTool(Tool tool) {
  tool_ = tool;
  showToolCursor();
}

void PlotCanvas::showToolCursor() { setCursor(tool_ == Tool::pan ? Qt::ArrowCursor : Qt::CrossCursor); }

void PlotCanvas::setView(const QCPRange& x, const QCPRange& y) {
  xAxis->setRange(x);
  yAxis->setRange(y);
  scheduleReplot();
}

void PlotCanvas::clampRanges() {
  const auto clamp = [](QCPRange range, double low, double high, double smallest) {
    double size = std::clamp(range.size(), std::min(smallest, high - low), high - low);
    double begin = range.center() - size / 2;
    begin = std::clamp(begin, low, std::max(low, high - size));
    return QCPRange(begin, begin + size);
  };
  xAxis->setRange(clamp(xAxis->range(), bounds_.left(), bounds_.right(), smallestX_));
  yAxis->setRange(clamp(yAxis->range(), bounds_.top(), bounds_.bottom(), smallestY_));
}

void PlotCanvas::zoomX(double factor, double centre) {
  xAxis->scaleRange(1 / factor, centre);
  clampRanges();
  scheduleReplot();
  emit viewMoved();
}

void PlotCanvas::zoomY(double factor, double centre) {
  yAxis->scaleRange(1 / factor, centre);
  clampRanges();
  scheduleReplot();
  emit viewMoved();
}

void PlotCanvas::scheduleReplot() {
  replotDue_ = true;
  if (!timer_.isActive()) timer_.start();
}

void PlotCanvas::scheduleOverlay() {
  overlayDue_ = true;
  if (!timer_.isActive()) timer_.start();
}

void PlotCanvas::flush() {
  if (replotDue_) {
    replot(rpQueuedRefresh);
  } else if (overlayDue_) {
    layer(QStringLiteral("overlay"))->replot();
  }
  replotDue_ = overlayDue_ = false;
}

QRectF PlotCanvas::toPlot(const QRect& box) const {
  const QRect inside = box.normalized() & axisRect()->rect();
  const double x0 = xAxis->pixelToCoord(inside.left()), x1 = xAxis->pixelToCoord(inside.right() + 1);
  const double y0 = yAxis->pixelToCoord(inside.bottom() + 1), y1 = yAxis->pixelToCoord(inside.top());
  return QRectF(QPointF(std::min(x0, x1), std::min(y0, y1)), QPointF(std::max(x0, x1), std::max(y0, y1)));
}

bool PlotCanvas::event(QEvent* event) {
  if (event->type() == QEvent::Leave) emit hoverLeft();
  // A move of the window to a screen of another density needs sharp buffers.
  if (event->type() == QEvent::ScreenChangeInternal) setBufferDevicePixelRatio(devicePixelRatioF());
  return QCustomPlot::event(event);
}

void PlotCanvas::mousePressEvent(QMouseEvent* event) {
  event->accept();
  setFocus(Qt::MouseFocusReason);
  if (event->button() != Qt::LeftButton && event->button() != Qt::RightButton && event->button() != Qt::MiddleButton) return;
  press_ = last_ = event->pos();
  moved_ = false;
  const QRect plot = axisRect()->rect();
  fromX_ = press_.y() > plot.bottom();
  fromY_ = press_.x() < plot.left();
  if (event->button() == Qt::LeftButton && grab_ && grab_(press_)) {
    dragging_ = Dragging::owner;
  } else if (event->button() == Qt::RightButton || (event->modifiers() & Qt::ShiftModifier) != 0) {
    dragging_ = Dragging::zoomBox;
  } else if ((event->modifiers() & Qt::ControlModifier) != 0) {
    dragging_ = Dragging::brush;
  } else if (event->button() == Qt::MiddleButton || fromX_ || fromY_ || tool_ == Tool::pan) {
    dragging_ = Dragging::pan;
  } else {
    dragging_ = tool_ == Tool::zoom ? Dragging::zoomBox : Dragging::brush;
  }
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event) {
  event->accept();
  const QPoint at = event->pos();
  if (dragging_ == Dragging::nothing) {
    emit hoverMoved(at);
    return;
  }
  if (!moved_ && (at - press_).manhattanLength() < kClickSlack) return;
  moved_ = true;
  switch (dragging_) {
    case Dragging::owner: emit dragged(at); break;
    case Dragging::pan:
      setCursor(Qt::ClosedHandCursor);
      if (!fromY_) xAxis->moveRange(xAxis->pixelToCoord(last_.x()) - xAxis->pixelToCoord(at.x()));
      if (!fromX_ && (fromY_ || moves_ == Axes::both || yAxis->range().size() < bounds_.height() * 0.999))
        yAxis->moveRange(yAxis->pixelToCoord(last_.y()) - yAxis->pixelToCoord(at.y()));
      clampRanges();
      scheduleReplot();
      emit viewMoved();
      break;
    case Dragging::zoomBox:
    case Dragging::brush:
      box_ = QRect(press_, at).normalized() & axisRect()->rect();
      if (dragging_ == Dragging::brush && moves_ == Axes::x) {
        box_.setTop(axisRect()->top());
        box_.setBottom(axisRect()->bottom());
      }
      scheduleOverlay();
      break;
    case Dragging::nothing: break;
  }
  last_ = at;
}

void PlotCanvas::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
  const Dragging was = dragging_;
  if (was == Dragging::owner) {
    dragging_ = Dragging::nothing;
    emit dragEnded();
    if (!moved_) emit clicked(event->pos());
  } else if (was != Dragging::nothing) {
    if (!moved_) {
      dragging_ = Dragging::nothing;
      if (event->button() == Qt::RightButton) {
        askForMenu(event->pos());
      } else {
        emit clicked(event->pos());
      }
    } else {
      finishBox();
    }
  }
  showToolCursor();
}

void PlotCanvas::finishBox() {
  const Dragging was = dragging_;
  const QRect box = box_;
  dragging_ = Dragging::nothing;
  box_ = {};
  scheduleOverlay();
  if (box.width() < 2) return;
  const QRectF area = toPlot(box);
  if (was == Dragging::brush) {
    emit brushDrawn(area);
  } else if (was == Dragging::zoomBox) {
    xAxis->setRange(area.left(), area.right());
    // A flat box zooms into accesses alone; it is not meant to zoom into a narrow range of cycles.
    if (box.height() > 12) yAxis->setRange(area.top(), area.bottom());
    clampRanges();
    scheduleReplot();
    emit viewMoved();
  }
}

// The platform asks for a context menu when the right button goes down or up, even during a drag. A drag with the right button
// zooms, so the menu is shown only if the button is released where it was pressed.
void PlotCanvas::contextMenuEvent(QContextMenuEvent* event) {
  event->setAccepted(event->reason() == QContextMenuEvent::Mouse);
}

void PlotCanvas::askForMenu(const QPoint& position) {
  if (parentWidget() == nullptr) return;
  QContextMenuEvent ask(QContextMenuEvent::Other, mapTo(parentWidget(), position), mapToGlobal(position));
  QCoreApplication::sendEvent(parentWidget(), &ask);
}

void PlotCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  dragging_ = Dragging::nothing;
  emit fitRequested();
}

void PlotCanvas::wheelEvent(QWheelEvent* event) {
  event->accept();
  const QPoint at = event->position().toPoint();
  const QPoint turn = event->angleDelta();
  const double steps = turn.y() != 0 ? turn.y() : turn.x();
  if (steps == 0) return;
  if ((event->modifiers() & Qt::ShiftModifier) != 0 || (turn.y() == 0 && turn.x() != 0)) {
    xAxis->moveRange(-steps / 1200.0 * xAxis->range().size());
    clampRanges();
    scheduleReplot();
    emit viewMoved();
    return;
  }
  const double factor = std::pow(kWheelZoom, steps);
  const QRect plot = axisRect()->rect();
  const bool onY = at.x()<plot.left(), onX = at.y()> plot.bottom();
  const bool vertical = onY || (event->modifiers() & Qt::ControlModifier) != 0;
  if (!vertical) xAxis->scaleRange(1 / factor, xAxis->pixelToCoord(at.x()));
  if (vertical || (!onX && moves_ == Axes::both)) yAxis->scaleRange(1 / factor, yAxis->pixelToCoord(at.y()));
  clampRanges();
  scheduleReplot();
  emit viewMoved();
}

void PlotCanvas::keyPressEvent(QKeyEvent* event) {
  if (keys_ && keys_(event->key())) return event->accept();
  const auto panX = [this](double share) {
    xAxis->moveRange(share * xAxis->range().size());
    clampRanges();
    scheduleReplot();
    emit viewMoved();
  };
  const auto panY = [this](double share) {
    yAxis->moveRange(share * yAxis->range().size() * (yAxis->rangeReversed() ? -1 : 1));
    clampRanges();
    scheduleReplot();
    emit viewMoved();
  };
  const auto zoom = [this](double factor) {
    if (moves_ == Axes::both) zoomY(factor, yAxis->range().center());
    zoomX(factor, xAxis->range().center());
  };
  switch (event->key()) {
    case Qt::Key_Left: return panX(-kKeyPan);
    case Qt::Key_Right: return panX(kKeyPan);
    case Qt::Key_PageUp: return panX(-1);
    case Qt::Key_PageDown: return panX(1);
    case Qt::Key_Home: return panX(-1e9);
    case Qt::Key_End: return panX(1e9);
    case Qt::Key_Up: return panY(kKeyPan);
    case Qt::Key_Down: return panY(-kKeyPan);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kKeyZoom);
    case Qt::Key_Minus: return zoom(1 / kKeyZoom);
    case Qt::Key_F:
    case Qt::Key_0: emit fitRequested(); return;
    case Qt::Key_Escape: emit escapePressed(); return;
    default: QCustomPlot::keyPressEvent(event);
  }
}

void PlotCanvas::focusInEvent(QFocusEvent* event) {
  QCustomPlot::focusInEvent(event);
  const Qt::FocusReason reason = event->reason();
  keyboardFocus_ = reason != Qt::MouseFocusReason && reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason;
  scheduleOverlay();
}

void PlotCanvas::focusOutEvent(QFocusEvent* event) {
  QCustomPlot::focusOutEvent(event);
  scheduleOverlay();
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
  QCustomPlot::resizeEvent(event);
  replotDue_ = false;
}

}  // namespace chasescope

#include "moc_plot_canvas.cpp"
