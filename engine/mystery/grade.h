// Grades an answer file: points for each question, in part where an answer is right in part, and for accesses that were not spent.
//
// In part: a capacity within a line, or a reach within a page, of the right one: three quarters. Sets × ways with the right product
// but the wrong split: half; with one of the two right: a quarter. PLRU for LRU, or the reverse: half, for both go by age. An
// index: half of the share of its bits that is right; which bit of the set a bit becomes does not matter, for it only renames the
// sets. For accesses: all points where at least half of the budget is left, and in proportion below that; of these as large a share
// as the answers earned, so that an empty sheet earns nothing. Halves of points are rounded down.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/answer_sheet.h"

namespace chasescope::mystery {

struct QuestionGrade {
  Question question;
  std::string value;  ///< the answer; empty: none
  std::string right;  ///< what is right
  unsigned points = 0;
  unsigned of = 0;
  std::string remark;  ///< why it earned a part: "the product is right, the split is not"; else empty
};

struct Grade {
  std::string student;
  CardName card;
  std::vector<QuestionGrade> questions;  ///< in the order of the level
  std::uint64_t spent = 0, budget = 0;
  unsigned access_points = 0;  ///< of kAccessPoints
  bool draft = false;          ///< never handed in
  unsigned points() const;     ///< of kAllPoints
};

/// \pre fault_of_sheet(sheet, card) is empty
Grade grade_of(const AnswerSheet& sheet, const CardName& card);

/// What an answer earns of `of` points.
QuestionGrade grade_answer(const HiddenCard& card, Question question, const std::string& value, unsigned of);

/// How far from right an answer may be, and what it then earns: "within a line (128 B): three quarters".
std::string tolerance_of(const HiddenCard& card, Question question);

/// Points for the accesses that were not spent.
unsigned access_points(std::uint64_t spent, std::uint64_t budget, unsigned earned, unsigned earnable);

}  // namespace chasescope::mystery
