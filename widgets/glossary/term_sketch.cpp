#include "widgets/glossary/term_sketch.h"

#include <QPainterPath>
#include <cmath>

#include "widgets/style/fonts.h"
#include "widgets/style/verdict_look.h"

namespace chasescope {
namespace {

constexpr double kWords = 12;  // px of type, the smallest that is easy to read
constexpr double kThin = 1.2, kStrong = 2;

}  // namespace

TermSketch::TermSketch(QPainter& painter, const Palette& palette) : painter_(painter), palette_(palette) {
  painter_.setRenderHint(QPainter::Antialiasing);
}

void TermSketch::cell(const QRectF& box, Look look, const QString& what) {
  const QColor fills[] = {palette_.card, palette_.sunken, palette_.accentSoft, verdictFill(step::Verdict::hit, palette_),
                          verdictFill(step::Verdict::miss, palette_)};
  painter_.setPen(QPen(look == Look::chosen ? palette_.accent : palette_.outline, look == Look::chosen ? kStrong : kThin));
  painter_.setBrush(fills[static_cast<int>(look)]);
  painter_.drawRoundedRect(box, 2, 2);
  if (look == Look::miss) paintCross(painter_, box, palette_.ink, kThin);
  if (!what.isEmpty()) words(box, what);
}

std::vector<QRectF> TermSketch::row(QPointF at, QSizeF size, const std::vector<Look>& looks, const QStringList& texts) {
  std::vector<QRectF> boxes;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    boxes.emplace_back(QPointF(at.x() + static_cast<double>(i) * size.width(), at.y()), size);
    if (looks[i] != Look::chosen) cell(boxes.back(), looks[i], texts.value(static_cast<qsizetype>(i)));
  }
  for (std::size_t i = 0; i < looks.size(); ++i)  // chosen cells come last, above the edges of their neighbours
    if (looks[i] == Look::chosen) cell(boxes[i], looks[i], texts.value(static_cast<qsizetype>(i)));
  return boxes;
}

void TermSketch::frame(const QRectF& box, bool chosen, bool dashed) {
  painter_.setPen(
      QPen(chosen ? palette_.accent : palette_.outline, chosen ? kStrong : kThin, dashed ? Qt::DashLine : Qt::SolidLine));
  painter_.setBrush(Qt::NoBrush);
  painter_.drawRoundedRect(box, 3, 3);
}

void TermSketch::words(const QRectF& box, const QString& what, Side side, bool strong, bool quiet) {
  painter_.setFont(wordFont(kWords, strong ? Weight::semiBold : Weight::regular));
  painter_.setPen(quiet ? palette_.quietInk : palette_.ink);
  const int flags = side == Side::left ? Qt::AlignLeft : side == Side::right ? Qt::AlignRight : Qt::AlignHCenter;
  painter_.drawText(box, flags | Qt::AlignVCenter | Qt::TextDontClip, what);
}

void TermSketch::head(QPointF from, QPointF to, const QColor& colour) {
  constexpr double kLength = 7, kHalf = 3.5;
  const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
  if (length <= 0) return;
  const QPointF along = (to - from) / length, across(-along.y(), along.x());
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(colour);
  painter_.drawPolygon(QPolygonF{to, to - along * kLength + across * kHalf, to - along * kLength - across * kHalf});
}

void TermSketch::arrow(QPointF from, QPointF to, bool strong) {
  const QColor colour = strong ? palette_.accent : palette_.quietInk;
  painter_.setPen(QPen(colour, strong ? kStrong : kThin));
  const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
  painter_.drawLine(from, length > 4 ? to - (to - from) * (4 / length) : to);  // the line ends where the arrow's head begins
  head(from, to, colour);
}

void TermSketch::hop(QPointF from, QPointF to, double height, bool strong) {
  const QColor colour = strong ? palette_.accent : palette_.quietInk;
  const QPointF bend(to.x() + (from.x() - to.x()) * 0.1, to.y() - height);
  QPainterPath path(from);
  path.cubicTo(QPointF(from.x() + (to.x() - from.x()) * 0.1, from.y() - height), bend, to - QPointF(0, 3));
  painter_.setPen(QPen(colour, strong ? kStrong : kThin));
  painter_.setBrush(Qt::NoBrush);
  painter_.drawPath(path);
  head(bend, to, colour);
}

void TermSketch::measure(double left, double right, double y, const QString& what) {
  constexpr double kEnd = 4;
  painter_.setPen(QPen(palette_.accent, kThin));
  painter_.drawLine(QPointF(left, y), QPointF(right, y));
  for (const double x : {left, right}) painter_.drawLine(QPointF(x, y - kEnd), QPointF(x, y + kEnd));
  words({left, y + 4, right - left, 16}, what, Side::centre, true);
}

void TermSketch::line(QPointF from, QPointF to, bool strong, bool dashed) {
  painter_.setPen(
      QPen(strong ? palette_.accent : palette_.outline, strong ? kStrong : kThin, dashed ? Qt::DashLine : Qt::SolidLine));
  painter_.drawLine(from, to);
}

void TermSketch::curve(const std::vector<QPointF>& points) {
  painter_.setPen(QPen(palette_.accent, kStrong, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter_.setBrush(Qt::NoBrush);
  painter_.drawPolyline(points.data(), static_cast<int>(points.size()));
}

void TermSketch::dot(QPointF at, step::Verdict verdict) {
  constexpr double kRadius = 3;
  const QColor colour = verdictColour(verdict, palette_);
  if (verdict == step::Verdict::miss) return paintCross(painter_, QRectF(at.x() - 5, at.y() - 5, 10, 10), colour, kStrong);
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(colour);
  painter_.drawEllipse(at, kRadius, kRadius);
}

}  // namespace chasescope
