#include "widgets/builder/cache_scene.h"

#include <algorithm>
#include <cmath>

#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {
namespace {

using step::Verdict;

constexpr double kAbove = 46;        // px above the highest set, for the words about the sets
constexpr double kSmallestWell = 9;  // px; smaller cells are drawn as the set map draws them
constexpr LargestCell kLargest{.width = 150, .height = 44};

std::size_t linesOf(const SetMap& map, std::size_t set) { return map.lines.empty() ? 0 : map.lines[set].size(); }
bool isOver(const SetMap& map, std::size_t set) { return linesOf(map, set) > map.cache.ways[set]; }

/// Number of cells that are drawn in a set's column: its ways, and the lines beyond the ways as far as there is room.
std::size_t drawnCells(const SetMap& map, std::size_t set, const SetMapLayout& at) {
  return std::min(std::max<std::size_t>(map.cache.ways[set], linesOf(map, set)), at.rows * at.across);
}

bool holds(const QFontMetricsF& metrics, const QString& text, const QRectF& cell, double beside) {
  return metrics.horizontalAdvance(text) + beside <= cell.width() && metrics.capHeight() + 2 <= cell.height();
}

/// Paints one line in its cell: its number, and for a miss a cross in a box in the colour of misses.
void paintLine(QPainter& painter, const MappedLine& line, const QRectF& cell, bool within, const PlotStyle& style) {
  const Palette& palette = style.palette;
  const bool missed = line.misses > 0, asked = line.visits > 0;
  const QColor miss = verdictColour(Verdict::miss, palette), hit = verdictColour(Verdict::hit, palette);
  const QColor edge = missed ? miss : asked ? hit : palette.outline;
  painter.setPen(QPen(edge, style.line(within ? 1.2 : 1.6), within ? Qt::SolidLine : Qt::DashLine));
  painter.setBrush(missed  ? mixed(miss, palette.card, palette.dark ? 0.22 : 0.12)
                   : asked ? verdictFill(Verdict::hit, palette)
                           : palette.sunken);
  painter.drawRoundedRect(cell, style.px(3), style.px(3));
  painter.setFont(style.number(Weight::semiBold));
  const QFontMetricsF metrics(painter.font());
  const QString number = counted(line.line);
  QRectF words = cell;
  if (missed) {
    // The cross stands beside the number, smaller if need be; without room for both, the cross takes the number's place.
    const double most = std::min(cell.height() - style.px(6), style.em(22)), least = style.px(8);
    const double left = cell.width() - metrics.horizontalAdvance(number) - style.px(7);
    const bool numbered = left >= least && metrics.capHeight() + 2 <= cell.height();
    const double side = numbered ? std::clamp(left, least, std::max(least, most)) : 0;
    const QRectF box = numbered ? QRectF(cell.left() + style.px(3), cell.center().y() - side / 2, side, side)
                                : cell.adjusted(style.px(1), style.px(1), -style.px(1), -style.px(1));
    painter.setPen(Qt::NoPen);
    painter.setBrush(miss);
    painter.drawRoundedRect(box, style.px(3), style.px(3));
    paintCross(painter, box, palette.card, style.line(side > 0 && side < style.px(12) ? 1.5 : 2));
    if (!numbered) return;
    if (!holds(metrics, number, cell, 2 * side + style.px(8))) words.setLeft(box.right());
  }
  if (!holds(metrics, number, cell, 0)) return;
  painter.setPen(palette.ink);
  painter.drawText(words, Qt::AlignCenter, number);
}

void paintWell(QPainter& painter, const SetMap& map, std::size_t set, const SetMapLayout& at, const PlotStyle& style,
               const CachePointing& pointing) {
  const Palette& palette = style.palette;
  const std::size_t ways = map.cache.ways[set], lines = linesOf(map, set), drawn = drawnCells(map, set, at);
  const double inset = at.cellHeight > style.px(20) ? style.px(2) : style.px(1);
  for (std::size_t i = 0; i < drawn; ++i) {
    const QRectF cell = at.cell(set, i).adjusted(inset + style.px(1), inset, -inset - style.px(1), -inset);
    const bool more = i + 1 == drawn && lines > drawn;
    if (more) {  // the last cell stands for all lines that have no room
      painter.setPen(QPen(verdictColour(Verdict::miss, palette), style.line(1.6), Qt::DashLine));
      painter.setBrush(palette.card);
      painter.drawRoundedRect(cell, style.px(3), style.px(3));
      painter.setFont(style.number(Weight::semiBold));
      painter.setPen(palette.ink);
      const QString count = QStringLiteral("+%1").arg(counted(lines - i));
      if (holds(QFontMetricsF(painter.font()), count, cell, 0)) painter.drawText(cell, Qt::AlignCenter, count);
    } else if (i < lines) {
      paintLine(painter, map.lines[set][i], cell, i < ways, style);
      if (pointing.line == map.lines[set][i].line) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette.ink, style.line(2.4)));
        painter.drawRoundedRect(cell.adjusted(-1, -1, 1, 1), style.px(4), style.px(4));
      }
    } else {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(palette.outline, style.line(1), Qt::DotLine));
      painter.drawRoundedRect(cell, style.px(3), style.px(3));
    }
  }
  // The walls and the floor of the well; the walls are as high as the set has ways.
  const QRectF well = at.column(set, ways);
  const bool strong = isOver(map, set) || pointing.hovered == set;
  painter.setPen(QPen(strong ? palette.ink : palette.outline, style.line(2), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawPolyline(QPolygonF({well.topLeft(), well.bottomLeft(), well.bottomRight(), well.topRight()}));
  if (pointing.pulled == set) {
    painter.setPen(QPen(palette.accent, style.line(3), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(well.topLeft(), well.topRight());
  }
}

void paintNames(QPainter& painter, const SetMap& map, const SetMapLayout& at, const PlotStyle& style,
                const CachePointing& pointing) {
  const QFontMetricsF metrics(style.text(Weight::semiBold));
  const bool words = metrics.horizontalAdvance(tr("set %1").arg(map.sets() - 1)) < at.columnWidth - style.px(4);
  const double number = metrics.horizontalAdvance(counted(map.sets() - 1)) + style.px(5);
  const auto each = static_cast<std::size_t>(std::max(1.0, std::ceil(number / at.columnWidth)));
  for (std::size_t set = 0; set < map.sets(); ++set) {
    if (set % at.perBand % each != 0) continue;
    const bool over = isOver(map, set);
    painter.setFont(style.text(over || pointing.hovered == set ? Weight::semiBold : Weight::medium));
    painter.setPen(over ? style.palette.missText : pointing.hovered == set ? style.palette.accent : style.palette.ink);
    QRectF room = at.labelOf(set);
    room.adjust(-at.columnWidth * static_cast<double>(each - 1) / 2, 0, at.columnWidth * static_cast<double>(each - 1) / 2, 0);
    painter.drawText(room, Qt::AlignCenter, words ? tr("set %1").arg(set) : counted(set));
  }
}

/// Neighbouring sets with the same words above them.
struct Group {
  std::size_t from = 0, to = 0;  // sets, both included
  QStringList words;             // longest first
  bool over = false;
};

Group said(const SetMap& map, std::size_t set) {
  const std::size_t ways = map.cache.ways[set], lines = linesOf(map, set);
  Group group{set, set, {}, lines > ways};
  if (lines > ways)
    group.words = {lines - ways == 1 ? tr("one line too many in each") : tr("%1 lines too many in each").arg(counted(lines - ways)),
                   lines - ways == 1 ? tr("one too many") : tr("%1 too many").arg(counted(lines - ways)),
                   tr("+%1").arg(counted(lines - ways))};
  else if (lines == ways)
    group.words = {tr("full, and all fit"), tr("full")};
  else
    group.words = {tr("%1 ways, %2 free").arg(counted(ways), counted(ways - lines)), tr("%1 free").arg(counted(ways - lines))};
  if (map.cache.translates())
    for (QString& words : group.words) words.replace(tr("line"), tr("page"));
  return group;
}

void paintGroups(QPainter& painter, const SetMap& map, const SetMapLayout& at, const QRectF& area, const PlotStyle& style) {
  std::vector<Group> groups;
  for (std::size_t set = 0; set < map.sets(); ++set) {
    const Group next = said(map, set);
    if (!groups.empty() && groups.back().words == next.words)
      groups.back().to = set;
    else
      groups.push_back(next);
  }
  if (groups.size() * 2 > map.sets() + 6) return;  // the sets differ too much for words about groups of them
  for (Group& group : groups) {
    if (group.from == group.to && group.over && group.words.size() == 3) group.words.pop_front();
    std::size_t highest = 0;
    for (std::size_t set = group.from; set <= group.to; ++set) highest = std::max(highest, drawnCells(map, set, at));
    const QRectF left = at.column(group.from, highest), right = at.column(group.to, highest);
    const double y = left.top() - style.em(8);
    const QColor ink = group.over ? style.palette.missText : style.palette.quietInk;
    painter.setFont(style.text(group.over ? Weight::semiBold : Weight::regular));
    const QFontMetricsF metrics(painter.font());
    const QRectF all(QPointF(left.left(), y - metrics.height() - style.em(3)), QPointF(right.right(), y - style.em(3)));
    const double overhang = group.from == group.to ? at.gap : 0;
    QString words;
    for (const QString& wording : group.words)
      if (words.isEmpty() && metrics.horizontalAdvance(wording) <= all.width() + overhang) words = wording;
    if (words.isEmpty()) continue;
    painter.setPen(ink);
    painter.drawText(all.adjusted(-overhang, 0, overhang, 0).intersected(area), Qt::AlignHCenter | Qt::AlignBottom, words);
    if (group.from == group.to) continue;
    painter.setPen(QPen(ink, style.line(1.4)));
    painter.drawPolyline(QPolygonF({QPointF(left.left(), y + style.em(5)), QPointF(left.left(), y), QPointF(right.right(), y),
                                    QPointF(right.right(), y + style.em(5))}));
  }
}

}  // namespace

bool drawsWells(const SetMapLayout& layout, const PlotStyle& style) {
  return layout.together == 1 && layout.across == 1 && layout.cellHeight >= style.px(kSmallestWell) &&
         layout.cellWidth() >= style.px(kSmallestWell);
}

SetMapLayout layOutCache(const SetMap& map, const QRectF& area, const PlotStyle& style) {
  // A cache of few sets is drawn no wider than the numbers in its cells need, and in the middle of the area.
  QRectF room = area;
  room.setWidth(std::min(area.width(), style.em(kLargest.width) * static_cast<double>(map.sets())));
  room.moveLeft(area.left() + (area.width() - room.width()) / 2);
  const auto laid = [&](double above) {
    const QRectF below = room.adjusted(0, above, 0, 0);
    SetMapLayout layout = layOutSets(map.cache.ways, map.mostLines(), below, style, kLargest);
    layout.area.moveTop(below.top() + std::max(0.0, (below.height() - layout.area.height()) / 2));
    return layout;
  };
  SetMapLayout layout = laid(style.em(kAbove));
  if (layout.bands > 1) layout = laid(0);  // with several bands of sets there are no words above them
  return drawsWells(layout, style) ? layout : layOutSetMap(map, area, style);
}

void paintCache(QPainter& painter, const SetMap& map, const SetMapLayout& layout, const QRectF& area, const PlotStyle& style,
                const CachePointing& pointing) {
  if (map.empty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  if (!drawsWells(layout, style)) {
    SetPointing set;
    set.hovered = pointing.hovered;
    set.line = pointing.line;
    paintSetMap(painter, map, layout, style, set);
    paintSetMapLegend(&painter, map, layout, {area.left(), layout.area.bottom() + style.px(6)}, area.width(), style);
    painter.restore();
    return;
  }
  for (std::size_t set = 0; set < map.sets(); ++set) paintWell(painter, map, set, layout, style, pointing);
  paintNames(painter, map, layout, style, pointing);
  if (layout.bands == 1) paintGroups(painter, map, layout, area, style);
  painter.restore();
}

std::optional<MappedLine> lineAt(const SetMap& map, const SetMapLayout& layout, const PlotStyle& /*style*/, const QPointF& place) {
  if (map.empty() || map.lines.empty()) return std::nullopt;
  // Lines beyond the ways may stand above the layout's own area.
  const auto set = layout.setAt(place);
  if (!set) return std::nullopt;
  const auto& lines = map.lines[*set];
  for (std::size_t i = 0; i < std::min(lines.size(), layout.rows * layout.across); ++i)
    if (layout.cell(layout.columnOf(*set), i).contains(place)) return lines[i];
  return std::nullopt;
}

std::optional<std::size_t> rimAt(const SetMap& map, const SetMapLayout& layout, const PlotStyle& style, const QPointF& place) {
  if (map.empty() || !drawsWells(layout, style)) return std::nullopt;
  for (std::size_t set = 0; set < map.sets(); ++set) {
    const QRectF well = layout.column(set, map.cache.ways[set]);
    if (place.x() >= well.left() && place.x() <= well.right() && std::abs(place.y() - well.top()) <= style.em(5)) return set;
  }
  return std::nullopt;
}

std::uint32_t waysAt(const SetMapLayout& layout, std::size_t set, double y) {
  const double floor = layout.column(set, 0).bottom();
  return static_cast<std::uint32_t>(std::max(1.0, std::round((floor - y) / layout.cellHeight)));
}

}  // namespace chasescope
