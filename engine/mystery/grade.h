// Grades an answer file. There are points for each question, partial points for an answer that is right in part, and points for
// accesses that were not spent.
//
// Partial points. A capacity within a line of the right one, or a reach within a page: three quarters. Sets × ways with the right
// product but the wrong split: half; with one of the two right: a quarter. PLRU for LRU, or the reverse: half, because both go by
// age. An index: half of the share of its bits that is right, where each wrong bit takes the points of a right one, so that naming
// many bits earns nothing. The order of the set bits does not matter, for it only renames the sets.
//
// Accesses: full points if at least half of the budget is left, and fewer in proportion if less is left. These are multiplied by
// the share of points that the answers earned, so that an empty sheet earns nothing. There are none where no access was made, or
// where no question was answered rightly in full: nothing was learned with few accesses then. Points are rounded down to whole
// ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/answer_sheet.h"

namespace chasescope::mystery {

struct QuestionGrade {
  Question question;
  std::string value;  ///< the answer; empty if there is none
  std::string right;  ///< the right answer
  unsigned points = 0;
  unsigned of = 0;
  std::string remark;  ///< the reason for partial points: "the product is right, the split is not"; else empty
};

struct Grade {
  std::string student;
  CardName card;
  std::vector<QuestionGrade> questions;  ///< in the order of the level's questions
  std::uint64_t spent = 0, budget = 0;
  unsigned access_points = 0;  ///< at most kAccessPoints
  bool draft = false;          ///< whether the sheet was never handed in
  /// Why there was nothing to grade: "handed in nothing"; empty if a sheet was graded. Else there are no questions and no points.
  std::string ungraded;
  bool measured() const { return spent > 0; }
  unsigned points() const;     ///< at most kAllPoints
};

/// \pre fault_of_sheet(sheet, card) is empty
Grade grade_of(const AnswerSheet& sheet, const CardName& card);

/// Grades one answer; `of` is the number of points for a right one.
QuestionGrade grade_answer(const HiddenCard& card, Question question, const std::string& value, unsigned of);

/// The tolerance of a question and its partial points: "within a line (128 B): three quarters".
std::string tolerance_of(const HiddenCard& card, Question question);

/// What a table of grades says beside the points: "handed in nothing", "no access was made", "a draft that was not handed in";
/// usually empty.
std::string remark_on(const Grade& grade);

/// The points for accesses that were not spent. None if none were spent: such a student learned nothing from the card.
unsigned access_points(std::uint64_t spent, std::uint64_t budget, unsigned earned, unsigned earnable);

}  // namespace chasescope::mystery
