#include "widgets/views/conflicts/conflict_heaps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/plot/plain_axes.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"
#include "widgets/views/conflicts/conflict_matrix.h"

namespace chasescope {
namespace {

constexpr std::size_t kBins = 40;

}  // namespace

PartHead heapsHead(const ConflictFacts& facts) {
  if (facts.sets() == 0)
    return {arePages(facts) ? tr("Pairs of pages") : tr("Pairs of lines"),
            {tr("beyond the dashed line, pairs miss together more often than by chance")}};
  return {tr("Two groups of pairs"), {tr("left: pairs of different sets; right: pairs of one set (own scale)")}};
}

void paintHeaps(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  const ConflictRange range = rangeOf(facts);
  const double low = range.low, high = std::max(range.high, facts.limit * 1.05);
  const double width = (high - low) / kBins;
  std::array<double, kBins> strangers{}, partners{};
  for (std::size_t a = 0; a < facts.places.size(); ++a)
    for (std::size_t b = a + 1; b < facts.places.size(); ++b) {
      const auto bin =
          std::min<std::size_t>(kBins - 1, static_cast<std::size_t>((static_cast<double>(facts.at(a, b)) - low) / width));
      (facts.together(a, b) ? partners : strangers)[bin] += 1;
    }
  PlainAxes axes;
  axes.x0 = low;
  axes.x1 = high;
  axes.y1 = 1.05;
  // A number under either end of the axis reaches beyond it by half its width.
  const auto beyond = [metrics = QFontMetricsF(style.number())](double end) {
    return metrics.horizontalAdvance(signedNumber(std::round(end), 0)) / 2;
  };
  axes.left = std::max(leftOfAxes(style, axes.y1), beyond(low));
  axes.plot = area.adjusted(axes.left, 0, -std::max(style.px(2), beyond(high)), -belowAxes(style));
  const QString title = fittingWords(
      style.text(Weight::medium),
      {tr("Misses more often with each other (standard errors)"), tr("More misses (standard errors)"), tr("Standard errors")},
      axes.plot.width());
  paintAxes(painter, axes, {.x = title, .y = tr("Pairs (most = 1)")}, style);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto bars = [&](const std::array<double, kBins>& counts, const QColor& colour) {
    const double most = std::max(1.0, *std::max_element(counts.begin(), counts.end()));
    for (std::size_t bin = 0; bin < kBins; ++bin)
      if (counts[bin] > 0) {
        const double x = low + width * static_cast<double>(bin);
        painter.fillRect(
            QRectF(axes.at(x, counts[bin] / most), axes.at(x + width, 0)).adjusted(style.px(0.3), 0, -style.px(0.3), 0), colour);
      }
  };
  bars(strangers, mixed(style.palette.outline, style.palette.card, 0.75));  // no hits: they are neither
  bars(partners, style.palette.miss);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DashLine));
  const double x = axes.toX(facts.limit);
  painter.drawLine(QPointF(x, axes.plot.top()), QPointF(x, axes.plot.bottom()));
}

}  // namespace chasescope
