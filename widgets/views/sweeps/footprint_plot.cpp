#include "widgets/views/sweeps/footprint_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {

namespace {

const QString kFootprintAxis = QStringLiteral("footprint");

}  // namespace

/// A cursor's reading of a point: the latency of the plateau that the point lies on.
CursorPoint cursorPointOf(const SweepPoint& point, const std::vector<NamedPlateau>& plateaus) {
  CursorPoint at{static_cast<double>(point.bytes), point.cycles, point.cycles};
  for (const NamedPlateau& plateau : plateaus) {
    const bool within = at.x >= plateau.from_bytes && at.x <= plateau.to_bytes;
    if (!within || std::abs(point.cycles - plateau.cycles) > levelReach(plateau.cycles)) continue;
    at.reads = plateau.cycles;
    at.place = partName(plateau.subject);
  }
  return at;
}

FootprintPlot::FootprintPlot(QWidget* parent) : CurvePlot(parent) {
  setAccessibleName(tr("Average latency over the footprint, and the change-point test at the end of a level"));
  connect(this, &CurvePlot::cursorsChanged, this, [this] { setAccessibleDescription(describe().join(QLatin1Char(' '))); });
}

void FootprintPlot::setCurve(const FootprintCurve& curve) {
  const std::string subject = end() == nullptr ? std::string() : end()->subject;
  const std::string run = point() == nullptr ? std::string() : point()->run;
  curve_ = curve;
  end_ = point_ = -1;
  for (std::size_t i = 0; i < curve_.ends.size() && end_ < 0; ++i)
    if (curve_.ends[i].test) end_ = static_cast<int>(i);
  if (!subject.empty()) setSubject(subject);
  if (!run.empty()) setRun(run);
  choose(end_, point_, false);
}

const SweepPoint* FootprintPlot::point() const { return point_ < 0 ? nullptr : &curve_.points[static_cast<std::size_t>(point_)]; }
const LevelEnd* FootprintPlot::end() const { return end_ < 0 ? nullptr : &curve_.ends[static_cast<std::size_t>(end_)]; }

bool FootprintPlot::setRun(const std::string& run) {
  for (std::size_t i = 0; i < curve_.points.size(); ++i)
    if (curve_.points[i].run == run) {
      choose(end_, static_cast<int>(i), false);
      return true;
    }
  return false;
}

void FootprintPlot::setSubject(const std::string& subject) {
  for (std::size_t i = 0; i < curve_.ends.size(); ++i)
    if (curve_.ends[i].subject == subject) choose(static_cast<int>(i), point_, false);
}

void FootprintPlot::choose(int end, int point, bool byPerson) {
  const bool changed = end != end_ || point != point_;
  end_ = end;
  point_ = point;
  setAccessibleDescription(describe().join(QLatin1Char(' ')));
  update();
  if (changed && byPerson) emit chosen();
}

QStringList FootprintPlot::describe() const {
  QStringList lines;
  if (const SweepPoint* shown = point())
    lines << tr("N = %1: %2 cycles on average.").arg(sizeText(static_cast<double>(shown->bytes)), cyclesText(shown->cycles));
  if (const LevelEnd* shown = end()) {
    lines << endText(*shown) + QLatin1Char('.');
    if (shown->test) lines << testText(*shown);
  }
  lines << cursorText();
  return lines;
}

FootprintLayout FootprintPlot::layout() const {
  return layOutFootprints(area(), end() != nullptr && end()->test.has_value(), plotStyle());
}

CurveAxes FootprintPlot::axes() const { return seen(footprintAxes(layout().curve, curve_, plotStyle()), kFootprintAxis); }

std::vector<CurveFrame> FootprintPlot::frames() const {
  if (curve_.points.empty()) return {};
  return {frameOf(footprintAxes(layout().curve, curve_, plotStyle()), kFootprintAxis)};
}

CursorCurve cursorCurveOf(const FootprintCurve& curve) {
  CursorCurve all{{CursorSeries{}}, sizeText, [](double cycles) { return cyclesText(cycles); }, tr("cycles")};
  for (const SweepPoint& point : curve.points) all.series.front().points.push_back(cursorPointOf(point, curve.plateaus));
  return all;
}

CursorCurve FootprintPlot::cursorCurve() const { return cursorCurveOf(curve_); }

