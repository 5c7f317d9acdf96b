#include "widgets/views/replacement/replacement_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/callout.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

const QString kAxis = QStringLiteral("footprint");
constexpr double kNarrow = 520;     // px at the ordinary size of type; in a narrower plot the two charts stand one below the other
constexpr double kWaysShare = 0.4;  // of the width

}  // namespace

ReplacementPlot::ReplacementPlot(QWidget* parent) : CurvePlot(parent) {
  setAccessibleName(tr("Share of each way, and miss rate by footprint"));
}

void ReplacementPlot::setFacts(std::shared_ptr<const ReplacementFacts> facts) {
  facts_ = std::move(facts);
  point_.reset();
  QStringList words;
  if (facts_) {
    words << facts_->verdict;
    for (const auto& way : facts_->ways) words << shareText(way.value);
  }
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  update();
}

void ReplacementPlot::setRun(const QString& run) {
  point_.reset();
  for (std::size_t i = 0; facts_ && i < facts_->points.size(); ++i)
    if (!run.isEmpty() && facts_->points[i].run == run) point_ = i;
  if (point_) setAccessibleDescription(describe(*point_));
  update();
}

QString ReplacementPlot::describe(std::size_t point) const {
  const MissPoint& at = facts_->points[point];
  QString text = tr("N = %1: %2 of the accesses missed").arg(QString::fromStdString(format_bytes(at.bytes)), shareText(at.rate));
  if (at.low < at.high) text += tr(" (%1 to %2)").arg(shareText(at.low), shareText(at.high));
  for (const auto& [words, points] : {std::pair(tr("; under LRU %1"), &facts_->lru), std::pair(tr(", FIFO %1"), &facts_->fifo),
                                      std::pair(tr(", random lines %1"), &facts_->random)})
    for (const MissPoint& other : *points)
      if (other.bytes == at.bytes) text += words.arg(shareText(other.rate));
  return text;
}

ReplacementPlot::Areas ReplacementPlot::areas() const {
  const QRectF all = QRectF(rect()).adjusted(2, 2, -2, -2);
  if (!facts_) return {};
  const bool ways = !facts_->ways.empty(), curve = !facts_->points.empty();
  if (!ways || !curve)
    return {ways ? all.adjusted(0, 0, -std::max(0.0, all.width() - plotStyle().em(560)), 0) : QRectF(), curve ? all : QRectF()};
  const double gap = plotStyle().em(20);
  if (all.width() < plotStyle().em(kNarrow)) {
    const double half = (all.height() - gap) / 2;
    return {QRectF(all.left(), all.top(), all.width(), half), QRectF(all.left(), all.bottom() - half, all.width(), half)};
  }
  const double left = all.width() * kWaysShare;
  return {QRectF(all.left(), all.top(), left - gap / 2, all.height()),
          QRectF(all.left() + left + gap / 2, all.top(), all.width() - left - gap / 2, all.height())};
}

QPointF ReplacementPlot::placeOf(std::size_t point) const {
  const PlainAxes axes = this->axes();
  return missPlace(axes, *facts_, facts_->points[point]);
}

void ReplacementPlot::paint(QPainter& painter) {
  if (!facts_) return;
  const Areas at = areas();
  if (!at.ways.isNull()) paintWays(painter, wayAxes(at.ways, *facts_, plotStyle()), *facts_, plotStyle());
  if (!at.curve.isNull()) {
    const PlainAxes axes = this->axes();
    paintMissRates(painter, axes, *facts_, plotStyle());
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (point_ && (!axes.part || axes.plot.adjusted(-1, -1, 1, 1).contains(placeOf(*point_)))) {
      const QPointF place = placeOf(*point_);
      painter.setPen(QPen(plotStyle().palette.accent, plotStyle().line(1), Qt::DashLine));
      painter.drawLine(QPointF(place.x(), axes.plot.top()), QPointF(place.x(), axes.plot.bottom()));
      painter.setPen(QPen(plotStyle().palette.accent, plotStyle().line(2)));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(place, plotStyle().px(6), plotStyle().px(6));
    }
    paintCursors(painter);
    if (showsFocus()) paintFocus(painter, axes.plot, plotStyle());
  }
  if (mouse() && !dragging()) paintHover(painter);
}

