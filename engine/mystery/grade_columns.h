// The columns of a table of grades.
#pragma once

#include <vector>

#include "engine/mystery/grade.h"

namespace chasescope::mystery {

/// Every question that at least one grade has, in the order of the enum.
std::vector<Question> columns_of(const std::vector<Grade>& grades);

/// A student's grade for a question; null if the question was not asked.
const QuestionGrade* grade_on(const Grade& grade, Question question);

/// Whether there is a remark on one of the grades, so that a table needs a column for remarks.
bool any_remark(const std::vector<Grade>& grades);

}  // namespace chasescope::mystery
