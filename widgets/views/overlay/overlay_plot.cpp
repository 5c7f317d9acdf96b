#include "widgets/views/overlay/overlay_plot.h"

#include <QPainter>

#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"

namespace chasescope {

OverlayPlot::OverlayPlot(QWidget* parent) : CurvePlot(parent) { setAccessibleName(tr("Curves of the cards over each other")); }

void OverlayPlot::setOverlay(CurveOverlay overlay) {
  if (overlay.kind != overlay_.kind) setSights({});
  overlay_ = std::move(overlay);
  QStringList named;
  for (const NamedCurve& curve : overlay_.curves)
    named << (curve.points.empty() ? tr("%1: %2").arg(curve.card, whyNoPoints(curve))
                                   : tr("%1: %2 points").arg(curve.card, counted(curve.points.size())));
  setAccessibleDescription(named.join(QStringLiteral("; ")));
  update();
}

QString OverlayPlot::axis() const { return QString::fromLatin1(overlay_.kind->id); }

void OverlayPlot::paint(QPainter& painter) {
  if (overlay_.kind == nullptr || overlay_.empty()) return;
  OverlayAxes axes = overlayAxes(area(), overlay_, plotStyle());
  if (overlay_.kind->sizes)
    axes.sizes = seen(axes.sizes, axis());
  else
    axes.counts = seen(axes.counts, axis());
  paintOverlay(painter, axes, overlay_, plotStyle());
  paintCursors(painter);
  if (showsFocus()) paintFocus(painter, axes.plain(*overlay_.kind).plot, plotStyle());
}

std::vector<CurveFrame> OverlayPlot::frames() const {
  if (overlay_.kind == nullptr || overlay_.empty()) return {};
  const OverlayAxes axes = overlayAxes(area(), overlay_, plotStyle());
  return {overlay_.kind->sizes ? frameOf(axes.sizes, axis()) : frameOf(axes.counts, axis())};
}

CursorCurve OverlayPlot::cursorCurve() const { return cursorCurveOf(overlay_); }

CursorCurve cursorCurveOf(const CurveOverlay& overlay) {
  if (overlay.kind == nullptr) return {};
  const bool sizes = overlay.kind->sizes, share = overlay.kind->share;
  CursorCurve curve{{},
                    [sizes](double x) { return sizes ? sizeText(x) : counted(static_cast<std::uint64_t>(x)); },
                    [share](double y) { return share ? QString::number(y, 'f', 1) : cyclesText(y); },
                    share ? QStringLiteral("%") : tr("cycles")};
  for (const NamedCurve& card : overlay.curves) {
    if (card.points.empty()) continue;
    CursorSeries series{card.card, {}};
    for (const QPointF& point : card.points) series.points.push_back({point.x(), point.y(), point.y(), {}});
    curve.series.push_back(std::move(series));
  }
  return curve;
}

}  // namespace chasescope

#include "moc_overlay_plot.cpp"
