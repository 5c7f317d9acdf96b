#include "widgets/plot/request_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"

namespace chasescope {
namespace {

QString counted(std::uint64_t n) { return QString::fromStdString(format_count(n)); }

const inference::LoadPoint* pointAt(const ThreadSeries& series, std::uint64_t threads) {
  for (const auto& point : series.points)
    if (point.count == threads) return &point;
  return nullptr;
}

}  // namespace

RequestPlot::RequestPlot(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Latency by threads, its variance, and the request table"));
}

void RequestPlot::setPlotStyle(const PlotStyle& style) {
  style_ = style;
  update();
}

void RequestPlot::setCurves(std::shared_ptr<const ThreadCurves> curves, std::optional<TableShape> table) {
  curves_ = std::move(curves);
  table_ = table;
  if (!curves_ || curves_->empty()) chosen_ = chosenSeries_ = false;
  if (curves_ && !curves_->empty() && (series() == nullptr || !chosenSeries_)) {
    // The first that shows a full table says most.
    const auto full =
        std::find_if(curves_->series.begin(), curves_->series.end(), [](const ThreadSeries& s) { return s.fits.has_value(); });
    const ThreadSeries& shown = full == curves_->series.end() ? curves_->series.front() : *full;
    loads_ = shown.loads;
    sharing_ = shown.sharing;
  }
  chooseWhatFits();
  setThreads(threads_);
}

void RequestPlot::setSeries(std::uint64_t loads, std::uint64_t sharing) {
  loads_ = loads;
  sharing_ = sharing;
  chosenSeries_ = true;
  chosen_ = false;
  chooseWhatFits();
  setThreads(threads_);
}

void RequestPlot::chooseWhatFits() {
  const ThreadSeries* shown = series();
  if (chosen_ || shown == nullptr) return;
  threads_ = shown->fits.value_or(shown->points.back().count);
}

void RequestPlot::setThreads(std::uint64_t threads) {
  threads_ = threads;
  if (const ThreadSeries* shown = series()) {
    const auto distance = [&](const inference::LoadPoint& point) {
      return point.count > threads ? point.count - threads : threads - point.count;
    };
    const auto nearest = std::min_element(shown->points.begin(), shown->points.end(),
                                          [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    threads_ = nearest->count;
  }
  setAccessibleDescription(describe().join(QLatin1Char(' ')));
  update();
}

void RequestPlot::choose(std::uint64_t threads) {
  chosen_ = true;
  if (threads == threads_) return;
  setThreads(threads);
  emit threadsChosen(threads_);
}

QStringList RequestPlot::describe() const {
  QStringList lines;
  const ThreadSeries* shown = series();
  const auto* point = shown == nullptr ? nullptr : pointAt(*shown, threads_);
  if (point == nullptr) return lines;
  lines << tr("%1 threads × %2: %3 cycles.").arg(counted(threads_), seriesName(loads_, sharing_), cyclesText(point->harmonic));
  for (const auto& spike : shown->spikes)
    if (spike.after == threads_) lines << spikeText(spike);
  if (table_) lines << tableText(*table_, threads_, loads_, sharing_);
  return lines;
}

RequestPlot::Areas RequestPlot::areas() const {
  const QRectF all = QRectF(rect()).adjusted(1, 1, -1, -1);
  const double gap = style_.em(20);
  if (all.width() < style_.em(480)) {
    const double above = all.height() * 0.62;
    return {QRectF(all.left(), all.top(), all.width(), above - gap / 2),
            QRectF(all.left(), all.top() + above + gap / 2, all.width(), all.height() - above - gap / 2)};
  }
  const double right = std::clamp(all.width() * 0.3, style_.em(190), style_.em(340));
  return {QRectF(all.left(), all.top(), all.width() - right - gap, all.height()),
          QRectF(all.right() - right, all.top(), right, all.height())};
}

void RequestPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), style_.palette.card);
  const ThreadSeries* shown = series();
  if (shown == nullptr) return;
  const Areas at = areas();
  const ThreadAxes axes = threadAxes(at.curves, *curves_, loads_, sharing_, style_);
  paintThreadLatency(painter, axes, *curves_, loads_, sharing_, style_);
  paintChosenThreads(painter, axes, *shown, threads_, style_);
  if (table_) {
    paintRequestTable(painter, at.table.adjusted(0, style_.em(6), 0, 0), *table_, threads_, loads_, sharing_, style_);
  } else {
    painter.setFont(style_.small());
    painter.setPen(style_.palette.quietInk);
    painter.drawText(at.table, Qt::AlignCenter | Qt::TextWordWrap,
                     tr("The table of requests is drawn here once the curves tell how many entries it has, and fills up as threads "
                        "are chosen."));
  }
  if (const auto hovered = mouse_ ? threadsAt(*mouse_) : std::nullopt) {
    if (const auto* point = pointAt(*shown, *hovered)) {
      QStringList lines{tr("%1 threads").arg(counted(*hovered)), tr("%1 cycles").arg(cyclesText(point->harmonic))};
      for (const auto& spike : shown->spikes)
        if (spike.after == *hovered) lines << spikeText(spike);
      paintCallout(painter, axes.latency.at(static_cast<double>(*hovered), point->harmonic), lines, axes.latency.plot, style_);
    }
  }
  if (hasFocus() && keyboardFocus_) paintFocus(painter, axes.latency.plot, style_);
}

