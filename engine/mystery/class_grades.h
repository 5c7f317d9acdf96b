// The grades of a class: turns answer files and seeds into a table for people and one for programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "engine/mystery/grade.h"
#include "engine/mystery/seed_list.h"

namespace chasescope::mystery {

/// One seed for the whole class, or one for each student.
using Seeds = std::variant<std::uint64_t, SeedList>;

/// A file that was not graded.
struct Refused {
  std::string file;      ///< its name without folder and ending, usually the name of the student
  std::string sentence;  ///< the reason, with the name of the file
};

struct ClassGrades {
  /// Sorted by student. With a list of seeds every student of the list has a grade: who handed in nothing has no points, and the
  /// reason in Grade::ungraded.
  std::vector<Grade> grades;
  std::vector<AnswerSheet> sheets;  ///< the sheet of each grade, in the same order
  /// Of each grade, in the same order, which of several files of the student it is of; usually empty. What else there is to say is
  /// remark_on() the grade.
  std::vector<std::string> remarks;
  std::vector<Refused> refused;    ///< in the order of the files
  std::vector<std::string> notes;  ///< remarks for the lecturer on files that were graded: drafts
  std::size_t graded() const;      ///< how many students have a sheet that was graded
};

/// The mean points of a class. Who handed in nothing counts with 0 in the mean of all.
struct MeanPoints {
  std::size_t graded = 0, all = 0;
  double of_graded = 0, of_all = 0;
};
MeanPoints mean_points(const std::vector<Grade>& grades);

/// Grades each file, and for a folder each *.answers file in it. A faulty file does not affect the others. If a student has several
/// files, the one that was handed in last counts, by the time in the file. A draft counts only if no file was handed in.
ClassGrades grade_files(const std::vector<std::filesystem::path>& files, const Seeds& seeds);

/// Columns: student, a column for each question that at least one grade has, accesses (spent), accesses_points, points, refused,
/// remark. Each grade is a row; its field is empty for a question that was not asked, and all but the points are for a student who
/// handed in nothing. Each refused file is a row, too, with its
/// name in place of the student's, no points, and the reason, so that no member of a class is missing from the list.
std::string grades_csv(const ClassGrades& result);

/// The same for people, in Markdown: the table with its mean, the results of each question, the refused files with the reasons, the
/// points that each student lost, and a good experiment for each question in which a student lost points.
std::string grades_markdown(const ClassGrades& result);

/// A table with marks (✓ right, ◐ in part, ✗ wrong), the mean, a remark where there is one, the points that each student lost and
/// why, and a good experiment for each question in which a student lost points.
std::string grades_text(const std::vector<Grade>& grades);

/// The questions in which students lost points on one card of the class.
struct LostOnCard {
  CardName card;
  std::vector<Question> questions;  ///< in the order of the enum
};
std::vector<LostOnCard> lost_on_cards(const std::vector<Grade>& grades);

}  // namespace chasescope::mystery
