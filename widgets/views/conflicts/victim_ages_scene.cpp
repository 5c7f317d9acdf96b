#include "widgets/views/conflicts/victim_ages_scene.h"

#include <algorithm>
#include <cstdlib>

#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"
#include "widgets/views/replacement/replacement_facts.h"

namespace chasescope {
namespace {

struct AgeRow {
  QString name;
  const std::vector<double>* shares = nullptr;
};

std::vector<AgeRow> rowsOf(const VictimAges& ages) { return {{tr("last used"), &ages.by_use}, {tr("arrived"), &ages.by_arrival}}; }

double cellHeight(const PlotStyle& style) { return QFontMetricsF(style.number()).height() + style.px(8); }
double lineHeight(const PlotStyle& style) { return QFontMetricsF(style.small()).height() + style.px(3); }

QString shareInCell(double share) {
  if (share == 0) return QStringLiteral("0");
  if (share == 1) return QStringLiteral("1");
  return share < 0.005 ? QStringLiteral("<.01") : QString::number(share, 'f', 2).mid(share < 0.995 ? 1 : 0);
}

/// The ink or the ground colour, whichever has more contrast to the fill.
QColor inkOn(const QColor& fill, const Palette& palette) {
  const auto contrast = [&](const QColor& ink) { return std::abs(qGray(fill.rgb()) - qGray(ink.rgb())); };
  return contrast(palette.ink) >= contrast(palette.card) ? palette.ink : palette.card;
}

/// The grey of a share of the replacements.
QColor shareColour(double share, const PlotStyle& style) {
  return mixed(style.palette.ink, mixed(style.palette.outline, style.palette.card, 0.18), share);
}

void paintRow(QPainter& painter, const QRectF& area, const std::vector<double>& shares, const PlotStyle& style) {
  const double each = area.width() / static_cast<double>(shares.size());
  painter.setFont(style.number());
  const bool told = QFontMetricsF(style.number()).horizontalAdvance(QStringLiteral("<.01")) + style.px(4) <= each;
  const double air = std::min(style.px(1), each / 8);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const QRectF cell(area.left() + each * static_cast<double>(i), area.top(), each, area.height());
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor fill = shareColour(shares[i], style);
    painter.fillRect(cell.adjusted(air, style.px(1), -air, -style.px(1)), fill);
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (!told) continue;
    painter.setPen(inkOn(fill, style.palette));
    painter.drawText(cell, Qt::AlignCenter, shareInCell(shares[i]));
  }
}

/// "oldest" over the first column, "newest" over the last one.
void paintEnds(QPainter& painter, const QRectF& area, const QString& first, const QString& last, const PlotStyle& style) {
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, first);
  painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, last);
}

/// Paints the scale of greys from a share of 0 to a share of 1.
void paintKey(QPainter& painter, const QRectF& area, const PlotStyle& style) {
  constexpr int kGreys = 5;
  const QFontMetricsF metrics(style.small());
  const QString none = QStringLiteral("0"), whole = QStringLiteral("1");
  const double side = metrics.capHeight() * 1.3, greys = kGreys * 1.5 * side, gap = style.px(4);
  const auto widthOf = [&](const QString& name) {
    return metrics.horizontalAdvance(name + none) + greys + 2 * gap + metrics.horizontalAdvance(whole) + style.px(1);
  };
  QString name;
  for (const QString& longer : {tr("share:  "), tr("share of the replacements:  ")})
    if (widthOf(longer) <= area.width()) name = longer;
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, name + none);
  const double begin = area.left() + metrics.horizontalAdvance(name + none) + gap;
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (int i = 0; i < kGreys; ++i)
    painter.fillRect(QRectF(begin + i * 1.5 * side, area.center().y() - side / 2, 1.5 * side, side),
                     shareColour(static_cast<double>(i) / (kGreys - 1), style));
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.drawText(QRectF(begin + greys + gap, area.top(), style.em(20), area.height()), Qt::AlignLeft | Qt::AlignVCenter, whole);
}

double keyHeight(const PlotStyle& style) { return style.px(4) + lineHeight(style); }

}  // namespace

PartHead agesHead(const VictimAges& ages) {
  const QString verdict = gatherReplacement(ages.cache, {}).verdict;
  const QString seen = tr("%1 replacements seen").arg(counted(ages.victims));
  return {
      verdict,
      {tr("which of the %1 lines of a full set goes, by their age; shares of %2").arg(counted(ages.ways), seen),
       tr("which of %1 lines goes; %2").arg(counted(ages.ways), seen), tr("which line goes: %1 seen").arg(counted(ages.victims))}};
}

double agesHeight(const VictimAges& ages, const PlotStyle& style) {
  const double table = lineHeight(style) + 2 * cellHeight(style);
  return keyHeight(style) + (ages.by_way.empty() ? table : table + style.px(6) + lineHeight(style) + cellHeight(style));
}

void paintAges(QPainter& painter, const QRectF& area, const VictimAges& ages, const PlotStyle& style) {
  const QFontMetricsF words(style.small());
  const QString way = tr("way");
  double head = words.horizontalAdvance(way);
  for (const AgeRow& row : rowsOf(ages)) head = std::max(head, words.horizontalAdvance(row.name));
  head += style.px(8);
  const double enough = std::max(style.em(64) * ages.ways, area.width() * 0.6);  // wider cells would show no more
  const double width = std::min(area.width() - head, enough);
  const auto across = [&](double y, double height) { return QRectF(area.left() + head, y, width, height); };
  const auto nameRow = [&](double y, const QString& name) {
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(area.left(), y, head - style.px(6), cellHeight(style)), Qt::AlignRight | Qt::AlignVCenter, name);
  };
  double y = area.top();
  paintEnds(painter, across(y, lineHeight(style)), tr("oldest"), tr("newest"), style);
  y += lineHeight(style);
  for (const AgeRow& row : rowsOf(ages)) {
    nameRow(y, row.name);
    paintRow(painter, across(y, cellHeight(style)), *row.shares, style);
    y += cellHeight(style);
  }
  const auto key = [&] {
    const bool below = area.width() - head >= style.em(160);  // in a narrow column the key takes the whole width
    const double left = below ? head : 0;
    paintKey(painter, QRectF(area.left() + left, y + style.px(4), area.width() - left, lineHeight(style)), style);
  };
  if (ages.by_way.empty()) return key();
  y += style.px(6);
  paintEnds(painter, across(y, lineHeight(style)), tr("least"), tr("most often"), style);
  y += lineHeight(style);
  nameRow(y, way);
  paintRow(painter, across(y, cellHeight(style)), ages.by_way, style);
  y += cellHeight(style);
  key();
}

}  // namespace chasescope
