#include "widgets/builder/working_scene.h"

#include <algorithm>
#include <cmath>

#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::size_t kLines = 3;  // of working, under each other
constexpr double kBox = 34, kLeastBox = 15, kGap = 18;

QString title(const WorkingPicture& picture) {
  return (picture.translates ? tr("Where page %1 goes") : tr("Where line %1 goes")).arg(counted(picture.line));
}

/// Working in columns of a few lines.
struct Column {
  QStringList lines;
  double width = 0;
};

std::vector<Column> columnsOf(const WorkingPicture& picture, const QFontMetricsF& metrics) {
  std::vector<Column> columns;
  const auto& lines = picture.working.working;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i % kLines == 0) columns.emplace_back();
    columns.back().lines << QString::fromStdString(lines[i]);
    columns.back().width = std::max(columns.back().width, metrics.horizontalAdvance(columns.back().lines.back()));
  }
  return columns;
}

void paintBits(QPainter& painter, const QPointF& corner, double box, std::size_t count, const WorkingPicture& picture,
               double offset, const PlotStyle& style) {
  const Palette& palette = style.palette;
  const auto& bits = picture.working.bits;
  const double high = style.em(26);
  double x = corner.x();
  for (std::size_t i = bits.size() - count; i < bits.size(); ++i) {
    const QRectF cell(x, corner.y(), box - style.px(2), high);
    painter.setPen(QPen(bits[i].chooses ? palette.accent : palette.outline, style.line(bits[i].chooses ? 1.6 : 1)));
    painter.setBrush(bits[i].chooses ? palette.accentSoft : palette.card);
    painter.drawRoundedRect(cell, style.px(3), style.px(3));
    painter.setPen(palette.ink);
    painter.setFont(style.number(bits[i].chooses ? Weight::bold : Weight::regular));
    painter.drawText(cell, Qt::AlignCenter, bits[i].value ? QStringLiteral("1") : QStringLiteral("0"));
    painter.setPen(palette.quietInk);
    painter.setFont(style.number());
    const QString number = QString::number(bits[i].number);
    if (QFontMetricsF(painter.font()).horizontalAdvance(number) <= box + style.px(2) &&
        (box >= style.em(19) || (bits.size() - i) % 2 == 1))
      painter.drawText(QRectF(x - box, cell.bottom(), 3 * box - style.px(2), style.em(20)), Qt::AlignCenter, number);
    x += box;
  }
  const QRectF within(x + style.px(2), corner.y(), offset, high);
  painter.setPen(QPen(palette.outline, style.line(1)));
  painter.setBrush(palette.sunken);
  painter.drawRoundedRect(within, style.px(3), style.px(3));
  painter.setPen(palette.quietInk);
  painter.setFont(style.small());
  const QFontMetricsF metrics(painter.font());
  const QString words = picture.translates ? tr("byte in the page") : tr("byte in the line");
  painter.drawText(within, Qt::AlignCenter, metrics.horizontalAdvance(words) < offset - 4 ? words : tr("byte"));
  painter.setFont(style.number());
  if (picture.working.offset_bits > 0)
    painter.drawText(QRectF(within.left(), within.bottom(), offset, style.em(20)), Qt::AlignCenter,
                     tr("%1 to 0").arg(picture.working.offset_bits - 1));
}

}  // namespace

double heightOfWorking(const PlotStyle& style) { return style.em(52); }

void paintWorking(QPainter& painter, const QRectF& area, const WorkingPicture& picture, const PlotStyle& style) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  const Palette& palette = style.palette;
  const QFont head = wordFont(style.em(14), Weight::semiBold), large = wordFont(style.em(20), Weight::bold);
  const double gap = style.em(kGap);
  QRectF room = area;

  const QString set = tr("set %1").arg(counted(picture.working.set));
  painter.setFont(large);
  painter.setPen(picture.tooMany ? palette.missText : palette.accent);
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, set);
  room.setRight(room.right() - QFontMetricsF(large).horizontalAdvance(set) - gap);

  painter.setFont(head);
  painter.setPen(palette.ink);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, title(picture));
  // With room for two digits more, so that the columns stay where they are when the title's number grows by a digit.
  room.setLeft(room.left() + QFontMetricsF(head).horizontalAdvance(title(picture) + QStringLiteral("00")) + gap / 2);

  const QFontMetricsF numbers(style.number());
  std::vector<Column> columns = columnsOf(picture, numbers);
  const std::size_t bits = picture.working.bits.size();
  double offset = style.em(104);
  const auto left = [&] {
    double width = room.width() - offset - gap;
    for (const Column& column : columns) width -= column.width + gap;
    return width / static_cast<double>(std::max<std::size_t>(bits, 1));
  };
  if (left() < style.em(kLeastBox)) offset = style.em(40);
  while (left() < style.em(kLeastBox) && !columns.empty()) columns.pop_back();
  const double box = std::min(left(), style.em(kBox));
  const bool fits = box >= style.em(kLeastBox);
  const std::size_t shown =
      fits ? bits : std::min(bits, static_cast<std::size_t>(std::max(0.0, room.width() - offset) / style.em(kLeastBox)));
  const double each = fits ? box : style.em(kLeastBox);
  if (shown > 0) paintBits(painter, QPointF(room.left(), area.top() + style.em(2)), each, shown, picture, offset, style);
  double x = room.left() + each * static_cast<double>(shown) + offset + gap;
  painter.setFont(style.number());
  painter.setPen(palette.ink);
  for (const Column& column : columns) {
    const double line = std::min(numbers.height(), area.height() / static_cast<double>(kLines));
    double y = area.center().y() - line * static_cast<double>(column.lines.size()) / 2;
    for (const QString& words : column.lines) {
      painter.drawText(QRectF(x, y, column.width + 2, line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, words);
      y += line;
    }
    x += column.width + gap;
  }
  painter.restore();
}

QString workingSentence(const WorkingPicture& picture) {
  QStringList working;
  for (const std::string& line : picture.working.working) working << QString::fromStdString(line);
  return (picture.translates ? tr("Page %1 goes to set %2: %3.") : tr("Line %1 goes to set %2: %3."))
      .arg(counted(picture.line), counted(picture.working.set), working.join(QStringLiteral(", ")));
}

}  // namespace chasescope
