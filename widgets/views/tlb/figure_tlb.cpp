// TLBs as a figure (2014 paper §4.2, figures 10 and 11).
#include "widgets/views/tlb/figure_tlb.h"


#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/tlb/tlb_scene.h"

namespace chasescope {
namespace {

using Shows = FigureRecipe::Shows;

class TlbFigure final : public FigureContent {
 public:
  TlbFigure(const Session& session, TlbLevels tlbs, FigureSight sight)
      : session_(session), tlbs_(std::move(tlbs)), sight_(std::move(sight)) {}
  FigureTraits traits() const override { return {.x_unit = tr("bytes"), .y_unit = tr("%")}; }

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
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const TlbLayout layout = layOutTlbs(area, tlbs_, style);
      std::vector<RateAxes> axes = allRateAxes(layout, tlbs_, style);
      for (RateAxes& one : axes)
        if (!one.axes.plot.isEmpty()) one.axes = partOf(one.axes, sight_, one.unit);
      paintTlbs(painter, tlbs_, layout, axes, style);
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
};

}  // namespace

FigureOutcome tlbFigure(const Session& session, const FigureChoice& choice) {
  TlbLevels tlbs = gatherTlbs(session.findings, session.device.name);
  if (tlbs.empty() && tlbs.why_nothing.isEmpty()) return {nullptr, tr("The session has no findings about TLBs"), true};
  if (tlbs.empty()) return {nullptr, tlbs.why_nothing};
  if (choice.cache.isEmpty()) return {std::make_shared<TlbFigure>(session, std::move(tlbs), choice.sight), {}};
  tlbs.choose(choice.cache.toStdString());
  if (tlbs.empty()) return {nullptr, tr("No %1 was found.").arg(choice.cache)};
  return {std::make_shared<TlbFigure>(session, std::move(tlbs), choice.sight), {}};
}

const FigureEntry& tlbEntry() {
  static const FigureEntry entry
      {"tlb", QT_TRANSLATE_NOOP("Figure", "TLBs: reach, sets and miss rate"), tlbFigure, true, {{Shows::tlbs, {{"tlb"}}}}};
  return entry;
}

}  // namespace chasescope
