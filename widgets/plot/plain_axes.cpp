#include "widgets/plot/plain_axes.h"

#include <algorithm>
#include <cmath>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr int kMostRows = 6;
constexpr double kRowHeight = 32;  // between two numbers, at least

/// "Latency (cycles)" along an axis of that length; the unit alone where that has no room, and nothing where that has none.
QString titleAlong(const QString& title, double length, const QFontMetricsF& metrics) {
  if (metrics.horizontalAdvance(title) <= length) return title;
  const qsizetype open = title.indexOf(QLatin1Char('('));
  const qsizetype close = title.lastIndexOf(QLatin1Char(')'));
  const QString unit = open >= 0 && close > open ? title.mid(open + 1, close - open - 1) : QString();
  return metrics.horizontalAdvance(unit) <= length ? unit : QString();
}

/// "1,024", "0.5".
QString tickText(double value, double step) {
  if (step < 1) return QString::number(value, 'f', std::clamp(static_cast<int>(std::ceil(-std::log10(step))), 1, 3));
  const long long whole = std::llround(value);
  const QString digits = QString::fromStdString(format_count(static_cast<std::uint64_t>(std::llabs(whole))));
  return whole < 0 ? QChar(0x2212) + digits : digits;  // a minus, not a hyphen
}

}  // namespace

