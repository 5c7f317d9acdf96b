#include "widgets/views/banks/bank_curve_scene.h"

#include <QPainterPath>
#include <algorithm>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kLeader = 14;  // px from a height of the curve to its name

}  // namespace

PlainAxes bankAxes(const QRectF& area, const BankCurves& curves, unsigned word_bytes, const PlotStyle& style) {
  PlainAxes axes;
  const auto strides = curves.strides(word_bytes);
  axes.y1 = std::max(10.0, curves.slowest(word_bytes) * 1.08);
  const double last = strides.empty() ? 64 : static_cast<double>(std::max<std::uint64_t>(strides.back(), 8));
  axes.x0 = -0.02 * last;
  axes.x1 = 1.02 * last;
  const double right = QFontMetricsF(style.small()).horizontalAdvance(tr("%1 rows").arg(32)) + style.px(kLeader + 6);
  axes.plot = area.adjusted(leftOfAxes(style, axes.y1), style.em(22), -right, -belowAxes(style));
  return axes;
}

void paintBankCurve(QPainter& painter, const PlainAxes& axes, const BankCurves& curves, unsigned word_bytes,
                    const PlotStyle& style) {
  painter.save();
  paintAxes(painter, axes, {tr("Stride (words)"), tr("Latency (cycles)"), 8}, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  double legend = axes.plot.left();
  for (std::size_t m = 0; m < curves.modes.size(); ++m) {
    const BankMode& mode = curves.modes[m];
    const BankCurve* curve = mode.curve(word_bytes);
    if (curve == nullptr || curve->points.empty()) continue;
    const QColor colour = levelColour(m, style.palette);
    std::vector<QPointF> points;
    QPainterPath marks;
    marks.setFillRule(Qt::WindingFill);
    const double size = std::clamp(axes.plot.width() / static_cast<double>(curve->points.size()) * 0.6, style.px(3), style.px(6));
    for (const auto& point : curve->points) {
      points.push_back({static_cast<double>(point.stride), point.cycles});
      addMarker(marks, levelMarker(m), axes.at(points.back().x(), points.back().y()), size);
    }
    const QPen pen(mixed(colour, style.palette.card, 0.55), style.line(1.2), m == 0 ? Qt::SolidLine : Qt::DashLine);
    painter.save();
    clipToPart(painter, axes, style);
    painter.strokePath(lineThrough(axes, points), pen);
    painter.fillPath(marks, colour);
    painter.restore();
    // The legend above the plot: marker and mode.
    const QString name = tr("%1-byte banks").arg(mode.bank_bytes);
    QPainterPath sign;
    addMarker(sign, levelMarker(m), {legend + style.px(5), axes.plot.top() - style.em(12)}, style.px(7));
    painter.fillPath(sign, colour);
    painter.setFont(style.small(Weight::medium));
    painter.setPen(levelTextColour(m, style.palette));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(name);
    painter.drawText(QRectF(legend + style.px(13), axes.plot.top() - style.em(21), width + style.px(2), style.em(18)),
                     Qt::AlignLeft | Qt::AlignVCenter, name);
    legend += width + style.px(30);
  }
  // The number of rows at each height of the curve, by the first mode that was measured with words of this width.
  const BankMode* told = nullptr;
  for (const BankMode& mode : curves.modes)
    if (told == nullptr && mode.layout() && !mode.curves.empty() && mode.curves.front().word_bytes == word_bytes) told = &mode;
  if (told != nullptr) {
    const QFontMetricsF metrics(style.small());
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    std::vector<double> heights;
    for (auto degree = told->fit.degrees.rbegin(); degree != told->fit.degrees.rend(); ++degree)
      heights.push_back(axes.toY(degree->cycles));
    std::sort(heights.begin(), heights.end());
    const std::vector<double> places = spreadApart(heights, metrics.height() * 0.94, axes.plot.top() - metrics.height() / 2,
                                                   axes.plot.bottom() + metrics.height() / 2);
    const double from = axes.plot.right() + style.px(1), to = axes.plot.right() + style.px(kLeader);
    auto degree = told->fit.degrees.rbegin();
    for (std::size_t i = 0; i < places.size(); ++i, ++degree) {
      painter.setPen(QPen(style.palette.outline, style.line(0.8)));
      painter.drawLine(QPointF(from, heights[i]), QPointF(to - style.px(2), places[i]));
      painter.setPen(style.palette.quietInk);
      painter.drawText(QRectF(to, places[i] - metrics.height() / 2, style.em(80), metrics.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, rowsText(degree->degree));
    }
  }
  painter.restore();
}

void paintChosenStride(QPainter& painter, const PlainAxes& axes, const BankCurves& curves, unsigned word_bytes,
                       std::uint64_t stride, const PlotStyle& style) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  const double x = axes.toX(static_cast<double>(stride));
  clipToPart(painter, axes, style);
  painter.setPen(QPen(style.palette.accent, style.line(1), Qt::DashLine));
  painter.drawLine(QPointF(x, axes.plot.top()), QPointF(x, axes.plot.bottom()));
  painter.setBrush(style.palette.card);
  for (std::size_t m = 0; m < curves.modes.size(); ++m)
    if (const BankCurve* curve = curves.modes[m].curve(word_bytes))
      for (const auto& point : curve->points)
        if (point.stride == stride) {
          painter.setPen(QPen(levelColour(m, style.palette), style.line(2)));
          painter.drawEllipse(axes.at(static_cast<double>(stride), point.cycles), style.px(5), style.px(5));
        }
  painter.restore();
}

}  // namespace chasescope
