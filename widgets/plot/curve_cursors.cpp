#include "widgets/plot/curve_cursors.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plot/callout.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kReach = 5;  // px beside a cursor's line within which the mouse takes hold of it

/// "+12 KiB  (16 KiB → 28 KiB)".
QString step(double from, double to, const std::function<QString(double)>& text, const QString& unit) {
  const QString sign = to == from ? QString() : to < from ? QStringLiteral("−") : QStringLiteral("+");
  const QString space = unit.isEmpty() ? QString() : QStringLiteral(" ");
  return QStringLiteral("%1%2%3%4  (%5 → %6)").arg(sign, text(std::abs(to - from)), space, unit, text(from), text(to));
}

/// A place for a box with these lines: beside x, or where it covers the least of the curve.
QPointF freePlace(const CursorFrame& frame, const CursorCurve& curve, const QStringList& lines, double x, const PlotStyle& style) {
  const QRectF& plot = frame.plot;
  QPointF best(std::clamp(x, plot.left(), plot.right()), plot.center().y());
  int least = std::numeric_limits<int>::max();
  for (const double across : {best.x(), plot.left() + plot.width() * 0.05, plot.center().x(), plot.right()})
    for (const double share : {0.5, 0.25, 0.0, 0.75}) {
      const QPointF anchor(across, plot.top() + share * plot.height());
      const QRectF box = calloutRect(anchor, lines, plot, style);
      int covered = 0;
      for (const CursorSeries& one : curve.series)
        for (const CursorPoint& point : one.points)
          covered += box.contains(QPointF(frame.toX(point.x), frame.toY(point.y))) ? 1 : 0;
      if (covered >= least) continue;
      least = covered;
      best = anchor;
    }
  return best;
}

}  // namespace

bool CursorCurve::empty() const {
  return std::all_of(series.begin(), series.end(), [](const CursorSeries& one) { return one.points.empty(); });
}

double CursorCurve::nearest(double pixel, const std::function<double(double)>& toX) const {
  double best = 0, distance = std::numeric_limits<double>::infinity();
  for (const CursorSeries& one : series)
    for (const CursorPoint& point : one.points)
      if (const double away = std::abs(toX(point.x) - pixel); away < distance) {
        distance = away;
        best = point.x;
      }
  return best;
}

std::optional<CursorPoint> CurveCursors::reading(int which, const CursorSeries& series) const {
  const auto& at = at_[static_cast<std::size_t>(which)];
  if (!at) return std::nullopt;
  const auto point = std::find_if(series.points.begin(), series.points.end(), [&](const CursorPoint& p) { return p.x == *at; });
  return point == series.points.end() ? std::nullopt : std::optional(*point);
}

QStringList CurveCursors::difference(const CursorCurve& curve) const {
  QStringList lines;
  for (const CursorSeries& series : curve.series) {
    const auto a = reading(0, series), b = reading(1, series);
    if (!a || !b) continue;
    if (lines.isEmpty()) lines << tr("B − A  %1").arg(step(a->x, b->x, curve.xText, {}));
    const QString name = curve.series.size() > 1 ? series.name + QStringLiteral(": ") : QString();
    lines << name + step(a->reads, b->reads, curve.yText, curve.yUnit);
    if (!a->place.isEmpty() && !b->place.isEmpty())
      lines << (a->place == b->place ? tr("both: %1").arg(a->place) : tr("from %1 to %2").arg(a->place, b->place));
  }
  if (curve.also && !lines.isEmpty()) lines << curve.also(*at_[0], *at_[1]);
  return lines;
}

QString CurveCursors::line(const CursorCurve& curve) const {
  if (at_[0] && at_[1]) return difference(curve).join(QStringLiteral(" · "));
  const int which = at_[0] ? 0 : 1;
  QStringList read;
  for (const CursorSeries& series : curve.series) {
    const auto shown = reading(which, series);
    if (!shown) continue;
    const QString name = curve.series.size() > 1 ? series.name + QLatin1Char(' ') : QString();
    const QString space = curve.yUnit.isEmpty() ? QString() : QStringLiteral(" ");
    read << name + curve.yText(shown->reads) + space + curve.yUnit +
                (shown->place.isEmpty() ? QString() : QStringLiteral(", ") + shown->place);
  }
  if (read.isEmpty()) return {};
  const QString letter = which == 0 ? QStringLiteral("A") : QStringLiteral("B");
  return QStringLiteral("%1  %2: %3")
      .arg(letter, curve.xText(*at_[static_cast<std::size_t>(which)]), read.join(QStringLiteral("; ")));
}

