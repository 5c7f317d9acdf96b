#include "widgets/plot/curve_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/plot/callout.h"
#include "widgets/plot/gestures.h"

namespace chasescope {
namespace {

constexpr double kClosest = 1.0 / 500;  // the smallest part of an axis that can be shown

/// The coordinate in which an axis is even: the value, or its logarithm on a logarithmic axis.
double along(const CurveFrame& frame, double value) { return frame.doubling ? std::log2(std::max(value, 1e-9)) : value; }
double valueOf(const CurveFrame& frame, double along) { return frame.doubling ? std::exp2(along) : along; }

/// The part of a frame's axis that a sight shows; the whole axis where they don't overlap.
Sight withinOf(const CurveFrame& frame, const Sights& sights) {
  const Sight whole{frame.from, frame.to};
  const auto wanted = sights.find(frame.axis);
  if (wanted == sights.end()) return whole;
  const Sight part{std::max(wanted->second.from, frame.from), std::min(wanted->second.to, frame.to)};
  const double least = kClosest * (along(frame, frame.to) - along(frame, frame.from)) * 0.999;
  return along(frame, part.to) - along(frame, part.from) >= least ? part : whole;
}

}  // namespace

double CurveFrame::toX(double value) const {
  const double a = along(*this, sight.from), b = along(*this, sight.to);
  return plot.left() + (along(*this, value) - a) / (b - a) * plot.width();
}

double CurveFrame::fromX(double x) const {
  const double a = along(*this, sight.from), b = along(*this, sight.to);
  return valueOf(*this, a + (x - plot.left()) / plot.width() * (b - a));
}

CurvePlot::CurvePlot(QWidget* parent) : DrawnPlot(parent) {}

CurveFrame CurvePlot::frameOf(const CurveAxes& axes, const QString& axis) {
  return {axes.y.plot, axis, axes.x.from, axes.x.to, true, axes.y.y0, axes.y.y1};
}

CurveFrame CurvePlot::frameOf(const PlainAxes& axes, const QString& axis, double unit) {
  return {axes.plot, axis, axes.x0 * unit, axes.x1 * unit, false, axes.y0, axes.y1};
}

CurveAxes CurvePlot::seen(CurveAxes axes, const QString& axis) const {
  const CurveFrame frame = frameOf(axes, axis);
  const Sight sight = withinOf(frame, sights_);
  axes.y.part = sight != Sight{frame.from, frame.to};
  axes.x.from = sight.from;
  axes.x.to = sight.to;
  return axes;
}

PlainAxes CurvePlot::seen(PlainAxes axes, const QString& axis, double unit) const {
  const CurveFrame frame = frameOf(axes, axis, unit);
  const Sight sight = withinOf(frame, sights_);
  axes.part = sight != Sight{frame.from, frame.to};
  axes.x0 = sight.from / unit;
  axes.x1 = sight.to / unit;
  return axes;
}

std::vector<CurveFrame> CurvePlot::seenFrames() const {
  std::vector<CurveFrame> all = frames();
  for (CurveFrame& frame : all) frame.sight = withinOf(frame, sights_);
  return all;
}

std::optional<Sight> CurvePlot::part() const {
  for (const CurveFrame& frame : seenFrames())
    if (!frame.whole()) return frame.sight;
  return std::nullopt;
}

std::optional<CurveFrame> CurvePlot::frameAt(const QPointF& position) const {
  const double below = plotStyle().em(40);  // the numbers below the axis are part of it
  for (const CurveFrame& frame : seenFrames())
    if (frame.plot.adjusted(-4, -4, 4, below).contains(position)) return frame;
  return std::nullopt;
}

std::optional<CurveFrame> CurvePlot::cursorPlace() const {
  const auto all = seenFrames();
  return cursorFrame() < all.size() ? std::optional(all[cursorFrame()]) : std::nullopt;
}

bool CurvePlot::isWhole() const {
  const auto all = seenFrames();
  return std::all_of(all.begin(), all.end(), [](const CurveFrame& frame) { return frame.whole(); });
}

void CurvePlot::setSights(const Sights& sights) {
  if (sights == sights_) return;
  sights_ = sights;
  update();
}

void CurvePlot::fit() {
  if (sights_.empty()) return;
  sights_.clear();
  update();
  emit sightsChanged();
}

void CurvePlot::zoom(double factor) {
  for (const CurveFrame& frame : seenFrames()) zoomAt(frame, factor, frame.plot.center().x());
}

void CurvePlot::look(const CurveFrame& frame, Sight sight) {
  const double low = along(frame, frame.from), high = along(frame, frame.to);
  double from = along(frame, sight.from);
  const double length = std::clamp(along(frame, sight.to) - from, kClosest * (high - low), high - low);
  from = std::clamp(from, low, high - length);
  Sights next = sights_;
  if (length >= (high - low) * 0.9999)
    next.erase(frame.axis);
  else
    next[frame.axis] = {valueOf(frame, from), valueOf(frame, from + length)};
  if (next == sights_) return;
  sights_ = std::move(next);
  update();
  emit sightsChanged();
}

void CurvePlot::zoomAt(const CurveFrame& frame, double factor, double x) {
  const double at = along(frame, frame.fromX(x));
  const double from = at + (along(frame, frame.sight.from) - at) / factor, to = at + (along(frame, frame.sight.to) - at) / factor;
  look(frame, {valueOf(frame, from), valueOf(frame, to)});
}

void CurvePlot::moveBy(const CurveFrame& frame, double pixels) {
  look(frame, {frame.fromX(frame.plot.left() + pixels), frame.fromX(frame.plot.right() + pixels)});
}

double CurvePlot::xOf(double value) const {
  const auto frame = cursorPlace();
  return frame ? frame->toX(value) : 0;
}

void CurvePlot::setCursor(int which, std::optional<double> x) {
  const auto frame = cursorPlace();
  const CursorCurve curve = cursorCurve();
  if (x && frame && !curve.empty()) x = curve.nearest(frame->toX(*x), [&](double value) { return frame->toX(value); });
  if (cursors_.at(which) == x) return;
  cursors_.set(which, x);
  update();
  emit cursorsChanged();
}

void CurvePlot::toggleCursors() {
  const auto frame = cursorPlace();
  if (cursors_.any() || !frame) {
    setCursor(0, std::nullopt);
    setCursor(1, std::nullopt);
    return;
  }
  setCursor(0, frame->fromX(frame->plot.left() + frame->plot.width() / 3));
  setCursor(1, frame->fromX(frame->plot.left() + frame->plot.width() * 2 / 3));
}

QStringList CurvePlot::cursorText() const { return cursors_.any() ? cursors_.difference(cursorCurve()) : QStringList(); }

bool CurvePlot::placeCursor(int which) {
  const auto frame = cursorPlace();
  if (!frame || cursorCurve().empty()) return false;
  if (mouse() && frame->plot.contains(*mouse())) {
    setCursor(which, frame->fromX(mouse()->x()));
  } else if (const auto chosen = chosenX()) {
    setCursor(which, *chosen);
  } else {
    return false;
  }
  return true;
}

void CurvePlot::dragCursorTo(double x) {
  if (const auto frame = cursorPlace()) setCursor(dragged_, frame->fromX(std::clamp(x, frame->plot.left(), frame->plot.right())));
}

void CurvePlot::paintCursors(QPainter& painter) const {
  const auto frame = cursorPlace();
  if (cursors_.any() && frame)
    cursors_.paint(painter, {frame->plot, [&](double x) { return frame->toX(x); }, [&](double y) { return frame->toY(y); }},
                   cursorCurve(), dragged_, plotStyle());
  if (!box_.isEmpty()) paintRubberBand(painter, box_, false, plotStyle());
}

void CurvePlot::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  press_ = last_ = event->position();
  const auto frame = frameAt(press_);
  dragging_ = Dragging::nothing;
  if (event->button() == Qt::MiddleButton && frame) {
    dragging_ = Dragging::pan;
    pressed_ = *frame;
  } else if (event->button() == Qt::LeftButton) {
    const auto place = cursorPlace();
    dragged_ = place ? cursors_.hit(press_, {place->plot, [&](double x) { return place->toX(x); }, {}}, plotStyle()) : -1;
    if (dragged_ >= 0) {
      dragging_ = Dragging::cursor;
    } else if (frame && (event->modifiers() & Qt::ShiftModifier) != 0) {
      dragging_ = Dragging::range;
      pressed_ = *frame;
    } else {
      dragging_ = Dragging::choice;
      DrawnPlot::mousePressEvent(event);
    }
  }
  update();
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  switch (dragging_) {
    case Dragging::cursor: dragCursorTo(at.x()); break;
    case Dragging::pan:
      if (const auto frame = frameAt(press_)) moveBy(*frame, last_.x() - at.x());
      break;
    case Dragging::range: {
      const double x = std::clamp(at.x(), pressed_.plot.left(), pressed_.plot.right());
      box_ =
          QRectF(QPointF(std::min(press_.x(), x), pressed_.plot.top()), QPointF(std::max(press_.x(), x), pressed_.plot.bottom()));
      break;
    }
    case Dragging::nothing: {
      const auto place = cursorPlace();
      const bool over = place && cursors_.hit(at, {place->plot, [&](double x) { return place->toX(x); }, {}}, plotStyle()) >= 0;
      over ? QWidget::setCursor(Qt::SizeHorCursor) : unsetCursor();
      DrawnPlot::mouseMoveEvent(event);
      break;
    }
    case Dragging::choice: DrawnPlot::mouseMoveEvent(event); break;
  }
  last_ = at;
  update();
}

