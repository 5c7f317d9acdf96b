#include "widgets/views/memory/memory_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/status_dot.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::array kLegend{FindingStatus::measured, FindingStatus::reported, FindingStatus::not_measurable,
                             FindingStatus::absent};

/// The colours of the levels, which all views share; shared memory is no level and has its own colour.
QColor colourOf(const MemoryBox& box, const Palette& palette) {
  switch (box.kind) {
    case BoxKind::shared: return palette.assumed;
    case BoxKind::translation: return levelColour(3, palette);
    case BoxKind::registers:
    case BoxKind::requests:
    case BoxKind::instructions: return levelColour(5, palette);
    case BoxKind::constant:
    case BoxKind::cache:
    case BoxKind::memory: break;
  }
  return levelColour(static_cast<std::size_t>(box.level), palette);
}

/// How far a box has been measured, 0 to 1.
double shareOf(const MemoryBox& box) {
  return box.lines.empty() ? 0 : static_cast<double>(box.measured()) / static_cast<double>(box.lines.size());
}

void paintFrame(QPainter& painter, const MemoryBox& box, const QRectF& rect, const PlotStyle& style) {
  const Palette& palette = style.palette;
  const QColor colour = colourOf(box, palette);
  QPen pen(palette.outline, style.line(1));
  QColor fill = palette.card;
  if (!box.status) {
    pen.setStyle(Qt::DashLine);
  } else if (*box.status == FindingStatus::measured) {
    fill = mixed(colour, palette.card, 0.05 + 0.13 * shareOf(box));
    pen = QPen(colour, style.line(1.5));
  } else if (*box.status == FindingStatus::reported) {
    fill = palette.sunken;
  } else {
    pen = QPen(*box.status == FindingStatus::absent ? palette.outline : palette.cantTell, style.line(1), Qt::DotLine);
  }
  painter.setPen(pen);
  painter.setBrush(fill);
  painter.drawRoundedRect(rect, style.px(6), style.px(6));
}

/// The style with the largest readable type at which `fits` says that no text is cut; else with the smallest readable type.
template <typename Fits>
PlotStyle narrowed(const PlotStyle& style, Fits fits) {
  PlotStyle tried = style;
  if (style.print) return tried;  // boxes on paper are as wide as their text, see wordMetrics()
  for (const double scale : {1.0, 0.94, 0.88, 0.82}) {
    tried.textPixels = style.textPixels * scale;
    if (fits(tried)) break;
  }
  return tried;
}

/// A title broken between words into two lines so that the longer line is shortest; one line for a single word.
QStringList onTwoLines(const QString& title, const QFontMetricsF& metrics) {
  QStringList best{title};
  double least = INFINITY;
  for (qsizetype space = title.indexOf(QLatin1Char(' ')); space > 0; space = title.indexOf(QLatin1Char(' '), space + 1)) {
    const QStringList lines{title.left(space), title.mid(space + 1)};
    if (lines[1].startsWith(QChar(0xB7))) continue;  // the dot between two names stays on the first line
    const double longer = std::max(metrics.horizontalAdvance(lines[0]), metrics.horizontalAdvance(lines[1]));
    if (longer >= least) continue;
    least = longer;
    best = lines;
  }
  return best;
}

