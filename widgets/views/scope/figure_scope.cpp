// The scope as a figure: latency by access of one run.
#include "widgets/views/scope/figure_scope.h"

#include <algorithm>
#include <cmath>

#include "engine/step/level_parts.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/figure/telling_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;

// A column of the figure is 0.75 px of the design, and each column has up to this many points: see cutForScope().
constexpr double kNarrow_mm = 110;

class ScopeFigure : public FigureContent {
 public:
  ScopeFigure(const Session& session, std::shared_ptr<const FigureRun> run, FigureSight sight)
      : session_(session), run_(std::move(run)), sight_(std::move(sight)), verdicts_(verdictsOf(*run_, session_.findings)) {}

  QString title() const override { return tr("Latency by access"); }
  FigureTraits traits() const override {
    return {.x_unit = tr("accesses"),
            .y_unit = tr("cycles"),
            .x_data = {0, static_cast<double>(run_->trace().size())},
            .y_data = {0, scopeTopCycles(data())},
            .cursors = true};
  }
  /// The curve that cursors read has only the accesses at the cursors, because a trace may have millions.
  CursorCurve cursorCurve() const override {
    CursorCurve curve{{CursorSeries{}},
                      [](double access) { return counted(static_cast<std::uint64_t>(access)); },
                      [](double cycles) { return cyclesText(cycles); },
                      tr("cycles")};
    for (const auto& wanted : sight_.cursors) {
      if (!wanted || run_->trace().empty()) continue;
      const auto last = static_cast<double>(run_->trace().size() - 1);
      const auto access = static_cast<std::uint64_t>(std::clamp(std::round(*wanted), 0.0, last));
      curve.series.front().points.push_back({static_cast<double>(access), run_->trace()[access], scopeReading(data(), access), {}});
    }
    curve.also = [this](double a, double b) {
      return scopeRemarks(data(), static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
    };
    return curve;
  }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override {
    return width_mm < kNarrow_mm ? width_mm * 0.68 : width_mm * 0.45;
  }

  QString caption() const override {
    const std::size_t size = run_->trace().size();
    QString text = requestText(session_, run_->run->chase()->request, true) + QStringLiteral(" · ") +
                   (size == 1 ? tr("1 access") : tr("%1 accesses").arg(counted(size))) + QLatin1Char('.');
    if (const double cost = run_->run->chase()->result.overhead_cycles.value_or(0); cost > 0)
      text += QLatin1Char(' ') + tr("Each latency has %1 cycles of measuring.").arg(QString::fromStdString(number_text(cost)));
    if (thinned_)
      text +=
          QLatin1Char(' ') + tr("Drawn from the lowest and highest latency of each column and a sample between; shares are exact.");
    const double top = scopeTopCycles(data());
    if (const std::uint64_t beyond = run_->counts.total() - run_->counts.upTo(static_cast<float>(top)); beyond > 0)
      text += QLatin1Char(' ') + (beyond == 1 ? tr("1 access above the axis is marked at its edge.")
                                              : tr("%1 accesses above the axis are marked at its edge.").arg(counted(beyond)));
    return text;
  }

  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    dressAxes(plot, style, tr("Access"), tr("Latency (cycles)"));
    const bool narrow = plot.viewport().width() < kNarrow_mm / 25.4 * 720;
    plot.xAxis->setTicker(QSharedPointer<CountTicker>::create());
    plot.yAxis->setTicker(QSharedPointer<CountTicker>::create());
    const auto [from, to] = accesses();
    plot.xAxis->setRange(from - 0.5, std::max(to, from + 1) - 0.5);
    plot.yAxis->setRange(sight_.y.from.value_or(0),
                         std::max(sight_.y.to.value_or(scopeTopCycles(data())), sight_.y.from.value_or(0) + 1));
    const double histogram = narrow ? 0 : scopeHistogramWidth(style) * 0.7;
    plot.axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    plot.axisRect()->setMargins(
        QMargins(0, qRound(aboveAxes(style)), qRound(histogram + scopeLabelWidth(style) + style.px(narrow ? 10 : 18)), 0));

    const double length = plot.viewport().width() - plot.axisRect()->margins().right() - style.em(60);
    countTicker(*plot.xAxis).fitLabels(length, plot.xAxis->range().upper, style.number());

    const auto geometry = [&plot, style, histogram] {
      ScopeGeometry g;
      g.plot = QRectF(plot.axisRect()->rect());
      g.histogram = QRectF(g.plot.right() + style.px(6), g.plot.top(), histogram, g.plot.height());
      g.labels =
          QRectF(g.histogram.right() + style.px(histogram > 0 ? 8 : 2), g.plot.top(), scopeLabelWidth(style), g.plot.height());
      g.x0 = plot.xAxis->range().lower;
      g.x1 = plot.xAxis->range().upper;
      g.y0 = plot.yAxis->range().lower;
      g.y1 = plot.yAxis->range().upper;
      return g;
    };
    new PaintedLayer(&plot, QStringLiteral("behind"), true,
                     [this, geometry, style](QCPPainter& p) { paintScopeBands(p, data(), geometry(), style); });
    new PaintedLayer(&plot, QStringLiteral("main"), true, [this, geometry, style](QCPPainter& p) {
      const TraceColumns cut = cutForScope(data(), geometry(), style);
      thinned_ = !cut.complete;
      paintScopeTrace(p, data(), cut, geometry(), style);
    });
    new PaintedLayer(&plot, QStringLiteral("axes"), false, [this, geometry, style](QCPPainter& p) {
      paintScopeHistogram(p, data(), {}, geometry(), style);
      paintScopeLabels(p, data(), geometry(), style);
      const ScopeGeometry g = geometry();
      paintCursorsOf(p, *this, PlainAxes{.plot = g.plot, .x0 = g.x0, .x1 = g.x1, .y0 = g.y0, .y1 = g.y1}, style);
    });
  }

  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    const auto [from, to] = accesses();
    SeriesPanel panel{.x = {.title = tr("Access"), .from = from, .to = to},
                      .y = {.title = tr("Latency (cycles)"),
                            .from = sight_.y.from.value_or(0),
                            .to = sight_.y.to.value_or(scopeTopCycles(data()))}};
    DataSeries accesses{.line = DataSeries::Line::none, .mark = DataSeries::Mark::dot, .colour = style.palette.accent};
    for (auto i = static_cast<std::size_t>(from); i < static_cast<std::size_t>(to); ++i)
      accesses.points.push_back({.x = static_cast<double>(i), .y = run_->trace()[i]});
    panel.series.push_back(std::move(accesses));
    markCursors(panel, *this);
    return {panel};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    writeScopeCsv(run_->trace(), run_->order, run_->levels, verdicts_, 0, run_->trace().size(), write);
  }

  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "scope");
    json["runs"].push_back(runProvenance(*run_->run));
    return json;
  }

 private:
  /// The first shown access, and the one after the last.
  std::pair<double, double> accesses() const {
    const auto size = static_cast<double>(run_->trace().size());
    return {std::clamp(sight_.x.from.value_or(0), 0.0, size), std::clamp(sight_.x.to.value_or(size), 0.0, size)};
  }
  ScopeData data() const {
    ScopeData scope{&run_->trace(), &run_->pyramid, &run_->counts, &run_->levels, &run_->order, verdicts_, {}};
    if (const auto* chase = run_->run->chase())
      scope.parts = step::parts_of_levels({run_->run->id, chase->request, chase->result.overhead_cycles.value_or(0), run_->levels},
                                          session_.findings);
    return scope;
  }

  Session session_;
  std::shared_ptr<const FigureRun> run_;
  FigureSight sight_;
  step::LatencyVerdicts verdicts_;
  mutable bool thinned_ = false;  // set while the figure is drawn, for its caption
};

}  // namespace

FigureOutcome scopeFigure(const Session& session, const QString& runId, const FigureSight& sight) {
  FigureOutcome outcome;
  outcome.unmeasured = runId.isEmpty();
  auto run = runId.isEmpty() ? tellingTrace(session) : nullptr;
  if (!run) run = figureRun(session, runId, outcome.error);
  if (run) outcome.figure = std::make_shared<ScopeFigure>(session, std::move(run), sight);
  return outcome;
}

const FigureEntry& scopeEntry() {
  static const FigureEntry entry{"scope",
                                 QT_TRANSLATE_NOOP("Figure", "Latency by access"),
                                 ofRunSeen<scopeFigure>,
                                 false,
                                 {{.probes = {kSmallEnd, kLargeEnd, {"fine-grained", Role::fills, justTooLarge}}}}};
  return entry;
}

}  // namespace chasescope
