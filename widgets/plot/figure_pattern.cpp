// The miss pattern as a figure: line × pass of one run, or line × N of a sweep (2014 paper, figure 3).
#include <QCoreApplication>
#include <algorithm>
#include <set>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/figure.h"
#include "widgets/plot/figure_run.h"
#include "widgets/plot/pattern_scene.h"
#include "widgets/plot/pattern_source.h"
#include "widgets/plot/plot_canvas.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }
QString counted(std::uint64_t n) { return QString::fromStdString(format_count(n)); }

/// Rows by what the source calls them.
class RowTicker : public CountTicker {
 public:
  explicit RowTicker(std::shared_ptr<const PatternSource> source) : source_(std::move(source)) {}

 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    const auto row = static_cast<std::size_t>(std::max(0.0, tick + 0.5));
    return tick < -0.25 || row >= source_->rows() ? QString() : source_->rowLabel(row);
  }

 private:
  std::shared_ptr<const PatternSource> source_;
};

class PatternFigure : public FigureContent {
 public:
  PatternFigure(const Session& session, std::vector<std::shared_ptr<const FigureRun>> runs,
                std::shared_ptr<const PatternSource> source, bool sweep, PatternShade shade)
      : session_(session), runs_(std::move(runs)), source_(std::move(source)), sweep_(sweep), shade_(shade) {}

  QString title() const override { return sweep_ ? tr("Misses by footprint") : tr("Misses by pass"); }
  double heightFor(double width_mm) const override {
    return width_mm * std::clamp(0.3 + 0.02 * static_cast<double>(source_->rows()), 0.42, 0.8);
  }

  QString caption() const override {
    QString text = requestText(session_, runs_.front()->run->chase()->request, !sweep_);
    text += sweep_ ? QStringLiteral(" · ") + tr("a cell is the slowest access to that position after the first pass.")
                   : QStringLiteral(".");
    if (source_->rows() > kPatternPrintRows || source_->columns() > kPatternPrintColumns)
      text += QLatin1Char(' ') + tr("%1 × %2 cells are drawn by the slowest access of each patch, so that no miss is lost.")
                                     .arg(counted(source_->columns()), counted(source_->rows()));
    return text;
  }

  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    dressAxes(plot, style, source_->columnTitle(), source_->rowTitle());
    plot.xAxis->setTicker(QSharedPointer<CountTicker>::create());
    plot.yAxis->setTicker(QSharedPointer<RowTicker>::create(source_));
    countTicker(*plot.yAxis).setTickCount(std::clamp(static_cast<int>(plot.viewport().height() / style.em(24)), 2, 12));
    plot.yAxis->ticker()->setTickOrigin(-source_->rowOrigin());
    plot.yAxis->setRangeReversed(true);
    plot.yAxis->grid()->setVisible(false);
    plot.xAxis->setRange(-0.5, static_cast<double>(source_->columns()) - 0.5);
    plot.yAxis->setRange(-0.5, static_cast<double>(source_->rows()) - 0.5);
    plot.axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    plot.axisRect()->setMargins(QMargins(0, qRound(style.em(6)), qRound(legendWidth(style) + style.px(16)), 0));
    const double length = plot.viewport().width() - plot.axisRect()->margins().right() - style.em(60);
    countTicker(*plot.xAxis).fitLabels(length, plot.xAxis->range().upper, style.number());
    const auto geometry = [this, &plot, style] {
      PatternGeometry g;
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

  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write(sweep_ ? "footprint_bytes,position,offset_bytes,slowest_cycles,miss\n" : "pass,position,offset_bytes,cycles,miss\n"))
      return;
    std::vector<float> row(source_->columns());
    const auto* sweep = dynamic_cast<const SweepPattern*>(source_.get());
    for (std::size_t r = 0; r < source_->rows(); ++r) {
      source_->maxima(r, r + 1, 0, source_->columns(), row);
      const AccessOrder& order = orderOf(sweep, r);
      const QByteArray head =
          QByteArray::number(static_cast<qulonglong>(sweep != nullptr ? sweep->row(r).footprint : order.pass(0) + r)) + ',';
      QByteArray lines;
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (row[c] < 0) continue;
        lines += head + QByteArray::number(static_cast<qulonglong>(c)) + ',' +
                 QByteArray::number(static_cast<qulonglong>(order.offset_at_position(c))) + ',' + cyclesText(row[c]).toLatin1() +
                 (source_->isMiss(row[c]) ? ",1\n" : ",0\n");
      }
      if (!write(lines)) return;
    }
  }

  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "miss-pattern");
    for (const auto& run : runs_) json["runs"].push_back(runProvenance(*run->run));
    return json;
  }

 private:
  double legendWidth(const PlotStyle& style) const {
    return patternLegendWidth(style) * (shade_ == PatternShade::hitMiss ? 0.72 : 0.9);
  }
  const AccessOrder& orderOf(const SweepPattern* sweep, std::size_t row) const {
    if (sweep == nullptr) return runs_.front()->order;
    for (const auto& run : runs_)
      if (run->run->id == sweep->row(row).runId.toStdString()) return run->order;
    return runs_.front()->order;
  }

  Session session_;
  std::vector<std::shared_ptr<const FigureRun>> runs_;  // source_ of passes reads the first one
  std::shared_ptr<const PatternSource> source_;
  bool sweep_;
  PatternShade shade_;
};

}  // namespace

FigureOutcome missPatternFigure(const Session& session, const QString& runId, PatternRows rows, PatternShade shade) {
  FigureOutcome outcome;
  const auto chosen = figureRun(session, runId, outcome.error);
  outcome.unmeasured = !chosen && runId.isEmpty();
  if (!chosen) return outcome;

  std::vector<RunPtr> family;
  std::set<std::uint64_t> footprints;
  for (const RunPtr& run : session.runs) {
    if (run->probe != chosen->run->probe || run->cycles().empty() || accesses_per_pass(run->chase()->request.pattern) == 0)
      continue;
    family.push_back(run);
    const ChaseRequest& request = run->chase()->request;
    footprints.insert(footprint_bytes(request.pattern, request.element_bytes));
  }
  const bool sweep = rows == PatternRows::sweep || (rows == PatternRows::automatic && runId.isEmpty() && footprints.size() >= 3);
  if (sweep && !family.empty()) {
    std::vector<std::shared_ptr<const FigureRun>> runs;
    std::vector<std::shared_ptr<const SweepPattern::Row>> lines;
    for (const RunPtr& run : family) {
      runs.push_back(prepareRun(run));
      const FigureRun& r = *runs.back();
      const ChaseRequest& request = run->chase()->request;
      lines.push_back(std::make_shared<const SweepPattern::Row>(
          SweepPattern::makeRow(QString::fromStdString(run->id), footprint_bytes(request.pattern, request.element_bytes),
                                strideOf(request.pattern), request.warmup, r.trace(), r.order, r.levels)));
    }
    auto source = std::make_shared<SweepPattern>(std::move(lines));
    outcome.figure = std::make_shared<PatternFigure>(session, std::move(runs), std::move(source), true, shade);
    return outcome;
  }
  if (chosen->order.period() == 0) {
    outcome.error = tr("Run %1 follows no known order, so it has no passes to show.").arg(QString::fromStdString(chosen->run->id));
    return outcome;
  }
  auto source = std::make_shared<PassPattern>(chosen->trace(), chosen->pyramid, chosen->levels, chosen->order,
                                              strideOf(chosen->run->chase()->request.pattern));
  outcome.figure = std::make_shared<PatternFigure>(session, std::vector{chosen}, std::move(source), false, shade);
  return outcome;
}

}  // namespace chasescope
