#include "widgets/views/operations/operation_charts.h"

#include <algorithm>
#include <array>
#include <map>

#include "engine/findings/vocabulary.h"
#include "engine/inference/levels/owner_halves.h"
#include "engine/statistics/median_interval.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// A run of the probe, with its latency.
struct OperationRun {
  const OperationsRequest* request;
  double cycles, low, high;  ///< the median without the cost of reading the clock, and its interval
  double without;            ///< the same without the operation itself: for a store, its fence alone
  std::string run;
};

bool isAlone(const OperationsRequest& request) { return request.threads == 1 && request.blocks == 1 && request.count == 1; }
/// Whether it is one of the addresses that the probe compares. All other requests begin with the array.
bool isElsewhere(const OperationsRequest& request) { return request.offset_bytes != 0; }

std::vector<OperationRun> operationRuns(std::span<const RunPtr> runs) {
  // The cost of reading the clock is the part of a plain load's time that is not the load. It is the same for all operations.
  std::map<OperationLevel, double> clocks;
  for (const RunPtr& run : runs)
    if (const auto* asked = run->as<OperationsRequest>())
      if (asked->request.operation == MemoryOperation::load && asked->request.access_bytes == 4 && !isElsewhere(asked->request) &&
          isAlone(asked->request))
        clocks.try_emplace(asked->request.level, asked->result.overhead_cycles);
  std::vector<OperationRun> all;
  for (const RunPtr& run : runs) {
    const auto* asked = run->as<OperationsRequest>();
    if (asked == nullptr || asked->result.cycles.empty()) continue;
    const auto middle = inference::median_interval_of(asked->result.cycles);
    const auto known = clocks.find(asked->request.level);
    const double own = asked->result.overhead_cycles, cost = known == clocks.end() ? own : known->second;
    all.push_back({&asked->request, middle.median - cost, middle.low - cost, middle.high - cost, own - cost, run->id});
  }
  return all;
}

enum class Places { one_word, neighbours, own_lines };
constexpr std::array kPlaces{Places::one_word, Places::neighbours, Places::own_lines};

QString placesText(Places places) {
  switch (places) {
    case Places::one_word: return tr("all at one word");
    case Places::neighbours: return tr("neighbouring words");
    case Places::own_lines: return tr("lines of their own");
  }
  return {};
}

bool takes(const OperationsRequest& request, Places places) {
  constexpr std::uint64_t kLine = 128;  // bytes; the probe's own spacing
  if (request.threads == 1) return true;
  if (request.spacing_bytes == 0) return places == Places::one_word;
  return places == (request.spacing_bytes < kLine ? Places::neighbours : Places::own_lines);
}

void addPoint(DataSeries& series, std::vector<std::string>& ids, double x, const OperationRun& run) {
  // A logarithmic axis has no place for 0, the latency of an operation that takes no longer than the measurement itself.
  constexpr double kLeast = 1;
  const double cycles = std::max(run.cycles, kLeast);
  series.points.push_back({.x = x, .y = cycles, .low = std::max(run.low, kLeast), .high = std::max(run.high, kLeast)});
  ids.push_back(run.run);
}

/// Adds a curve sorted by x, with one point for each x. A curve needs two points.
void addSeries(RunChart& chart, DataSeries series, std::vector<std::string> ids) {
  if (series.points.size() < 2) return;
  chart.chart.panel.series.push_back(std::move(series));
  chart.runs.push_back(std::move(ids));
}

constexpr std::array kLines{DataSeries::Line::solid, DataSeries::Line::dashed, DataSeries::Line::dotted};
constexpr std::array kMarks{DataSeries::Mark::dot, DataSeries::Mark::diamond, DataSeries::Mark::cross};

