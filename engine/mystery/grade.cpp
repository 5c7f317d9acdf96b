#include "engine/mystery/grade.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/mystery/answer_value.h"
#include "engine/mystery/bit_span.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

/// A share of the points, and the reason if it is a part.
struct Part {
  unsigned numerator = 0, denominator = 1;
  const char* remark = "";
};

constexpr Part kAll{1, 1, ""};
constexpr Part kNone{0, 1, ""};

Part size_part(const std::string& value, std::uint64_t right, std::uint64_t step, const char* near) {
  const auto bytes = parse_size(value);
  if (!bytes) return kNone;
  if (*bytes == right) return kAll;
  const std::uint64_t off = *bytes > right ? *bytes - right : right - *bytes;
  return off <= step && step > 0 ? Part{3, 4, near} : kNone;
}

Part sets_ways_part(const std::string& value, const SetsWays& right) {
  const auto given = parse_sets_ways(value);
  if (!given) return kNone;
  if (*given == right) return kAll;
  if (given->sets * given->ways == right.sets * right.ways) return {1, 2, "the product is right, the split is not"};
  if (given->sets == right.sets) return {1, 4, "the sets are right"};
  if (given->ways == right.ways) return {1, 4, "the ways are right"};
  return kNone;
}

Part policy_part(const std::string& value, const std::string& right) {
  if (value == right) return kAll;
  const bool by_age = (value == "lru" && right == "plru") || (value == "plru" && right == "lru");
  return by_age ? Part{1, 2, "both go by age"} : kNone;
}

Part index_part(const std::string& value, const BitGroups& right) {
  const auto given = parse_index(value);
  if (!given) return kNone;
  const unsigned shared = shared_rank(*given, right), wrong = rank_of(*given) - shared, asked = rank_of(right);
  if (shared == asked && wrong == 0) return kAll;
  if (shared == 0) return kNone;
  // Without this, "7-12" would earn points on nearly every card.
  if (wrong >= shared) return {0, 1, "no more of its bits are right than wrong"};
  return {shared - wrong, 2 * asked, wrong == 0 ? "some of the bits are right" : "wrong bits count against right ones"};
}

Part part_of(const HiddenCard& card, Question question, const std::string& value) {
  switch (question) {
    case Question::capacity: return size_part(value, card.capacity_bytes(), card.line_bytes, "within a line");
    case Question::line: return size_part(value, card.line_bytes, 0, "");
    case Question::sets_ways: return sets_ways_part(value, {card.sets, card.ways});
    case Question::policy: return policy_part(value, card.policy);
    case Question::index: return index_part(value, card.index);
    case Question::tlb_reach: return size_part(value, card.tlb->reach_bytes(), card.tlb->page_bytes, "within a page");
    case Question::tlb_page: return size_part(value, card.tlb->page_bytes, 0, "");
    case Question::tlb_sets: return value == std::to_string(card.tlb->sets) ? kAll : kNone;
  }
  return kNone;
}

}  // namespace

QuestionGrade grade_answer(const HiddenCard& card, Question question, const std::string& value, unsigned of) {
  const Part part = value.empty() ? kNone : part_of(card, question, value);
  return {question, value, right_answer(card, question), of * part.numerator / part.denominator, of, part.remark};
}

std::string tolerance_of(const HiddenCard& card, Question question) {
  switch (question) {
    case Question::capacity: return "within a line (" + format_bytes(card.line_bytes) + "): three quarters";
    case Question::sets_ways: return "the right product with the wrong split: half; one of the two right: a quarter";
    case Question::policy: return card.policy == "lru" || card.policy == "plru" ? "LRU for PLRU, or the reverse: half" : "none";
    case Question::index:
      return "half of the share of its bits that is right, less the wrong ones; numbering the sets in another way is right";
    case Question::tlb_reach: return "within a page (" + format_bytes(card.tlb->page_bytes) + "): three quarters";
    case Question::line:
    case Question::tlb_page:
    case Question::tlb_sets: break;
  }
  return "none";
}

unsigned access_points(std::uint64_t spent, std::uint64_t budget, unsigned earned, unsigned earnable) {
  if (spent == 0 || earnable == 0 || spent >= budget) return 0;
  const double left = std::min(1.0, 2.0 * static_cast<double>(budget - spent) / static_cast<double>(budget));
  // The small addend keeps a whole number of points whole.
  return static_cast<unsigned>(kAccessPoints * left * earned / earnable + 1e-9);
}

Grade grade_of(const AnswerSheet& sheet, const CardName& card) {
  const HiddenCard hidden = hidden_card(card);
  Grade grade;
  grade.student = sheet.student;
  grade.card = card;
  grade.spent = sheet.spent;
  grade.budget = sheet.budget;
  grade.draft = sheet.is_draft();
  unsigned earned = 0, earnable = 0;
  bool any_right = false;
  for (const AskedQuestion& asked : asked_at(card.level)) {
    const auto answer = sheet.answers.find(asked.question);
    grade.questions.push_back(
        grade_answer(hidden, asked.question, answer == sheet.answers.end() ? std::string() : answer->second.value, asked.points));
    earned += grade.questions.back().points;
    any_right = any_right || grade.questions.back().points == asked.points;
    earnable += asked.points;
  }
  grade.access_points = any_right ? access_points(sheet.spent, sheet.budget, earned, earnable) : 0;
  return grade;
}

std::string remark_on(const Grade& grade) {
  if (!grade.ungraded.empty()) return grade.ungraded;
  std::string remark = grade.measured() ? "" : "no access was made";
  if (grade.draft) remark += std::string(remark.empty() ? "" : "; ") + "a draft that was not handed in";
  return remark;
}

unsigned Grade::points() const {
  return std::accumulate(questions.begin(), questions.end(), access_points,
                         [](unsigned sum, const QuestionGrade& question) { return sum + question.points; });
}

}  // namespace chasescope::mystery