/// Shows the whole name where possible: in smaller type or on two lines before it is cut. The status is a mark with a word, or the
/// mark alone where there is little room.
void paintTitle(QPainter& painter, const MemoryBox& box, const QRectF& row, const PlotStyle& style) {
  const QString word = boxStatusText(box.status);
  const double dot = style.em(8);
  const QFontMetricsF smallMetrics(style.small());
  const double badge = smallMetrics.horizontalAdvance(word) + dot + style.em(5);
  const auto widthIn = [&](const PlotStyle& tried) {
    return QFontMetricsF(tried.text(Weight::semiBold)).horizontalAdvance(box.title);
  };
  const bool whole = widthIn(style) + badge + style.em(8) <= row.width();
  const double room = row.width() - (whole ? badge : box.status ? dot + style.em(4) : 0);
  const PlotStyle one = narrowed(style, [&](const PlotStyle& tried) { return widthIn(tried) <= room; });
  painter.setPen(box.status == FindingStatus::absent ? style.palette.quietInk : style.palette.ink);
  painter.setFont(one.text(Weight::semiBold));
  double firstLine = row.center().y();
  if (widthIn(one) <= room) {
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, box.title);
  } else {
    const QFontMetricsF metrics(one.text(Weight::semiBold));
    const QStringList lines = onTwoLines(box.title, metrics);
    // Two lines of title use a part of the box's upper padding, but not the row of the first number, which may have a background.
    const double height = metrics.ascent() + metrics.descent() * 0.7;
    double baseline = row.bottom() - metrics.descent() - style.px(1) - height * static_cast<double>(lines.size() - 1);
    firstLine = baseline - metrics.capHeight() / 2;
    for (qsizetype i = 0; i < lines.size(); ++i, baseline += height)
      painter.drawText(QPointF(row.left(), baseline), metrics.elidedText(lines[i], Qt::ElideRight, i == 0 ? room : row.width()));
  }
  const QColor colour = box.status ? statusColour(*box.status, style.palette) : style.palette.quietInk;
  const double left = row.right() - (whole ? badge : dot);
  if (box.status) paintStatusDot(painter, {left + dot / 2, firstLine}, dot, *box.status, colour);
  if (!whole) return;
  painter.setFont(style.small());
  painter.setPen(colour);
  painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, word);
}

/// A diamond for a number that a model assumes, and two strokes through an equals sign for one that differs.
void paintAssumed(QPainter& painter, const QPointF& centre, double size, const PlotStyle& style) {
  const double r = size / 2;
  painter.setPen(QPen(style.palette.assumed, size * 0.16));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolygon(
      QPolygonF({centre + QPointF(0, -r), centre + QPointF(r, 0), centre + QPointF(0, r), centre + QPointF(-r, 0)}));
}

void paintDiffers(QPainter& painter, const QPointF& centre, double size, const PlotStyle& style) {
  const double r = size / 2;
  painter.setPen(QPen(style.palette.accent, size * 0.2, Qt::SolidLine, Qt::FlatCap));
  for (const double y : {-0.45 * r, 0.45 * r}) painter.drawLine(centre + QPointF(-r, y), centre + QPointF(r, y));
  painter.drawLine(centre + QPointF(-0.55 * r, r), centre + QPointF(0.55 * r, -r));
}

/// The width of a line's marks, at its right end.
double marksWidth(const BoxLine& line, const PlotStyle& style) {
  double width = style.em(11);
  if (line.assumed) width += style.em(10);
  if (line.differs) width += style.em(11);
  return width;
}

/// The width of a line with its brief texts.
double leastWidth(const BoxLine& line, const PlotStyle& style) {
  const QString& name = line.brief_name.isEmpty() ? line.name : line.brief_name;
  return QFontMetricsF(style.small()).horizontalAdvance(name) +
         QFontMetricsF(style.number(Weight::medium)).horizontalAdvance(line.brief) + marksWidth(line, style) + style.em(4);
}

