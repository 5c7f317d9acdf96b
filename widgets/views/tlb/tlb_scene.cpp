#include "widgets/views/tlb/tlb_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <bit>
#include <cmath>

#include "widgets/figure/panel_letter.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"
#include "widgets/views/tlb/tlb_reach.h"

namespace chasescope {
namespace {

std::size_t indexOf(const TlbLevel& level) {
  return level.subject.size() > 1 && level.subject[0] == 'l' ? static_cast<std::size_t>(level.subject[1] - '1') : 0;
}

QString factsText(const TlbLevel& level) {
  return level.why_not.isEmpty() ? tlbFacts(level) : tlbFacts(level) + QStringLiteral(" — ") + level.why_not;
}

/// Where the facts begin beside the TLB's name; the facts stand below the name where there is no room beside it.
double besideName(const TlbLevel& level, double width, const PlotStyle& style) {
  const double begin = style.px(26) + QFontMetricsF(style.text(Weight::semiBold)).horizontalAdvance(tlbName(level));
  return begin + QFontMetricsF(style.small()).horizontalAdvance(factsText(level)) <= width ? begin : 0;
}

double titleHeight(const TlbLevel& level, double width, const PlotStyle& style) {
  const double line = QFontMetricsF(style.text(Weight::semiBold)).height();
  return letterHeight(style) + line + style.px(4) +
         (besideName(level, width, style) > 0 ? 0 : wrappedHeight(style.small(), factsText(level), width));
}

void paintTitle(QPainter& painter, const QRectF& area, const TlbLevel& level, bool chosen, const PlotStyle& style) {
  const double line = QFontMetricsF(style.text(Weight::semiBold)).height();
  QPainterPath sign;
  addMarker(sign, levelMarker(indexOf(level)), {area.left() + style.px(6), area.top() + line / 2}, style.px(9));
  painter.fillPath(sign, levelColour(kTranslation, style.palette));
  painter.setFont(style.text(Weight::semiBold));
  painter.setPen(chosen ? style.palette.accent : style.palette.ink);
  painter.drawText(QRectF(area.left() + style.px(16), area.top(), area.width(), line), Qt::AlignLeft | Qt::AlignVCenter, tlbName(level));
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  if (const double begin = besideName(level, area.width(), style); begin > 0)
    painter.drawText(QRectF(area.left() + begin, area.top(), area.width(), line), Qt::AlignLeft | Qt::AlignVCenter, factsText(level));
  else
    paintWrapped(painter, {area.left(), area.top() + line}, area.width(), factsText(level));
}

constexpr double kWidestBar = 44;  // px at the ordinary size of type

/// Where the text about the sets begins: beside the bars where there is room, else 0: below the bars.
double besideBars(const QRectF& area, const TlbLevel& level, const PlotStyle& style) {
  const double bars = style.em(kWidestBar) * static_cast<double>(level.ways.size()) + style.em(10);
  return bars + QFontMetricsF(style.small()).horizontalAdvance(tlbSets(level)) < area.width() ? bars : 0;
}

/// The area of the sets' bars, without the text around them.
QRectF barsArea(const QRectF& area, const TlbLevel& level, const PlotStyle& style) {
  const double line = QFontMetricsF(style.small()).height();
  const double words = besideBars(area, level, style) > 0 ? 0 : wrappedHeight(style.small(), tlbSets(level), area.width());
  return area.adjusted(style.px(2), line + style.px(4), -style.px(2), -line - words - style.px(8));
}

QString unknownSets() { return tr("? sets not known"); }

void paintSets(QPainter& painter, const QRectF& area, const TlbLevel& level, const PlotStyle& style) {
  const QFontMetricsF numbers(style.number());
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  if (level.ways.empty()) {
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, unknownSets());
    return;
  }
  const QRectF bars = barsArea(area, level, style);
  if (const double beside = besideBars(area, level, style); beside > 0)
    painter.drawText(QRectF(area.left() + beside, bars.top(), area.width() - beside, bars.height()), Qt::AlignLeft | Qt::AlignVCenter, tlbSets(level));
  else
    paintWrapped(painter, {area.left(), area.bottom() - wrappedHeight(style.small(), tlbSets(level), area.width())}, area.width(), tlbSets(level));
  const QColor colour = levelColour(kTranslation, style.palette);
  const QColor fill = mixed(colour, style.palette.card, style.palette.dark ? 0.42 : 0.3);
  const double width = setBar(area, level, 0, style).width();
  const double widest = std::max(numbers.horizontalAdvance(counted(*std::max_element(level.ways.begin(), level.ways.end()))),
                                 numbers.horizontalAdvance(counted(level.ways.size() - 1))) +
                        style.px(6);
  auto every = static_cast<std::size_t>(std::ceil(widest / std::max(width, 0.5)));
  // Label sets at round steps; if the number of sets is a power of two, the step is a power of two as well.
  if (every > 1)
    every = std::has_single_bit(level.ways.size()) ? std::bit_ceil(every)
                                                   : static_cast<std::size_t>(tickStep(static_cast<double>(every), 1, 1));
  for (std::size_t set = 0; set < level.ways.size(); ++set) {
    const QRectF bar = setBar(area, level, set, style);
    painter.setPen(width > style.px(4) ? QPen(colour, style.line(1)) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRect(bar);
    const double cell = bar.height() / static_cast<double>(std::max<std::uint64_t>(level.ways[set], 1));
    if (cell >= style.px(3.5))
      for (std::uint64_t way = 1; way < level.ways[set]; ++way)
        painter.drawLine(QPointF(bar.left(), bar.bottom() - cell * static_cast<double>(way)),
                         QPointF(bar.right(), bar.bottom() - cell * static_cast<double>(way)));
    if (set % every != 0) continue;
    // Numbers of narrow bars at the edges are wider than the bars.
    const double middle = std::clamp(bar.center().x(), area.left() + widest / 2, std::max(area.right(), area.left() + widest) - widest / 2);
    const QRectF above(middle - widest, bar.top() - numbers.height() - style.px(1), 2 * widest, numbers.height());
    painter.setFont(style.number());
    painter.setPen(style.palette.ink);
    painter.drawText(above, Qt::AlignHCenter | Qt::AlignBottom, counted(level.ways[set]));
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(middle - widest, bars.bottom() + style.px(2), 2 * widest, numbers.height()),
                     Qt::AlignHCenter | Qt::AlignTop, counted(set));
  }
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
}

void paintRates(QPainter& painter, const QRectF& area, const RateAxes& at, const TlbLevel& level, int chosen,
                const PlotStyle& style) {
  if (level.rates.empty()) {
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, rateReason(level));
    return;
  }
  const QString unit = at.unit > 1e9 ? QStringLiteral("GiB") : at.unit > 1e6 ? QStringLiteral("MiB") : QStringLiteral("KiB");
  const QString stride = level.page_bytes ? sizeText(static_cast<double>(*level.page_bytes)) : QString();
  const QString title = fittingWords(
      style.text(Weight::medium),
      {stride.isEmpty() ? tr("Array N (%1), one access to each page").arg(unit)
                        : tr("Array N (%1), one access to each page of %2").arg(unit, stride),
       tr("Array N (%1), an access to each page").arg(unit)},
      at.axes.plot.width());
  paintAxes(painter, at.axes, {title, tr("Misses (%)"), 0}, style);
  const QRectF& plot = at.axes.plot;
  if (level.reach_bytes) {
    const double x = at.axes.toX(static_cast<double>(*level.reach_bytes) / at.unit);
    if (x > plot.left() && x < plot.right()) {
      painter.setPen(QPen(style.palette.outline, style.line(1), Qt::DashLine));
      painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
      painter.setFont(style.small());
      painter.setPen(style.palette.quietInk);
      const QString text = tr("reach");
      const double room = QFontMetricsF(style.small()).horizontalAdvance(text) + style.px(6);
      painter.drawText(QRectF(x - room, plot.top(), room - style.px(4), style.em(16)), Qt::AlignRight | Qt::AlignTop, text);
    }
  }
  QPainterPath line, marks;
  marks.setFillRule(Qt::WindingFill);
  const double size = std::clamp(plot.width() / static_cast<double>(level.rates.size()) * 0.5, style.px(4), style.px(8));
  for (std::size_t i = 0; i < level.rates.size(); ++i) {
    const QPointF p = at.at(level.rates[i]);
    i == 0 ? line.moveTo(p) : line.lineTo(p);
    addMarker(marks, Marker::cross, p, size);
  }
  painter.save();
  clipToPart(painter, at.axes, style);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(mixed(style.palette.miss, style.palette.card, 0.6), style.line(1.4)));
  painter.drawPath(line);
  painter.fillPath(marks, style.palette.miss);
  if (chosen >= 0 && chosen < static_cast<int>(level.rates.size())) {
    painter.setPen(QPen(style.palette.accent, style.line(2)));
    painter.drawEllipse(at.at(level.rates[static_cast<std::size_t>(chosen)]), style.px(7), style.px(7));
  }
  bool published = false;
  for (const PublishedRate& rate : level.published) {
    const QPointF p = at.axes.at(static_cast<double>(rate.bytes) / at.unit, 100 * rate.rate);
    if (!plot.adjusted(-1, -1, 1, 1).contains(p)) continue;
    published = true;
    paintPublished(painter, p, style);
  }
  painter.restore();
  // The miss rate is low at the left of the curve, so there is room above it.
  if (published) paintPublishedKey(painter, plot.topLeft() + QPointF(style.px(8), style.em(24)), style);  // below "reach"
}

}  // namespace

