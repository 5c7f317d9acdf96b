// TLBs as a figure (2014 paper §4.2, figures 10 and 11).
#include "widgets/views/tlb/figure_tlb.h"

#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/tlb/tlb_plot.h"
#include "widgets/views/tlb/tlb_scene.h"

namespace chasescope {
namespace {

using Shows = FigureRecipe::Shows;

class TlbFigure final : public FigureContent {
 public:
  TlbFigure(const Session& session, TlbLevels tlbs, FigureSight sight, int panel)
      : session_(session), tlbs_(std::move(tlbs)), sight_(std::move(sight)) {
    panels_ << tr("Reach of each TLB");
    for (const TlbLevel& level : tlbs_.levels) panels_ << tlbName(level);
    if (panel < 0 || panel >= panels_.size()) return;
    if (tlbs_.all.empty()) tlbs_.all = tlbs_.levels;
    if (panel == 0) {
      tlbs_.levels.clear();
    } else {
      tlbs_.levels = {tlbs_.levels[static_cast<std::size_t>(panel - 1)]};
      tlbs_.shown = TlbLevels::Shown::levels;
    }
  }
  FigureTraits traits() const override {
    SeriesPanel rates;
    for (const TlbLevel& level : tlbs_.levels) {
      DataSeries& one = rates.series.emplace_back();
      for (const TlbRatePoint& point : level.rates)
        one.points.push_back({.x = static_cast<double>(point.bytes), .y = point.rate * 100});
    }
    return withEnds({.x_unit = tr("bytes"), .y_unit = tr("%"), .panels = panels_, .cursors = cursorLevelOf(tlbs_) != nullptr},
                    {rates});
  }
  CursorCurve cursorCurve() const override { return cursorCurveOf(cursorLevelOf(tlbs_)); }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }

  QString title() const override { return tr("TLBs"); }
  QString caption() const override {
    QStringList sentences;
    for (const TlbLevel& level : tlbs_.levels) sentences << tr("%1: %2; %3.").arg(tlbName(level), tlbFacts(level), tlbSets(level));
    for (const TlbLevel& level : tlbs_.levels)
      if (!level.published.empty()) sentences << tr("Diamonds: miss rates of the %1 as published.").arg(tlbName(level));
    const QString device = deviceText(session_);
    return (device.isEmpty() ? QString() : device + QStringLiteral(". ")) + sentences.join(QLatin1Char(' '));
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper,
                           [&](double width, const PlotStyle& style) { return naturalTlbHeight(tlbs_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const TlbLayout layout = layOutTlbs(area, tlbs_, style);
      std::vector<RateAxes> axes = allRateAxes(layout, tlbs_, style);
      for (RateAxes& one : axes)
        if (!one.axes.plot.isEmpty()) one.axes = partOf(one.axes, sight_, {}, one.unit);
      paintTlbs(painter, tlbs_, layout, axes, style);
      for (std::size_t i = 0; i < axes.size() && i < tlbs_.levels.size(); ++i)
        if (&tlbs_.levels[i] == cursorLevelOf(tlbs_) && !axes[i].axes.plot.isEmpty())
          paintCursorsOf(painter, *this, axes[i].axes, style, axes[i].unit);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("tlb,footprint_bytes,pages,miss_rate,run\n")) return;
    for (const TlbLevel& level : tlbs_.levels)
      for (const TlbRatePoint& point : level.rates)
        if (!write(csvText(level.subject) + ',' + QByteArray::number(static_cast<qulonglong>(point.bytes)) + ',' +
                   QByteArray::number(static_cast<qulonglong>(point.pages)) + ',' + QByteArray::number(point.rate, 'g', 9) + ',' +
                   csvText(point.run) + '\n'))
          return;
  }
  std::optional<QStringList> toldWords() const override { return QStringList(); }  // the caption says everything that is drawn
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "tlb");
    for (const TlbLevel& level : tlbs_.levels)
      for (const TlbRatePoint& point : level.rates) addRun(json, session_, point.run);
    return json;
  }

 private:
  Session session_;
  TlbLevels tlbs_;
  FigureSight sight_;
  QStringList panels_;
};

}  // namespace

FigureOutcome tlbFigure(const Session& session, const FigureChoice& choice) {
  TlbLevels tlbs = gatherTlbs(session.findings, session.device.name);
  if (tlbs.empty() && tlbs.why_nothing.isEmpty()) return {nullptr, tr("The session has no findings about TLBs"), true};
  if (tlbs.empty()) return {nullptr, tlbs.why_nothing};
  if (choice.cache.isEmpty()) return {std::make_shared<TlbFigure>(session, std::move(tlbs), choice.sight, choice.panel), {}};
  tlbs.choose(choice.cache.toStdString());
  if (tlbs.empty()) return {nullptr, tr("No %1 was found.").arg(choice.cache)};
  return {std::make_shared<TlbFigure>(session, std::move(tlbs), choice.sight, choice.panel), {}};
}

const FigureEntry& tlbEntry() {
  static const FigureEntry entry{"tlb",
                                 QT_TRANSLATE_NOOP("Figure", "TLBs: reach, sets and miss rate"),
                                 tlbFigure,
                                 true,
                                 {{Shows::tlbs, {{"tlb"}}}},
                                 nullptr,
                                 nullptr,
                                 FigureCards::any};
  return entry;
}

}  // namespace chasescope
