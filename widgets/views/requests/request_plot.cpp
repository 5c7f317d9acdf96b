#include "widgets/views/requests/request_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"
#include "widgets/views/requests/request_table_scene.h"

namespace chasescope {
namespace {

const QString kThreadAxis = QStringLiteral("threads");

const inference::LoadPoint* pointAt(const ThreadSeries& series, std::uint64_t threads) {
  for (const auto& point : series.points)
    if (point.count == threads) return &point;
  return nullptr;
}

}  // namespace

RequestPlot::RequestPlot(QWidget* parent) : CurvePlot(parent) {
  setAccessibleName(tr("Latency by threads, its variance, and the request table"));
}

void RequestPlot::setCurves(std::shared_ptr<const ThreadCurves> curves, std::optional<TableShape> table) {
  curves_ = std::move(curves);
  table_ = table;
  if (!curves_ || curves_->empty()) chosen_ = chosenSeries_ = false;
  if (curves_ && !curves_->empty() && (series() == nullptr || !chosenSeries_)) {
    // The first series that fills the table shows most.
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
  const double gap = plotStyle().em(20);
  if (all.width() < plotStyle().em(480)) {
    const double above = all.height() * 0.62;
    return {QRectF(all.left(), all.top(), all.width(), above - gap / 2),
            QRectF(all.left(), all.top() + above + gap / 2, all.width(), all.height() - above - gap / 2)};
  }
  const double right = std::clamp(all.width() * 0.3, plotStyle().em(190), plotStyle().em(340));
  return {QRectF(all.left(), all.top(), all.width() - right - gap, all.height()),
          QRectF(all.right() - right, all.top(), right, all.height())};
}

void RequestPlot::paint(QPainter& painter) {
  const ThreadSeries* shown = series();
  if (shown == nullptr) return;
  const Areas at = areas();
  const ThreadAxes axes = this->axes();
  paintThreadLatency(painter, axes, *curves_, loads_, sharing_, plotStyle());
  paintChosenThreads(painter, axes, *shown, threads_, plotStyle());
  paintCursors(painter);
  if (table_) {
    paintRequestTable(painter, at.table.adjusted(0, plotStyle().em(6), 0, 0), *table_, threads_, loads_, sharing_, plotStyle());
  } else {
    painter.setFont(plotStyle().small());
    painter.setPen(plotStyle().palette.quietInk);
    painter.drawText(at.table, Qt::AlignCenter | Qt::TextWordWrap,
                     tr("The request table is drawn here as soon as the curves show how many entries it has. Its entries fill up "
                        "with the chosen number of threads."));
  }
  if (const auto hovered = mouse() && !dragging() ? threadsAt(*mouse()) : std::nullopt) {
    if (const auto* point = pointAt(*shown, *hovered)) {
      QStringList lines{tr("%1 threads").arg(counted(*hovered)), tr("%1 cycles").arg(cyclesText(point->harmonic))};
      for (const auto& spike : shown->spikes)
        if (spike.after == *hovered) lines << spikeText(spike);
      paintCallout(painter, axes.latency.at(static_cast<double>(*hovered), point->harmonic), lines, axes.latency.plot, plotStyle());
    }
  }
  if (showsFocus()) paintFocus(painter, axes.latency.plot, plotStyle());
}

std::optional<std::uint64_t> RequestPlot::threadsAt(const QPointF& position) const {
  const ThreadSeries* shown = series();
  if (shown == nullptr) return std::nullopt;
  const ThreadAxes axes = this->axes();
  const QRectF both = axes.latency.plot.united(axes.variance.plot).adjusted(-6, -6, 6, plotStyle().em(24));
  if (!both.contains(position)) return std::nullopt;
  const double wanted = axes.latency.fromX(position.x());
  const auto nearest = std::min_element(shown->points.begin(), shown->points.end(), [&](const auto& a, const auto& b) {
    return std::abs(static_cast<double>(a.count) - wanted) < std::abs(static_cast<double>(b.count) - wanted);
  });
  return nearest->count;
}

void RequestPlot::pressed(const QPointF& position) {
  if (const auto threads = threadsAt(position)) choose(*threads);
}

bool RequestPlot::keyed(int key) {
  const ThreadSeries* shown = series();
  if (shown == nullptr) return false;
  const auto& points = shown->points;
  const auto at = std::find_if(points.begin(), points.end(), [&](const auto& point) { return point.count == threads_; });
  switch (key) {
    case Qt::Key_Left:
      if (at != points.end() && at != points.begin()) choose(std::prev(at)->count);
      break;
    case Qt::Key_Right:
      if (at != points.end() && std::next(at) != points.end()) choose(std::next(at)->count);
      break;
    case Qt::Key_PageUp:
      for (auto spike = shown->spikes.rbegin(); spike != shown->spikes.rend(); ++spike)
        if (spike->after < threads_) {
          choose(spike->after);
          break;
        }
      break;
    case Qt::Key_PageDown:
      for (const auto& spike : shown->spikes)
        if (spike.after > threads_) {
          choose(spike.after);
          break;
        }
      break;
    case Qt::Key_Home: choose(points.front().count); break;
    case Qt::Key_End: choose(points.back().count); break;
    default: return false;
  }
  return true;
}

ThreadAxes RequestPlot::axes() const {
  ThreadAxes axes = threadAxes(areas().curves, *curves_, loads_, sharing_, plotStyle());
  axes.latency = seen(axes.latency, kThreadAxis);
  axes.variance = seen(axes.variance, kThreadAxis);
  return axes;
}

// Both plots have the same axis of threads, so the variance is zoomed together with the latency.
std::vector<CurveFrame> RequestPlot::frames() const {
  if (series() == nullptr) return {};
  const ThreadAxes axes = threadAxes(areas().curves, *curves_, loads_, sharing_, plotStyle());
  return {frameOf(axes.latency, kThreadAxis), frameOf(axes.variance, kThreadAxis)};
}

CursorCurve RequestPlot::cursorCurve() const { return cursorCurveOf(series()); }

CursorCurve cursorCurveOf(const ThreadSeries* shown) {
  CursorCurve curve{{CursorSeries{}},
                    [](double threads) { return tr("%1 threads").arg(counted(static_cast<std::uint64_t>(threads))); },
                    [](double cycles) { return cyclesText(cycles); },
                    tr("cycles")};
  if (shown == nullptr) return curve;
  for (const auto& point : shown->points) {
    const bool fits = !shown->fits || point.count <= *shown->fits;
    const QString place = shown->fits ? (fits ? tr("all requests have an entry") : tr("requests wait")) : QString();
    curve.series.front().points.push_back({static_cast<double>(point.count), point.harmonic, point.harmonic, place});
  }
  return curve;
}

std::optional<double> RequestPlot::chosenX() const { return static_cast<double>(threads_); }

}  // namespace chasescope

#include "moc_request_plot.cpp"
