#include <algorithm>
#include <cstdio>
#include <map>

#include "engine/mystery/class_grades.h"
#include "engine/mystery/experiment.h"
#include "engine/mystery/grade_columns.h"
#include "engine/mystery/question_share.h"
#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

constexpr std::size_t kLongestStudent = 24;
constexpr std::size_t kGap = 2;
constexpr const char* kRemark = "remark";

/// The width of a text in characters. All characters in these tables take one column each.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

using Row = std::vector<std::string>;

std::string table_text(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - width_of(row[i]), ' ');
      if (i == 0)
        text += row[i] + space;
      else if (rows.front()[i] != kRemark)
        text += std::string(kGap, ' ') + space + row[i];
      else if (!row[i].empty())  // words stand at the left, and no line ends with spaces
        text += std::string(kGap, ' ') + row[i];
    }
    text += "\n";
  }
  return text;
}

const char* mark_of_points(const QuestionGrade& grade) { return grade.points == grade.of ? "✓" : grade.points > 0 ? "◐" : "✗"; }

std::string tenth(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", number);
  return text;
}

std::string student_name(const Grade& grade) { return shortened(printable(grade.student), kLongestStudent); }

std::vector<Row> rows_of(const std::vector<Grade>& grades, const std::vector<Question>& columns) {
  Row head{"student"};
  for (const Question question : columns) head.emplace_back(words_of(question).id);
  head.insert(head.end(), {"accesses", "saved", "points"});
  const bool remarked = any_remark(grades);
  if (remarked) head.emplace_back(kRemark);
  std::vector<Row> rows{head};
  for (const Grade& grade : grades) {
    Row row{student_name(grade)};
    if (!grade.ungraded.empty()) {
      row.resize(columns.size() + 3, "–");
      row.insert(row.end(), {"0", grade.ungraded});
      rows.push_back(row);
      continue;
    }
    for (const Question question : columns) {
      const QuestionGrade* one = grade_on(grade, question);
      row.push_back(one == nullptr
                        ? ""
                        : std::string(mark_of_points(*one)) + " " + std::to_string(one->points) + "/" + std::to_string(one->of));
    }
    row.push_back(format_count(grade.spent));
    row.push_back(std::to_string(grade.access_points) + "/" + std::to_string(kAccessPoints));
    row.push_back(std::to_string(grade.points()));
    if (remarked) row.push_back(remark_on(grade));
    rows.push_back(row);
  }
  const MeanPoints points = mean_points(grades);
  const bool some_missing = points.graded < points.all;
  if (points.graded > 0) {
    Row mean{some_missing ? "mean of " + format_count(points.graded) + " graded" : "mean"};
    for (const QuestionShare& share : shares_of(grades)) mean.push_back(tenth(share.mean()));
    double saved = 0;
    for (const Grade& grade : grades) saved += grade.access_points;
    mean.insert(mean.end(), {"", tenth(saved / static_cast<double>(points.graded)), tenth(points.of_graded)});
    if (remarked) mean.emplace_back();
    rows.push_back(mean);
  }
  if (some_missing) {
    Row all(head.size());
    all.front() = "mean of all " + format_count(points.all);
    all[columns.size() + 3] = tenth(points.of_all);
    rows.push_back(all);
  }
  return rows;
}

std::string lost_by(const Grade& grade) {
  std::string text;
  for (const QuestionGrade& one : grade.questions) {
    if (one.points == one.of) continue;
    text += std::string("  ") + words_of(one.question).title + ": " + (one.value.empty() ? "no answer" : printable(one.value)) +
            ", right is " + one.right;
    text += one.remark.empty() ? "" : " (" + one.remark + ")";
    text += "; " + std::to_string(one.points) + " of " + std::to_string(one.of) + ".\n";
  }
  return text.empty() ? "" : student_name(grade) + "\n" + text;
}

}  // namespace

std::vector<LostOnCard> lost_on_cards(const std::vector<Grade>& grades) {
  std::map<std::string, LostOnCard> lost;
  for (const Grade& grade : grades)
    for (const QuestionGrade& one : grade.questions) {
      if (one.points == one.of) continue;
      auto& [card, questions] = lost[fingerprint(grade.card)];
      card = grade.card;
      if (std::find(questions.begin(), questions.end(), one.question) == questions.end()) questions.push_back(one.question);
    }
  std::vector<LostOnCard> list;
  for (auto& [name, on] : lost) {
    std::sort(on.questions.begin(), on.questions.end());
    list.push_back(std::move(on));
  }
  return list;
}

std::string grades_text(const std::vector<Grade>& grades) {
  if (grades.empty()) return {};
  std::string text = table_text(rows_of(grades, columns_of(grades)));
  std::string lost;
  for (const Grade& grade : grades) lost += lost_by(grade);
  if (!lost.empty()) text += "\nWhat was lost\n" + lost;
  for (const auto& [card, questions] : lost_on_cards(grades)) {
    text += "\nA good experiment on card " + fingerprint(card) + " (seed " + std::to_string(card.seed) + ", " +
            std::string(to_string(card.level)) + ")\n";
    for (const Question question : questions)
      text += std::string("  ") + words_of(question).title + ": " + good_experiment(hidden_card(card), question) + "\n";
  }
  return text;
}

}  // namespace chasescope::mystery