QString tlbName(const TlbLevel& level) { return tr("L%1 TLB").arg(indexOf(level) + 1); }

namespace {

constexpr double kSetsBeside = 380, kSetsAbove = 110, kSetsAlone = 76, kCurve = 160;  // px at the ordinary size of type

/// Whether the sets stand beside the miss rate; in a column's width they stand above it.
bool besideCurve(double width, const PlotStyle& style) { return width >= style.em(kSetsBeside); }

double besideWidth(double width, const PlotStyle& style) { return std::clamp(width * 0.34, style.em(140), style.em(360)); }

double setsHeight(const TlbLevel& level, double width, const PlotStyle& style) {
  if (level.ways.empty()) return wrappedHeight(style.small(), unknownSets(), width) + style.px(4);
  if (level.rates.empty()) return style.em(kSetsAlone);
  return style.em(kSetsAbove) - (besideBars(QRectF(0, 0, width, 0), level, style) > 0 ? QFontMetricsF(style.small()).height() : 0);
}

/// The height of a level without a curve below its title: its sets, and a sentence.
double heightWithoutCurve(const TlbLevel& level, double width, const PlotStyle& style) {
  const bool beside = besideCurve(width, style);
  const double left = besideWidth(width, style), right = beside ? width - left - style.em(12) : width;
  const double sets = setsHeight(level, beside ? left : width, style),
               words = wrappedHeight(style.small(), rateReason(level), right) + style.px(4);
  return beside ? std::max(sets, words) : sets + style.em(4) + words;
}

}  // namespace

