#include "widgets/plot/conflict_scene.h"

#include <QCoreApplication>
#include <QImage>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/plot/verdict_look.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ConflictScene", text); }
QString counted(std::uint64_t n) { return QString::fromStdString(format_count(n)); }

constexpr double kNarrow = 520;    // em: below, parts stand one below the other
constexpr double kPercent = 100;
constexpr std::size_t kBins = 40;  // of the heaps

double gap(const PlotStyle& style) { return style.em(18); }
double titleHeight(const PlotStyle& style) { return QFontMetricsF(style.text(Weight::semiBold)).height() + QFontMetricsF(style.small()).height() + style.px(8); }

float highest(const ConflictFacts& facts) { return facts.z.empty() ? 1 : std::max(*std::max_element(facts.z.begin(), facts.z.end()), 1.0F); }

/// Strangers stay the colour of paper; what helps is blue, what hurts vermilion, as hits and misses are.
QColor colourOf(float z, const ConflictFacts& facts, const Palette& palette) {
  const double t = std::clamp(static_cast<double>(z) / static_cast<double>(highest(facts)), -1.0, 1.0);
  return t >= 0 ? mixed(palette.miss, palette.card, t) : mixed(palette.hit, palette.card, -t);
}

void paintTitle(QPainter& painter, const QRectF& area, const QString& title, const QString& words, const PlotStyle& style) {
  const double line = QFontMetricsF(style.text(Weight::semiBold)).height();
  painter.setFont(style.text(Weight::semiBold));
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(area.left(), area.top(), area.width(), line), Qt::AlignLeft | Qt::AlignVCenter, title);
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  painter.drawText(QRectF(area.left(), area.top() + line, area.width(), QFontMetricsF(style.small()).height()), Qt::AlignLeft | Qt::AlignVCenter, words);
}

/// `order`: which place stands in each row and column.
void paintMatrix(QPainter& painter, const QRectF& square, const ConflictFacts& facts, const std::vector<std::size_t>& order, const PlotStyle& style) {
  const std::size_t n = order.size();
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double cell = square.width() / static_cast<double>(n);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < n;) {
      const auto colour = [&](std::size_t at) {
        return order[r] == order[at] ? style.palette.outline : colourOf(facts.at(order[r], order[at]), facts, style.palette);
      };
      const QColor own = colour(c);
      std::size_t end = c + 1;
      while (end < n && colour(end) == own) ++end;
      painter.fillRect(QRectF(square.left() + cell * static_cast<double>(c), square.top() + cell * static_cast<double>(r),
                              cell * static_cast<double>(end - c), cell), own);
      c = end;
    }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(style.palette.outline, style.line(1)));
  painter.drawRect(square);
}

/// "12 of 32 sets".
QString setsInWords(const ConflictFacts& facts) {
  const Finding* all = facts.cache.find("sets");
  const bool isSome = all != nullptr && all->status == FindingStatus::measured && all->value.is_number() && all->value.get<double>() > static_cast<double>(facts.sets());
  return isSome ? tr("%1 of %2 sets").arg(facts.sets()).arg(all->value.get<qulonglong>()) : tr("%1 sets").arg(facts.sets());
}

/// The numbers of sets stand before the sorted matrix, and both matrices are of one size.
double besideMatrix(const ConflictFacts& facts, const PlotStyle& style) {
  double left = 0;
  for (const QString& name : facts.names) left = std::max(left, QFontMetricsF(style.number()).horizontalAdvance(name));
  return left > 0 ? left + style.px(6) : 0;
}

void paintSorted(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  paintTitle(painter, area, tr("Set by set"), tr("%1: those of a set hurt each other, and nobody else").arg(setsInWords(facts)), style);
  const QFontMetricsF numbers(style.number());
  const double left = besideMatrix(facts, style);
  const double side = std::min(area.width() - left, area.height() - titleHeight(style));
  const QRectF square(area.left() + left, area.top() + titleHeight(style), side, side);
  std::vector<std::size_t> order(facts.places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  paintMatrix(painter, square, facts, order, style);
  painter.setFont(style.number());
  painter.setPen(style.palette.quietInk);
  const double each = side / static_cast<double>(facts.places.size());
  double free = square.top() - numbers.height();
  for (std::size_t set = 0; set < facts.sets(); ++set) {
    const double middle = square.top() + each * static_cast<double>(facts.begins[set] + facts.begins[set + 1]) / 2;
    if (middle - numbers.height() / 2 < free) continue;
    painter.drawText(QRectF(area.left(), middle - numbers.height() / 2, left - style.px(6), numbers.height()), Qt::AlignRight | Qt::AlignVCenter, facts.names[set]);
    free = middle + numbers.height() / 2;
  }
}

void paintByAddress(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  paintTitle(painter, area, tr("In order of address"), tr("%1 lines, %2 trials").arg(counted(facts.places.size()), counted(facts.trials)), style);
  std::vector<std::size_t> order(facts.places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return facts.places[a] < facts.places[b]; });
  const double side = std::min(area.width() - besideMatrix(facts, style), area.height() - titleHeight(style));
  paintMatrix(painter, QRectF(area.left(), area.top() + titleHeight(style), side, side), facts, order, style);
}

