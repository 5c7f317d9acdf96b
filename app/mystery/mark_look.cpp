#include "app/mystery/mark_look.h"

#include "widgets/style/words.h"

namespace chasescope {

AnswerMark markOf(const mystery::QuestionGrade& grade) {
  return grade.value.empty()        ? AnswerMark::none
         : grade.points == grade.of ? AnswerMark::right
         : grade.points > 0         ? AnswerMark::part
                                    : AnswerMark::wrong;
}

QString markWord(AnswerMark mark) {
  switch (mark) {
    case AnswerMark::right: return tr("right");
    case AnswerMark::part: return tr("in part");
    case AnswerMark::wrong: return tr("wrong");
    case AnswerMark::none: break;
  }
  return tr("no answer");
}

QColor markColour(AnswerMark mark, const Palette& palette) {
  switch (mark) {
    case AnswerMark::right: return palette.measured;
    case AnswerMark::part: return palette.assumed;
    case AnswerMark::wrong: return palette.ink;  // red is for failures
    case AnswerMark::none: break;
  }
  return palette.quietInk;
}

void paintMark(QPainter& painter, const QRectF& box, AnswerMark mark, const Palette& palette) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor colour = markColour(mark, palette);
  const qreal side = qMin(box.width(), box.height());
  const QRectF in(box.center().x() - side / 2, box.center().y() - side / 2, side, side);
  painter.setPen(QPen(colour, side / 7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  const auto at = [&](qreal x, qreal y) { return QPointF(in.left() + x * side, in.top() + y * side); };
  switch (mark) {
    case AnswerMark::right: painter.drawPolyline(QPolygonF({at(0.1, 0.55), at(0.4, 0.85), at(0.92, 0.2)})); break;
    case AnswerMark::wrong:
      painter.drawLine(at(0.18, 0.18), at(0.82, 0.82));
      painter.drawLine(at(0.82, 0.18), at(0.18, 0.82));
      break;
    case AnswerMark::part:
    case AnswerMark::none: {
      const QRectF round(at(0.1, 0.1), at(0.9, 0.9));
      painter.drawEllipse(round);
      painter.setPen(Qt::NoPen);
      painter.setBrush(colour);
      constexpr int kHalfTurn = 180 * 16;  // in sixteenths of a degree, as Qt counts
      if (mark == AnswerMark::part) painter.drawPie(round, kHalfTurn / 2, kHalfTurn);
      break;
    }
  }
  painter.restore();
}

}  // namespace chasescope
