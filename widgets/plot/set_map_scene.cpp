#include "widgets/plot/set_map_scene.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "engine/session/report/finding_words.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/plot/verdict_look.h"

namespace chasescope {
namespace {

constexpr double kSmallestCell = 4;  // px; smaller ones are drawn as one area

QString tr(const char* text) { return QCoreApplication::translate("SetMapScene", text); }
QString counted(std::uint64_t n) { return QString::fromStdString(format_count(n)); }

QColor hitColour(const PlotStyle& style) { return verdictFill(step::Verdict::hit, style.palette); }
QColor missColour(const PlotStyle& style) { return verdictFill(step::Verdict::miss, style.palette); }
QColor lineColour(const SetMap& map, const MappedLine& line, const PlotStyle& style) {
  if (!map.missesKnown) return style.palette.accentSoft;
  if (line.misses == 0) return hitColour(style);
  return mixed(missColour(style), style.palette.card, 0.18);
}

void hatch(QPainter& painter, const QRectF& cell, double share, const PlotStyle& style) {
  // Filled from the left as far as its accesses missed.
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
  if (metrics.height() * 0.86 > cell.height() || metrics.horizontalAdvance(number) + style.px(2) > cell.width()) return;
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

void paintCells(QPainter& painter, const SetMap& map, std::size_t set, std::size_t column, const SetMapLayout& at,
                const SetPointing& pointing, const PlotStyle& style) {
  const std::size_t ways = map.cache.ways[set];
  const std::vector<MappedLine> none;
  const std::vector<MappedLine>& lines = map.lines.empty() ? none : map.lines[set];
  const std::size_t drawn = std::min(std::max(ways, lines.size()), ways + at.extra);
  for (std::size_t i = 0; i < drawn; ++i) {
    const QRectF cell = at.cell(column, i).adjusted(style.px(0.5), style.px(0.5), -style.px(0.5), -style.px(0.5));
    const bool within = i < ways;
    const bool more = i + 1 == drawn && lines.size() > drawn;  // the last cell stands for all that have no room
    painter.setPen(QPen(within ? style.palette.outline : missColour(style), style.line(within ? 0.8 : 1.2),
                        within ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(i < lines.size() ? lineColour(map, lines[i], style) : style.palette.card);
    painter.drawRect(cell);
    if (i >= lines.size()) continue;
    if (more) {
      painter.setFont(style.number(Weight::medium));
      painter.setPen(style.palette.ink);
      if (QFontMetricsF(painter.font()).height() * 0.86 <= cell.height())
        painter.drawText(cell, Qt::AlignCenter, tr("+%1").arg(counted(lines.size() - i)));
      continue;
    }
    if (map.missesKnown && lines[i].misses > 0) hatch(painter, cell, lines[i].missShare(), style);
    writeLine(painter, map, lines[i], cell, style);
    if (pointing.line == lines[i].line) {
      painter.setPen(QPen(style.palette.ink, style.line(2)));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(cell);
    }
  }
}

/// A column whose cells are too small to be drawn one by one: how much of it is taken, and how much of that missed.
void paintSmall(QPainter& painter, const SetMap& map, std::size_t set, std::size_t column, const SetMapLayout& at,
                const PlotStyle& style) {
  const std::size_t ways = map.cache.ways[set];
  painter.fillRect(at.column(column, ways), mixed(style.palette.outline, style.palette.card, 0.35));
  if (map.lines.empty()) return;
  const auto& lines = map.lines[set];
  const std::size_t taken = std::min(lines.size(), ways + at.extra);
  if (taken == 0) return;
  const bool over = lines.size() > ways;
  const QColor colour = map.missesKnown ? verdictColour(over ? step::Verdict::miss : step::Verdict::hit, style.palette) : style.palette.accent;
  painter.fillRect(at.column(column, taken), mixed(colour, style.palette.card, over ? 0.75 : 0.5));
}

void paintLabels(QPainter& painter, const SetMap& map, const SetMapLayout& at, const SetPointing& pointing,
                 const PlotStyle& style) {
  if (at.label <= 0) return;
  const QFont plain = style.number(), bold = style.number(Weight::bold);
  const double widest = QFontMetricsF(bold).horizontalAdvance(counted(map.sets() - 1)) + style.px(6);
  const auto each =
      at.columnWidth >= widest ? std::size_t{1} : static_cast<std::size_t>(std::max(2.0, tickStep(widest / at.columnWidth, 1, 2)));
  const auto label = [&](std::size_t column, bool strong) {
    const QRectF room = at.labelOf(column);
    painter.setFont(strong ? bold : plain);
    painter.setPen(strong ? style.palette.accent : style.palette.quietInk);
    painter.drawText(QRectF(room.center().x() - widest, room.top(), 2 * widest, room.height()), Qt::AlignCenter,
                     counted(column * at.together));
  };
  // Beyond all columns where none is chosen.
  const std::size_t chosen = pointing.chosen ? at.columnOf(*pointing.chosen) : at.columns();
  for (std::size_t column = 0; column < at.columns(); ++column) {
    if (column % each != 0 || column == chosen) continue;
    const bool close = chosen < at.columns() && column / at.perBand == chosen / at.perBand &&
                       std::abs(static_cast<double>(column) - static_cast<double>(chosen)) * at.columnWidth < widest;
    if (!close) label(column, false);
  }
  if (chosen < at.columns()) label(chosen, true);
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
  const bool cells = layout.cellHeight >= style.px(kSmallestCell) && layout.cellWidth() >= style.px(kSmallestCell);
  for (std::size_t column = 0; column < layout.columns(); ++column) {
    const std::size_t set = column * layout.together;
    if (cells)
      paintCells(painter, map, set, column, layout, pointing, style);
    else
      paintSmall(painter, map, set, column, layout, style);
  }
  paintLabels(painter, map, layout, pointing, style);
  if (pointing.hovered && pointing.hovered != pointing.chosen)
    paintRing(painter, map, *pointing.hovered, layout, style.palette.outline, 1.4, style);
  if (pointing.chosen) paintRing(painter, map, *pointing.chosen, layout, style.palette.accent, 2.4, style);
  painter.restore();
}

double paintSetMapLegend(QPainter* painter, const SetMap& map, const QPointF& corner, double width, const PlotStyle& style) {
  const QFont font = style.small();
  const QFontMetricsF metrics(font);
  const double box = style.em(12), height = metrics.height() * 1.3;
  double x = corner.x(), y = corner.y();
  enum class Mark { empty, line, hit, miss, beyond };
  const auto item = [&](Mark mark, const QString& words) {
    const double wide = box + style.em(6) + metrics.horizontalAdvance(words);
    if (x > corner.x() && x + wide > corner.x() + width) {
      x = corner.x();
      y += height;
    }
    if (painter != nullptr) {
      const QRectF cell(x, y + (height - box * 0.8) / 2, box, box * 0.8);
      painter->setPen(QPen(mark == Mark::beyond ? missColour(style) : style.palette.outline, style.line(1),
                           mark == Mark::beyond ? Qt::DashLine : Qt::SolidLine));
      painter->setBrush(mark == Mark::hit ? hitColour(style) : mark == Mark::line ? style.palette.accentSoft : style.palette.card);
      painter->drawRect(cell);
      if (mark == Mark::miss) hatch(*painter, cell.adjusted(0.5, 0.5, -0.5, -0.5), 0.6, style);
      painter->setFont(font);
      painter->setPen(style.palette.quietInk);
      painter->drawText(QRectF(x + box + style.em(6), y, wide, height), Qt::AlignLeft | Qt::AlignVCenter, words);
    }
    x += wide + style.em(16);
  };
  if (painter != nullptr) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, true);
  }
  const QString what = map.cache.translates() ? tr("page of the array, by its number") : tr("line of the array, by its number");
  if (map.contents == SetMap::Contents::nothing || map.mostLines() < map.cache.most_ways()) item(Mark::empty, tr("a way"));
  if (map.contents != SetMap::Contents::nothing && !map.missesKnown) item(Mark::line, what);
  if (map.missesKnown) {
    item(Mark::hit, tr("%1: hit every time").arg(what));
    item(Mark::miss, tr("missed as often as hatched"));
  }
  if (map.overflowing() > 0) item(Mark::beyond, tr("more than the set has ways"));
  if (painter != nullptr) painter->restore();
  return y + height - corner.y();
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
  QStringList groups;  // equal neighbours are told once
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
