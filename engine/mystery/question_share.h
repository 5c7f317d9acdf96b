// How a class did on each question.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/mystery/grade.h"

namespace chasescope::mystery {

/// Of those that were asked a question: how many had it right, in part, wrong, or said nothing.
struct QuestionShare {
  Question question;
  std::size_t right = 0, part = 0, wrong = 0, unanswered = 0;
  unsigned points = 0;         ///< all that were earned
  std::optional<unsigned> of;  ///< what each could earn; none where levels differ
  std::size_t asked() const { return right + part + wrong + unanswered; }
  double mean() const { return static_cast<double>(points) / static_cast<double>(asked()); }
};

/// In the order in which questions are listed; each was asked at least once.
std::vector<QuestionShare> shares_of(const std::vector<Grade>& grades);

}  // namespace chasescope::mystery
