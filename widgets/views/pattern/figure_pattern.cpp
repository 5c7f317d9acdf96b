// The miss pattern as a figure: line × pass of one run, or line × N of a sweep (2014 paper, figure 3).
#include "widgets/views/pattern/figure_pattern.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "engine/device/codec/codec_number.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/figure/telling_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/pattern/pattern_scene.h"
#include "widgets/views/pattern/pattern_source.h"
#include "widgets/views/pattern/pattern_ticker.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;

constexpr const char *kByHits = "hits", *kByLatency = "latency";

class PatternFigure : public FigureContent {
 public:
  PatternFigure(const Session& session, std::vector<std::shared_ptr<const FigureRun>> runs,
                std::shared_ptr<const PatternSource> source, bool sweep, PatternShade shade)
      : session_(session),
        runs_(std::move(runs)),
        source_(std::move(source)),
        verdicts_(verdictsOf(*runs_.front(), session.findings)),
        sweep_(sweep),
        shade_(shade) {}

  FigureTraits traits() const override { return {.colourings = {QLatin1String(kByHits), QLatin1String(kByLatency)}}; }
  QString title() const override { return sweep_ ? tr("Misses by footprint") : tr("Misses by pass"); }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override {
    return width_mm * std::clamp(0.3 + 0.02 * static_cast<double>(source_->rows()), 0.42, 0.8);
  }

  QString caption() const override {
    QString text = requestText(session_, runs_.front()->run->chase()->request, !sweep_);
    const bool shares = patternValue(*source_, shade_) == PatternValue::missShare;
    text += QLatin1Char('.');
    if (sweep_)
      text += QLatin1Char(' ') +
              (shares && source_->mixes()
                   ? tr("Each cell shows which share of the accesses to one position missed, once the first pass is over.")
               : shares ? tr("Each cell shows whether the accesses to one position hit or missed, once the first pass is over.")
                        : tr("Each cell shows what the accesses to one position took, once the first pass is over."));
    if (blends_)
      text += QLatin1Char(' ') + (shares ? tr("Where some of the %1 × %2 cells share a place, its colour is their share of misses.")
                                         : tr("Where some of the %1 × %2 cells share a place, its colour is their mean."))
                                     .arg(counted(source_->columns()), counted(source_->rows()));
    if (!source_->tellsSome())
      text += QLatin1Char(' ') + tr("No finding has the latency of a hit here, so levels are named by their cycles.");
    else if (!source_->isTold())
      text +=
          QLatin1Char(' ') + tr("Levels without a word are named by their cycles: no finding tells whether they hit or missed.");
    return text;
  }

