// The grades of a class: from answer files and seeds to a table for people and one for programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "engine/mystery/grade.h"
#include "engine/mystery/seed_list.h"

namespace chasescope::mystery {

/// One seed for all, or one a student.
using Seeds = std::variant<std::uint64_t, SeedList>;

/// A file that was not graded.
struct Refused {
  std::string file;      ///< its name without folder and ending, which is mostly the student's
  std::string sentence;  ///< why, naming the file
};

struct ClassGrades {
  std::vector<Grade> grades;       ///< by student
  std::vector<AnswerSheet> sheets;  ///< of each grade, in the same order
  std::vector<std::string> remarks;  ///< of each grade likewise: a draft, or which of several files it is of; mostly empty
  std::vector<Refused> refused;    ///< in the order of the files
  std::vector<std::string> notes;  ///< what a lecturer should know of files that were: drafts
};

/// Grades each file, and of a folder each *.answers in it, by name; what is wrong with one leaves the others as they are. Of
/// several files of a student the one that was handed in last counts, by the time in the file; a draft only where nothing was
/// handed in.
ClassGrades grade_files(const std::vector<std::filesystem::path>& files, const Seeds& seeds);

/// Columns: student, a column for each question that any of them was asked, accesses (spent), accesses_points, points,
/// refused, remark. A row for each grade, where the field of a question that was not asked is empty; and one for each file that was
/// refused, with its name in place of the student's, no points, and why: nobody is missing from the list of a class.
std::string grades_csv(const ClassGrades& result);

/// The same for people, in Markdown: the table with its mean, how each question went, what was refused and why, what each student
/// lost, and a good experiment for each question that somebody lost points on.
std::string grades_markdown(const ClassGrades& result);

/// A table with marks (✓ right, ◐ in part, ✗ wrong), the mean, what each student lost and why, and a good experiment for each
/// question that somebody lost points on.
std::string grades_text(const std::vector<Grade>& grades);

/// Where somebody lost points: the question, for each card of the class by its fingerprint.
struct LostOnCard {
  CardName card;
  std::vector<Question> questions;  ///< in the order in which questions are listed
};
std::vector<LostOnCard> lost_on_cards(const std::vector<Grade>& grades);

}  // namespace chasescope::mystery