double tickStep(double range, int count, double smallest) {
  const double exact = std::max(range / std::max(count, 1), smallest > 0 ? smallest : 1e-12);
  const double magnitude = std::pow(10.0, std::floor(std::log10(exact)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * magnitude >= exact * 0.999) return step * magnitude;
  return 10 * magnitude;
}

std::vector<double> ticksBetween(double from, double to, double step) {
  std::vector<double> ticks;
  for (double at = std::ceil(from / step) * step; at <= to + step * 1e-6; at += step) ticks.push_back(at);
  return ticks;
}

std::vector<double> logTicks(double from, double to, int count) {
  constexpr int kFewest = 3;  // fewer tell no scale
  const auto within = [&](std::initializer_list<double> digits) {
    std::vector<double> ticks;
    for (double power = std::pow(10.0, std::floor(std::log10(from))); power <= to; power *= 10)
      for (const double digit : digits)
        if (digit * power >= from * 0.999 && digit * power <= to * 1.001) ticks.push_back(digit * power);
    return ticks;
  };
  const std::vector<double> fine = within({1, 2, 5});
  if (static_cast<int>(fine.size()) < kFewest) return ticksBetween(from, to, tickStep(to - from, std::max(count, kFewest)));
  if (static_cast<int>(fine.size()) <= std::max(count, kFewest)) return fine;
  const std::vector<double> coarse = within({1});
  return coarse.size() >= 2 ? coarse : fine;
}

namespace {

double leftOf(const PlainAxes& axes, const PlotStyle& style) { return axes.left > 0 ? axes.left : leftOfAxes(style, axes.y1); }

}  // namespace

double leftOfAxes(const PlotStyle& style, double highestY) {
  const QFontMetricsF numbers(style.number());
  const QFontMetricsF title(style.text(Weight::medium));
  const double step = tickStep(std::max(highestY, 1e-9), kMostRows);
  return title.height() + style.px(10) + numbers.horizontalAdvance(tickText(highestY, step)) + style.px(6);
}

void paintTitleBelow(QPainter& painter, double from, const QRectF& plot, double top, const QString& title) {
  const QFontMetricsF metrics(painter.font());
  const double width = metrics.horizontalAdvance(title);
  const double left = std::min(plot.center().x() - width / 2, plot.right() - width);
  painter.drawText(QRectF(std::max(from, left), top, width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignTop, title);
}

double belowAxes(const PlotStyle& style, bool title) {
  const double numbers = QFontMetricsF(style.number()).height() + style.px(8);
  return title ? numbers + QFontMetricsF(style.text(Weight::medium)).height() + style.px(6) : numbers;
}

void clipToPart(QPainter& painter, const PlainAxes& axes, const PlotStyle& style) {
  const double air = style.px(1);
  if (!axes.part && !axes.part_y) return;
  const double above = axes.part_y ? 0 : axes.plot.top();
  painter.setClipRect(axes.plot.adjusted(-air, -above - air, air, axes.part_y ? air : style.px(6)));  // marks stand on the axis
}

void paintAxes(QPainter& painter, const PlainAxes& axes, const AxesText& text, const PlotStyle& style) {
  const Palette& palette = style.palette;
  const QFontMetricsF numbers(style.number());
  const QRectF& plot = axes.plot;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(style.number());

  const int rows = std::clamp(static_cast<int>(plot.height() / style.em(kRowHeight)), 1, kMostRows);
  constexpr int kSomeNumber = 3;  // so many steps at least leave a number above 0
  const double range = axes.y1 - axes.y0;
  const auto numbersIn = [&](double step) { return std::floor(axes.y1 / step) - std::ceil(axes.y0 / step) + 1; };
  const double wide = tickStep(range, rows), stepY = numbersIn(wide) < 2 ? tickStep(range, kSomeNumber) : wide;
  for (const double y : axes.log_y ? logTicks(axes.y0, axes.y1, rows) : ticksBetween(axes.y0, axes.y1, stepY)) {
    const double at = axes.toY(y);
    painter.setPen(QPen(palette.line, style.line(1)));
    painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
    if (!text.numbersY) continue;
    painter.setPen(palette.quietInk);
    const QRectF room(plot.left() - style.px(6) - style.em(200), at - numbers.height() / 2, style.em(200), numbers.height());
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, tickText(y, axes.log_y ? std::min(y, 1.0) : stepY));
  }

  painter.setPen(QPen(style.print ? palette.ink : palette.outline, style.line(1)));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  double below = plot.bottom() + style.px(4);
  if (!text.x.isEmpty()) {
    const double widest = numbers.horizontalAdvance(tickText(axes.x1, 1)) + style.em(22);
    double wanted = text.stepX;
    while (axes.part && wanted > 1 && (axes.x1 - axes.x0) / wanted < kSomeNumber) wanted /= 2;
    const auto numbersAlong = [&](double step) { return std::floor(axes.x1 / step + 1e-9) - std::ceil(axes.x0 / step - 1e-9) + 1; };
    double stepX = wanted > 0 ? wanted * std::max(1.0, std::ceil(widest / (axes.toX(wanted) - axes.toX(0))))
                              : tickStep(axes.x1 - axes.x0, static_cast<int>(plot.width() / widest), axes.part ? 0.0 : 1.0);
    const bool whole = axes.part || numbersAlong(stepX) >= 2;  // one number alone tells no scale
    if (!whole) stepX = tickStep(axes.x1 - axes.x0, std::max(2, static_cast<int>(plot.width() / (widest + style.em(14)))));
    const int columns = static_cast<int>(plot.width() / widest);
    for (const double x : axes.log_x ? logTicks(axes.x0, axes.x1, columns) : ticksBetween(axes.x0, axes.x1, stepX)) {
      const double at = axes.toX(x);
      painter.setPen(QPen(style.print ? palette.ink : palette.outline, style.line(1)));
      painter.drawLine(QPointF(at, plot.bottom()), QPointF(at, plot.bottom() + style.px(4)));
      painter.setPen(palette.quietInk);
      const QString number = tickText(x, axes.log_x ? std::min(x, 1.0) : axes.part || !whole ? stepX : 1);
      const double width = numbers.horizontalAdvance(number);
      // Hardly beyond the end of the axis, where there is no room.
      const double left = std::min(at - width / 2, plot.right() + style.px(4) - width);
      painter.drawText(QRectF(left, below + style.px(2), width + 1, numbers.height()), Qt::AlignLeft | Qt::AlignTop, number);
    }
    below += numbers.height() + style.px(6);
  }

  painter.setFont(style.text(Weight::medium));
  painter.setPen(palette.quietInk);
  const double titleHeight = QFontMetricsF(style.text(Weight::medium)).height();
  if (!text.x.isEmpty()) paintTitleBelow(painter, plot.left() - leftOf(axes, style), plot, below, text.x);
  if (!text.y.isEmpty()) {
    const QFontMetricsF metrics(painter.font());
    const QString title = titleAlong(text.y, plot.height() + style.em(24), metrics);
    const double length = metrics.horizontalAdvance(title);
    // Along the middle of the plot; what is longer goes on below it, where nothing else stands.
    painter.translate(plot.left() - leftOf(axes, style) + titleHeight / 2, std::max(plot.center().y(), plot.top() + length / 2));
    painter.rotate(-90);
    painter.drawText(QRectF(-length / 2, -titleHeight / 2, length + 1, titleHeight), Qt::AlignLeft | Qt::AlignVCenter, title);
  }
  painter.restore();
}

QPainterPath lineThrough(const PlainAxes& axes, const std::vector<QPointF>& points) {
  QPainterPath line;
  for (const QPointF& point : points) {
    const QPointF at = axes.at(point.x(), point.y());
    line.elementCount() == 0 ? line.moveTo(at) : line.lineTo(at);
  }
  return line;
}

}  // namespace chasescope
