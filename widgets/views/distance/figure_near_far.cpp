// Near and far memory: latencies of lines in the two halves of a card's memory, and the order in which the halves alternate over
// the addresses (decision 46).
#include "widgets/views/distance/figure_near_far.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kSlowest = 0.99;         // quantile at the end of the axis: interrupts and the like would stretch it
constexpr int kBins = 60;                 // approximate number of bins
constexpr std::size_t kLinesInRow = 256;  // lines whose alternation can still be seen

/// The latencies of the walk that is the finding's evidence, line by line.
struct NearFarWalk {
  double near = 0, far = 0;    ///< medians, cycles
  std::uint64_t stride = 0;    ///< bytes
  std::vector<double> cycles;  ///< of each access in order, without the cost of measuring
  std::string run;
};

std::optional<NearFarWalk> nearFarWalkOf(const Session& session) {
  const auto found = [&](const char* quantity) -> const Finding* {
    for (const Finding& finding : session.findings)
      if (finding.subject == subject::dram && finding.quantity == quantity && finding.status == FindingStatus::measured &&
          finding.value.is_number() && !finding.evidence.empty())
        return &finding;
    return nullptr;
  };
  const Finding *near = found(quantity::near_memory_latency_cycles), *far = found(quantity::far_memory_latency_cycles);
  if (near == nullptr || far == nullptr) return std::nullopt;
  for (const RunPtr& run : data_runs(session.runs)) {
    if (run->id != near->evidence.front() || run->chase() == nullptr) continue;
    const auto* uniform = std::get_if<UniformPattern>(&run->chase()->request.pattern);
    if (uniform == nullptr || run->cycles().empty()) return std::nullopt;
    NearFarWalk walk{as_told(*near).value.get<double>(), as_told(*far).value.get<double>(), uniform->stride, {}, run->id};
    const double overhead = run->chase()->result.overhead_cycles.value_or(0);
    for (const float each : run->cycles().copy()) walk.cycles.push_back(static_cast<double>(each) - overhead);
    return walk;
  }
  return std::nullopt;
}

/// A histogram in percent of the accesses, with bins of a round number of cycles.
DataSeries histogramOf(const NearFarWalk& walk) {
  std::vector<double> sorted = walk.cycles;
  std::sort(sorted.begin(), sorted.end());
  const double low = sorted.front(), high = sorted[static_cast<std::size_t>(kSlowest * static_cast<double>(sorted.size() - 1))];
  const double step = tickStep(high - low, kBins, 1);
  const double from = std::floor(low / step) * step;
  std::vector<std::size_t> counts(static_cast<std::size_t>((high - from) / step) + 1);
  for (const double cycles : walk.cycles)
    if (cycles <= high) ++counts[static_cast<std::size_t>((cycles - from) / step)];
  DataSeries bars{.line = DataSeries::Line::bars};
  for (std::size_t i = 0; i < counts.size(); ++i)
    bars.points.push_back({.x = from + (static_cast<double>(i) + 0.5) * step,
                           .y = 100.0 * static_cast<double>(counts[i]) / static_cast<double>(walk.cycles.size())});
  return bars;
}

/// The last lines of the walk, marked as near or far. The TLB has their pages already.
Chart turnsOf(const NearFarWalk& walk) {
  Chart chart;
  chart.panel.title = tr("Latency of neighbouring lines");
  const std::size_t shown = std::min(kLinesInRow, walk.cycles.size()), first = walk.cycles.size() - shown;
  chart.panel.x = {.title = tr("Line of memory, in order"), .from = 0};
  chart.panel.y = {.title = tr("Latency (cycles)"), .from = 0};
  DataSeries near{.name = tr("near"), .line = DataSeries::Line::none, .mark = DataSeries::Mark::dot};
  DataSeries far{.name = tr("far"), .line = DataSeries::Line::none, .mark = DataSeries::Mark::diamond};
  const double cut = (walk.near + walk.far) / 2, most = 2 * walk.far;
  for (std::size_t i = 0; i < shown; ++i) {
    const double cycles = walk.cycles[first + i];
    if (cycles > most) continue;
    (cycles < cut ? near : far).points.push_back({.x = static_cast<double>(i), .y = cycles});
  }
  chart.panel.series = {std::move(near), std::move(far)};
  chart.x_unit = tr("lines");
  chart.y_unit = tr("cycles");
  return chart;
}

FigureOutcome nearFarFigure(const Session& session, const FigureChoice& choice) {
  const auto walk = nearFarWalkOf(session);
  if (!walk) return {nullptr, tr("The session does not tell near memory from far memory"), true};
  ChartFigure figure{.name = "near-far-memory", .title = tr("Near and far memory"), .share = 0.38};
  Chart histogram;
  histogram.panel.series = {histogramOf(*walk)};
  histogram.panel.title = tr("Latency of all lines");
  histogram.panel.x = {.title = tr("Latency (cycles)")};
  histogram.panel.y = {.title = tr("Accesses (%)"), .from = 0};
  histogram.x_unit = tr("cycles");
  histogram.y_unit = tr("%");
  histogram.places = {{walk->near, tr("near: %1 cycles").arg(cyclesText(walk->near))},
                      {walk->far, tr("far: %1 cycles").arg(cyclesText(walk->far))}};
  figure.caption =
      tr("%1 loads in order, %2 apart, of lines of memory that were not read before. Vertical lines: the medians of near "
         "and of far lines of memory. Neighbouring lines: the last %3 loads. The slowest 1 % of the loads is left out.")
          .arg(counted(walk->cycles.size()), QString::fromStdString(size_words(walk->stride)))
          .arg(std::min(kLinesInRow, walk->cycles.size()));
  figure.charts = {std::move(histogram), turnsOf(*walk)};
  figure.colours = [](std::size_t chart, std::size_t series, const PlotStyle& style) {
    return levelColour(chart == 0 ? 2 : series == 0 ? 0 : 2, style.palette);
  };
  figure.runs = {walk->run};
  figure.csv = [walk = *walk](const std::function<bool(const QByteArray&)>& write) {
    if (!write("access,address_bytes,cycles\n")) return;
    for (std::size_t i = 0; i < walk.cycles.size(); ++i)
      if (!write(csvNumber(std::uint64_t{i}) + ',' + csvNumber(std::uint64_t{i} * walk.stride) + ',' +
                 QByteArray::number(walk.cycles[i], 'g', 9) + '\n'))
        return;
  };
  return {chartFigure(session, std::move(figure), choice), {}};
}

}  // namespace

const FigureEntry& nearFarMemoryEntry() {
  static const FigureEntry entry{
      .name = "near-far-memory",
      .title = QT_TRANSLATE_NOOP("Figure", "Near and far memory: latencies of all lines, and of neighbouring lines"),
      .make = nearFarFigure,
      .chooses_cache = false,
      .recipes = {{.probes = {{"memory"}}}}};
  return entry;
}

}  // namespace chasescope
