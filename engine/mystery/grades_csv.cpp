#include <algorithm>
#include <set>

#include "engine/mystery/class_grades.h"
#include "engine/mystery/grade_columns.h"
#include "engine/output/outgoing_text.h"

namespace chasescope::mystery {

std::vector<Question> columns_of(const std::vector<Grade>& grades) {
  std::set<Question> asked;
  for (const Grade& grade : grades)
    for (const QuestionGrade& question : grade.questions) asked.insert(question.question);
  return {asked.begin(), asked.end()};
}

const QuestionGrade* grade_on(const Grade& grade, Question question) {
  const auto found = std::find_if(grade.questions.begin(), grade.questions.end(),
                                  [&](const QuestionGrade& one) { return one.question == question; });
  return found == grade.questions.end() ? nullptr : &*found;
}

bool any_remark(const std::vector<Grade>& grades) {
  return std::any_of(grades.begin(), grades.end(), [](const Grade& grade) { return !remark_on(grade).empty(); });
}

namespace {

/// Everything that there is to say of a grade beside its points.
std::string remarks_on(const ClassGrades& result, std::size_t at) {
  const std::string of_grade = remark_on(result.grades[at]), of_files = result.remarks[at];
  return of_grade + (of_grade.empty() || of_files.empty() ? "" : "; ") + of_files;
}

}  // namespace

std::string grades_csv(const ClassGrades& result) {
  const std::vector<Grade>& grades = result.grades;
  const std::vector<Question> columns = columns_of(grades);
  std::string text = "student";
  for (const Question question : columns) text += std::string(",") + words_of(question).id;
  text += ",accesses,accesses_points,points,refused,remark\n";
  for (std::size_t i = 0; i < grades.size(); ++i) {
    const Grade& grade = grades[i];
    text += csv_field(grade.student);
    if (!grade.ungraded.empty()) {
      text += std::string(columns.size() + 3, ',') + "0,," + csv_field(remarks_on(result, i)) + "\n";
      continue;
    }
    for (const Question question : columns) {
      const QuestionGrade* one = grade_on(grade, question);
      text += "," + (one == nullptr ? std::string() : std::to_string(one->points));
    }
    text += "," + std::to_string(grade.spent) + "," + std::to_string(grade.access_points) + "," + std::to_string(grade.points()) +
            ",," + csv_field(remarks_on(result, i)) + "\n";
  }
  for (const Refused& refused : result.refused)
    text += csv_field(refused.file) + std::string(columns.size() + 4, ',') + csv_field(refused.sentence) + ",\n";
  return text;
}

}  // namespace chasescope::mystery