double naturalTlbHeight(const TlbLevels& tlbs, double width, const PlotStyle& style) {
  double height = reachHeight(QRectF(0, 0, width, 0), tlbs, style);
  for (const TlbLevel& level : tlbs.levels) {
    const double above = besideCurve(width, style) ? 0 : setsHeight(level, width, style) + style.em(12);
    height += style.em(12) + titleHeight(level, width, style);
    height += level.rates.empty() ? heightWithoutCurve(level, width, style) : style.em(kCurve) + above;
  }
  return height;
}

TlbLayout layOutTlbs(const QRectF& area, const TlbLevels& tlbs, const PlotStyle& style) {
  TlbLayout layout;
  const double gap = style.em(12);
  const double reach = reachHeight(area, tlbs, style);
  const auto rows = static_cast<double>(std::max<std::size_t>(tlbs.levels.size(), 1));
  const double least = style.em(76);
  double heads = 0, needed = 0;
  for (const TlbLevel& level : tlbs.levels) {
    heads += titleHeight(level, area.width(), style);
    needed += gap + (level.rates.empty() ? heightWithoutCurve(level, area.width(), style) : least);
  }
  // In a window with little room, drop the axis of reaches rather than shrink the curves. A figure shows all of it: what has no
  // room goes beyond its page, which is then set in smaller type or refused.
  const bool room = style.print || area.height() - reach - heads >= needed - 1;
  layout.reach = room && reach > 0 ? QRectF(area.left(), area.top(), area.width(), reach) : QRectF();
  double top = !layout.reach.isEmpty() ? layout.reach.bottom() + gap : area.top();
  // Levels with a curve share the height that levels without one leave.
  double rest = area.bottom() - top - heads - gap * (rows - 1), curves = 0;
  for (const TlbLevel& level : tlbs.levels) level.rates.empty() ? rest -= heightWithoutCurve(level, area.width(), style) : ++curves;
  const bool beside = besideCurve(area.width(), style);
  double lowest = style.em(24);
  if (style.print)
    for (const TlbLevel& level : tlbs.levels)
      if (!level.rates.empty()) lowest = std::max(lowest, least + (beside ? 0 : setsHeight(level, area.width(), style) + gap));
  const double each = std::max(rest / std::max(curves, 1.0), lowest);
  for (const TlbLevel& level : tlbs.levels) {
    const double head = titleHeight(level, area.width(), style);
    const double height = level.rates.empty() ? heightWithoutCurve(level, area.width(), style) : each;
    const QRectF title(area.left(), top, area.width(), head), body(area.left(), top + head, area.width(), height);
    top = body.bottom() + gap;
    const double left = beside ? besideWidth(body.width(), style) : 0;
    const double above = beside                ? 0
                         : level.rates.empty() ? setsHeight(level, body.width(), style)
                         : each >= setsHeight(level, body.width(), style) + gap + least ? setsHeight(level, body.width(), style) : 0;
    if (beside)
      layout.rows.push_back({title, QRectF(body.left(), body.top(), left, body.height()), body.adjusted(left + gap, 0, 0, 0)});
    else
      layout.rows.push_back({title, QRectF(body.left(), body.top(), body.width(), above), body.adjusted(0, above > 0 ? above + (level.rates.empty() ? style.em(4) : gap) : 0, 0, 0)});
  }
  return layout;
}

