// The latency of a load from the shared memory of another SM, and of a bulk copy to it, by rank and by size of the cluster
// (topology thesis §6.3.2).
#include "widgets/views/banks/figure_clusters.h"

#include <algorithm>
#include <array>
#include <map>

#include "engine/findings/vocabulary.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// Latencies of one operation by size of the cluster, largest first, and by rank.
using ByRank = std::map<unsigned, const Finding*>;
using BySize = std::map<unsigned, ByRank, std::greater<>>;

std::map<std::string, BySize> clustersOf(const std::vector<Finding>& findings) {
  std::map<std::string, BySize> all;
  for (const Finding& finding : findings) {
    const auto& conditions = finding.conditions;
    if (finding.subject != subject::distributed_shared_memory || finding.quantity != quantity::hit_latency_cycles) continue;
    if (finding.status != FindingStatus::measured || !finding.value.is_number()) continue;
    if (!conditions.contains("cluster_size") || !conditions.contains("rank") || !conditions.contains("operation")) continue;
    if (!conditions["cluster_size"].is_number_unsigned() || !conditions["rank"].is_number_unsigned() ||
        !conditions["operation"].is_string())
      continue;
    all[conditions["operation"]][conditions["cluster_size"].get<unsigned>()][conditions["rank"].get<unsigned>()] = &finding;
  }
  return all;
}

QString titleOf(const std::string& operation) { return operation == "load" ? tr("Loads, round trip") : tr("Bulk copies, one way"); }

Chart chartOf(const std::string& operation, const BySize& sizes) {
  Chart chart;
  chart.nested = true;
  chart.panel.title = titleOf(operation);
  chart.panel.x = {.title = tr("Rank of the block whose shared memory is read")};
  chart.panel.y = {.title = tr("Latency (cycles)"), .from = 0};
  chart.x_unit = tr("ranks");
  chart.y_unit = tr("cycles");
  if (operation != "load") chart.panel.x.title = tr("Rank of the block that is copied to");
  for (const auto& [size, ranks] : sizes) {
    DataSeries series{.name = size == 1 ? tr("alone") : tr("cluster of %1").arg(size),
                      .line = DataSeries::Line::none,
                      .mark = DataSeries::Mark::circle};
    for (const auto& [rank, finding] : ranks)
      series.points.push_back({.x = static_cast<double>(rank), .y = finding->value.get<double>()});
    chart.panel.series.push_back(std::move(series));
  }
  // The smallest cluster comes first, because it has the fewest marks and the largest ones.
  std::reverse(chart.panel.series.begin(), chart.panel.series.end());
  constexpr std::array kMarks{DataSeries::Mark::circle, DataSeries::Mark::diamond, DataSeries::Mark::cross, DataSeries::Mark::dot};
  for (std::size_t i = 0; i < chart.panel.series.size(); ++i) chart.panel.series[i].mark = kMarks[i % kMarks.size()];
  return chart;
}

FigureOutcome clusterFigure(const Session& session, const FigureChoice& choice) {
  const auto clusters = clustersOf(session.findings);
  if (clusters.empty()) return {nullptr, tr("The session has no latencies within clusters"), true};
  ChartFigure figure{.name = "cluster-latencies", .title = tr("Latencies within a cluster"), .share = 0.38};
  figure.caption =
      tr("The block of rank 0 reads. At rank 0, it reads its own shared memory on the same path. Medians of 256 accesses each.");
  std::vector<std::pair<std::string, BySize>> operations(clusters.rbegin(), clusters.rend());  // loads first
  QByteArray csv;
  for (const auto& [operation, sizes] : operations) {
    figure.charts.push_back(chartOf(operation, sizes));
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size)
      for (const auto& [rank, finding] : size->second) {
        const auto bound = [](const std::optional<double>& value) {
          return value ? QByteArray::number(*value, 'g', 9) : QByteArray();
        };
        csv += csvText(operation) + ',' + csvNumber(std::uint64_t{size->first}) + ',' + csvNumber(std::uint64_t{rank}) + ',' +
               QByteArray::number(finding->value.get<double>(), 'g', 9) + ',' + bound(finding->low) + ',' + bound(finding->high) +
               '\n';
        figure.runs.insert(figure.runs.end(), finding->evidence.begin(), finding->evidence.end());
      }
  }
  figure.csv = [csv](const std::function<bool(const QByteArray&)>& write) {
    if (write("operation,cluster_size,rank,cycles,low,high\n")) write(csv);
  };
  return {chartFigure(session, std::move(figure), choice), {}};
}

}  // namespace

const FigureEntry& clusterLatenciesEntry() {
  static const FigureEntry entry{
      .name = "cluster-latencies",
      .title = QT_TRANSLATE_NOOP("Figure", "Shared memory of other SMs: latency by rank and size of the cluster"),
      .make = clusterFigure,
      .chooses_cache = false,
      .recipes = {{.probes = {{"cluster"}}}},
      .subject = subject::distributed_shared_memory,
      .quantity = quantity::hit_latency_cycles};
  return entry;
}

}  // namespace chasescope
