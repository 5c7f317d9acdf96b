#include "widgets/views/code/code_charts.h"

#include <algorithm>
#include <map>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// A time and the run that measured it.
struct CodeTime {
  double cycles = 0;
  std::string run;
};

/// A cache of instructions, from the findings.
struct CodeCache {
  std::string subject;
  std::optional<double> ends;  ///< bytes of the longest code that it holds
  std::optional<double> cycles;
};

std::vector<CodeCache> codeCachesOf(const std::vector<Finding>& findings) {
  std::vector<CodeCache> caches;
  for (const char* subject : {subject::instruction_l0, subject::instruction_l1, subject::instruction_l2}) {
    CodeCache cache{subject, {}, {}};
    for (const Finding& finding : findings) {
      if (finding.subject != subject || finding.status != FindingStatus::measured || !finding.value.is_number()) continue;
      if (finding.quantity == quantity::capacity_bytes) cache.ends = finding.value.get<double>();
      if (finding.quantity == quantity::cycles_per_instruction) cache.cycles = as_told(finding).value.get<double>();
    }
    if (cache.cycles) caches.push_back(std::move(cache));
  }
  return caches;
}

RunChart emptyChart(const QString& title, const QString& y) {
  RunChart chart;
  chart.chart.panel.title = title;
  chart.chart.panel.x = {.title = tr("Size of the code"), .scale = SeriesAxis::Scale::doubling, .bytes = true};
  chart.chart.panel.y = {.title = y, .from = 0};
  chart.chart.x_unit = tr("bytes");
  chart.chart.y_unit = tr("cycles");
  return chart;
}

void addSeries(RunChart& chart, DataSeries series, std::vector<std::string> runs) {
  if (series.points.empty()) return;
  chart.chart.panel.series.push_back(std::move(series));
  chart.runs.push_back(std::move(runs));
}

/// The time in the middle of several; of an even number the lower one of the two in the middle, because a point names one run.
const CodeTime& middle(std::vector<CodeTime>& times) {
  const auto at = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
  std::nth_element(times.begin(), at, times.end(), [](const CodeTime& a, const CodeTime& b) { return a.cycles < b.cycles; });
  return *at;
}

}  // namespace

std::optional<RunChart> straightCodeChart(std::span<const RunPtr> runs, const std::vector<Finding>& findings) {
  std::map<std::uint64_t, CodeTime> curve;
  for (const RunPtr& run : runs)
    if (const auto* code = run->as<InstructionsRequest>(); code && code->request.order == CodeOrder::straight)
      curve[code->request.bytes] = {code->result.cycles_per_instruction, run->id};
  if (curve.size() < 2) return std::nullopt;

  RunChart chart = emptyChart(tr("Straight code"), tr("Cycles an instruction"));
  const std::vector<CodeCache> caches = codeCachesOf(findings);
  // Points beyond the end of a cache belong to the next cache, and the last series has all remaining points.
  auto point = curve.begin();
  for (std::size_t i = 0; i < std::max<std::size_t>(caches.size(), 1); ++i) {
    DataSeries series{.line = DataSeries::Line::solid, .mark = DataSeries::Mark::dot};
    std::vector<std::string> ids;
    const bool last = i + 1 >= caches.size();
    if (i < caches.size()) series.name = tr("%1: %2 cycles").arg(partName(caches[i].subject), cyclesText(*caches[i].cycles));
    for (; point != curve.end() && (last || !caches[i].ends || static_cast<double>(point->first) <= *caches[i].ends); ++point) {
      series.points.push_back({.x = static_cast<double>(point->first), .y = point->second.cycles});
      ids.push_back(point->second.run);
    }
    if (i < caches.size() && caches[i].ends)
      chart.chart.places.push_back(
          {*caches[i].ends, tr("%1 ends at %2").arg(partName(caches[i].subject), sizeText(*caches[i].ends))});
    addSeries(chart, std::move(series), std::move(ids));
  }
  return chart;
}

std::optional<RunChart> blockCodeChart(std::span<const RunPtr> runs) {
  std::map<std::uint64_t, std::map<CodeOrder, std::vector<CodeTime>>> curve;
  for (const RunPtr& run : runs) {
    const auto* code = run->as<InstructionsRequest>();
    if (!code || code->request.order == CodeOrder::straight || code->result.block_bytes == 0) continue;
    const double of_block = static_cast<double>(code->result.block_bytes) / static_cast<double>(code->result.instruction_bytes);
    curve[code->request.bytes][code->request.order].push_back({code->result.cycles_per_instruction * of_block, run->id});
  }
  if (curve.size() < 2) return std::nullopt;

  RunChart chart = emptyChart(tr("Code in blocks"), tr("Cycles a block"));
  for (const CodeOrder order : {CodeOrder::scattered, CodeOrder::in_order}) {
    DataSeries series{.name = order == CodeOrder::scattered ? tr("Scattered") : tr("In the order of memory"),
                      .line = DataSeries::Line::solid,
                      .mark = DataSeries::Mark::dot};
    std::vector<std::string> ids;
    for (auto& [bytes, orders] : curve) {
      const auto times = orders.find(order);
      if (times == orders.end()) continue;
      const CodeTime& time = middle(times->second);
      series.points.push_back({.x = static_cast<double>(bytes), .y = time.cycles});
      ids.push_back(time.run);
    }
    addSeries(chart, std::move(series), std::move(ids));
  }
  return chart;
}

CodeCharts gatherCode(std::span<const RunPtr> runs, const std::vector<Finding>& findings) {
  CodeCharts all;
  if (auto chart = straightCodeChart(runs, findings)) all.push_back(std::move(*chart));
  if (auto chart = blockCodeChart(runs)) all.push_back(std::move(*chart));
  return all;
}

QStringList codeWords(const CodeCharts& all, const ChartMark& mark) {
  const Chart& chart = all[mark.chart].chart;
  const DataSeries& series = chart.panel.series[mark.series];
  const SeriesPoint& point = series.points[mark.point];
  QStringList words{QStringLiteral("%1: %2").arg(chart.panel.y.title, cyclesText(point.y)), chart.panel.title};
  if (!series.name.isEmpty()) words << series.name;
  words << QStringLiteral("%1: %2").arg(chart.panel.x.title, sizeText(point.x));
  return words;
}

Chart dressedCode(const RunChart& chart, const PlotStyle& style) {
  Chart copy = chart.chart;
  for (std::size_t i = 0; i < copy.panel.series.size(); ++i) copy.panel.series[i].colour = levelColour(i, style.palette);
  return copy;
}

}  // namespace chasescope
