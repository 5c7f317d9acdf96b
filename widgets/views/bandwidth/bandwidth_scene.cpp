#include "widgets/views/bandwidth/bandwidth_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

// In px at the ordinary size of type.
constexpr double kRow = 24, kHead = 26, kBetween = 10, kBar = 14, kNear = 8;

double lineHeight(const PlotStyle& style) { return QFontMetricsF(style.text()).height(); }

/// The width of the longest name of a direction, with a gap.
double nameWidth(const Bandwidths& facts, const PlotStyle& style) {
  double widest = 0;
  for (const BandwidthRow& row : facts.rows)
    widest = std::max(widest, QFontMetricsF(style.text()).horizontalAdvance(directionText(row.direction)));
  return widest + style.em(12);
}
QString valueOf(const BandwidthRow& row, bool in_seconds) { return row.found ? rateText(*row.found, in_seconds) : tr("can’t tell"); }
double valueWidth(const Bandwidths& facts, const PlotStyle& style) {
  double widest = 0;
  for (const BandwidthRow& row : facts.rows)
    widest = std::max(widest, QFontMetricsF(style.number(Weight::bold)).horizontalAdvance(valueOf(row, facts.in_seconds)));
  return widest + style.em(12);
}

std::vector<LegendEntry> legendOf(const Bandwidths& facts, const PlotStyle& style) {
  const QColor ink = style.palette.quietInk;
  std::vector<LegendEntry> entries{{[&style](QPainter& painter, const QRectF& box) {
                                      painter.setPen(QPen(style.palette.ink, style.line(1.4)));
                                      painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()));
                                    },
                                    tr("a setting that was tried"), ink}};
  if (std::any_of(facts.rows.begin(), facts.rows.end(), [](const BandwidthRow& row) { return row.allowed.has_value(); }))
    entries.push_back({[&style](QPainter& painter, const QRectF& box) {
                         painter.setPen(QPen(style.palette.quietInk, style.line(1.2)));
                         painter.setBrush(Qt::NoBrush);
                         painter.drawRect(box.adjusted(0, box.height() / 5, 0, -box.height() / 5));
                       },
                       tr("what the memory’s bus and clock allow"), ink});
  return entries;
}

double legendHeight(const Bandwidths& facts, double width, const PlotStyle& style) {
  return paintLegend(nullptr, legendOf(facts, style), {}, width, style) + style.px(6);
}

void paintRow(QPainter& painter, const BandwidthRow& row, const BandwidthLayout& layout, std::size_t index, bool in_seconds,
              const PlotStyle& style) {
  const BandwidthLayout::Row& place = layout.rows[index];
  const QRectF& bar = place.bar;
  painter.setFont(style.text());
  painter.setPen(style.palette.ink);
  painter.drawText(place.name, Qt::AlignVCenter | Qt::AlignLeft, directionText(row.direction));
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(bar, style.palette.sunken);
  const QColor colour = levelColour(partLevel(row.subject), style.palette);
  if (row.found) painter.fillRect(QRectF(bar.topLeft(), QPointF(layout.xOf(index, *row.found), bar.bottom())), colour);
  if (row.allowed) {
    painter.setPen(QPen(style.palette.quietInk, style.line(1.2)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(bar.topLeft(), QPointF(layout.xOf(index, *row.allowed), bar.bottom())));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(style.palette.ink, style.line(1.4)));
  for (const BandwidthTry& one : row.tries) {
    const double x = layout.xOf(index, one.rate);
    painter.drawLine(QPointF(x, bar.top() - style.px(2)), QPointF(x, bar.bottom() + style.px(2)));
  }
  painter.setFont(style.number(Weight::bold));
  painter.setPen(row.found ? style.palette.ink : style.palette.quietInk);
  painter.drawText(place.value, Qt::AlignVCenter | Qt::AlignRight, valueOf(row, in_seconds));
}

/// The head of a level: "L2", and for reads their share of the bus's rate, where that is known.
QString headWords(const Bandwidths& facts, const std::string& subject) {
  QString words = partName(subject);
  for (const BandwidthRow& row : facts.rows)
    if (row.subject == subject && row.direction == Direction::read)
      if (const QString share = shareText(row); !share.isEmpty()) words += tr(": reads take %1").arg(share);
  return words;
}

}  // namespace

