#include "widgets/views/set_map/set_map_scene.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "engine/findings/finding_words.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kSmallestCell = 4;  // px; smaller cells are drawn as one area

QColor hitColour(const PlotStyle& style) { return verdictFill(step::Verdict::hit, style.palette); }
QColor missColour(const PlotStyle& style) { return verdictFill(step::Verdict::miss, style.palette); }
QColor lineColour(const SetMap& map, const MappedLine& line, const PlotStyle& style) {
  if (!map.missesKnown) return style.palette.accentSoft;
  if (line.misses == 0) return hitColour(style);
  return mixed(missColour(style), style.palette.card, 0.18);
}

void hatch(QPainter& painter, const QRectF& cell, double share, const PlotStyle& style) {
  // The cell is filled from the left by the share of its accesses that missed.
  QRectF part = cell;
  part.setWidth(std::max(style.px(1.5), cell.width() * share));
  painter.fillRect(part, mixed(missColour(style), style.palette.card, 0.5));
  painter.fillRect(part, QBrush(missColour(style), Qt::DiagCrossPattern));
}

QString shareText(double share) {
  const double percent = share * 100;
  return percent > 0 && percent < 1 ? tr("<1 %") : QStringLiteral("%1 %").arg(std::lround(percent));
}

void writeLine(QPainter& painter, const SetMap& map, const MappedLine& line, const QRectF& cell, const PlotStyle& style) {
  const QFont font = style.number();
  const QFontMetricsF metrics(font);
  const QString number = counted(line.line);
  painter.setFont(font);
  painter.setPen(style.palette.ink);
  const QString share = map.missesKnown && line.misses > 0 ? shareText(line.missShare()) : QString();
  const double both = metrics.horizontalAdvance(number) + metrics.horizontalAdvance(share) + style.px(14);
  if (share.isEmpty() || both > cell.width()) {
    painter.drawText(cell, Qt::AlignCenter, number);
    return;
  }
  const QRectF inner = cell.adjusted(style.px(4), 0, -style.px(4), 0);
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, number);
  painter.setFont(style.number(Weight::medium));
  painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, share);
}

/// How many lines are numbered: from 0 to the highest line that is drawn.
std::size_t numbersOf(const SetMap& map) {
  std::uint64_t last = 0;
  for (const auto& lines : map.lines)
    if (!lines.empty()) last = std::max(last, lines.back().line);
  return static_cast<std::size_t>(last) + 1;
}

bool drawsCells(const SetMapLayout& at, const PlotStyle& style) {
  return at.cellHeight >= style.px(kSmallestCell) && at.cellWidth() >= style.px(kSmallestCell);
}

}  // namespace

/// All numbers are written or none: a cell without a number would look as if it held no line.
bool writesNumbers(const SetMap& map, const SetMapLayout& layout, const PlotStyle& style) {
  const QSizeF room = numberRoom(numbersOf(map), style);
  return !map.lines.empty() && room.width() <= layout.cellWidth() && room.height() <= layout.cellHeight;
}

