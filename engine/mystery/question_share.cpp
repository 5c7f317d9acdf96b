#include "engine/mystery/question_share.h"

#include "engine/mystery/grade_columns.h"

namespace chasescope::mystery {

std::vector<QuestionShare> shares_of(const std::vector<Grade>& grades) {
  std::vector<QuestionShare> shares;
  for (const Question question : columns_of(grades)) {
    QuestionShare share{question};
    for (const Grade& grade : grades) {
      const QuestionGrade* one = grade_on(grade, question);
      if (one == nullptr) continue;
      share.of = share.asked() == 0 || share.of == one->of ? std::optional(one->of) : std::nullopt;
      share.points += one->points;
      ++(one->value.empty() ? share.unanswered : one->points == one->of ? share.right : one->points > 0 ? share.part : share.wrong);
    }
    shares.push_back(share);
  }
  return shares;
}

}  // namespace chasescope::mystery
