#include "widgets/views/operations/figure_operations.h"

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/operations/operation_charts.h"

namespace chasescope {

FigureOutcome operationsFigure(const Session& session, const FigureChoice& choice) {
  const OperationCharts all = gatherOperations(session.runs);
  if (all.charts.empty()) return {nullptr, tr("The session has no memory operations"), true};
  ChartFigure figure{.name = "memory-operations", .title = tr("Memory operations"), .share = 0.42};
  figure.caption =
      tr("Medians of repeated measurements, from the first issue to the last completion, without the cost of measuring.");
  QStringList atomics;
  for (const OperationLatency& one : all.latencies)
    if (one.name == tr("atomic") || one.name == tr("load") || one.name == tr("load, misses the L1"))
      atomics << tr("%1 in %2 %3")
                     .arg(one.name == tr("atomic") ? one.name : tr("load"),
                          one.subject == subject::shared_memory ? tr("shared memory") : tr("the L2"), cyclesText(one.cycles));
    else if (one.half != OperationLatency::Half::none)
      atomics << (one.half == OperationLatency::Half::near ? tr("atomic in its near half of the L2 %1")
                                                           : tr("atomic in its far half of the L2 %1"))
                     .arg(cyclesText(one.cycles));
  if (!atomics.isEmpty())
    figure.caption += QLatin1Char(' ') + tr("Latency of one thread, in cycles: %1.").arg(atomics.join(QStringLiteral(", ")));
  QByteArray csv;
  for (const RunChart& chart : all.charts) {
    figure.charts.push_back(chart.chart);
    for (std::size_t s = 0; s < chart.runs.size(); ++s)
      for (std::size_t p = 0; p < chart.runs[s].size(); ++p) {
        const SeriesPoint& point = chart.chart.panel.series[s].points[p];
        const bool sizes = isOfSizes(chart.chart);
        const auto number = [](double value) { return QByteArray::number(value, 'g', 9); };
        csv += csvText(chart.chart.panel.title.toStdString()) + ',' + csvText(chart.chart.panel.series[s].name.toStdString()) +
               ',' + (sizes ? QByteArray() : number(point.x)) + ',' + (sizes ? number(point.x) : QByteArray()) + ',' +
               number(point.y) + ',' + number(*point.low) + ',' + number(*point.high) + ',' + csvText(chart.runs[s][p]) + '\n';
        figure.runs.push_back(chart.runs[s][p]);
      }
  }
  figure.colours = [charts = all.charts](std::size_t chart, std::size_t series, const PlotStyle& style) {
    return operationColour(charts[chart], series, style);
  };
  figure.csv = [csv](const std::function<bool(const QByteArray&)>& write) {
    if (write("picture,curve,threads,bytes,cycles,low,high,run\n")) write(csv);
  };
  return {chartFigure(session, std::move(figure), choice), {}};
}

const FigureEntry& operationsEntry() {
  static const FigureEntry entry{.name = "memory-operations",
                                 .title = QT_TRANSLATE_NOOP("Figure", "Memory operations: atomics by threads, copies by bytes"),
                                 .make = operationsFigure,
                                 .chooses_cache = false,
                                 .recipes = {{.probes = {{"operations"}}}},
                                 .subject = subject::l2,
                                 .quantity = quantity::atomic_latency_cycles};
  return entry;
}

}  // namespace chasescope