QRectF setBar(const QRectF& area, const TlbLevel& level, std::size_t set, const PlotStyle& style) {
  const QRectF bars = barsArea(area, level, style);
  const auto sets = static_cast<double>(level.ways.size());
  const double pitch = std::min(bars.width() / sets, style.em(kWidestBar));
  const double gap = std::min(pitch * 0.18, style.px(6));
  const double tallest = static_cast<double>(*std::max_element(level.ways.begin(), level.ways.end()));
  const double height = bars.height() * static_cast<double>(level.ways[set]) / std::max(tallest, 1.0);
  return {bars.left() + pitch * static_cast<double>(set) + gap / 2, bars.bottom() - height, pitch - gap, height};
}

RateAxes rateAxes(const QRectF& area, const TlbLevel& level, const PlotStyle& style) {
  RateAxes at;
  const auto first = static_cast<double>(level.rates.front().bytes), last = static_cast<double>(level.rates.back().bytes);
  constexpr double kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;
  at.unit = first >= 8 * kGiB ? kGiB : first >= 4 * kMiB ? kMiB : kKiB;
  const double air = std::max((last - first) * 0.04, at.unit * 0.5);
  at.axes.x0 = (first - air) / at.unit;
  at.axes.x1 = (last + air) / at.unit;
  at.axes.y0 = -4;
  at.axes.y1 = 104;
  at.axes.left = leftOfAxes(style, 100);
  at.axes.plot = area.adjusted(at.axes.left, style.px(4), -style.px(6), -belowAxes(style));
  return at;
}

std::vector<RateAxes> allRateAxes(const TlbLayout& layout, const TlbLevels& tlbs, const PlotStyle& style) {
  std::vector<RateAxes> all;
  for (std::size_t i = 0; i < tlbs.levels.size(); ++i)
    all.push_back(tlbs.levels[i].rates.empty() ? RateAxes() : rateAxes(layout.rows[i].rates, tlbs.levels[i], style));
  return all;
}

void paintTlbs(QPainter& painter, const TlbLevels& tlbs, const TlbLayout& layout, const std::vector<RateAxes>& axes,
               const PlotStyle& style, const TlbPointing& chosen) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  int letter = 0;
  if (!layout.reach.isEmpty()) paintReach(painter, belowLetter(painter, layout.reach, letter++, style), tlbs, style);
  for (std::size_t i = 0; i < tlbs.levels.size(); ++i) {
    const bool mine = chosen.level == static_cast<int>(i);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintTitle(painter, belowLetter(painter, layout.rows[i].title, letter++, style), tlbs.levels[i], mine, style);
    if (!layout.rows[i].sets.isEmpty()) paintSets(painter, layout.rows[i].sets, tlbs.levels[i], style);
    paintRates(painter, layout.rows[i].rates, axes[i], tlbs.levels[i], mine ? chosen.point : -1, style);
  }
  painter.restore();
}

}  // namespace chasescope