std::optional<double> FootprintPlot::chosenX() const {
  return point() == nullptr ? std::nullopt : std::optional(static_cast<double>(point()->bytes));
}

void FootprintPlot::paint(QPainter& painter) {
  if (curve_.points.empty()) return;
  const FootprintLayout at = layout();
  const CurveAxes axes = this->axes();
  paintFootprints(painter, axes, curve_, end_, point_, plotStyle());
  if (!at.test.isEmpty()) paintChangeTest(painter, at.test, *end(), plotStyle());
  paintCursors(painter);
  if (showsFocus()) paintFocus(painter, axes.y.plot, plotStyle());
  if (dragging() || !mouse() || !axes.y.plot.adjusted(-6, -40, 6, 6).contains(*mouse())) return;
  if (const int hovered = endAt(*mouse()); hovered >= 0) {
    const LevelEnd& level = curve_.ends[static_cast<std::size_t>(hovered)];
    QStringList lines{endText(level)};
    if (level.test)
      lines << tr("Kolmogorov-Smirnov: %1").arg(QString::fromStdString(words_of(level.test->change)))
            << (level.agrees ? tr("the change lies here, too") : tr("the change lies elsewhere"));
    paintCallout(painter, {axes.x.toX(static_cast<double>(level.fits)), axes.y.plot.center().y()}, lines, axes.y.plot, plotStyle());
  } else if (const int near = pointAt(*mouse()); near >= 0) {
    const SweepPoint& shown = curve_.points[static_cast<std::size_t>(near)];
    paintCallout(painter, axes.at(static_cast<double>(shown.bytes), shown.cycles),
                 {tr("N = %1").arg(sizeText(static_cast<double>(shown.bytes))), tr("%1 cycles").arg(cyclesText(shown.cycles)),
                  tr("stride %1").arg(sizeText(static_cast<double>(shown.stride)))},
                 axes.y.plot, plotStyle());
  }
}

int FootprintPlot::endAt(const QPointF& position) const {
  const CurveAxes axes = this->axes();
  if (!axes.y.plot.adjusted(-6, -60, 6, 10).contains(position)) return -1;
  int nearest = -1;
  double distance = plotStyle().px(6);
  // Names stand above the plot beside their lines, so a click there means the nearest line.
  if (position.y() < axes.y.plot.top()) distance = axes.y.plot.width();
  for (std::size_t i = 0; i < curve_.ends.size(); ++i) {
    const double away = std::abs(axes.x.toX(static_cast<double>(curve_.ends[i].fits)) - position.x());
    if (away >= distance) continue;
    distance = away;
    nearest = static_cast<int>(i);
  }
  return nearest;
}

int FootprintPlot::pointAt(const QPointF& position) const {
  const CurveAxes axes = this->axes();
  if (curve_.points.empty() || !axes.y.plot.adjusted(-6, 0, 6, 10).contains(position)) return -1;
  const auto away = [&](const SweepPoint& shown) { return std::abs(axes.x.toX(static_cast<double>(shown.bytes)) - position.x()); };
  return static_cast<int>(std::min_element(curve_.points.begin(), curve_.points.end(),
                                           [&](const auto& a, const auto& b) { return away(a) < away(b); }) -
                          curve_.points.begin());
}

void FootprintPlot::pressed(const QPointF& position) {
  if (curve_.points.empty()) return;
  if (const int level = endAt(position); level >= 0) return choose(level, point_, true);
  if (const int near = pointAt(position); near >= 0) choose(end_, near, true);
}

bool FootprintPlot::keyed(int key) {
  const int last = static_cast<int>(curve_.points.size()) - 1, ends = static_cast<int>(curve_.ends.size()) - 1;
  if (last < 0) return false;
  switch (key) {
    case Qt::Key_Left: choose(end_, std::max(point_ - 1, 0), true); return true;
    case Qt::Key_Right: choose(end_, std::min(point_ + 1, last), true); return true;
    case Qt::Key_Home: choose(end_, 0, true); return true;
    case Qt::Key_End: choose(end_, last, true); return true;
    case Qt::Key_PageUp: choose(std::max(end_ - 1, std::min(0, ends)), point_, true); return true;
    case Qt::Key_PageDown: choose(std::min(end_ + 1, ends), point_, true); return true;
    default: return false;
  }
}

}  // namespace chasescope

#include "moc_footprint_plot.cpp"
