#include "widgets/views/operations/operations_plot.h"

#include <QLineF>
#include <QPainter>
#include <algorithm>

#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

QPointF placeOf(const Chart& chart, const CurveAxes& axes, const SeriesPoint& point) {
  return isOfSizes(chart) ? axes.at(point.x, point.y) : axes.y.at(point.x, point.y);
}

}  // namespace

OperationsPlot::OperationsPlot(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("What atomics, stores and copies take"));
}

void OperationsPlot::setOperations(std::shared_ptr<const OperationCharts> operations) {
  operations_ = std::move(operations);
  axes_.clear();
  if (wordsOf(run_).isEmpty()) run_.clear();
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
}

void OperationsPlot::setRun(const std::string& run) {
  if (run == run_ || wordsOf(run).isEmpty()) return;
  run_ = run;
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
}

QStringList OperationsPlot::wordsOf(const std::string& run) const {
  if (run.empty()) return {};
  if (const auto mark = markOf(*operations_, run)) return markWords(*operations_, *mark);
  for (const OperationLatency& one : operations_->latencies)
    if (one.run == run) return {tr("%1 cycles").arg(cyclesText(one.cycles)), one.name};
  return {};
}

std::optional<OperationMark> OperationsPlot::markNow() const {
  const auto is_there = [&](const OperationMark& mark) {
    return mark.chart < operations_->charts.size() && mark.series < operations_->charts[mark.chart].runs.size() &&
           mark.point < operations_->charts[mark.chart].runs[mark.series].size() &&
           operations_->charts[mark.chart].runs[mark.series][mark.point] == run_;
  };
  if (run_.empty()) return std::nullopt;
  return mark_ && is_there(*mark_) ? mark_ : markOf(*operations_, run_);
}

QStringList OperationsPlot::describe() const {
  const auto mark = markNow();
  return mark ? markWords(*operations_, *mark) : wordsOf(run_);
}

void OperationsPlot::choose(const std::string& run, std::optional<OperationMark> mark) {
  if (run.empty() || (run == run_ && (!mark || mark == markNow()))) return;
  mark_ = mark;
  setRun(run);
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
  emit chosen();
}

/// Two in a row; in a narrow window below each other would be too low, so that they stay.
OperationsPlot::Layout OperationsPlot::layoutNow() const {
  Layout layout;
  const double gap = plotStyle().em(14);
  const std::size_t pictures = operations_->charts.size() + (operations_->latencies.empty() ? 0 : 1);
  const std::size_t columns = pictures > 1 ? 2 : 1, rows = (pictures + columns - 1) / columns;
  const QSizeF each((area().width() - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns),
                    (area().height() - gap * static_cast<double>(rows - 1)) / static_cast<double>(rows));
  for (std::size_t i = 0; i < pictures; ++i) {
    const QRectF place(area().left() + static_cast<double>(i % columns) * (each.width() + gap),
                       area().top() + static_cast<double>(i / columns) * (each.height() + gap), each.width(), each.height());
    if (i < operations_->charts.size())
      layout.charts.push_back(place);
    else
      layout.list = place;
  }
  return layout;
}

void OperationsPlot::paint(QPainter& painter) {
  const Layout layout = layoutNow();
  axes_.clear();
  const auto chosen = markNow();
  for (std::size_t i = 0; i < operations_->charts.size(); ++i) {
    const Chart chart = dressed(operations_->charts[i], plotStyle());
    axes_.push_back(paintChart(painter, layout.charts[i], chart, plotStyle()));
    if (!chosen || chosen->chart != i) continue;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(plotStyle().palette.accent, plotStyle().line(2)));
    painter.drawEllipse(placeOf(chart, axes_.back(), chart.panel.series[chosen->series].points[chosen->point]), plotStyle().px(7),
                        plotStyle().px(7));
  }
  if (!layout.list.isNull()) paintLatencies(painter, layout.list, operations_->latencies, run_, plotStyle());
  if (showsFocus()) paintFocus(painter, area(), plotStyle());
  if (!mouse()) return;
  if (const std::string hovered = runAt(*mouse()); !hovered.empty())
    paintCallout(painter, *mouse(), wordsOf(hovered), area(), plotStyle());
}

std::string OperationsPlot::runAt(const QPointF& position) const {
  const Layout layout = layoutNow();
  if (layout.list.contains(position)) return latencyAt(position, layout.list, operations_->latencies, plotStyle());
  std::string nearest;
  double distance = plotStyle().px(24);
  for (std::size_t c = 0; c < axes_.size(); ++c) {
    const OperationChart& chart = operations_->charts[c];
    for (std::size_t s = 0; s < chart.runs.size(); ++s)
      for (std::size_t p = 0; p < chart.runs[s].size(); ++p) {
        const double away = QLineF(placeOf(chart.chart, axes_[c], chart.chart.panel.series[s].points[p]), position).length();
        if (away >= distance) continue;
        distance = away;
        nearest = chart.runs[s][p];
      }
  }
  return nearest;
}

void OperationsPlot::pressed(const QPointF& position) { choose(runAt(position)); }

bool OperationsPlot::keyed(int key) {
  if (operations_->charts.empty() || (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_Left && key != Qt::Key_Right))
    return false;
  const auto now = markNow();
  OperationMark mark = now.value_or(OperationMark{});
  const auto last = [&] { return operations_->charts[mark.chart].runs[mark.series].size() - 1; };
  if (now) {
    const std::size_t series = operations_->charts[mark.chart].runs.size();
    if (key == Qt::Key_Left && mark.point > 0) --mark.point;
    if (key == Qt::Key_Right && mark.point < last()) ++mark.point;
    if (key == Qt::Key_Down && mark.series + 1 < series) {
      ++mark.series;
    } else if (key == Qt::Key_Down && mark.chart + 1 < operations_->charts.size()) {
      ++mark.chart;
      mark.series = 0;
    } else if (key == Qt::Key_Up && mark.series > 0) {
      --mark.series;
    } else if (key == Qt::Key_Up && mark.chart > 0) {
      --mark.chart;
      mark.series = operations_->charts[mark.chart].runs.size() - 1;
    }
    mark.point = std::min(mark.point, last());
  }
  choose(operations_->charts[mark.chart].runs[mark.series][mark.point], mark);
  return true;
}

}  // namespace chasescope

#include "moc_operations_plot.cpp"
