#include "widgets/views/steps/step_scene.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>

#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

QString say(const char* text) { return QCoreApplication::translate("StepScene", text); }

void box(QPainter& painter, const QRectF& rect, const QColor& fill, const QPen& pen, double radius) {
  painter.setBrush(fill);
  painter.setPen(pen);
  painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

void text(QPainter& painter, const QRectF& rect, int flags, const QString& words, const QFont& font, const QColor& colour) {
  painter.setFont(font);
  painter.setPen(colour);
  painter.drawText(rect, flags, words);
}

QColor roleColour(step::BitRole role, const Palette& palette) {
  switch (role) {
    case step::BitRole::set:
    case step::BitRole::hashed:
    case step::BitRole::divided: return levelColour(1, palette);  // not the colour of a hit or a miss
    case step::BitRole::offset:
    case step::BitRole::tag:
    case step::BitRole::unknown: break;
  }
  return palette.outline;
}

void paintTitle(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style) {
  QFont font = style.text(Weight::semiBold);
  font.setPixelSize(qRound(font.pixelSize() * 1.15));
  text(painter, layout.title, Qt::AlignLeft | Qt::AlignVCenter, picture.title, font, style.palette.ink);
  const double used = QFontMetricsF(font).horizontalAdvance(picture.title) + style.em(12);
  const QRectF rest = layout.title.adjusted(used, 0, 0, 0);
  const QString facts = QFontMetricsF(style.text()).elidedText(picture.facts, Qt::ElideRight, rest.width());
  text(painter, rest, Qt::AlignLeft | Qt::AlignVCenter, facts, style.text(), style.palette.quietInk);
}

void paintBits(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style) {
  for (const BitField& field : layout.fields) {
    const QColor colour = roleColour(field.role, style.palette);
    box(painter, field.box, mixed(colour, style.palette.card, 0.12),
        QPen(colour, style.line(field.role == step::BitRole::tag ? 1 : 1.6)), style.px(5));
    QString digits;
    for (unsigned bit = field.high + 1; bit-- > field.low;)
      digits += picture.split.bits[bit].value ? QLatin1Char('1') : QLatin1Char('0');
    const QFont font = style.number(Weight::medium);
    digits = QFontMetricsF(font).elidedText(digits, Qt::ElideLeft, field.box.width() - style.em(6));
    text(painter, field.box, Qt::AlignCenter, digits, font, style.palette.ink);
    QString caption = bitRoleText(field.role, picture.part);
    caption +=
        field.low == field.high ? QStringLiteral(" %1").arg(field.low) : QStringLiteral(" %1–%2").arg(field.high).arg(field.low);
    const QFontMetricsF metrics(style.small());
    QRectF room = field.caption;
    if (&field == &layout.fields.back())
      room.setRight(std::max(room.right(), layout.sentence.right()));  // there is nothing beside it
    else
      room.setRight(room.right() - style.em(4));  // a gap, so that captions of narrow fields stay apart
    if (metrics.horizontalAdvance(caption) > room.width()) caption = bitRoleText(field.role, picture.part);
    text(painter, room, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(caption, Qt::ElideRight, room.width()), style.small(),
         style.palette.quietInk);
  }
  text(painter, layout.sentence, Qt::AlignLeft | Qt::TextWordWrap, QString::fromStdString(picture.split.sentence), style.text(),
       style.palette.ink);
}

/// What happened to a way, in one word; empty if nothing did.
QString fateOf(const StepPicture& picture, const step::Way& way, bool after) {
  const step::Look& look = picture.look;
  if (way.state != step::Way::State::held) return {};
  if (!after && look.evicted == way.unit) return say("goes");
  if (way.unit != look.unit) return {};
  if (look.verdict == step::Verdict::hit) return after ? QString() : say("hit");
  if (look.verdict == step::Verdict::sector_miss) return after ? say("+ sector") : say("sector missing");
  if (look.verdict == step::Verdict::miss) return after ? say("new") : QString();
  return {};
}

void paintWay(QPainter& painter, const StepPicture& picture, const step::Way& way, const QRectF& rect, bool after, bool roomy,
              const PlotStyle& style) {
  const Palette& palette = style.palette;
  const QString fate = fateOf(picture, way, after);
  const bool marked = !fate.isEmpty() || (after && way.state == step::Way::State::held && way.unit == picture.look.unit &&
                                          picture.look.verdict == step::Verdict::hit);
  const QColor colour = !marked ? palette.outline : verdictColour(picture.look.verdict, palette);
  const bool held = way.state == step::Way::State::held;
  QPen pen(held ? colour : palette.outline, style.px(marked ? 2.4 : 1), held ? Qt::SolidLine : Qt::DashLine);
  const QColor fill = marked ? mixed(colour, palette.card, 0.14) : held ? palette.sunken : palette.card;
  box(painter, rect, fill, pen, style.px(6));

  QString name = wayText(picture.part, way);
  QString below = fate;
  if (held && below.isEmpty() && way.used)
    below = *way.used == picture.look.at ? say("used now") : say("used %1 ago").arg(counted(picture.look.at - *way.used));
  const QColor ink = held ? palette.ink : palette.quietInk;
  const QFont bold = style.text(marked ? Weight::semiBold : Weight::medium);
  const QRectF inner = rect.adjusted(style.px(4), 0, -style.px(4), 0);
  const auto fitted = [&](const QString& words, const QFont& font) {
    return QFontMetricsF(font).elidedText(words, Qt::ElideRight, inner.width());
  };
  if (!roomy || below.isEmpty()) {
    if (!roomy && held)
      name = counted(way.unit / picture.part.spec.unit_bytes) + (fate.isEmpty() ? QString() : QStringLiteral(" ") + fate);
    text(painter, inner, Qt::AlignCenter, fitted(name, bold), bold, ink);
    return;
  }
  const double middle = rect.center().y() + style.em(1);
  text(painter, QRectF(inner.left(), rect.top(), inner.width(), middle - rect.top()), Qt::AlignHCenter | Qt::AlignBottom,
       fitted(name, bold), bold, ink);
  text(painter, QRectF(inner.left(), middle, inner.width(), rect.bottom() - middle - style.em(2)), Qt::AlignHCenter | Qt::AlignTop,
       fitted(below, style.small()), style.small(), marked ? palette.ink : palette.quietInk);
}

void paintSets(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style) {
  if (layout.before_title.isNull()) return;
  QString set = picture.look.set ? say("set %1").arg(counted(*picture.look.set)) : say("set ?");
  if (const std::size_t shown = std::max(layout.before.size(), layout.after.size()); shown < picture.ways)
    set += picture.look.way
               ? say(", ways %1 to %2 of %3").arg(picture.first_way).arg(picture.first_way + shown - 1).arg(picture.ways)
               : say(", %1 of its %2 ways").arg(shown).arg(picture.ways);
  for (const auto& [rect, word] : {std::pair(layout.before_title, say("Before")), std::pair(layout.after_title, say("After"))})
    text(painter, rect, Qt::AlignLeft | Qt::AlignVCenter, word + QStringLiteral(" · ") + set, style.text(Weight::semiBold),
         style.palette.quietInk);
  for (std::size_t i = 0; i < layout.before.size(); ++i)
    paintWay(painter, picture, picture.look.before[i], layout.before[i], false, layout.roomy_ways, style);
  for (std::size_t i = 0; i < layout.after.size(); ++i)
    paintWay(painter, picture, picture.look.after[i], layout.after[i], true, layout.roomy_ways, style);
  const QRectF& at = layout.arrow;
  painter.setPen(QPen(style.palette.quietInk, style.line(2)));
  painter.drawLine(QPointF(at.left(), at.center().y()), QPointF(at.right() - style.px(6), at.center().y()));
  QPainterPath head(QPointF(at.right(), at.center().y()));
  head.lineTo(at.right() - style.px(9), at.center().y() - style.px(5));
  head.lineTo(at.right() - style.px(9), at.center().y() + style.px(5));
  painter.fillPath(head, style.palette.quietInk);
}

void paintWords(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style) {
  const QColor colour = verdictColour(picture.look.verdict, style.palette);
  box(painter, layout.words, mixed(colour, style.palette.card, 0.07), QPen(colour, style.line(1.4)), style.px(7));
  const double padding = style.em(12);
  QRectF at = layout.words.adjusted(padding, padding, -padding, -padding);
  bool first = true;
  for (const std::string& sentence : {picture.words.headline, picture.words.reason, picture.words.sequel}) {
    if (sentence.empty()) continue;
    QRectF drawn;
    painter.setFont(first ? style.text(Weight::semiBold) : style.text());
    painter.setPen(style.palette.ink);
    painter.drawText(at, Qt::AlignLeft | Qt::TextWordWrap, QString::fromStdString(sentence), &drawn);
    at.setTop(drawn.bottom() + style.em(4));
    first = false;
  }
}

void paintMark(QPainter& painter, const StripMark& mark, const QRectF& column, const PlotStyle& style) {
  const Palette& palette = style.palette;
  const double gap = style.px(1.5);
  QRectF bar = column.adjusted(gap, style.em(8), -gap, 0);
  const bool miss = mark.verdict == step::Verdict::miss || mark.verdict == step::Verdict::sector_miss;
  const double share = miss ? (mark.verdict == step::Verdict::miss ? 1.0 : 0.72) : mark.verdict == step::Verdict::hit ? 0.42 : 0.18;
  bar.setTop(bar.bottom() - bar.height() * share);
  const bool told = miss || mark.verdict == step::Verdict::hit;
  QColor colour = told ? verdictFill(mark.verdict, palette) : palette.outline;
  if (!mark.timed) colour = mixed(colour, palette.card, 0.45);
  painter.fillRect(bar, colour);
  if (miss && bar.width() >= style.px(6)) paintCross(painter, bar, palette.card, style.line(1.2));
  if (!mark.evicts) return;
  QPainterPath triangle(QPointF(column.center().x(), column.top() + style.em(6)));
  triangle.lineTo(column.center().x() - style.em(3.4), column.top());
  triangle.lineTo(column.center().x() + style.em(3.4), column.top());
  painter.fillPath(triangle, palette.ink);
}

void paintStrip(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style) {
  if (layout.strip.empty()) return;
  const QString legend =
      say("Around it: a short bar is a hit, a tall one with a cross a miss, ▼ an eviction, a stub was not asked or is not known");
  if (!layout.strip_title.isNull())
    text(painter, layout.strip_title, Qt::AlignLeft | Qt::AlignVCenter,
         QFontMetricsF(style.small()).elidedText(legend, Qt::ElideRight, layout.strip_title.width()), style.small(),
         style.palette.quietInk);
  double free_from = 0;
  for (std::size_t i = 0; i < layout.strip.size(); ++i) {
    const StripMark& mark = picture.strip[layout.first_mark + i];
    const QRectF& column = layout.strip[i];
    paintMark(painter, mark, column, style);
    if (mark.pass) {
      painter.setPen(QPen(style.palette.quietInk, style.line(1)));
      painter.drawLine(QPointF(column.left(), column.bottom()), QPointF(column.left(), column.bottom() + style.em(12)));
      const QString label = say("pass %1").arg(counted(*mark.pass));
      const double wide = QFontMetricsF(style.small()).horizontalAdvance(label) + style.em(6);
      if (column.left() >= free_from && !layout.strip_title.isNull()) {
        text(painter, QRectF(column.left() + style.em(3), column.bottom() + style.em(2), wide, style.em(14)),
             Qt::AlignLeft | Qt::AlignVCenter, label, style.small(), style.palette.quietInk);
        free_from = column.left() + wide;
      }
    }
    if (layout.first_mark + i == picture.current) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(style.palette.ink, style.line(2)));
      painter.drawRoundedRect(column.adjusted(-style.px(1.5), -style.px(3), style.px(1.5), style.px(2)), style.px(3), style.px(3));
    }
  }
}

}  // namespace

QString bitRoleText(step::BitRole role, const step::Part& part) {
  switch (role) {
    case step::BitRole::offset: return part.translation ? say("in the page") : say("in the line");
    case step::BitRole::set: return say("set");
    case step::BitRole::hashed: return say("set and tag");
    case step::BitRole::divided: return part.translation ? say("page") : say("line");
    case step::BitRole::tag: return say("tag");
    case step::BitRole::unknown: break;
  }
  return say("?");
}

void paintStep(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style) {
  painter.setRenderHint(QPainter::Antialiasing, true);
  paintTitle(painter, picture, layout, style);
  paintBits(painter, picture, layout, style);
  paintSets(painter, picture, layout, style);
  paintWords(painter, picture, layout, style);
}

void paintTimeline(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style) {
  painter.setRenderHint(QPainter::Antialiasing, true);
  paintStrip(painter, picture, layout, style);
}

}  // namespace chasescope