RunChart atomicsChart(const std::vector<OperationRun>& runs, OperationLevel level) {
  const bool shared = level == OperationLevel::shared;
  RunChart chart{.subject = shared ? subject::shared_memory : subject::l2, .chart = {}, .runs = {}};
  chart.chart.panel.title = shared ? tr("Atomics in shared memory") : tr("Atomics in global memory");
  chart.chart.panel.x = {.title = tr("Threads of a block")};
  chart.chart.panel.y = {.title = tr("Time for all (cycles)")};
  chart.chart.x_unit = tr("threads");
  chart.chart.y_unit = tr("cycles");
  chart.chart.sight.log_x = chart.chart.sight.log_y = true;
  for (const Places places : kPlaces) {
    const auto index = static_cast<std::size_t>(places);
    DataSeries series{.name = placesText(places), .line = kLines[index], .mark = kMarks[index]};
    std::vector<const OperationRun*> curve;
    for (const OperationRun& run : runs)
      if (run.request->operation == MemoryOperation::atomic && run.request->level == level && run.request->blocks == 1 &&
          run.request->count == 1 && !isElsewhere(*run.request) && takes(*run.request, places))
        curve.push_back(&run);
    std::stable_sort(curve.begin(), curve.end(), [](auto* a, auto* b) { return a->request->threads < b->request->threads; });
    std::vector<std::string> ids;
    for (const OperationRun* run : curve)
      if (const auto threads = static_cast<double>(run->request->threads);
          series.points.empty() || series.points.back().x < threads)
        addPoint(series, ids, threads, *run);
    addSeries(chart, std::move(series), std::move(ids));
  }
  return chart;
}

RunChart copiesChart(const std::vector<OperationRun>& runs) {
  RunChart chart{.subject = subject::shared_memory, .chart = {}, .runs = {}};
  chart.chart.panel.title = tr("Copies from the L2 to shared memory");
  chart.chart.panel.x = {.title = tr("Bytes of the copy"), .scale = SeriesAxis::Scale::doubling, .bytes = true};
  chart.chart.panel.y = {.title = tr("Time of the copy (cycles)"), .from = 0};
  chart.chart.x_unit = tr("bytes");
  chart.chart.y_unit = tr("cycles");
  constexpr unsigned kWidest = 16;  // bytes per thread
  std::size_t index = 0;
  for (const auto& [operation, name] :
       {std::pair{MemoryOperation::load, tr("through registers")}, std::pair{MemoryOperation::async_copy, tr("asynchronous")},
        std::pair{MemoryOperation::bulk_copy, tr("in bulk")}}) {
    DataSeries series{.name = name, .line = kLines[index], .mark = kMarks[index]};
    ++index;
    std::vector<const OperationRun*> curve;
    for (const OperationRun& run : runs)
      if (run.request->operation == operation && run.request->level == OperationLevel::global && !run.request->warm &&
          run.request->access_bytes >= kWidest)
        curve.push_back(&run);
    const auto bytes = [](const OperationRun* run) {
      return static_cast<double>(run->request->threads * run->request->access_bytes);
    };
    std::stable_sort(curve.begin(), curve.end(), [&](auto* a, auto* b) { return bytes(a) < bytes(b); });
    std::vector<std::string> ids;
    for (const OperationRun* run : curve) addPoint(series, ids, bytes(run), *run);
    addSeries(chart, std::move(series), std::move(ids));
  }
  return chart;
}

/// The latencies of atomics in the near and in the far half of the L2, if the halves are told. The run is the middle one.
std::vector<OperationLatency> halvesOf(const std::vector<OperationRun>& runs) {
  std::map<std::uint64_t, std::map<MemoryOperation, const OperationRun*>> places;
  for (const OperationRun& run : runs)
    if (isElsewhere(*run.request) && isAlone(*run.request) && run.request->level == OperationLevel::global)
      places[run.request->offset_bytes].try_emplace(run.request->operation, &run);
  std::vector<const OperationRun*> atomics;
  std::vector<double> cycles, loads, owned;
  for (const auto& [offset, of] : places) {
    const auto at = of.find(MemoryOperation::atomic), load = of.find(MemoryOperation::load),
               behind = of.find(MemoryOperation::load_after_atomic);
    if (at == of.end() || load == of.end() || behind == of.end()) continue;
    atomics.push_back(at->second);
    cycles.push_back(at->second->cycles);
    loads.push_back(load->second->cycles);
    owned.push_back(behind->second->cycles);
  }
  const auto halves = inference::owner_halves_of(cycles, loads, owned);
  if (!halves.are_told()) return {};
  std::vector<OperationLatency> list;
  for (const bool near : {true, false}) {
    std::vector<const OperationRun*> group;
    for (const OperationRun* run : atomics)
      if ((run->cycles <= halves.atomics->cut) == near) group.push_back(run);
    const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
    std::nth_element(group.begin(), middle, group.end(), [](auto* a, auto* b) { return a->cycles < b->cycles; });
    list.push_back({subject::l2, near ? tr("atomic, near L2 half") : tr("atomic, far L2 half"), (*middle)->cycles, (*middle)->run,
                    near ? OperationLatency::Half::near : OperationLatency::Half::far});
  }
  return list;
}