std::optional<std::uint64_t> RequestPlot::threadsAt(const QPointF& position) const {
  const ThreadSeries* shown = series();
  if (shown == nullptr) return std::nullopt;
  const ThreadAxes axes = threadAxes(areas().curves, *curves_, loads_, sharing_, style_);
  const QRectF both = axes.latency.plot.united(axes.variance.plot).adjusted(-6, -6, 6, style_.em(24));
  if (!both.contains(position)) return std::nullopt;
  const double wanted = axes.latency.fromX(position.x());
  const auto nearest = std::min_element(shown->points.begin(), shown->points.end(), [&](const auto& a, const auto& b) {
    return std::abs(static_cast<double>(a.count) - wanted) < std::abs(static_cast<double>(b.count) - wanted);
  });
  return nearest->count;
}

void RequestPlot::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (event->button() != Qt::LeftButton) return;
  if (const auto threads = threadsAt(event->position())) choose(*threads);
}

void RequestPlot::mouseMoveEvent(QMouseEvent* event) {
  mouse_ = event->position();
  if ((event->buttons() & Qt::LeftButton) != 0)
    if (const auto threads = threadsAt(*mouse_)) choose(*threads);
  update();
}

void RequestPlot::leaveEvent(QEvent* event) {
  mouse_.reset();
  update();
  QWidget::leaveEvent(event);
}

void RequestPlot::keyPressEvent(QKeyEvent* event) {
  const ThreadSeries* shown = series();
  if (shown == nullptr) return QWidget::keyPressEvent(event);
  const auto& points = shown->points;
  const auto at = std::find_if(points.begin(), points.end(), [&](const auto& point) { return point.count == threads_; });
  switch (event->key()) {
    case Qt::Key_Left:
      if (at != points.end() && at != points.begin()) choose(std::prev(at)->count);
      break;
    case Qt::Key_Right:
      if (at != points.end() && std::next(at) != points.end()) choose(std::next(at)->count);
      break;
    case Qt::Key_PageUp:
      for (auto spike = shown->spikes.rbegin(); spike != shown->spikes.rend(); ++spike)
        if (spike->after < threads_) return choose(spike->after);
      break;
    case Qt::Key_PageDown:
      for (const auto& spike : shown->spikes)
        if (spike.after > threads_) return choose(spike.after);
      break;
    case Qt::Key_Home: choose(points.front().count); break;
    case Qt::Key_End: choose(points.back().count); break;
    default: QWidget::keyPressEvent(event);
  }
}

void RequestPlot::focusInEvent(QFocusEvent* event) {
  keyboardFocus_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
  update();
  QWidget::focusInEvent(event);
}

void RequestPlot::focusOutEvent(QFocusEvent* event) {
  keyboardFocus_ = false;
  update();
  QWidget::focusOutEvent(event);
}

}  // namespace chasescope
