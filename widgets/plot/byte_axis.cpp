#include "widgets/plot/byte_axis.h"

#include <algorithm>
#include <cmath>

#include "engine/trace/number_text.h"
#include "widgets/plot/plain_axes.h"

namespace chasescope {

double ByteAxis::toX(double bytes) const {
  return left + (std::log2(std::max(bytes, 1e-9)) - std::log2(from)) / (std::log2(to) - std::log2(from)) * (right - left);
}

ByteAxis byteAxis(double left, double right, double from, double to) {
  constexpr double kAir = 0.03;
  from = std::max(from, 1.0);
  to = std::max(to, 2 * from);
  const double air = std::pow(to / from, kAir);
  return {left, right, from / air, to * air};
}

void paintByteAxis(QPainter& painter, const ByteAxis& axis, double y, const QString& title, const PlotStyle& style) {
  painter.save();
  const QFontMetricsF numbers(style.number());
  const double widest = numbers.horizontalAdvance(QStringLiteral("512 KiB")) + style.em(14);
  const int first = static_cast<int>(std::ceil(std::log2(axis.from) - 1e-9)),
            last = static_cast<int>(std::floor(std::log2(axis.to) + 1e-9));
  const double octave = axis.toX(2) - axis.toX(1);
  const int every = std::max(1, static_cast<int>(std::ceil(widest / octave)));
  const QColor line = style.print ? style.palette.ink : style.palette.outline;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(style.number());
  painter.setPen(QPen(line, style.line(1)));
  painter.drawLine(QPointF(axis.left, y), QPointF(axis.right, y));
  double taken = -INFINITY;  // right edge of the last label: a label that would touch it is left out
  const auto tick = [&](double bytes, bool named) {
    const double x = axis.toX(bytes);
    painter.setPen(QPen(line, style.line(1)));
    painter.drawLine(QPointF(x, y), QPointF(x, y + style.px(named ? 5 : 3)));
    if (!named) return;
    painter.setPen(style.palette.quietInk);
    const QString text = sizeText(bytes);
    const double width = numbers.horizontalAdvance(text);
    // The label must not reach far beyond the end of the axis, where there is no room.
    const double left = std::min(x - width / 2, axis.right + style.px(8) - width);
    if (left < taken) return;
    taken = left + width + style.em(4);
    painter.drawText(QRectF(left, y + style.px(6), width + 1, numbers.height()), Qt::AlignLeft | Qt::AlignTop, text);
  };
  if (last - first < 1) {  // the axis spans one or two doublings: use even steps
    const double room = std::max(1.0, (axis.right - axis.left) / widest);
    const double step = std::exp2(std::ceil(std::log2(std::max(1.0, (axis.to - axis.from) / room))));
    for (double bytes = std::ceil(axis.from / step) * step; bytes <= axis.to; bytes += step) tick(bytes, true);
  }
  for (int power = first; power <= last && last - first >= 1; ++power) tick(std::exp2(power), power % every == 0);
  if (!title.isEmpty()) {
    painter.setFont(style.text(Weight::medium));
    painter.setPen(style.palette.quietInk);
    // The title may also use the room below the numbers of the vertical axis.
    paintTitleBelow(painter, axis.left - style.em(30), QRectF(axis.left, 0, axis.right - axis.left, 0),
                    y + style.px(10) + numbers.height(), title);
  }
  painter.restore();
}

double belowByteAxis(const PlotStyle& style, bool title) {
  const double numbers = QFontMetricsF(style.number()).height() + style.px(8);
  return title ? numbers + QFontMetricsF(style.text(Weight::medium)).height() + style.px(6) : numbers;
}

QString sizeText(double bytes) {
  return QString::fromStdString(size_text(std::max(0.0, std::round(bytes))).joined());
}

}  // namespace chasescope
