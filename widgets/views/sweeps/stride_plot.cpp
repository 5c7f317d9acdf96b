#include "widgets/views/sweeps/stride_plot.h"

#include <QLineF>
#include <QPainter>
#include <algorithm>

#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"

namespace chasescope {

namespace {

const QString kStrideAxis = QStringLiteral("stride");

}  // namespace

StridePlot::StridePlot(QWidget* parent) : CurvePlot(parent) {
  setAccessibleName(tr("Average latency over the stride, a line for each size of the array"));
}

void StridePlot::setCurves(const StrideCurves& curves) {
  const std::string run = point() == nullptr ? std::string() : point()->run;
  curves_ = curves;
  chosen_ = {};
  if (!run.empty()) setRun(run);
  choose(chosen_, false);
}

const SweepPoint* StridePlot::point() const {
  return chosen_.point < 0 ? nullptr
                           : &curves_.lines[static_cast<std::size_t>(chosen_.line)].points[static_cast<std::size_t>(chosen_.point)];
}

bool StridePlot::setRun(const std::string& run) {
  for (std::size_t i = 0; i < curves_.lines.size(); ++i)
    for (std::size_t p = 0; p < curves_.lines[i].points.size(); ++p)
      if (curves_.lines[i].points[p].run == run) {
        choose({static_cast<int>(i), static_cast<int>(p)}, false);
        return true;
      }
  return false;
}

void StridePlot::choose(At next, bool byPerson) {
  const bool changed = next.line != chosen_.line || next.point != chosen_.point;
  chosen_ = next;
  setAccessibleDescription(describe().join(QLatin1Char(' ')));
  update();
  if (changed && byPerson) emit chosen();
}

QStringList StridePlot::describe(At at) const {
  if (at.point < 0) return {};
  const SweepPoint& shown = curves_.lines[static_cast<std::size_t>(at.line)].points[static_cast<std::size_t>(at.point)];
  return {tr("N = %1, s = %2").arg(sizeText(static_cast<double>(shown.bytes)), sizeText(static_cast<double>(shown.stride))),
          tr("%1 cycles on average").arg(cyclesText(shown.cycles))};
}

QStringList StridePlot::describe() const { return describe(chosen_); }

void StridePlot::paint(QPainter& painter) {
  const StrideLayout layout = layOutStrides(area(), curves_, plotStyle());
  for (std::size_t i = 0; i < curves_.corners.size(); ++i)
    if (!layout.corners[i].isEmpty())
      paintStrideCorner(painter, layout.corners[i], seen(cornerAxes(layout.corners[i], curves_.corners[i], plotStyle()), kStrideAxis),
                        curves_.corners[i], plotStyle());
  if (layout.picture.isEmpty()) return paintCursors(painter);
  const CurveAxes axes = seen(pictureAxes(layout.picture, curves_, plotStyle()), kStrideAxis);
  paintStridePicture(painter, layout.picture, axes, curves_, chosen_.line, chosen_.point, plotStyle());
  paintCursors(painter);
  if (showsFocus()) paintFocus(painter, axes.y.plot, plotStyle());
  const At hovered = mouse() && !dragging() ? at(*mouse()) : At{};
  if (hovered.point < 0) return;
  const SweepPoint& shown = curves_.lines[static_cast<std::size_t>(hovered.line)].points[static_cast<std::size_t>(hovered.point)];
  paintCallout(painter, axes.at(static_cast<double>(shown.stride), shown.cycles), describe(hovered), axes.y.plot, plotStyle());
}

StridePlot::At StridePlot::at(const QPointF& position) const {
  const StrideLayout layout = layOutStrides(area(), curves_, plotStyle());
  At nearest;
  if (layout.picture.isEmpty()) return nearest;
  const CurveAxes axes = seen(pictureAxes(layout.picture, curves_, plotStyle()), kStrideAxis);
  if (!axes.y.plot.adjusted(-8, -8, 8, 8).contains(position)) return nearest;
  double distance = plotStyle().px(24);
  for (std::size_t i = 0; i < curves_.lines.size(); ++i)
    for (std::size_t p = 0; p < curves_.lines[i].points.size(); ++p) {
      const SweepPoint& shown = curves_.lines[i].points[p];
      const double away = QLineF(axes.at(static_cast<double>(shown.stride), shown.cycles), position).length();
      if (away >= distance) continue;
      distance = away;
      nearest = {static_cast<int>(i), static_cast<int>(p)};
    }
  return nearest;
}

// The picture of all sizes comes first, so that cursors are on it if there is one.
std::vector<CurveFrame> StridePlot::frames() const {
  const StrideLayout layout = layOutStrides(area(), curves_, plotStyle());
  std::vector<CurveFrame> all;
  if (!layout.picture.isEmpty()) all.push_back(frameOf(pictureAxes(layout.picture, curves_, plotStyle()), kStrideAxis));
  for (std::size_t i = 0; i < layout.corners.size(); ++i)
    if (!layout.corners[i].isEmpty())
      all.push_back(frameOf(cornerAxes(layout.corners[i], curves_.corners[i], plotStyle()), kStrideAxis));
  return all;
}

const StrideLine* StridePlot::cursorLine() const {
  if (chosen_.line >= 0) return &curves_.lines[static_cast<std::size_t>(chosen_.line)];
  return cursorLineOf(curves_);
}

const StrideLine* cursorLineOf(const StrideCurves& curves) {
  if (!curves.lines.empty()) return &curves.lines.back();
  return curves.corners.empty() ? nullptr : &curves.corners.front().line;
}

CursorCurve StridePlot::cursorCurve() const { return cursorCurveOf(cursorLine()); }

CursorCurve cursorCurveOf(const StrideLine* line) {
  CursorCurve curve{{CursorSeries{}}, sizeText, [](double cycles) { return cyclesText(cycles); }, tr("cycles")};
  if (line != nullptr)
    for (const SweepPoint& point : line->points)
      curve.series.front().points.push_back({static_cast<double>(point.stride), point.cycles, point.cycles});
  return curve;
}

std::optional<double> StridePlot::chosenX() const {
  return point() == nullptr ? std::nullopt : std::optional(static_cast<double>(point()->stride));
}

void StridePlot::pressed(const QPointF& position) {
  if (const At near = at(position); near.point >= 0) choose(near, true);
}

bool StridePlot::keyed(int key) {
  if (curves_.lines.empty()) return false;
  At next = chosen_;
  const int lines = static_cast<int>(curves_.lines.size());
  if (next.line < 0) next.line = 0;
  const auto points = [&] { return static_cast<int>(curves_.lines[static_cast<std::size_t>(next.line)].points.size()); };
  switch (key) {
    case Qt::Key_Left: next.point = std::max(next.point - 1, 0); break;
    case Qt::Key_Right: next.point = std::min(next.point + 1, points() - 1); break;
    case Qt::Key_Home: next.point = 0; break;
    case Qt::Key_End: next.point = points() - 1; break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      next.line = std::clamp(chosen_.line + (key == Qt::Key_Up ? 1 : -1), 0, lines - 1);
      next.point = std::clamp(next.point, 0, points() - 1);
      break;
    default: return false;
  }
  choose(next, true);
  return true;
}

}  // namespace chasescope

#include "moc_stride_plot.cpp"