void paintLine(QPainter& painter, const BoxLine& line, const QRectF& row, const PlotStyle& style) {
  const QFont words = style.small(), numbers = style.number(Weight::medium);
  const QFontMetricsF wordMetrics(words), numberMetrics(numbers);
  const double dot = style.em(6), marks = marksWidth(line, style);
  if (line.differs) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.palette.accentSoft);
    painter.drawRoundedRect(row.adjusted(-style.em(3), 0, style.em(3), 0), style.px(3), style.px(3));
  }
  const double room = row.width() - marks - style.em(4);
  const auto fits = [&](const QString& name, const QString& text) {
    return wordMetrics.horizontalAdvance(name) + numberMetrics.horizontalAdvance(text) <= room;
  };
  const QString value = fits(line.name, line.value) ? line.value : line.brief;
  const QString name = fits(line.name, value) || line.brief_name.isEmpty() ? line.name : line.brief_name;
  // A short name leaves the spare width to the value.
  const double valueRoom = std::max(room * 0.75, room - wordMetrics.horizontalAdvance(name));
  const double valueWidth = std::min(numberMetrics.horizontalAdvance(value), valueRoom);
  painter.setFont(words);
  painter.setPen(style.palette.quietInk);
  painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, wordMetrics.elidedText(name, Qt::ElideRight, room - valueWidth));
  const bool known = line.status == FindingStatus::measured || line.status == FindingStatus::reported;
  painter.setFont(numbers);
  painter.setPen(known ? style.palette.ink : style.palette.quietInk);
  painter.drawText(row.adjusted(0, 0, -marks, 0), Qt::AlignRight | Qt::AlignVCenter,
                   numberMetrics.elidedText(value, Qt::ElideRight, valueWidth + 0.5));
  if (line.status)
    paintStatusDot(painter, {row.right() - dot / 2, row.center().y()}, dot, *line.status,
                   statusColour(*line.status, style.palette));
  double right = row.right() - style.em(11);
  if (line.assumed) {
    paintAssumed(painter, {right - style.em(3.5), row.center().y()}, style.em(7), style);
    right -= style.em(10);
  }
  if (line.differs) paintDiffers(painter, {right - style.em(4), row.center().y()}, style.em(8), style);
}

bool saysNoteOnly(const MemoryBox& box) {
  return !box.note.isEmpty() && (box.status == FindingStatus::absent || box.status == FindingStatus::not_measurable);
}

/// As many words of the note as fit in whole lines; choosing the box shows the rest.
QString noteIn(const QString& note, const QRectF& room, const QFontMetricsF& metrics) {
  const auto fits = [&](const QString& text) {
    const QRectF needed =
        metrics.boundingRect(QRectF(0, 0, room.width(), 1e4), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
    return needed.height() <= room.height() + 0.5;
  };
  if (fits(note)) return note;
  const QStringList words = note.split(QLatin1Char(' '));
  for (qsizetype count = words.size() - 1; count > 0; --count)
    if (const QString text = words.first(count).join(QLatin1Char(' ')) + QStringLiteral(" …"); fits(text)) return text;
  return {};
}

/// The width of a box with its brief texts and its title on two lines.
double neededWidth(const MemoryBox& box, const BoxMetrics& m, const PlotStyle& style) {
  const QFontMetricsF metrics(style.text(Weight::semiBold));
  const QStringList title = onTwoLines(box.title, metrics);
  double width =
      metrics.horizontalAdvance(title.front()) + style.em(8 + 4);  // the status stands beside the first line of the title
  for (const QString& line : title) width = std::max(width, metrics.horizontalAdvance(line));
  if (saysNoteOnly(box))
    width = std::max(width, QFontMetricsF(style.small()).horizontalAdvance(boxStatusText(box.status)));
  else
    for (const BoxLine& line : box.lines) width = std::max(width, leastWidth(line, style));
  return width + 2 * m.pad + style.px(1);
}

void paintBox(QPainter& painter, const MemoryBox& box, const QRectF& rect, std::size_t lines, const BoxMetrics& m,
              const PlotStyle& style) {
  paintFrame(painter, box, rect, style);
  const QRectF inner = rect.adjusted(m.pad, m.pad, -m.pad, -m.pad);
  paintTitle(painter, box, QRectF(inner.left(), inner.top(), inner.width(), m.title), style);
  if (saysNoteOnly(box)) {
    painter.save();
    const QRectF text = inner.adjusted(0, m.title, 0, m.pad * 0.5);
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    // On paper the note is cut, as the caption has all of it.
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     style.print ? boxStatusText(box.status) : noteIn(box.note, text, QFontMetricsF(style.small())));
    painter.restore();
    return;
  }
  double y = inner.top() + m.title;
  // All lines of a box have one type size.
  const PlotStyle narrow = narrowed(style, [&](const PlotStyle& tried) {
    return std::all_of(box.lines.begin(), box.lines.begin() + static_cast<std::ptrdiff_t>(lines),
                       [&](const BoxLine& line) { return leastWidth(line, tried) <= inner.width(); });
  });
  // Where not all lines have room, the last line says how many there are besides.
  const std::size_t shown = lines < box.lines.size() && lines > 0 ? lines - 1 : lines;
  for (std::size_t i = 0; i < shown; ++i, y += m.line)
    paintLine(painter, box.lines[i], QRectF(inner.left(), y, inner.width(), m.line), narrow);
  if (shown >= box.lines.size()) return;
  const std::size_t more = box.lines.size() - shown;
  painter.setFont(narrow.small());
  painter.setPen(style.palette.quietInk);
  const QStringList wordings{style.print ? tr("and %1 more in the CSV").arg(more) : tr("and %1 more").arg(more),
                             tr("and %1 more").arg(more), tr("+ %1").arg(more)};
  painter.drawText(QRectF(inner.left(), y, inner.width(), m.line), Qt::AlignLeft | Qt::AlignVCenter,
                   fittingWords(narrow.small(), wordings, inner.width()));
}

