// The results of a class on each question.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/mystery/grade.h"

namespace chasescope::mystery {

/// Counts the students who were asked a question: how many answered it right, right in part, wrong, or not at all.
struct QuestionShare {
  Question question;
  std::size_t right = 0, part = 0, wrong = 0, unanswered = 0;
  unsigned points = 0;         ///< the sum of the points of all students
  std::optional<unsigned> of;  ///< the points for a right answer; empty if the levels of the students differ in it
  std::size_t asked() const { return right + part + wrong + unanswered; }
  double mean() const { return static_cast<double>(points) / static_cast<double>(asked()); }
};

/// In the order of the enum. Only questions that were asked at least once.
std::vector<QuestionShare> shares_of(const std::vector<Grade>& grades);

}  // namespace chasescope::mystery