void ReplacementPlot::paintHover(QPainter& painter) {
  const Areas at = areas();
  if (const auto point = pointAt(*mouse())) {
    const MissPoint& shown = facts_->points[*point];
    QStringList lines{tr("N = %1").arg(QString::fromStdString(format_bytes(shown.bytes))),
                      tr("%1 missed").arg(shareText(shown.rate))};
    if (shown.low < shown.high) lines << tr("95 % interval %1 to %2").arg(shareText(shown.low), shareText(shown.high));
    for (const auto& [words, points] : {std::pair(tr("under LRU %1"), &facts_->lru), std::pair(tr("under FIFO %1"), &facts_->fifo),
                                        std::pair(tr("random lines %1"), &facts_->random)})
      for (const MissPoint& other : *points)
        if (other.bytes == shown.bytes) lines << words.arg(shareText(other.rate));
    if (!shown.run.isEmpty()) lines << shown.run;
    paintCallout(painter, placeOf(*point), lines, QRectF(rect()).adjusted(2, 2, -2, -2), plotStyle());
  } else if (!at.ways.isNull()) {
    const auto way = wayAt(wayAxes(at.ways, *facts_, plotStyle()), *facts_, *mouse());
    if (!way) return;
    const auto& share = facts_->ways[*way];
    QStringList lines{tr("%1 of the replacements").arg(shareText(share.value))};
    lines << (share.low < share.high ? tr("95 % interval %1 to %2").arg(shareText(share.low), shareText(share.high))
              : facts_->in_turn      ? tr("nothing is random, so there is no interval")
                                     : tr("the interval was not recorded"));
    paintCallout(painter, *mouse(), lines, QRectF(rect()).adjusted(2, 2, -2, -2), plotStyle());
  }
}

std::optional<std::size_t> ReplacementPlot::pointAt(const QPointF& place) const {
  if (!facts_ || facts_->points.empty()) return std::nullopt;
  const PlainAxes axes = this->axes();
  if (!axes.plot.adjusted(-8, -8, 8, 8).contains(place)) return std::nullopt;
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < facts_->points.size(); ++i)
    if (std::abs(placeOf(i).x() - place.x()) < std::abs(placeOf(nearest).x() - place.x())) nearest = i;
  return nearest;
}

void ReplacementPlot::pick(std::size_t point) {
  setRun(facts_->points[point].run);
  point_ = point;
  update();
  if (!facts_->points[point].run.isEmpty()) emit runPicked(facts_->points[point].run);
}

void ReplacementPlot::pressed(const QPointF& position) {
  const auto point = pointAt(position);
  if (point && point != point_) pick(*point);
}

bool ReplacementPlot::keyed(int key) {
  if (!facts_ || facts_->points.empty()) return false;
  const std::size_t last = facts_->points.size() - 1;
  switch (key) {
    case Qt::Key_Left: pick(point_ ? *point_ - std::min<std::size_t>(*point_, 1) : last); return true;
    case Qt::Key_Right: pick(point_ ? std::min(*point_ + 1, last) : 0); return true;
    case Qt::Key_Home: pick(0); return true;
    case Qt::Key_End: pick(last); return true;
    default: return false;
  }
}

PlainAxes ReplacementPlot::axes() const { return seen(missAxes(areas().curve, *facts_, plotStyle()), kAxis, missUnit(*facts_)); }

std::vector<CurveFrame> ReplacementPlot::frames() const {
  if (!facts_ || facts_->points.empty()) return {};
  return {frameOf(missAxes(areas().curve, *facts_, plotStyle()), kAxis, missUnit(*facts_))};
}

CursorCurve ReplacementPlot::cursorCurve() const { return facts_ ? cursorCurveOf(*facts_) : CursorCurve(); }

CursorCurve cursorCurveOf(const ReplacementFacts& facts) {
  CursorCurve curve{{}, sizeText, [](double rate) { return QString::fromStdString(number_text(rate)); }, tr("% missed")};
  const auto seriesOf = [](const QString& name, const std::vector<MissPoint>& points) {
    CursorSeries series{name, {}};
    for (const MissPoint& point : points)
      series.points.push_back({static_cast<double>(point.bytes), point.rate * 100, point.rate * 100,
                               point.rate == 0   ? tr("all found")
                               : point.rate == 1 ? tr("all missed")
                                                 : QString()});
    return series;
  };
  curve.series.push_back(seriesOf(tr("measured"), facts.points));
  if (!facts.lru.empty()) curve.series.push_back(seriesOf(tr("LRU"), facts.lru));
  if (!facts.fifo.empty() && !facts.fifoIsLru) curve.series.push_back(seriesOf(tr("FIFO"), facts.fifo));
  if (!facts.random.empty()) curve.series.push_back(seriesOf(tr("random"), facts.random));
  return curve;
}

std::optional<double> ReplacementPlot::chosenX() const {
  return point_ ? std::optional(static_cast<double>(facts_->points[*point_].bytes)) : std::nullopt;
}

}  // namespace chasescope

#include "moc_replacement_plot.cpp"