std::vector<OperationLatency> latenciesOf(const std::vector<OperationRun>& runs) {
  std::vector<OperationLatency> list;
  const auto find = [&](MemoryOperation operation, OperationLevel level, bool warm) -> const OperationRun* {
    for (const OperationRun& run : runs)
      if (isAlone(*run.request) && !isElsewhere(*run.request) && run.request->operation == operation &&
          run.request->level == level && run.request->warm == warm && run.request->access_bytes == 4)
        return &run;
    return nullptr;
  };
  using enum MemoryOperation;
  struct Row {
    MemoryOperation operation;
    bool warm;
    QString name;
  };
  for (const OperationLevel level : {OperationLevel::shared, OperationLevel::global}) {
    const bool shared = level == OperationLevel::shared;
    const std::vector<Row> rows = shared ? std::vector<Row>{{load, false, tr("load")}, {atomic, false, tr("atomic")}}
                                         : std::vector<Row>{{load, true, tr("load, hits the L1")},
                                                            {hit_under_miss, false, tr("hit under a miss")},
                                                            {load_after_store, false, tr("load after a store")},
                                                            {load_after_store, true, tr("after a store to a cached line")},
                                                            {load, false, tr("load, misses the L1")},
                                                            {atomic, false, tr("atomic")}};
    const char* const subject = shared ? subject::shared_memory : subject::l2;
    for (const Row& row : rows)
      if (const OperationRun* run = find(row.operation, level, row.warm))
        list.push_back({subject, row.name, run->cycles, run->run});
    if (!shared)
      for (OperationLatency& half : halvesOf(runs)) list.push_back(std::move(half));
    const OperationRun* stored = find(store, level, false);
    if (stored == nullptr) continue;
    list.push_back(
        {subject, shared ? tr("fence of the block") : tr("fence of the card"), std::max(0.0, stored->without), stored->run});
    list.push_back({subject, tr("store and fence"), stored->cycles, stored->run});
  }
  return list;
}

/// The geometry of the list of latencies.
struct ListLayout {
  /// height of a row; left end of the bars, length of the longest bar, and its cycles
  double row = 0, bars = 0, room = 0, most = 1;
};

ListLayout listLayout(const QRectF& area, const std::vector<OperationLatency>& latencies, const PlotStyle& style) {
  ListLayout layout;
  const QFontMetricsF words(style.small()), numbers(style.number());
  double names = 0;
  for (const OperationLatency& one : latencies) {
    names = std::max(names, words.horizontalAdvance(one.name));
    layout.most = std::max(layout.most, one.cycles);
  }
  constexpr double kMostOfNames = 0.55;  // of the width
  layout.bars = std::min(names + style.px(8), kMostOfNames * area.width());
  layout.room = area.width() - layout.bars - numbers.horizontalAdvance(cyclesText(layout.most)) - style.px(10);
  constexpr double kRows = 3;  // rows besides those of the latencies: a title, and a head for each memory
  layout.row = std::min(style.em(19), area.height() / (static_cast<double>(latencies.size()) + kRows));
  return layout;
}

/// Calls `each` with every latency and the upper edge of its row, and `head` before the first latency of each memory.
template <typename Row, typename Head>
void walkList(const QRectF& area, const std::vector<OperationLatency>& latencies, double row, Row&& each, Head&& head) {
  double y = area.top() + row;
  for (std::size_t i = 0; i < latencies.size(); ++i) {
    if (i == 0 || latencies[i].subject != latencies[i - 1].subject) {
      head(latencies[i], y);
      y += row;
    }
    each(latencies[i], y);
    y += row;
  }
}

}  // namespace