double BandwidthLayout::xOf(std::size_t row, double rate) const {
  const Row& place = rows[row];
  return place.bar.left() + std::clamp(rate / place.full, 0.0, 1.0) * place.bar.width();
}

double naturalBandwidthHeight(const Bandwidths& facts, double width, const PlotStyle& style) {
  double height = legendHeight(facts, width, style);
  std::string last;
  for (const BandwidthRow& row : facts.rows) {
    if (row.subject != last) height += style.em(kHead) + (last.empty() ? 0 : style.em(kBetween));
    last = row.subject;
    height += style.em(kRow);
  }
  return height;
}

BandwidthLayout layOutBandwidth(const QRectF& area, const Bandwidths& facts, BandwidthScale scale, const PlotStyle& style) {
  BandwidthLayout layout;
  const double names = nameWidth(facts, style), values = valueWidth(facts, style);
  double y = area.top() + legendHeight(facts, area.width(), style);
  std::string last;
  for (const BandwidthRow& row : facts.rows) {
    if (row.subject != last) {
      if (!last.empty()) y += style.em(kBetween);
      layout.heads.emplace_back(QRectF(area.left(), y, area.width(), style.em(kHead)), row.subject);
      y += style.em(kHead);
      last = row.subject;
    }
    BandwidthLayout::Row place;
    const QRectF line(area.left(), y, area.width(), style.em(kRow));
    place.name = QRectF(line.topLeft(), QSizeF(names, line.height()));
    place.value = QRectF(line.right() - values, y, values, line.height());
    place.bar = QRectF(line.left() + names, line.center().y() - style.em(kBar) / 2, std::max(line.width() - names - values, 1.0), style.em(kBar));
    place.full = std::max(facts.highest(scale == BandwidthScale::each ? row.subject : std::string()), 1e-9);
    layout.rows.push_back(place);
    y += style.em(kRow);
  }
  return layout;
}

QPointF placeOf(const BandwidthMark& mark, const Bandwidths& facts, const BandwidthLayout& layout) {
  return {layout.xOf(mark.row, facts.rows[mark.row].tries[mark.at].rate), layout.rows[mark.row].bar.center().y()};
}

std::optional<BandwidthMark> markAt(const QPointF& position, const Bandwidths& facts, const BandwidthLayout& layout, const PlotStyle& style) {
  std::optional<BandwidthMark> nearest;
  double best = style.px(kNear);
  for (std::size_t row = 0; row < layout.rows.size(); ++row) {
    if (std::abs(position.y() - layout.rows[row].bar.center().y()) > style.em(kRow) / 2) continue;
    for (std::size_t at = 0; at < facts.rows[row].tries.size(); ++at) {
      const double away = std::abs(position.x() - placeOf({row, at}, facts, layout).x());
      if (away > best) continue;
      best = away;
      nearest = BandwidthMark{row, at};
    }
  }
  return nearest;
}

void paintBandwidth(QPainter& painter, const Bandwidths& facts, const BandwidthLayout& layout, const std::optional<BandwidthMark>& chosen,
                    const PlotStyle& style) {
  if (facts.empty()) return;
  const QRectF& first = layout.heads.front().first;
  const double above = legendHeight(facts, first.width(), style);
  paintLegend(&painter, legendOf(facts, style), QPointF(first.left(), first.top() - above), first.width(), style);
  for (const auto& [place, subject] : layout.heads) {
    painter.setFont(style.text(Weight::semiBold));
    painter.setPen(levelTextColour(partLevel(subject), style.palette));
    const double line = lineHeight(style);
    painter.drawText(QRectF(place.left(), place.bottom() - line - style.px(2), place.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     fittingWords(painter.font(), {headWords(facts, subject), partName(subject)}, place.width()));
  }
  for (std::size_t i = 0; i < facts.rows.size(); ++i) paintRow(painter, facts.rows[i], layout, i, facts.in_seconds, style);
  if (!chosen) return;
  QPainterPath path;
  addMarker(path, Marker::diamond, placeOf(*chosen, facts, layout), style.px(11));
  painter.setPen(QPen(style.palette.card, style.line(1.5)));
  painter.setBrush(style.palette.accent);
  painter.drawPath(path);
}

}  // namespace chasescope