void CurvePlot::finishRange() {
  const QRectF box = box_;
  box_ = {};
  if (box.width() >= kClickSlack) look(pressed_, {pressed_.fromX(box.left()), pressed_.fromX(box.right())});
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event) {
  if (dragging_ == Dragging::range) finishRange();
  dragging_ = Dragging::nothing;
  dragged_ = -1;
  update();
  DrawnPlot::mouseReleaseEvent(event);
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && frameAt(event->position())) return fit();
  DrawnPlot::mouseDoubleClickEvent(event);
}

void CurvePlot::wheelEvent(QWheelEvent* event) {
  const auto frame = frameAt(event->position());
  const QPoint turn = event->angleDelta();
  const double steps = turn.y() != 0 ? turn.y() : turn.x();
  if (!frame || steps == 0) return event->ignore();
  event->accept();
  if ((event->modifiers() & Qt::ShiftModifier) != 0 || turn.y() == 0)
    moveBy(*frame, -steps / 1200.0 * frame->plot.width());
  else
    zoomAt(*frame, std::pow(kWheelZoom, steps), event->position().x());
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
  const bool control = (event->modifiers() & Qt::ControlModifier) != 0;
  const auto move = [this](double share) {
    for (const CurveFrame& frame : seenFrames()) moveBy(frame, share * frame.plot.width());
  };
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kKeyZoom);
    case Qt::Key_Minus: return zoom(1 / kKeyZoom);
    case Qt::Key_F:
    case Qt::Key_0: return fit();
    case Qt::Key_A:
      if (placeCursor(0)) return;
      break;
    case Qt::Key_B:
      if (placeCursor(1)) return;
      break;
    case Qt::Key_Escape:
      if (!cursors_.any()) break;
      setCursor(0, std::nullopt);
      setCursor(1, std::nullopt);
      return;
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (!control) break;
      return move(event->key() == Qt::Key_Left ? -kKeyPan : kKeyPan);
    default: break;
  }
  DrawnPlot::keyPressEvent(event);
}

}  // namespace chasescope

#include "moc_curve_plot.cpp"