int CurveCursors::hit(const QPointF& position, const CursorFrame& frame, const PlotStyle& style) const {
  int nearest = -1;
  double best = style.px(kReach);
  for (int i = 1; i >= 0; --i) {
    if (!at(i)) continue;
    const double x = frame.toX(*at(i));
    if (x < frame.plot.left() - 1 || x > frame.plot.right() + 1) continue;
    if (flagRect({x, frame.plot.bottom()}, style).contains(position)) return i;
    const double away = std::abs(x - position.x());
    if (position.y() < frame.plot.top() || position.y() > frame.plot.bottom() || away >= best) continue;
    best = away;
    nearest = i;
  }
  return nearest;
}

namespace {

/// A horizontal or vertical line with gaps where text stands.
void drawBesideWords(QPainter& painter, const QLineF& line, const std::vector<QRectF>& words) {
  const bool upright = line.x1() == line.x2();
  std::vector<std::pair<double, double>> gaps;
  for (const QRectF& box : words) {
    const bool crossed =
        upright ? box.left() <= line.x1() && line.x1() <= box.right() : box.top() <= line.y1() && line.y1() <= box.bottom();
    if (crossed) gaps.emplace_back(upright ? std::pair(box.top(), box.bottom()) : std::pair(box.left(), box.right()));
  }
  std::sort(gaps.begin(), gaps.end());
  double at = upright ? line.y1() : line.x1();
  const double end = upright ? line.y2() : line.x2();
  const auto draw = [&](double from, double to) {
    if (to > from) painter.drawLine(upright ? QLineF(line.x1(), from, line.x1(), to) : QLineF(from, line.y1(), to, line.y1()));
  };
  for (const auto& [from, to] : gaps) {
    draw(at, std::min(from, end));
    at = std::max(at, to);
  }
  draw(at, end);
}

}  // namespace

void CurveCursors::paintMarks(QPainter& painter, const CursorFrame& frame, const CursorCurve& curve, int active,
                              const PlotStyle& style) const {
  const QRectF& plot = frame.plot;
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (int i = 0; i < 2; ++i) {
    if (!at(i)) continue;
    const double x = frame.toX(*at(i));
    if (x < plot.left() - 1 || x > plot.right() + 1) continue;
    bool stands = false;
    for (const CursorSeries& series : curve.series) {
      const auto shown = reading(i, series);
      if (!shown) continue;
      if (!stands) {
        painter.setPen(QPen(style.palette.ink, style.line(1), Qt::DashLine));
        drawBesideWords(painter, {x, plot.top(), x, plot.bottom()}, frame.words);
        stands = true;
      }
      const double y = std::clamp(frame.toY(shown->reads), plot.top(), plot.bottom());
      painter.setPen(QPen(style.palette.ink, style.line(1), Qt::DotLine));
      drawBesideWords(painter, {plot.left(), y, plot.right(), y}, frame.words);
      painter.setPen(QPen(style.palette.ink, style.line(1.5)));
      painter.setBrush(style.palette.card);
      painter.drawEllipse(QPointF(x, y), style.px(4), style.px(4));
    }
    if (stands && active >= -1)
      paintFlag(painter, {x, plot.bottom()}, i == 0 ? QStringLiteral("A") : QStringLiteral("B"), active == i, style);
  }
}

void CurveCursors::paint(QPainter& painter, const CursorFrame& frame, const CursorCurve& curve, int active,
                         const PlotStyle& style) const {
  paintMarks(painter, frame, curve, active, style);
  const QStringList lines = difference(curve);
  if (lines.isEmpty()) return;
  paintCallout(painter, freePlace(frame, curve, lines, frame.toX(*at(1)), style), lines, frame.plot, style);
}

}  // namespace chasescope
