#include "widgets/views/code/figure_code.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/code/code_charts.h"

namespace chasescope {
namespace {

/// The requests of straight code, or those of code in blocks, in the order of their lengths.
std::vector<RunPtr> codeRuns(const Session& session, bool straight) {
  std::vector<RunPtr> runs;
  for (const RunPtr& run : data_runs(session.runs))
    if (const auto* code = run->as<InstructionsRequest>(); code && (code->request.order == CodeOrder::straight) == straight)
      runs.push_back(run);
  const auto bytes = [](const RunPtr& run) { return run->as<InstructionsRequest>()->request.bytes; };
  std::stable_sort(runs.begin(), runs.end(), [&](const RunPtr& a, const RunPtr& b) { return bytes(a) < bytes(b); });
  return runs;
}

FigureOutcome figureOf(const Session& session, const FigureChoice& choice, RunChart chart, ChartFigure figure) {
  chart.chart.panel.title.clear();  // the figure has it
  for (const auto& ids : chart.runs) figure.runs.insert(figure.runs.end(), ids.begin(), ids.end());
  figure.charts = {std::move(chart.chart)};
  return {chartFigure(session, std::move(figure), choice), {}};
}

FigureOutcome instructionFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<RunPtr> runs = codeRuns(session, true);
  auto chart = straightCodeChart(runs, session.findings);
  if (!chart) return {nullptr, tr("The session has no times of instructions"), true};
  ChartFigure figure{.name = "instruction-caches", .title = tr("Instruction caches")};
  figure.caption = tr("Straight code of growing length; each point is the mean of several passes.");
  figure.csv = [series = chart->chart.panel.series, ids = chart->runs](const std::function<bool(const QByteArray&)>& write) {
    if (!write("code_bytes,cycles_per_instruction,run\n")) return;
    for (std::size_t s = 0; s < series.size(); ++s)
      for (std::size_t p = 0; p < series[s].points.size(); ++p) {
        const SeriesPoint& point = series[s].points[p];
        if (!write(csvNumber(static_cast<std::uint64_t>(point.x)) + ',' + QByteArray::number(point.y, 'g', 9) + ',' +
                   csvText(ids[s][p]) + '\n'))
          return;
      }
  };
  return figureOf(session, choice, std::move(*chart), std::move(figure));
}

FigureOutcome prefetchFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<RunPtr> runs = codeRuns(session, false);
  auto chart = blockCodeChart(runs);
  if (!chart) return {nullptr, tr("The session has no times of code in blocks"), true};
  ChartFigure figure{.name = "instruction-prefetch", .title = tr("Instruction prefetch")};
  figure.caption = tr("The same blocks of code in two orders. What the order of memory saves was fetched ahead.");
  figure.csv = [runs](const std::function<bool(const QByteArray&)>& write) {
    if (!write("code_bytes,order,cycles_per_block,run\n")) return;
    for (const RunPtr& run : runs) {
      const auto* code = run->as<InstructionsRequest>();
      const InstructionsResult& result = code->result;
      const double cycles =
          result.cycles_per_instruction * static_cast<double>(result.block_bytes) / static_cast<double>(result.instruction_bytes);
      if (!write(csvNumber(code->request.bytes) + (code->request.order == CodeOrder::in_order ? ",in_order," : ",scattered,") +
                 QByteArray::number(cycles, 'g', 9) + ',' + csvText(run->id) + '\n'))
        return;
    }
  };
  return figureOf(session, choice, std::move(*chart), std::move(figure));
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

const FigureEntry& instructionPrefetchEntry() {
  static const FigureEntry entry{
      .name = "instruction-prefetch",
      .title = QT_TRANSLATE_NOOP("Figure", "Instruction prefetch: cycles of a block of code, in order and scattered"),
      .make = prefetchFigure,
      .chooses_cache = false,
      .recipes = {{.probes = {{"prefetch"}}}},
      .subject = subject::instruction_l0,
      .quantity = quantity::prefetch};
  return entry;
}

}  // namespace chasescope