OperationCharts gatherOperations(std::span<const RunPtr> runs) {
  const std::vector<OperationRun> asked = operationRuns(runs);
  OperationCharts all;
  for (RunChart& chart :
       std::array{atomicsChart(asked, OperationLevel::shared), atomicsChart(asked, OperationLevel::global), copiesChart(asked)})
    if (!chart.runs.empty()) all.charts.push_back(std::move(chart));
  all.latencies = latenciesOf(asked);
  return all;
}

QStringList operationWords(const OperationCharts& all, const ChartMark& mark) {
  const Chart& chart = all.charts[mark.chart].chart;
  const SeriesPoint& point = chart.panel.series[mark.series].points[mark.point];
  const QString many = isOfSizes(chart) ? QString::fromStdString(short_size_text(point.x).joined())
                       : point.x == 1   ? tr("1 thread")
                                        : tr("%1 threads").arg(QString::fromStdString(number_text(point.x)));
  return {tr("%1 cycles").arg(cyclesText(point.y)), chart.panel.title, chart.panel.series[mark.series].name, many};
}

QColor operationColour(const RunChart& chart, std::size_t series, const PlotStyle& style) {
  constexpr double kPaler = 0.2;  // how much paler each further curve is; curves also differ in line and mark
  const QColor full = levelColour(isOfSizes(chart.chart) ? 2 : partLevel(chart.subject), style.palette);
  return mixed(full, style.palette.card, 1 - kPaler * static_cast<double>(std::min<std::size_t>(series, 2)));
}

Chart dressedOperation(const RunChart& chart, const PlotStyle& style) {
  Chart copy = chart.chart;
  for (std::size_t i = 0; i < copy.panel.series.size(); ++i) copy.panel.series[i].colour = operationColour(chart, i, style);
  return copy;
}

void paintLatencies(QPainter& painter, const QRectF& area, const std::vector<OperationLatency>& latencies,
                    const std::string& chosen_run, const PlotStyle& style) {
  painter.save();
  const ListLayout layout = listLayout(area, latencies, style);
  painter.setFont(style.text(Weight::semiBold));
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(area.left(), area.top(), area.width(), layout.row), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("Latency of one thread (cycles)"));
  const auto row = [&](const OperationLatency& one, double y) {
    const bool chosen = !chosen_run.empty() && one.run == chosen_run;
    painter.setFont(style.small(chosen ? Weight::semiBold : Weight::regular));
    painter.setPen(chosen ? style.palette.ink : style.palette.quietInk);
    const QRectF name(area.left(), y, layout.bars - style.px(6), layout.row);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(one.name, Qt::ElideRight, name.width()));
    const double length = std::max(layout.room * one.cycles / layout.most, style.px(1));
    const QRectF bar(area.left() + layout.bars, y + 0.2 * layout.row, length, 0.6 * layout.row);
    painter.fillRect(bar, levelColour(partLevel(one.subject), style.palette));
    if (chosen) {
      painter.setPen(QPen(style.palette.accent, style.line(1.6)));
      painter.drawRect(bar.adjusted(-1, -1, 1, 1));
    }
    painter.setFont(style.number());
    painter.setPen(style.palette.ink);
    painter.drawText(QRectF(bar.right() + style.px(5), y, area.right() - bar.right(), layout.row), Qt::AlignLeft | Qt::AlignVCenter,
                     cyclesText(one.cycles));
  };
  const auto head = [&](const OperationLatency& one, double y) {
    painter.setFont(style.small(Weight::semiBold));
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(area.left(), y, area.width(), layout.row), Qt::AlignLeft | Qt::AlignVCenter,
                     one.subject == subject::shared_memory ? tr("Shared memory") : tr("Global memory, lines in the L2"));
  };
  walkList(area, latencies, layout.row, row, head);
  painter.restore();
}

std::string latencyAt(const QPointF& place, const QRectF& area, const std::vector<OperationLatency>& latencies,
                      const PlotStyle& style) {
  const ListLayout layout = listLayout(area, latencies, style);
  std::string run;
  const auto row = [&](const OperationLatency& one, double y) {
    if (QRectF(area.left(), y, area.width(), layout.row).contains(place)) run = one.run;
  };
  walkList(area, latencies, layout.row, row, [](const OperationLatency&, double) {});
  return run;
}

}  // namespace chasescope