namespace {

void paintCells(QPainter& painter, const SetMap& map, std::size_t set, std::size_t column, const SetMapLayout& at,
                const SetPointing& pointing, const PlotStyle& style) {
  const bool numbered = writesNumbers(map, at, style);
  const std::size_t ways = map.cache.ways[set];
  const std::vector<MappedLine> none;
  const std::vector<MappedLine>& lines = map.lines.empty() ? none : map.lines[set];
  const std::size_t drawn = std::min(std::max(ways, lines.size()), ways + at.extra);
  for (std::size_t i = 0; i < drawn; ++i) {
    const QRectF cell = at.cell(column, i).adjusted(style.px(0.5), style.px(0.5), -style.px(0.5), -style.px(0.5));
    const bool within = i < ways;
    const bool more = i + 1 == drawn && lines.size() > drawn;  // the last cell stands for all lines that have no room
    painter.setPen(QPen(within ? style.palette.outline : missColour(style), style.line(within ? 0.8 : 1.2),
                        within ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(i < lines.size() ? lineColour(map, lines[i], style) : style.palette.card);
    painter.drawRect(cell);
    if (i >= lines.size()) continue;
    if (more) {
      painter.setFont(style.number(Weight::medium));
      painter.setPen(style.palette.ink);
      const QFontMetricsF metrics(painter.font());
      if (metrics.capHeight() <= cell.height() && metrics.horizontalAdvance(tr("+%1").arg(counted(lines.size() - i))) <= cell.width())
        painter.drawText(cell, Qt::AlignCenter, tr("+%1").arg(counted(lines.size() - i)));
      continue;
    }
    if (map.missesKnown && lines[i].misses > 0) hatch(painter, cell, lines[i].missShare(), style);
    if (numbered) writeLine(painter, map, lines[i], cell, style);
    if (pointing.line == lines[i].line) {
      painter.setPen(QPen(style.palette.ink, style.line(2)));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(cell);
    }
  }
}

constexpr double kSmallLine = 0.5;  // opacity
QColor smallWay(const PlotStyle& style) { return mixed(style.palette.outline, style.palette.card, 0.35); }

/// Draws a column whose cells are too small: its height by the number of lines, a part of it marked by the share of misses.
void paintSmall(QPainter& painter, const SetMap& map, std::size_t set, std::size_t column, const SetMapLayout& at,
                const PlotStyle& style) {
  const std::size_t ways = map.cache.ways[set];
  painter.fillRect(at.column(column, ways), smallWay(style));
  if (map.lines.empty()) return;
  const auto& lines = map.lines[set];
  const std::size_t taken = std::min(lines.size(), ways + at.extra);
  if (taken == 0) return;
  const bool over = lines.size() > ways;
  const QColor colour = map.missesKnown ? verdictColour(over ? step::Verdict::miss : step::Verdict::hit, style.palette) : style.palette.accent;
  painter.fillRect(at.column(column, taken), mixed(colour, style.palette.card, over ? 0.75 : kSmallLine));
}

QString setLabel(std::size_t set, bool named) { return named ? tr("set %1").arg(counted(set)) : counted(set); }

/// Whether columns are wide enough to be labelled "set"; else the legend says what the numbers are.
bool namesSets(const SetMap& map, const SetMapLayout& at, const PlotStyle& style) {
  return at.columnWidth >=
         QFontMetricsF(style.number(Weight::bold)).horizontalAdvance(setLabel(map.sets() - 1, true)) + style.px(6);
}

void paintLabels(QPainter& painter, const SetMap& map, const SetMapLayout& at, const SetPointing& pointing,
                 const PlotStyle& style) {
  if (at.label <= 0) return;
  const QFont plain = style.number(), bold = style.number(Weight::bold);
  const bool named = namesSets(map, at, style);
  const double widest = QFontMetricsF(bold).horizontalAdvance(setLabel(map.sets() - 1, named)) + style.px(6);
  auto each =
      at.columnWidth >= widest ? std::size_t{1} : static_cast<std::size_t>(std::max(2.0, tickStep(widest / at.columnWidth, 1, 2)));
  // The numbers of all bands stand below each other.
  if (each > 1 && at.bands > 1 && at.perBand % each != 0 && std::has_single_bit(at.perBand)) each = std::bit_ceil(each);
  TakenRoom taken;
  const auto label = [&](std::size_t column, bool strong) {
    const QRectF room = at.labelOf(column);
    painter.setFont(strong ? bold : plain);
    painter.setPen(strong ? style.palette.accent : style.palette.quietInk);
    const QString number = setLabel(column * at.together, named);
    const double width = QFontMetricsF(bold).horizontalAdvance(number) + style.px(1);
    const double left = std::clamp(room.center().x() - width / 2, at.area.left(), std::max(at.area.left(), at.area.right() - width));
    if (const QRectF place(left, room.top(), width, room.height()); !taken.takeFirst({place.adjusted(-style.px(2), 0, style.px(2), 0)}, place.adjusted(-9e9, 0, 9e9, 0)).isNull())
      painter.drawText(place, Qt::AlignCenter, number);
  };
  // beyond the last column, if no set is chosen
  const std::size_t chosen = pointing.chosen ? at.columnOf(*pointing.chosen) : at.columns();
  for (std::size_t column = 0; column < at.columns(); ++column) {
    if (column % each != 0 || column == chosen) continue;
    const bool close = chosen < at.columns() && column / at.perBand == chosen / at.perBand &&
                       std::abs(static_cast<double>(column) - static_cast<double>(chosen)) * at.columnWidth < widest;
    if (!close) label(column, false);
  }
  if (chosen < at.columns()) label(chosen, true);
}

/// Where sets have different numbers of ways, writes the number of ways at each height, beside the higher sets.
void paintHeights(QPainter& painter, const SetMap& map, const SetMapLayout& at, const PlotStyle& style) {
  TakenRoom taken;
  for (std::size_t column = 0; column < at.columns(); ++column) {
    const std::size_t set = column * at.together;
    taken.take(at.column(column, std::max<std::size_t>(map.cache.ways[set], map.lines.empty() ? 0 : map.lines[set].size())));
  }
  painter.setFont(style.small());
  const QFontMetricsF metrics(painter.font());
  for (const std::uint32_t ways : std::set<std::uint32_t>(map.cache.ways.begin(), map.cache.ways.end())) {
    const double y = at.column(0, ways).top();
    painter.setPen(QPen(style.palette.line, style.line(1)));
    painter.drawLine(QPointF(at.area.left(), y), QPointF(at.area.right(), y));
    const QString words = tr("%1 ways").arg(ways);
    const QSizeF size(metrics.horizontalAdvance(words) + style.px(2), metrics.height());
    std::vector<QRectF> places;
    for (const double top : {y - size.height() - style.px(1), y + style.px(1)})
      for (double left = at.area.right() - size.width(); left > at.area.left(); left -= style.em(20)) places.emplace_back(QPointF(left, top), size);
    const QRectF place = taken.takeFirst(places, at.area);
    painter.setPen(style.palette.quietInk);
    if (!place.isNull()) painter.drawText(place, Qt::AlignCenter, words);
  }
}

void paintRing(QPainter& painter, const SetMap& map, std::size_t set, const SetMapLayout& at, const QColor& colour, double width,
               const PlotStyle& style) {
  if (set >= map.sets()) return;
  const std::size_t lines = map.lines.empty() ? 0 : map.lines[set].size();
  const std::size_t ways = map.cache.ways[set];
  const double out = style.px(1.5);
  painter.setPen(QPen(colour, style.line(width)));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(at.column(at.columnOf(set), std::clamp(lines, ways, ways + at.extra)).adjusted(-out, -out, out, out),
                          style.px(3), style.px(3));
}

}  // namespace

void paintSetMap(QPainter& painter, const SetMap& map, const SetMapLayout& layout, const PlotStyle& style,
                 const SetPointing& pointing) {
  if (map.empty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  const bool cells = drawsCells(layout, style);
  for (std::size_t column = 0; column < layout.columns(); ++column) {
    const std::size_t set = column * layout.together;
    if (cells)
      paintCells(painter, map, set, column, layout, pointing, style);
    else
      paintSmall(painter, map, set, column, layout, style);
  }
  paintLabels(painter, map, layout, pointing, style);
  if (!map.cache.equal_ways() && layout.bands == 1 && layout.across == 1) paintHeights(painter, map, layout, style);
  if (pointing.hovered && pointing.hovered != pointing.chosen)
    paintRing(painter, map, *pointing.hovered, layout, style.palette.outline, 1.4, style);
  if (pointing.chosen) paintRing(painter, map, *pointing.chosen, layout, style.palette.accent, 2.4, style);
  painter.restore();
}

namespace {

double legendRoom(const SetMap& map, const SetMapLayout& layout, double width, const PlotStyle& style) {
  return paintSetMapLegend(nullptr, map, layout, {}, width, style) + style.px(6);
}

}  // namespace

SetMapLayout layOutSetMap(const SetMap& map, const QRectF& area, const PlotStyle& style) {
  const LargestCell cell{.numbers = map.of_sets > 0 ? numbersOf(map) : 0};
  const auto above = [&](double legend) {
    return layOutSets(map.cache.ways, map.mostLines(), area.adjusted(0, 0, 0, -legend), style, cell);
  };
  return above(legendRoom(map, above(0), area.width(), style));
}

SetMapLayout layOutSetMap(const SetMap& map, double width, const PlotStyle& style) {
  constexpr double kHeight = 0.8, kMostHeight = 1.55, kStep = 0.1;  // of the width
  for (double height = kHeight; height < kMostHeight; height += kStep)
    if (SetMapLayout layout = layOutSetMap(map, QRectF(0, 0, width, width * height), style); writesNumbers(map, layout, style)) return layout;
  return layOutSetMap(map, QRectF(0, 0, width, width * kHeight), style);
}

SetMap mapForPaper(const SetMap& map, double width, const PlotStyle& style) {
  constexpr std::size_t kFewest = 4;    // fewer show no order
  constexpr double kMostHeight = 0.6;   // of the width: more sets like these would show nothing new
  const bool cut = map.contents == SetMap::Contents::array && !map.missesKnown && map.cache.equal_ways();
  if (!cut || writesNumbers(map, layOutSetMap(map, width, style), style)) return map;
  for (std::size_t sets = std::bit_ceil(map.sets()) / 2; sets >= kFewest; sets /= 2) {
    SetMap part = firstSets(map, sets);
    const SetMapLayout layout = layOutSetMap(part, width, style);
    if (writesNumbers(part, layout, style) && heightOfSetMap(part, layout, width, style) <= kMostHeight * width) return part;
  }
  return map;
}

double heightOfSetMap(const SetMap& map, const SetMapLayout& layout, double width, const PlotStyle& style) {
  return layout.area.height() + legendRoom(map, layout, width, style);
}

double paintSetMapLegend(QPainter* painter, const SetMap& map, const SetMapLayout& layout, const QPointF& corner, double width,
                         const PlotStyle& style) {
  const QColor ink = style.palette.quietInk;
  const bool cells = drawsCells(layout, style);
  const QPen edge = cells ? QPen(style.palette.outline, style.line(1)) : QPen(Qt::NoPen);
  const QColor free = cells ? style.palette.card : smallWay(style);
  QString what = map.cache.translates() ? tr("page of the array") : tr("line of the array");
  if (writesNumbers(map, layout, style)) what = tr("%1, by its number").arg(what);
  std::vector<LegendEntry> entries;
  if (map.contents != SetMap::Contents::nothing && !map.missesKnown) entries.push_back(cellEntry(cells ? style.palette.accentSoft : mixed(style.palette.accent, style.palette.card, kSmallLine), edge, what, ink));
  if (map.missesKnown) {
    entries.push_back(cellEntry(hitColour(style), edge, tr("%1: hit every time").arg(what), ink));
    LegendEntry miss = cellEntry(style.palette.card, edge, tr("missed as often as hatched"), ink);
    const auto cell = miss.sign;
    miss.sign = [cell, style](QPainter& on, const QRectF& box) {
      cell(on, box);
      hatch(on, box.adjusted(0.5, 0.5, -0.5, -0.5), 0.6, style);
    };
    entries.push_back(miss);
  }
  const bool room = map.lines.empty() || std::any_of(map.lines.begin(), map.lines.end(), [&](const auto& lines) {
                      return lines.size() < map.cache.ways[static_cast<std::size_t>(&lines - map.lines.data())];
                    });
  if (room) entries.push_back(cellEntry(free, edge, map.lines.empty() ? tr("a way") : tr("a way that it leaves free"), ink));
  if (map.overflowing() > 0)
    entries.push_back(cellEntry(style.palette.card, QPen(missColour(style), style.line(1), Qt::DashLine), tr("more than the set has ways"), ink));
  if (layout.label > 0 && !namesSets(map, layout, style)) {
    const QFont number = style.number();
    entries.push_back({[number, ink](QPainter& on, const QRectF& box) {
                         on.setFont(number);
                         on.setPen(ink);
                         on.drawText(box, Qt::AlignCenter | Qt::TextDontClip, QStringLiteral("0"));
                       },
                       tr("below a column: its set"), ink});
  }
  if (map.of_sets > 0 && !entries.empty())
    entries.push_back(
        {[](QPainter&, const QRectF&) {}, tr("the first %1 of %2 sets").arg(counted(map.sets()), counted(map.of_sets)), ink});
  return paintLegend(painter, entries, corner, width, style);
}

QStringList describeSet(const SetMap& map, std::size_t set) {
  if (set >= map.sets()) return {};
  QStringList words{tr("Set %1 · %2 ways").arg(counted(set), counted(map.cache.ways[set]))};
  if (map.lines.empty()) return words;
  const auto& lines = map.lines[set];
  constexpr std::size_t kListed = 8;
  QStringList numbers;
  std::uint64_t visits = 0, misses = 0;
  for (const MappedLine& line : lines) {
    if (static_cast<std::size_t>(numbers.size()) < kListed) numbers << counted(line.line);
    visits += line.visits;
    misses += line.misses;
  }
  if (lines.size() > kListed) numbers << QStringLiteral("…");
  const QString kind = map.cache.translates() ? tr("%1 pages: %2") : tr("%1 lines: %2");
  if (lines.empty())
    words << tr("nothing of the array");
  else
    words << kind.arg(counted(lines.size()), numbers.join(QStringLiteral(", ")));
  if (lines.size() > map.cache.ways[set]) words << tr("%1 more than it has ways").arg(counted(lines.size() - map.cache.ways[set]));
  if (map.missesKnown && visits > 0)
    words << tr("%1 of their warm accesses missed").arg(shareText(static_cast<double>(misses) / static_cast<double>(visits)));
  return words;
}

QString heightsText(const FoundSets& cache) {
  if (cache.ways.empty()) return cache.sets ? tr("%1 sets").arg(counted(*cache.sets)) : QString();
  const QString sets = cache.ways.size() == 1 ? tr("1 set") : tr("%1 sets").arg(counted(cache.ways.size()));
  if (cache.equal_ways()) return tr("%1 × %2 ways").arg(sets, counted(cache.ways.front()));
  QStringList groups;  // equal neighbours are named once
  for (std::size_t i = 0; i < cache.ways.size();) {
    std::size_t end = i + 1;
    while (end < cache.ways.size() && cache.ways[end] == cache.ways[i]) ++end;
    groups << (end - i > 1 ? tr("%1 × %2").arg(end - i).arg(cache.ways[i]) : counted(cache.ways[i]));
    i = end;
  }
  constexpr qsizetype kMost = 6;
  if (groups.size() > kMost) groups = groups.mid(0, kMost) << QStringLiteral("…");
  return tr("%1: %2 ways").arg(sets, groups.join(QStringLiteral(" + ")));
}

QString settingText(const FoundSets& cache) {
  Finding any;
  any.conditions = cache.setting;
  QString text = QString::fromStdString(subject_words(cache.subject));
  if (const std::string words = condition_words(any); !words.empty()) text += QStringLiteral(" · ") + QString::fromStdString(words);
  return text;
}

}  // namespace chasescope