  double finestCell() const override { return finestCell_; }

  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    // If cells share a place, the legend has other words and needs other room. So this is decided first, from the approximate size
    // of the plot.
    const QSizeF left(plot.viewport().width() - patternLegendWidth(style) - style.px(16) - style.em(60),
                      plot.viewport().height() - style.em(52));
    const CellRoom room = paperRoom(left);
    blends_ = source_->rows() > room.rows || source_->columns() > room.columns;
    finestCell_ = std::min(left.height() / static_cast<double>(std::min(source_->rows(), room.rows)),
                           left.width() / static_cast<double>(std::min(source_->columns(), room.columns)));
    dressAxes(plot, style, source_->columnTitle(), source_->rowTitle());
    plot.xAxis->setTicker(QSharedPointer<CountTicker>::create());
    plot.yAxis->setTicker(QSharedPointer<PatternRowTicker>::create([source = source_] { return source.get(); }));
    countTicker(*plot.yAxis).setTickCount(std::clamp(static_cast<int>(plot.viewport().height() / style.em(24)), 2, 12));
    plot.yAxis->ticker()->setTickOrigin(-source_->rowOrigin());
    plot.yAxis->setRangeReversed(true);
    plot.yAxis->grid()->setVisible(false);
    plot.xAxis->setRange(-0.5, static_cast<double>(source_->columns()) - 0.5);
    plot.yAxis->setRange(-0.5, static_cast<double>(source_->rows()) - 0.5);
    plot.axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    plot.axisRect()->setMargins(QMargins(0, qRound(aboveAxes(style)), qRound(legendWidth(style) + style.px(16)), 0));
    const double length = plot.viewport().width() - plot.axisRect()->margins().right() - style.em(60);
    countTicker(*plot.xAxis).fitLabels(length, plot.xAxis->range().upper, style.number());
    const auto geometry = [this, &plot, style, room] {
      PatternGeometry g;
      g.room = room;
      g.plot = QRectF(plot.axisRect()->rect());
      g.legend = QRectF(g.plot.right() + style.px(12), g.plot.top(), legendWidth(style), g.plot.height());
      g.x0 = plot.xAxis->range().lower;
      g.x1 = plot.xAxis->range().upper;
      g.y0 = plot.yAxis->range().lower;
      g.y1 = plot.yAxis->range().upper;
      return g;
    };
    new PaintedLayer(&plot, QStringLiteral("main"), true,
                     [this, geometry, style](QCPPainter& p) { paintPattern(p, *source_, shade_, geometry(), style); });
    new PaintedLayer(&plot, QStringLiteral("axes"), false,
                     [this, geometry, style](QCPPainter& p) { paintPatternLegend(p, *source_, shade_, geometry(), style); });
  }

  std::vector<SeriesPanel> series(const PlotStyle& /*style*/) const override {
    const bool sweep = dynamic_cast<const SweepPattern*>(source_.get()) != nullptr;
    const bool shares = patternValue(*source_, shade_) == PatternValue::missShare;
    const QString drawn = !shares ? QString() : source_->mixes() || blends_ ? tr("Share of misses") : tr("Hits and misses");
    return {{.x = {.title = tr("Position")},
             .y = {.title = sweep ? tr("Footprint") : tr("Pass"), .bytes = sweep},
             .map = SeriesMap{.x = "position",
                              .y = sweep ? "footprint_bytes" : "pass",
                              .value = sweep ? "mean_cycles" : "cycles",
                              .title = tr("Latency (cycles)"),
                              .drawn = drawn,
                              .downwards = true}}};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (const auto* sweep = dynamic_cast<const SweepPattern*>(source_.get())) return writeSweep(*sweep, write);
    if (!write("pass,position,offset_bytes,cycles,miss\n")) return;
    const FigureRun& run = *runs_.front();
    bool good = true;
    run.trace().for_each_segment(0, run.trace().size(), [&](std::span<const float> cycles, std::size_t first) {
      QByteArray lines;
      for (std::size_t i = 0; i < cycles.size() && good; ++i) {
        lines += csvNumber(run.order.pass(first + i)) + ',' + csvNumber(run.order.position(first + i)) + ',' +
                 csvNumber(run.order.offset(first + i)) + ',' + csvNumber(cycles[i]) + ',' + missWord(verdicts_.of(cycles[i])) +
                 '\n';
        if (lines.size() < 1 << 16 && i + 1 < cycles.size()) continue;
        good = write(lines);
        lines.clear();
      }
    });
  }

  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "miss-pattern");
    for (const auto& run : runs_) json["runs"].push_back(runProvenance(*run->run));
    return json;
  }

 private:
  static constexpr std::size_t kRoomOfLine = 256;  // characters of six numbers and their commas, more than enough

  void writeSweep(const SweepPattern& sweep, const std::function<bool(const QByteArray&)>& write) const {
    if (!write("footprint_bytes,position,offset_bytes,accesses,mean_cycles,slowest_cycles,misses\n")) return;
    for (std::size_t r = 0; r < sweep.rows(); ++r) {
      const SweepPattern::Row& row = sweep.row(r);
      const AccessOrder& order = orderOf(row);
      const bool told = row.verdicts.tells_all(row.levels);
      QByteArray lines;
      const QByteArray footprint = csvNumber(row.footprint) + ',';
      std::array<char, kRoomOfLine> text{};
      for (std::size_t c = 0; c < row.cells.size(); ++c) {
        const SweepPattern::Row::Cell& cell = row.cells[c];
        if (cell.accesses == 0) continue;
        // There may be a million lines: avoid a string for each number.
        char* at = text.data();
        const auto count = [&](std::uint64_t number) { at = std::to_chars(at, text.data() + text.size(), number).ptr; };
        count(c);
        *at++ = ',';
        count(order.offset_at_position(c));
        *at++ = ',';
        count(cell.accesses);
        *at++ = ',';
        at = write_cycles(at, cell.cycles / static_cast<float>(cell.accesses));
        *at++ = ',';
        at = write_cycles(at, cell.slowest);
        *at++ = ',';
        if (told) count(cell.misses);
        *at++ = '\n';
        lines.append(footprint).append(text.data(), at - text.data());
      }
      if (!write(lines)) return;
    }
  }

  /// The width of two words, or of a scale.
  double legendWidth(const PlotStyle& style) const {
    const bool words = !blends_ && !source_->mixes() && patternValue(*source_, shade_) == PatternValue::missShare;
    return patternLegendWidth(style) * (words ? 0.62 : 1);
  }
  const AccessOrder& orderOf(const SweepPattern::Row& row) const {
    for (const auto& run : runs_)
      if (run->run->id == row.runId.toStdString()) return run->order;
    return runs_.front()->order;
  }

  Session session_;
  std::vector<std::shared_ptr<const FigureRun>> runs_;  // for a pattern of passes, source_ reads the first run
  std::shared_ptr<const PatternSource> source_;
  step::LatencyVerdicts verdicts_;  // of the first run
  bool sweep_;
  PatternShade shade_;
  mutable double finestCell_ = 0;
  /// Whether cells share a place: estimated from the room on paper at first, then set from the size of the figure.
  mutable bool blends_ = source_->rows() > kPatternPrintRows || source_->columns() > kPatternPrintColumns;
};

}  // namespace