/// The place of box `from` in a path if `to` follows it; nothing if the link is not part of the path.
bool isLit(const MemoryPointing& pointing, const BoxLink& link) {
  for (std::size_t i = 0; i + 1 < pointing.lit.size(); ++i)
    if (pointing.lit[i] == link.from && pointing.lit[i + 1] == link.to) return true;
  return false;
}

void paintRoute(QPainter& painter, const QPolygonF& route, bool lit, const PlotStyle& style) {
  const QColor colour = lit ? style.palette.accent : style.palette.outline;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, style.line(lit ? 2.6 : 1.2), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  painter.drawPolyline(route);
  const QPointF end = route.back(), before = route[route.size() - 2];
  const double length = std::hypot(end.x() - before.x(), end.y() - before.y());
  if (length <= 0) return;
  const QPointF along = (end - before) / length, across(-along.y(), along.x());
  const double size = style.em(lit ? 7 : 5.5);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF({end, end - along * size + across * size * 0.55, end - along * size - across * size * 0.55}));
}

/// Draws the cycles that a miss costs beside its line, where the text touches nothing else.
void paintCost(QPainter& painter, const MemoryBox& from, const QPolygonF& route, const QPointF& place, TakenRoom& taken, bool lit,
               const PlotStyle& style) {
  if (!from.miss_cycles) return;
  const QFont font = style.number(lit ? Weight::bold : Weight::regular);
  const QString text = QLatin1Char('+') + QString::fromStdString(number_text(*from.miss_cycles));
  const QFontMetricsF metrics(font);
  const QSizeF size(metrics.horizontalAdvance(text), metrics.capHeight() + style.px(2));
  const double apart = style.em(5), height = size.height();
  // Above a horizontal leg, beside a vertical one.
  const bool level = route.size() == 2 && std::abs(route[0].y() - route[1].y()) < 0.01;
  std::vector<QRectF> places;
  for (const double up : {0.0, 1.0, -1.0, 2.0, -2.0})
    for (const double left : level ? std::vector{-size.width() / 2} : std::vector{apart, -apart - size.width()})
      places.emplace_back(place + QPointF(left, level ? -height - style.px(3) - up * height : -height / 2 - up * height), size);
  const QRectF all = QRectF(place, QSizeF(0, 0)).adjusted(-1e6, -1e6, 1e6, 1e6);
  QRectF room = taken.takeFirst(places, all);
  if (room.isNull()) room = places.front();
  painter.setFont(font);
  painter.setPen(lit ? style.palette.accent : style.palette.quietInk);
  painter.drawText(room.adjusted(-1, -height, 1, height), Qt::AlignCenter, text);
}

