#include "widgets/views/replacement/machine_ring.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/style/words.h"

namespace chasescope {
namespace {

double nodeRadius(const PlotStyle& style) { return style.em(11); }
double loopRadius(const PlotStyle& style) { return style.em(6); }

struct Ring {
  QPointF centre;
  double across = 0, down = 0;  // half axes of the ellipse on which the states stand
  std::size_t states = 0;
  QPointF direction(std::size_t state) const {
    // Two states stand side by side; more begin at the top.
    const double turn = 2 * std::numbers::pi * static_cast<double>(state) / static_cast<double>(states) -
                        (states == 2 ? std::numbers::pi : std::numbers::pi / 2);
    return {std::cos(turn), std::sin(turn)};
  }
  QPointF at(std::size_t state) const {
    if (states == 1) return centre;
    const QPointF to = direction(state);
    return centre + QPointF(to.x() * across, to.y() * down);
  }
};

double labelWidth(const PlotStyle& style) { return QFontMetricsF(style.small()).horizontalAdvance(tr("way %1").arg(8)); }
double labelHeight(const PlotStyle& style) { return QFontMetricsF(style.small()).height(); }

/// Room outside the outermost states: for a loop and the label.
double around(const PlotStyle& style) { return nodeRadius(style) + 2 * loopRadius(style) + style.px(3); }

Ring ringIn(const QRectF& area, std::size_t states, const PlotStyle& style) {
  Ring ring{area.center(), 0, 0, states};
  ring.down = states <= 2 ? 0 : area.height() / 2 - around(style) - labelHeight(style);
  // The ring is as wide as high, or a little wider where there is room.
  const double widest = area.width() / 2 - around(style) - labelWidth(style);
  ring.across = std::min(widest, states <= 2 ? widest * 0.75 : ring.down * 1.45);
  return ring;
}

void paintHeadOfArrow(QPainter& painter, const QPointF& tip, const QPointF& along, const QColor& colour, const PlotStyle& style) {
  const double length = style.em(6), half = style.em(2.6);
  const QPointF back = tip - along * length, aside(-along.y() * half, along.x() * half);
  QPainterPath head(tip);
  head.lineTo(back + aside);
  head.lineTo(back - aside);
  head.closeSubpath();
  painter.fillPath(head, colour);
}

QPointF unit(const QPointF& vector) {
  const double length = std::hypot(vector.x(), vector.y());
  return length > 0 ? vector / length : QPointF(0, 0);
}

/// The arrow is bowed to the right by `bow` of its length, so that arrows there and back lie apart.
void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, double bow, const QColor& colour,
                const PlotStyle& style) {
  const QPointF way = to - from, middle = (from + to) / 2 + QPointF(-way.y(), way.x()) * bow;
  const double free = nodeRadius(style) + style.px(1.5);
  const QPointF begin = from + unit(middle - from) * free, end = to + unit(middle - to) * free;
  const QPointF along = unit(to - middle);
  QPainterPath path(begin);
  path.quadTo(middle, end - along * style.em(4));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, style.line(1.3)));
  painter.drawPath(path);
  paintHeadOfArrow(painter, end, along, colour, style);
}

void paintLoop(QPainter& painter, const QPointF& node, const QPointF& outwards, const QColor& colour, const PlotStyle& style) {
  const double radius = loopRadius(style);
  const QPointF centre = node + outwards * (nodeRadius(style) + radius - style.px(1));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, style.line(1.3)));
  painter.drawEllipse(centre, radius, radius);
  const QPointF aside(-outwards.y(), outwards.x());
  paintHeadOfArrow(painter, centre + aside * radius - outwards * style.em(3), -outwards, colour, style);
}

void paintNode(QPainter& painter, const QPointF& at, std::size_t state, const PlotStyle& style) {
  const double radius = nodeRadius(style);
  painter.setBrush(style.palette.card);
  painter.setPen(QPen(style.palette.ink, style.line(state == 0 ? 2.2 : 1.1)));
  painter.drawEllipse(at, radius, radius);
  painter.setFont(style.number(Weight::semiBold));
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius), Qt::AlignCenter, QString::number(state));
}

void paintVictim(QPainter& painter, const Ring& ring, std::size_t state, std::uint8_t way, bool loops, const PlotStyle& style) {
  const QPointF outwards = ring.direction(state);
  const double width = labelWidth(style) + style.px(2), height = labelHeight(style);
  // Of a label diagonal to the state, a corner comes nearest to the state.
  const double aslant = std::abs(outwards.x() * outwards.y());
  const double free = nodeRadius(style) + (loops ? 2 * loopRadius(style) : 0) + style.px(4) + 0.6 * aslant * width;
  const QPointF at = ring.at(state) + QPointF(outwards.x() * (free + width / 2), outwards.y() * (free + height / 2));
  painter.setFont(style.small());
  painter.setPen(style.palette.missText);
  painter.drawText(QRectF(at.x() - width / 2, at.y() - height / 2, width, height), Qt::AlignCenter, tr("way %1").arg(way));
}

}  // namespace

double ringHeight(double width, const MachineFacts& facts, const PlotStyle& style) {
  if (facts.states() <= 2) return 2 * around(style) + labelHeight(style);
  const double wanted = facts.states() <= 4 ? style.em(150) : style.em(220);
  return std::min(wanted, width * 0.8);
}

void paintRing(QPainter& painter, const QRectF& area, const MachineFacts& facts, const PlotStyle& style) {
  const inference::PolicyAutomaton& automaton = facts.automaton;
  const Ring ring = ringIn(area, automaton.states.size(), style);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (std::size_t state = 0; state < automaton.states.size(); ++state) {
    const std::vector<std::uint16_t>& next = automaton.states[state].next;
    for (std::size_t to = 0; to < automaton.states.size(); ++to)
      if (to != state && std::find(next.begin(), next.end() - 1, to) != next.end() - 1)
        paintArrow(painter, ring.at(state), ring.at(to), 0.10, style.palette.hit, style);
    if (next.back() == state)
      paintLoop(painter, ring.at(state), ring.direction(state), style.palette.miss, style);
    else
      paintArrow(painter, ring.at(state), ring.at(next.back()), 0.24, style.palette.miss, style);
  }
  for (std::size_t state = 0; state < automaton.states.size(); ++state) {
    paintNode(painter, ring.at(state), state, style);
    paintVictim(painter, ring, state, automaton.states[state].victim, automaton.states[state].next.back() == state, style);
  }
  painter.restore();
}

LegendEntry arrowEntry(const QColor& colour, const QString& words, const QColor& ink, const PlotStyle& style) {
  return {[colour, style](QPainter& painter, const QRectF& box) {
            painter.setPen(QPen(colour, style.line(1.3)));
            painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right() - style.em(4), box.center().y()));
            paintHeadOfArrow(painter, {box.right(), box.center().y()}, {1, 0}, colour, style);
          },
          words, ink};
}

}  // namespace chasescope
