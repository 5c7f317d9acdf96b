#include "widgets/views/requests/copy_plot.h"

#include <QPainter>

#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

const QString kCopyAxis = QStringLiteral("copy");

}  // namespace

CopyPlot::CopyPlot(QWidget* parent) : CurvePlot(parent) { setAccessibleName(tr("Time of copies by size, with and without a flush")); }

void CopyPlot::setCopies(std::shared_ptr<const CopyCurve> copies) {
  copies_ = std::move(copies);
  update();
}

void CopyPlot::paint(QPainter& painter) {
  if (!copies_ || copies_->empty()) return;
  CopyAxes at = copyAxes(area(), *copies_, plotStyle());
  at.axes = seen(at.axes, kCopyAxis, at.unit);
  paintCopies(painter, at, *copies_, plotStyle());
  paintCursors(painter);
  if (showsFocus()) paintFocus(painter, at.axes.plot, plotStyle());
}

std::vector<CurveFrame> CopyPlot::frames() const {
  if (!copies_ || copies_->empty()) return {};
  const CopyAxes at = copyAxes(area(), *copies_, plotStyle());
  return {frameOf(at.axes, kCopyAxis, at.unit)};
}

CursorCurve CopyPlot::cursorCurve() const { return copies_ ? cursorCurveOf(*copies_, plotStyle()) : CursorCurve(); }

CursorCurve cursorCurveOf(const CopyCurve& copies, const PlotStyle& style) {
  CursorCurve curve{{}, sizeText, [](double time) { return cyclesText(time); }, {}};
  if (copies.empty()) return curve;
  curve.yUnit = copies.seconds ? tr("µs") : tr("cycles");
  // for its scale and its last copy, which don't depend on the area
  const CopyAxes at = copyAxes(QRectF(0, 0, 1, 1), copies, style);
  CursorSeries flushed{tr("L2 flushed before"), {}}, kept{tr("L2 not flushed"), {}};
  for (const auto& point : copies.points) {
    if (point.bytes > at.last) continue;
    const bool saturated =
        copies.saturation.verdict == inference::CopySaturation::Verdict::found && point.bytes >= copies.saturation.bytes;
    const QString place = saturated ? tr("saturated") : QString();
    flushed.points.push_back({point.bytes, point.flushed * at.scale, point.flushed * at.scale, {}});
    kept.points.push_back({point.bytes, point.not_flushed * at.scale, point.not_flushed * at.scale, place});
  }
  curve.series = {std::move(flushed), std::move(kept)};
  return curve;
}

}  // namespace chasescope

#include "moc_copy_plot.cpp"