/// "carve-out 50 %   80 ×"
QString smFacts(const MemoryDiagram& diagram) {
  QStringList parts;
  if (diagram.carveout) parts << tr("carve-out %1 %").arg(*diagram.carveout);
  if (!diagram.sm.isEmpty()) parts << diagram.sm;
  return parts.join(QStringLiteral("   "));
}

void paintSm(QPainter& painter, const MemoryDiagram& diagram, const MemoryLayout& layout, const BoxMetrics& m,
             const PlotStyle& style) {
  if (layout.sm.isNull()) return;
  painter.setPen(QPen(style.palette.outline, style.line(1), Qt::DashLine));
  painter.setBrush(style.palette.sunken);
  painter.drawRoundedRect(layout.sm, style.px(8), style.px(8));
  const QRectF row(layout.sm.left() + m.pad, layout.sm.top() + m.pad * 0.3, layout.sm.width() - 2 * m.pad, m.title);
  painter.setFont(style.text(Weight::semiBold));
  painter.setPen(style.palette.ink);
  const QString facts = smFacts(diagram);
  const double beside = row.width() - QFontMetricsF(style.number(Weight::medium)).horizontalAdvance(facts) - style.em(10);
  painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                   fittingWords(painter.font(), {tr("Streaming multiprocessor"), tr("SM")}, beside));
  painter.setFont(style.number(Weight::medium));
  painter.setPen(style.palette.quietInk);
  painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, facts);
}

void paintWall(QPainter& painter, bool carveout, const QRectF& wall, const PlotStyle& style) {
  if (wall.isNull()) return;
  if (carveout) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.palette.ink);
    const double thickness = style.em(5);
    painter.drawRoundedRect(QRectF(wall.center().x() - thickness / 2, wall.top(), thickness, wall.height()), thickness / 2,
                            thickness / 2);
    return;
  }
  painter.setPen(QPen(style.palette.outline, style.line(1.5), Qt::DotLine));
  painter.drawLine(QPointF(wall.center().x(), wall.top()), QPointF(wall.center().x(), wall.bottom()));
}

void paintRing(QPainter& painter, const QRectF& box, const QColor& colour, double width, const PlotStyle& style) {
  const double out = style.px(2.5);
  painter.setPen(QPen(colour, style.line(width)));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(box.adjusted(-out, -out, out, out), style.px(8), style.px(8));
}

std::vector<LegendEntry> legendOf(const MemoryDiagram& diagram, const PlotStyle& style) {
  const QColor ink = style.palette.quietInk;
  std::vector<LegendEntry> entries;
  for (const FindingStatus status : kLegend)
    entries.push_back({[status, style](QPainter& painter, const QRectF& box) {
                         paintStatusDot(painter, box.center(), style.em(8), status, statusColour(status, style.palette));
                       },
                       boxStatusText(status), ink});
  entries.push_back({[style](QPainter& painter, const QRectF& box) {
                       painter.setFont(style.number(Weight::medium));
                       painter.setPen(style.palette.quietInk);
                       painter.drawText(box.adjusted(0, -box.height(), 0, box.height()), Qt::AlignCenter, QStringLiteral("?"));
                     },
                     tr("no value; no dot: not measured"), ink});
  const auto has = [&](const char* subject) {
    return std::any_of(diagram.boxes.begin(), diagram.boxes.end(),
                       [&](const MemoryBox& box) { return box.key() == subject && box.status != FindingStatus::absent; });
  };
  if (has(subject::shared_memory) && has(subject::l1_data))
    entries.push_back({[carveout = diagram.carveout.has_value(), style](QPainter& painter, const QRectF& box) {
                         paintWall(painter, carveout,
                                   QRectF(box.left(), box.top() - style.em(1), box.width(), box.height() + style.em(2)), style);
                       },
                       diagram.carveout ? tr("border that the carve-out moves") : tr("border, carve-out not known"), ink});
  if (diagram.anyAssumed())
    entries.push_back({[style](QPainter& painter, const QRectF& box) { paintAssumed(painter, box.center(), style.em(8), style); },
                       tr("assumed in the model"), ink});
  if (diagram.anyDifference())
    entries.push_back({[style](QPainter& painter, const QRectF& box) { paintDiffers(painter, box.center(), style.em(8), style); },
                       tr("differs between the cards"), ink});
  return entries;
}

}  // namespace

