#include "widgets/plot/curve_cursors.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/plot/callout.h"
#include "widgets/plot/footprint_scene.h"
#include "widgets/plot/part_look.h"
#include "widgets/plot/scope_scene.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("CurveCursors", text); }

QString signOf(double difference) { return difference == 0 ? QString() : difference < 0 ? QStringLiteral("−") : QStringLiteral("+"); }

}  // namespace

std::optional<CurveCursors::Reading> CurveCursors::reading(int which, const FootprintCurve& curve) const {
  const auto& at = at_[static_cast<std::size_t>(which)];
  if (!at) return std::nullopt;
  const auto point = std::find_if(curve.points.begin(), curve.points.end(), [&](const SweepPoint& p) { return p.bytes == *at; });
  if (point == curve.points.end()) return std::nullopt;
  Reading reading{static_cast<double>(point->bytes), point->cycles, {}};
  for (const NamedPlateau& plateau : curve.plateaus) {
    const bool within = reading.bytes >= plateau.from_bytes && reading.bytes <= plateau.to_bytes;
    if (!within || std::abs(point->cycles - plateau.cycles) > levelReach(plateau.cycles)) continue;
    reading.cycles = plateau.cycles;
    reading.level = plateau.subject;
  }
  return reading;
}

QStringList CurveCursors::difference(const FootprintCurve& curve) const {
  const auto a = reading(0, curve), b = reading(1, curve);
  if (!a || !b) return {};
  const double bytes = b->bytes - a->bytes, cycles = b->cycles - a->cycles;
  QStringList lines{tr("B − A  %1%2  (%3 → %4)").arg(signOf(bytes), sizeText(std::abs(bytes)), sizeText(a->bytes), sizeText(b->bytes)),
                    tr("%1%2 cycles  (%3 → %4)")
                        .arg(signOf(cycles), cyclesText(std::abs(cycles)), cyclesText(a->cycles), cyclesText(b->cycles))};
  if (!a->level.empty() && !b->level.empty())
    lines << (a->level == b->level ? tr("both on the level of %1").arg(partName(a->level))
                                   : tr("from %1 to %2").arg(partName(a->level), partName(b->level)));
  return lines;
}

void CurveCursors::paint(QPainter& painter, const CurveAxes& axes, const FootprintCurve& curve, const PlotStyle& style) const {
  const QRectF& plot = axes.y.plot;
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (int i = 0; i < 2; ++i) {
    const auto shown = reading(i, curve);
    if (!shown) continue;
    const QPointF at = axes.at(shown->bytes, shown->cycles);
    painter.setPen(QPen(style.palette.ink, style.line(1), Qt::DashLine));
    painter.drawLine(QPointF(at.x(), plot.top()), QPointF(at.x(), plot.bottom()));
    painter.setPen(QPen(style.palette.ink, style.line(1), Qt::DotLine));
    painter.drawLine(QPointF(plot.left(), at.y()), QPointF(plot.right(), at.y()));
    painter.setPen(QPen(style.palette.ink, style.line(1.5)));
    painter.setBrush(style.palette.card);
    painter.drawEllipse(at, style.px(4), style.px(4));
    paintFlag(painter, {at.x(), plot.bottom()}, i == 0 ? QStringLiteral("A") : QStringLiteral("B"), false, style);
  }
  const QStringList lines = difference(curve);
  if (lines.isEmpty()) return;
  paintCallout(painter, {axes.x.toX(reading(1, curve)->bytes), plot.center().y()}, lines, plot, style);
}

}  // namespace chasescope