void paintHeaps(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  const float low = std::min(facts.z.empty() ? 0.0F : *std::min_element(facts.z.begin(), facts.z.end()), 0.0F), high = highest(facts);
  const double width = static_cast<double>(high - low) / kBins;
  std::vector<double> strangers(kBins), partners(kBins);
  double most_strangers = 1, most_partners = 1;
  for (std::size_t a = 0; a < facts.places.size(); ++a)
    for (std::size_t b = a + 1; b < facts.places.size(); ++b) {
      const auto bin = std::min<std::size_t>(kBins - 1, static_cast<std::size_t>((facts.at(a, b) - low) / width));
      (facts.together(a, b) ? partners : strangers)[bin] += 1;
    }
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    most_strangers = std::max(most_strangers, strangers[bin]);
    most_partners = std::max(most_partners, partners[bin]);
  }
  paintTitle(painter, area, tr("Two heaps of pairs"), tr("blue: of different sets, vermilion: of one; each as high as its most"), style);
  PlainAxes axes;
  axes.x0 = low;
  axes.x1 = high;
  axes.y1 = 1.05;
  axes.left = style.px(2);
  axes.plot = area.adjusted(style.px(2), titleHeight(style), -style.px(2), -belowAxes(style));
  paintAxes(painter, axes, {tr("Misses more often with each other (standard errors)"), QString(), 0}, style);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto bars = [&](const std::vector<double>& counts, double most, const QColor& colour) {
    for (std::size_t bin = 0; bin < kBins; ++bin)
      if (counts[bin] > 0) {
        const double x = low + width * static_cast<double>(bin);
        painter.fillRect(QRectF(axes.at(x, counts[bin] / most), axes.at(x + width, 0)).adjusted(style.px(0.3), 0, -style.px(0.3), 0), colour);
      }
  };
  bars(strangers, most_strangers, verdictFill(step::Verdict::hit, style.palette));
  bars(partners, most_partners, style.palette.miss);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DashLine));
  const double x = axes.toX(facts.limit);
  painter.drawLine(QPointF(x, axes.plot.top()), QPointF(x, axes.plot.bottom()));
}

void paintLoads(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  std::size_t last = facts.loads.size();
  while (last > 1 && facts.loads[last - 1].trials == 0) --last;
  const auto ways = facts.cache.most_ways();
  paintTitle(painter, area, ways > 0 ? tr("%1 ways").arg(counted(ways)) : tr("Ways"),
             ways > 0 ? tr("one line more is one too many") : tr("how many lines of a set stay"), style);
  PlainAxes axes;
  axes.x0 = 0.5;
  axes.x1 = static_cast<double>(std::max<std::size_t>(last, 2)) - 0.5;
  axes.y1 = kPercent;
  axes.plot = area.adjusted(leftOfAxes(style, kPercent), titleHeight(style), -style.px(2), -belowAxes(style));
  paintAxes(painter, axes, {tr("Lines of the set that were in"), tr("Missed (%)"), 1}, style);
  for (std::size_t load = 1; load < last; ++load) {
    if (facts.loads[load].trials == 0) continue;
    const double x = static_cast<double>(load), missed = facts.loads[load].missed * kPercent;
    const QRectF whole(axes.at(x - 0.4, kPercent), axes.at(x + 0.4, 0)), part(axes.at(x - 0.4, missed), axes.at(x + 0.4, 0));
    painter.fillRect(whole, verdictFill(step::Verdict::hit, style.palette));
    painter.fillRect(part, style.palette.miss);
    if (part.height() > style.px(9) && part.width() > style.px(7)) paintCross(painter, part, style.palette.card, style.line(1.4));
  }
}

}  // namespace

double conflictHeight(double width, const ConflictFacts& facts, const PlotStyle& style) {
  const double lower = style.em(150) + titleHeight(style);
  const double beside = besideMatrix(facts, style);
  if (width < style.em(kNarrow)) return width - beside + titleHeight(style) + gap(style) + 2 * lower + gap(style);
  return (width - gap(style)) / 2 - beside + titleHeight(style) + gap(style) + lower;
}

void paintConflicts(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  painter.save();
  const double lower = std::max(style.em(150) + titleHeight(style), style.em(60));
  if (area.width() < style.em(kNarrow)) {
    const double top = std::min(area.width() - besideMatrix(facts, style) + titleHeight(style), area.height() - 2 * (lower + gap(style)));
    paintSorted(painter, QRectF(area.left(), area.top(), area.width(), top), facts, style);
    paintHeaps(painter, QRectF(area.left(), area.top() + top + gap(style), area.width(), lower), facts, style);
    paintLoads(painter, QRectF(area.left(), area.top() + top + 2 * gap(style) + lower, area.width(), lower), facts, style);
  } else {
    const double half = (area.width() - gap(style)) / 2, top = std::min(half - besideMatrix(facts, style) + titleHeight(style), area.height() - lower - gap(style));
    const QRectF left(area.left(), area.top(), half, top), right = left.translated(half + gap(style), 0);
    paintByAddress(painter, left, facts, style);
    paintSorted(painter, right, facts, style);
    const QRectF below(area.left(), area.top() + top + gap(style), half, lower);
    paintHeaps(painter, below, facts, style);
    paintLoads(painter, below.translated(half + gap(style), 0), facts, style);
  }
  painter.restore();
}

}  // namespace chasescope
