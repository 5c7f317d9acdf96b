#include "widgets/views/overlay/figure_overlay.h"

#include "engine/session/document/run_series.h"
#include "widgets/document/shown_text.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/overlay/overlay_scene.h"

namespace chasescope {
namespace {

class OverlayFigure final : public FigureContent {
 public:
  OverlayFigure(CurveOverlay overlay, nlohmann::json provenance)
      : overlay_(std::move(overlay)), provenance_(std::move(provenance)) {}

  QString title() const override { return kindText(overlay_.kind->title); }
  QString caption() const override {
    QStringList cards;
    for (const NamedCurve& curve : overlay_.curves) cards << curve.card;
    return tr("%1 of %2 (%3).").arg(title(), cards.join(QStringLiteral(", ")), overlay_.variant);
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * 0.65; }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      paintOverlay(painter, overlayAxes(area, overlay_, style), overlay_, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    const char* const x = overlay_.kind->sizes ? "bytes" : "count";
    const char* const y = overlay_.kind->share ? "percent" : "cycles";
    if (!write(QByteArray("card,curve,") + x + ',' + y + '\n')) return;
    for (const NamedCurve& curve : overlay_.curves)
      for (const QPointF& point : curve.points)
        if (!write(csvText(curve.card.toStdString()) + ',' + csvText(overlay_.variant.toStdString()) + ',' +
                   QByteArray::number(point.x(), 'f', 0) + ',' + QByteArray::number(point.y(), 'g', 9) + '\n'))
          return;
  }
  nlohmann::json provenance() const override { return provenance_; }

 private:
  CurveOverlay overlay_;
  nlohmann::json provenance_;
};

}  // namespace

CardData cardData(const Session& session) { return {shownText(session.device.name), data_runs(session.runs), session.findings}; }

FigureOutcome overlayFigure(std::span<const Session> sessions, const QString& id, const QString& variant) {
  const CurveKind* kind = curveKind(id);
  if (kind == nullptr) {
    QStringList known;
    for (const CurveKind& each : curveKinds()) known << QString::fromLatin1(each.id);
    return {nullptr, tr("There is no curve '%1'; there are %2.").arg(id, known.join(QStringLiteral(", ")))};
  }
  std::vector<CardData> cards;
  nlohmann::json provenance{{"figure", kind->id}, {"cards", nlohmann::json::array()}};
  for (const Session& session : sessions) {
    cards.push_back(cardData(session));
    provenance["cards"].push_back(sessionProvenance(session, kind->id));
  }
  CurveOverlay overlay = overlayOf(cards, *kind, variant);
  if (overlay.empty()) return {nullptr, tr("None of the cards has measured %1").arg(kindText(kind->title).toLower()), true};
  return {std::make_shared<OverlayFigure>(std::move(overlay), std::move(provenance)), {}};
}

}  // namespace chasescope
