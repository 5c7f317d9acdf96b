// Cycles of a block of code over the size of the code, run in the order of memory and scattered (decision 55). Where scattered
// blocks take longer, the order of memory lets the SM fetch instructions ahead.
#include <map>

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "engine/statistics/median.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/sweeps/figure_staircase.h"

namespace chasescope {
namespace {

struct BlockTimes {
  std::vector<double> in_order, scattered;  ///< cycles of a block
};
using BlockCurve = std::map<std::uint64_t, BlockTimes>;  ///< by bytes of code

BlockCurve blockCurve(const Session& session, std::vector<std::string>& runs) {
  BlockCurve curve;
  for (const RunPtr& run : data_runs(session.runs)) {
    const auto* code = run->as<InstructionsRequest>();
    if (!code || code->request.order == CodeOrder::straight || code->result.block_bytes == 0) continue;
    BlockTimes& times = curve[code->request.bytes];
    const double per_block = static_cast<double>(code->result.block_bytes) / static_cast<double>(code->result.instruction_bytes);
    (code->request.order == CodeOrder::in_order ? times.in_order : times.scattered)
        .push_back(code->result.cycles_per_instruction * per_block);
    runs.push_back(run->id);
  }
  return curve;
}

FigureOutcome prefetchFigure(const Session& session, const FigureChoice& choice) {
  std::vector<std::string> runs;
  const BlockCurve curve = blockCurve(session, runs);
  if (curve.size() < 2) return {nullptr, tr("The session has no times of code in blocks"), true};

  ChartFigure figure{.name = "instruction-prefetch", .title = tr("Instruction prefetch")};
  figure.caption = tr("The same blocks of code in two orders. What the order of memory saves was fetched ahead.");
  Chart chart;
  chart.panel.x = {.title = tr("Size of the code"), .scale = SeriesAxis::Scale::doubling, .bytes = true};
  chart.panel.y = {.title = tr("Cycles a block"), .from = 0};
  chart.x_unit = tr("bytes");
  chart.y_unit = tr("cycles");
  DataSeries in_order{.name = tr("In the order of memory"), .line = DataSeries::Line::solid, .mark = DataSeries::Mark::dot};
  DataSeries scattered{.name = tr("Scattered"), .line = DataSeries::Line::solid, .mark = DataSeries::Mark::dot};
  for (const auto& [bytes, times] : curve) {
    const auto x = static_cast<double>(bytes);
    if (!times.in_order.empty()) in_order.points.push_back({.x = x, .y = inference::median_of(times.in_order)});
    if (!times.scattered.empty()) scattered.points.push_back({.x = x, .y = inference::median_of(times.scattered)});
  }
  chart.panel.series = {std::move(scattered), std::move(in_order)};
  std::erase_if(chart.panel.series, [](const DataSeries& series) { return series.points.empty(); });
  figure.runs = std::move(runs);
  figure.charts = {std::move(chart)};
  figure.csv = [curve](const std::function<bool(const QByteArray&)>& write) {
    if (!write("code_bytes,order,cycles_per_block\n")) return;
    for (const auto& [bytes, times] : curve)
      for (const bool ordered : {true, false})
        for (const double cycles : ordered ? times.in_order : times.scattered)
          if (!write(csvNumber(bytes) + (ordered ? ",in_order," : ",scattered,") + QByteArray::number(cycles, 'g', 9) + '\n'))
            return;
  };
  return {chartFigure(session, std::move(figure), choice), {}};
}

}  // namespace

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
