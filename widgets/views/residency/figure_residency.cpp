#include "widgets/views/residency/figure_residency.h"

#include "engine/findings/vocabulary.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/residency/residency_charts.h"

namespace chasescope {

FigureOutcome residencyFigure(const Session& session, const FigureChoice& choice) {
  const ResidencyCharts all = gatherResidency(session.runs);
  if (all.empty()) return {nullptr, tr("The session has no measurement of L2 residency"), true};
  ChartFigure figure{.name = "l2-residency", .title = tr("L2 residency"), .share = 0.26};
  figure.caption =
      tr("Lines of an array that timed loads still find in the L2, with 95 % intervals. All SMs read the array, and then the "
         "other lines of the sweep.");
  QByteArray csv;
  for (const RunChart& chart : all) {
    figure.charts.push_back(chart.chart);
    for (std::size_t s = 0; s < chart.runs.size(); ++s)
      for (std::size_t p = 0; p < chart.runs[s].size(); ++p) {
        const DataSeries& series = chart.chart.panel.series[s];
        const SeriesPoint& point = series.points[p];
        const auto number = [](double value) { return QByteArray::number(value, 'g', 9); };
        csv += csvText(chart.chart.panel.title.toStdString()) + ',' + csvText(series.name.toStdString()) + ',' + number(point.x) +
               ',' + number(point.y) + ',' + csvText(chart.chart.y_unit.toStdString()) + ',' + number(*point.low) + ',' +
               number(*point.high) + ',' + csvText(chart.runs[s][p]) + '\n';
        figure.runs.push_back(chart.runs[s][p]);
      }
  }
  figure.colours = [](std::size_t, std::size_t series, const PlotStyle& style) { return residencyColour(series, style); };
  figure.csv = [csv](const std::function<bool(const QByteArray&)>& write) {
    if (write("picture,curve,bytes,value,unit,low,high,run\n")) write(csv);
  };
  return {chartFigure(session, std::move(figure), choice), {}};
}

const FigureEntry& residencyEntry() {
  static const FigureEntry entry{
      .name = "l2-residency",
      .title = QT_TRANSLATE_NOOP("Figure", "L2 residency: effective size, eviction priorities, persisting lines"),
      .make = residencyFigure,
      .chooses_cache = false,
      .recipes = {{.probes = {{"residency"}}}},
      .subject = subject::l2,
      .quantity = quantity::effective_bytes};
  return entry;
}

}  // namespace chasescope
