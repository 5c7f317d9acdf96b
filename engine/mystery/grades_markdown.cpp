#include <cctype>
#include <cstdio>
#include <utility>

#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/answer_value.h"
#include "engine/mystery/class_grades.h"
#include "engine/mystery/experiment.h"
#include "engine/mystery/grade_columns.h"
#include "engine/mystery/question_share.h"
#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

constexpr std::size_t kLongestCell = 60;

std::string cell(const std::string& text) { return " " + markdown_escaped(shortened(text, kLongestCell)) + " |"; }

std::string one_decimal(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", number);
  return text;
}

std::string of_points(const QuestionGrade& one) { return std::to_string(one.points) + "/" + std::to_string(one.of); }

std::string students_table(const std::vector<Grade>& grades) {
  const std::vector<Question> columns = columns_of(grades);
  std::string head = "| student |", rule = "|---|";
  for (const Question question : columns) head += cell(words_of(question).title), rule += "---:|";
  const bool remarked = any_remark(grades);
  std::string text = head + " accesses | saved | points |" + (remarked ? " remark |" : "") + "\n" + rule + "---:|---:|---:|" +
                     (remarked ? "---|" : "") + "\n";
  for (const Grade& grade : grades) {
    text += "|" + cell(grade.student);
    if (!grade.ungraded.empty()) {
      for (std::size_t i = 0; i < columns.size() + 2; ++i) text += cell("–");
      text += " **0** |" + cell(grade.ungraded) + "\n";
      continue;
    }
    for (const Question question : columns) {
      const QuestionGrade* one = grade_on(grade, question);
      text += cell(one == nullptr ? "" : of_points(*one));
    }
    text += cell(format_count(grade.spent)) + cell(std::to_string(grade.access_points) + "/" + std::to_string(kAccessPoints)) +
            " **" + std::to_string(grade.points()) + "** |" + (remarked ? cell(remark_on(grade)) : "") + "\n";
  }
  const MeanPoints mean = mean_points(grades);
  const bool some_missing = mean.graded < mean.all;
  const std::string end = std::string("** |") + (remarked ? "  |" : "") + "\n";
  if (mean.graded > 0) {
    text += "|" + cell(some_missing ? "mean of " + format_count(mean.graded) + " graded" : "mean");
    for (const QuestionShare& share : shares_of(grades)) text += cell(one_decimal(share.mean()));
    text += "  |  | **" + one_decimal(mean.of_graded) + end;
  }
  if (!some_missing) return text;
  text += "|" + cell("mean of all " + format_count(mean.all));
  for (std::size_t i = 0; i < columns.size() + 2; ++i) text += "  |";
  return text + " **" + one_decimal(mean.of_all) + end;
}

std::string questions_table(const std::vector<Grade>& grades) {
  std::string text = "| question | right | in part | wrong | no answer | mean |\n|---|---:|---:|---:|---:|---:|\n";
  for (const QuestionShare& share : shares_of(grades)) {
    text += "|" + cell(words_of(share.question).title);
    for (const std::size_t count : {share.right, share.part, share.wrong, share.unanswered}) text += cell(std::to_string(count));
    text += cell(one_decimal(share.mean()) + (share.of ? " of " + std::to_string(*share.of) : "")) + "\n";
  }
  return text;
}

std::string lost_table(const std::vector<Grade>& grades) {
  std::string rows;
  for (const Grade& grade : grades)
    for (const QuestionGrade& one : grade.questions)
      if (one.points < one.of)
        rows += "|" + cell(grade.student) + cell(words_of(one.question).title) + cell(one.value.empty() ? "none" : one.value) +
                cell(one.right) + cell(of_points(one)) + cell(one.remark) + "\n";
  if (rows.empty()) return {};
  return "\n## What was lost\n\n| student | question | answer | right is | points | because |\n|---|---|---|---|---:|---|\n" + rows;
}

std::string experiments(const std::vector<Grade>& grades) {
  std::string text;
  for (const auto& [name, questions] : lost_on_cards(grades)) {
    const HiddenCard card = hidden_card(name);
    text += "\n## A good experiment on card " + fingerprint(name) + "\n\nSeed " + std::to_string(name.seed) + ", level " +
            std::string(to_string(name.level)) + ".\n\n";
    for (const Question question : questions) {
      std::string experiment = good_experiment(card, question);
      experiment[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(experiment[0])));
      text += std::string("- **") + words_of(question).title + "**: right is " + markdown_escaped(right_answer(card, question)) +
              "; tolerance: " + markdown_escaped(tolerance_of(card, question)) + ". " + markdown_escaped(experiment) + "\n";
    }
  }
  return text;
}

/// How many of the list have no grade, and which mean says what.
std::string missing_words(const std::vector<Grade>& grades) {
  const MeanPoints mean = mean_points(grades);
  if (mean.graded == mean.all) return {};
  return "Of the " + format_count(mean.all) + " students of the list, " + format_count(mean.all - mean.graded) +
         " handed in nothing that could be graded; they have 0 points. They count in the mean of all, not in the other means.\n";
}

}  // namespace

std::string grades_markdown(const ClassGrades& result) {
  const std::size_t graded = result.graded();
  std::string text = "# Grades\n\n" + std::to_string(graded) + " answer file" + (graded == 1 ? " was" : "s were") + " graded, " +
                     std::to_string(result.refused.size()) + " refused.\n" + missing_words(result.grades);
  if (!result.grades.empty()) text += "\n" + students_table(result.grades);
  if (graded > 0) text += "\n## By question\n\n" + questions_table(result.grades);
  if (!result.refused.empty()) text += "\n## Refused\n\n";
  for (const Refused& refused : result.refused) text += "- " + markdown_escaped(refused.sentence) + "\n";
  bool several = false;
  for (std::size_t i = 0; i < result.remarks.size(); ++i) {
    if (result.remarks[i].empty()) continue;
    if (!std::exchange(several, true)) text += "\n## Several files\n\n";
    text += "- " + markdown_escaped(result.grades[i].student + ": " + result.remarks[i]) + "\n";
  }
  if (!result.notes.empty()) text += "\n## Drafts\n\n";
  for (const std::string& note : result.notes) text += "- " + markdown_escaped(note) + "\n";
  return text + lost_table(result.grades) + experiments(result.grades);
}

}  // namespace chasescope::mystery