FigureOutcome missPatternFigure(const Session& session, const QString& runId, PatternRows rows, PatternShade shade) {
  FigureOutcome outcome;
  auto chosen = runId.isEmpty() ? tellingRun(session) : nullptr;
  if (!chosen) chosen = figureRun(session, runId, outcome.error);
  outcome.unmeasured = !chosen && runId.isEmpty();
  if (!chosen) return outcome;

  std::vector<RunPtr> series;
  std::set<std::uint64_t> footprints;
  for (const RunPtr& run : data_runs(session.runs)) {
    if (run->cycles().empty() || !same_series(*run, *chosen->run) || accesses_per_pass(run->chase()->request.pattern) == 0)
      continue;
    series.push_back(run);
    const ChaseRequest& request = run->chase()->request;
    footprints.insert(footprint_bytes(request.pattern, request.element_bytes));
  }
  const bool sweep = rows == PatternRows::sweep || (rows == PatternRows::automatic && runId.isEmpty() && footprints.size() >= 3);
  if (sweep && !series.empty()) {
    std::vector<std::shared_ptr<const FigureRun>> runs;
    std::vector<std::shared_ptr<const SweepPattern::Row>> lines;
    for (const RunPtr& run : series) {
      runs.push_back(prepareRun(run));
      const FigureRun& r = *runs.back();
      lines.push_back(std::make_shared<const SweepPattern::Row>(SweepPattern::makeRow(
          QString::fromStdString(run->id), run->chase()->request, r.trace(), r.order, r.levels, verdictsOf(r, session.findings))));
    }
    auto source = std::make_shared<SweepPattern>(std::move(lines));
    outcome.figure = std::make_shared<PatternFigure>(session, std::move(runs), std::move(source), true, shade);
    return outcome;
  }
  if (chosen->order.period() == 0) {
    outcome.error = tr("Run %1 follows no known order, so it has no passes to show.").arg(QString::fromStdString(chosen->run->id));
    return outcome;
  }
  auto source = std::make_shared<PassPattern>(chosen->trace(), chosen->levels, verdictsOf(*chosen, session.findings), chosen->order,
                                              strideOf(chosen->run->chase()->request.pattern));
  outcome.figure = std::make_shared<PatternFigure>(session, std::vector{chosen}, std::move(source), false, shade);
  return outcome;
}

const FigureEntry& missPatternEntry() {
  static const FigureEntry entry{"miss-pattern",
                                 QT_TRANSLATE_NOOP("Figure", "Miss pattern: a row per footprint, or per pass"),
                                 [](const Session& session, const FigureChoice& choice) {
                                   return missPatternFigure(session, choice.run, PatternRows::automatic,
                                                            choice.sight.colouring == QLatin1String(kByLatency)
                                                                ? PatternShade::latency
                                                                : PatternShade::hitMiss);
                                 },
                                 false,
                                 {{.probes = {kSmallEnd, kLargeEnd, {"miss-pattern", Role::fills, aQuarterMore}}},
                                  {.probes = {kSmallEnd, kLargeEnd, {"fine-grained", Role::fills, justTooLarge}}}}};
  return entry;
}

}  // namespace chasescope
