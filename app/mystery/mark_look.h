// How a grade on a question looks: ✓ right, a half-filled circle in part, a cross wrong, a ring where there is no answer.
#pragma once

#include <QPainter>
#include <QString>

#include "engine/mystery/grade.h"
#include "widgets/style/palette.h"

namespace chasescope {

enum class AnswerMark { right, part, wrong, none };

AnswerMark markOf(const mystery::QuestionGrade& grade);
/// "right", "in part", "wrong", "no answer".
QString markWord(AnswerMark mark);
QColor markColour(AnswerMark mark, const Palette& palette);
void paintMark(QPainter& painter, const QRectF& box, AnswerMark mark, const Palette& palette);

}  // namespace chasescope
