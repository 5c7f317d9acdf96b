// Which questions a table of grades has columns for.
#pragma once

#include <vector>

#include "engine/mystery/grade.h"

namespace chasescope::mystery {

/// Every question that any of them was asked, in the order in which questions are listed.
std::vector<Question> columns_of(const std::vector<Grade>& grades);

/// What a grade says of a question; null where it was not asked.
const QuestionGrade* grade_on(const Grade& grade, Question question);

}  // namespace chasescope::mystery
