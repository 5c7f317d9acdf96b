#include "widgets/views/load/load_plot.h"

#include <QLineF>
#include <QPainter>
#include <algorithm>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

const QString kLoadAxis = QStringLiteral("load");

}  // namespace

LoadPlot::LoadPlot(QWidget* parent) : CurvePlot(parent) {
  setAccessibleName(tr("Bandwidth and latency by the bytes that are under way"));
}

void LoadPlot::setLoads(std::shared_ptr<const Loads> loads) {
  const std::string run = point() == nullptr ? std::string() : point()->run;
  loads_ = std::move(loads);
  chosen_.reset();
  if (level() == nullptr) subject_ = loads_->empty() ? std::string() : loads_->levels.back().subject;
  if (!run.empty()) setRun(run);
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
}

void LoadPlot::setLevel(const std::string& subject) {
  if (subject == subject_ || loads_->find(subject) == nullptr) return;
  subject_ = subject;
  chosen_.reset();
  fit();
  update();
}

const LoadedPoint* LoadPlot::point() const {
  return chosen_ ? &loads_->levels[chosen_->level].widths[chosen_->width].points[chosen_->point] : nullptr;
}

bool LoadPlot::setRun(const std::string& run) {
  const auto mark = markOf(*loads_, run);
  if (!mark) return false;
  subject_ = loads_->levels[mark->level].subject;
  choose(*mark, false);
  return true;
}

QStringList LoadPlot::describe() const { return chosen_ ? pointWords(*loads_, *chosen_) : QStringList(); }

void LoadPlot::choose(const LoadMark& mark, bool byPerson) {
  const bool changed = chosen_ != mark;
  chosen_ = mark;
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
  if (changed && byPerson) emit chosen();
}

LoadAxes LoadPlot::axesNow() const {
  LoadAxes axes = loadAxes(area(), *level(), loads_->in_seconds, plotStyle());
  axes.rate = seen(axes.rate, kLoadAxis);
  axes.cycles = seen(axes.cycles, kLoadAxis);
  return axes;
}

void LoadPlot::paint(QPainter& painter) {
  if (level() == nullptr) return;
  const LoadAxes axes = axesNow();
  paintLoad(painter, area(), axes, *level(), loads_->in_seconds, chosen_, plotStyle());
  paintCursors(painter);
  if (showsFocus()) paintFocus(painter, axes.rate.y.plot, plotStyle());
  if (!mouse() || dragging()) return;
  if (const auto hovered = at(*mouse())) {
    const LoadedPoint& point = level()->widths[hovered->width].points[hovered->point];
    const bool above = axes.rate.y.plot.bottom() > mouse()->y();
    const QPointF place = above ? axes.rate.at(point.bytes, point.rate / axes.unit) : axes.cycles.at(point.bytes, point.cycles);
    paintCallout(painter, place, pointWords(*loads_, *hovered), area(), plotStyle());
  }
}

std::optional<LoadMark> LoadPlot::at(const QPointF& position) const {
  if (level() == nullptr) return std::nullopt;
  const LoadAxes axes = axesNow();
  const auto index = static_cast<std::size_t>(level() - loads_->levels.data());
  std::optional<LoadMark> nearest;
  double distance = plotStyle().px(24);
  for (std::size_t w = 0; w < level()->widths.size(); ++w)
    for (std::size_t p = 0; p < level()->widths[w].points.size(); ++p) {
      const LoadedPoint& point = level()->widths[w].points[p];
      const double away = std::min(QLineF(axes.rate.at(point.bytes, point.rate / axes.unit), position).length(),
                                   QLineF(axes.cycles.at(point.bytes, point.cycles), position).length());
      if (away >= distance) continue;
      distance = away;
      nearest = LoadMark{index, w, p};
    }
  return nearest;
}

std::vector<CurveFrame> LoadPlot::frames() const {
  if (level() == nullptr) return {};
  const LoadAxes axes = loadAxes(area(), *level(), loads_->in_seconds, plotStyle());
  return {frameOf(axes.rate, kLoadAxis), frameOf(axes.cycles, kLoadAxis)};
}

CursorCurve LoadPlot::cursorCurve() const { return level() == nullptr ? CursorCurve() : cursorCurveOf(*loads_, *level()); }

CursorCurve cursorCurveOf(const Loads& loads, const LoadedLevel& level) {
  const double unit = loadAxes(QRectF(0, 0, 1, 1), level, loads.in_seconds, PlotStyle()).unit;
  CursorCurve curve{{},
                    [](double bytes) { return QString::fromStdString(short_size_text(bytes).joined()); },
                    [](double rate) { return QString::fromStdString(number_text(rate)); },
                    !loads.in_seconds ? tr("B per cycle")
                    : unit > 1e11     ? QStringLiteral("TB/s")
                                      : QStringLiteral("GB/s")};
  // The widths have no x in common; the cursors stand on the widest, which reaches farthest.
  const LoadedWidth& width = level.widths.front();
  CursorSeries series{tr("%1 B a load").arg(width.access_bytes), {}};
  for (const LoadedPoint& point : width.points) series.points.push_back({point.bytes, point.rate / unit, point.rate / unit});
  curve.series = {std::move(series)};
  return curve;
}

std::optional<double> LoadPlot::chosenX() const { return point() == nullptr ? std::nullopt : std::optional(point()->bytes); }

void LoadPlot::pressed(const QPointF& position) {
  if (const auto near = at(position)) choose(*near, true);
}

bool LoadPlot::keyed(int key) {
  if (level() == nullptr) return false;
  const auto index = static_cast<std::size_t>(level() - loads_->levels.data());
  LoadMark next = chosen_.value_or(LoadMark{index, 0, 0});
  const auto last = [](std::size_t size) { return size - 1; };
  const auto& widths = level()->widths;
  switch (key) {
    case Qt::Key_Left: next.point -= next.point > 0 ? 1 : 0; break;
    case Qt::Key_Right: next.point = std::min(next.point + (chosen_ ? 1 : 0), last(widths[next.width].points.size())); break;
    case Qt::Key_Home: next.point = 0; break;
    case Qt::Key_End: next.point = last(widths[next.width].points.size()); break;
    case Qt::Key_Up: next.width -= next.width > 0 ? 1 : 0; break;
    case Qt::Key_Down: next.width = std::min(next.width + (chosen_ ? 1 : 0), last(widths.size())); break;
    default: return false;
  }
  next.point = std::min(next.point, last(widths[next.width].points.size()));
  choose(next, true);
  return true;
}

}  // namespace chasescope

#include "moc_load_plot.cpp"