void paintMemoryDiagram(QPainter& painter, const MemoryDiagram& diagram, const MemoryLayout& layout, const PlotStyle& style,
                        const MemoryPointing& pointing) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  const BoxMetrics m = style.print ? wordMetrics(diagram, style) : boxMetrics(style);
  paintSm(painter, diagram, layout, m, style);
  for (const bool lit : {false, true})  // lit lines are drawn over the others
    for (std::size_t i = 0; i < diagram.links.size(); ++i) {
      if (isLit(pointing, diagram.links[i]) != lit) continue;
      paintRoute(painter, layout.routes[i], lit, style);
    }
  paintWall(painter, diagram.carveout.has_value(), layout.wall, style);
  for (std::size_t i = 0; i < diagram.boxes.size(); ++i)
    paintBox(painter, diagram.boxes[i], layout.boxes[i], layout.lines[i], m, style);
  TakenRoom taken;
  for (const QRectF& box : layout.boxes) taken.take(box);
  for (const QPolygonF& route : layout.routes) {
    QPainterPath path;
    path.addPolygon(route);
    taken.take(path);
  }
  for (std::size_t i = 0; i < diagram.links.size(); ++i)
    // Between neighbours within the SM there is no room for the cost; the box has it.
    if (diagram.boxes[diagram.links[i].to].row != BoxRow::upper)
      paintCost(painter, diagram.boxes[diagram.links[i].from], layout.routes[i], layout.costs[i], taken,
                isLit(pointing, diagram.links[i]), style);
  for (const std::size_t box : pointing.lit)
    if (pointing.lit.size() > 1) paintRing(painter, layout.boxes[box], style.palette.accent, 1.2, style);
  if (pointing.hovered >= 0)
    paintRing(painter, layout.boxes[static_cast<std::size_t>(pointing.hovered)], style.palette.outline, 1.2, style);
  if (pointing.chosen >= 0)
    paintRing(painter, layout.boxes[static_cast<std::size_t>(pointing.chosen)], style.palette.accent, 2.4, style);
  if (pointing.focused >= 0 && pointing.focused != pointing.chosen)
    paintRing(painter, layout.boxes[static_cast<std::size_t>(pointing.focused)], style.palette.focus, 2, style);
  painter.restore();
}

BoxMetrics wordMetrics(const MemoryDiagram& diagram, const PlotStyle& style) {
  BoxMetrics metrics = boxMetrics(style);
  const QFontMetricsF title(style.text(Weight::semiBold));
  bool broken = false;  // the title is longer than the least width of its box
  for (const MemoryBox& box : diagram.boxes) {
    metrics.needed.push_back(neededWidth(box, metrics, style));
    broken = broken || title.horizontalAdvance(box.title) + 2 * metrics.pad > metrics.needed.back();
  }
  if (broken) metrics.title = title.height() * 1.9 + style.px(2);
  return metrics;
}

double paintMemoryLegend(QPainter& painter, const QPointF& corner, double width, const MemoryDiagram& diagram,
                         const PlotStyle& style) {
  return paintLegend(&painter, legendOf(diagram, style), corner, width, style);
}

double memoryLegendHeight(double width, const MemoryDiagram& diagram, const PlotStyle& style) {
  return paintLegend(nullptr, legendOf(diagram, style), {}, width, style);
}

}  // namespace chasescope
