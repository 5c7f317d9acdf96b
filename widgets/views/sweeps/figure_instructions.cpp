// Cycles per instruction over the size of straight code. The cycles rise where the code no longer fits into an instruction cache
// (topology thesis §6.2).
#include <algorithm>
#include <map>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/sweeps/figure_staircase.h"

namespace chasescope {
namespace {

struct CodeLength {
  double cycles = 0;  ///< per instruction
  std::string run;
};
using CodeCurve = std::map<std::uint64_t, CodeLength>;  ///< by bytes of code

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

FigureOutcome instructionFigure(const Session& session, const FigureChoice& choice) {
  CodeCurve curve;
  for (const RunPtr& run : data_runs(session.runs))
    if (const auto* code = run->as<InstructionsRequest>(); code && code->request.order == CodeOrder::straight)
      curve[code->request.bytes] = {code->result.cycles_per_instruction, run->id};
  if (curve.size() < 2) return {nullptr, tr("The session has no times of instructions"), true};

  ChartFigure figure{.name = "instruction-caches", .title = tr("Instruction caches")};
  figure.caption = tr("Straight code of growing length; each point is the mean of several passes.");
  Chart chart;
  chart.panel.x = {.title = tr("Size of the code"), .scale = SeriesAxis::Scale::doubling, .bytes = true};
  chart.panel.y = {.title = tr("Cycles an instruction"), .from = 0};
  chart.x_unit = tr("bytes");
  chart.y_unit = tr("cycles");
  const std::vector<CodeCache> caches = codeCachesOf(session.findings);
  // A series for each cache, up to the cache's end; points beyond it belong to the next cache, and the last series has all
  // remaining points.
  auto point = curve.begin();
  for (std::size_t i = 0; i < std::max<std::size_t>(caches.size(), 1); ++i) {
    DataSeries series{.line = DataSeries::Line::solid, .mark = DataSeries::Mark::dot};
    const bool last = i + 1 >= caches.size();
    if (i < caches.size()) series.name = tr("%1: %2 cycles").arg(partName(caches[i].subject), cyclesText(*caches[i].cycles));
    for (; point != curve.end() && (last || !caches[i].ends || static_cast<double>(point->first) <= *caches[i].ends); ++point)
      series.points.push_back({.x = static_cast<double>(point->first), .y = point->second.cycles});
    if (i < caches.size() && caches[i].ends)
      chart.places.push_back({*caches[i].ends, tr("%1 ends at %2").arg(partName(caches[i].subject), sizeText(*caches[i].ends))});
    chart.panel.series.push_back(std::move(series));
  }
  std::erase_if(chart.panel.series, [](const DataSeries& series) { return series.points.empty(); });
  for (const auto& [bytes, length] : curve) figure.runs.push_back(length.run);
  figure.charts = {std::move(chart)};
  figure.csv = [curve](const std::function<bool(const QByteArray&)>& write) {
    if (!write("code_bytes,cycles_per_instruction,run\n")) return;
    for (const auto& [bytes, length] : curve)
      if (!write(csvNumber(bytes) + ',' + QByteArray::number(length.cycles, 'g', 9) + ',' + csvText(length.run) + '\n')) return;
  };
  return {chartFigure(session, std::move(figure), choice), {}};
}

}  // namespace

const FigureEntry& instructionCachesEntry() {
  static const FigureEntry entry{
      .name = "instruction-caches",
      .title = QT_TRANSLATE_NOOP("Figure", "Instruction caches: cycles an instruction by size of the code"),
      .make = instructionFigure,
      .chooses_cache = false,
      .recipes = {{.probes = {{"instructions"}}}},
      .subject = subject::instruction_l1,
      .quantity = quantity::capacity_bytes};
  return entry;
}

}  // namespace chasescope
