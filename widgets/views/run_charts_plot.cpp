#include "widgets/views/run_charts_plot.h"

#include <QPainter>

#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"

namespace chasescope {

void RunChartsPlot::refreshCharts() {
  axes_.clear();
  if (describe().isEmpty()) run_.clear();
  tellChange();
}

void RunChartsPlot::tellChange() {
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
}

QStringList RunChartsPlot::wordsOf(const Chosen& chosen) const {
  if (chosen.mark) return wordsOf(*chosen.mark);
  return chosen.run.empty() ? QStringList() : wordsOfListed(chosen.run);
}

std::optional<ChartMark> RunChartsPlot::markNow() const {
  if (run_.empty()) return std::nullopt;
  return mark_ && runOf(runCharts(), *mark_) == run_ ? mark_ : markOf(runCharts(), run_);
}

QStringList RunChartsPlot::describe() const { return wordsOf({run_, markNow()}); }

void RunChartsPlot::setRun(const std::string& run) {
  if (run == run_ || wordsOf({run, markOf(runCharts(), run)}).isEmpty()) return;
  run_ = run;
  tellChange();
}

void RunChartsPlot::choose(const Chosen& chosen) {
  if (chosen.run.empty() || (chosen.run == run_ && (!chosen.mark || chosen.mark == markNow()))) return;
  mark_ = chosen.mark;
  run_ = chosen.run;
  tellChange();
  emit this->chosen();
}

std::vector<QRectF> RunChartsPlot::layoutNow() const {
  return pictureGrid(area(), runCharts().size() + (hasList() ? 1 : 0), plotStyle().em(14));
}

void RunChartsPlot::paint(QPainter& painter) {
  const std::vector<QRectF> places = layoutNow();
  const std::span<const RunChart> charts = runCharts();
  axes_.clear();
  const auto now = markNow();
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const Chart chart = dressed(charts[i]);
    axes_.push_back(paintChart(painter, places[i], chart, plotStyle()));
    if (!now || now->chart != i) continue;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(plotStyle().palette.accent, plotStyle().line(2)));
    painter.drawEllipse(placeOf(chart, axes_.back(), chart.panel.series[now->series].points[now->point]), plotStyle().px(7),
                        plotStyle().px(7));
  }
  if (hasList()) paintList(painter, places.back());
  if (showsFocus()) paintFocus(painter, area(), plotStyle());
  if (!mouse()) return;
  if (const QStringList words = wordsOf(chosenAt(*mouse())); !words.isEmpty())
    paintCallout(painter, *mouse(), words, area(), plotStyle());
}

RunChartsPlot::Chosen RunChartsPlot::chosenAt(const QPointF& position) const {
  if (hasList())
    if (const QRectF list = layoutNow().back(); list.contains(position)) return {listedRunAt(position, list), std::nullopt};
  const auto mark = nearestMark(runCharts(), axes_, position, plotStyle().px(24));
  return mark ? Chosen{runOf(runCharts(), *mark), mark} : Chosen{};
}

void RunChartsPlot::pressed(const QPointF& position) { choose(chosenAt(position)); }

bool RunChartsPlot::keyed(int key) {
  const auto mark = movedMark(runCharts(), markNow(), key);
  if (!mark) return false;
  choose({runOf(runCharts(), *mark), mark});
  return true;
}

}  // namespace chasescope

#include "moc_run_charts_plot.cpp"
