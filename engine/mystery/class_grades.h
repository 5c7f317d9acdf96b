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

struct ClassGrades {
  std::vector<Grade> grades;        ///< by student
  std::vector<std::string> faults;  ///< files that were not graded, each in one sentence that names it
  std::vector<std::string> notes;   ///< what a lecturer should know of files that were: drafts
};

/// Grades each file; what is wrong with one leaves the others as they are.
ClassGrades grade_files(const std::vector<std::filesystem::path>& files, const Seeds& seeds);

/// Columns: student, a column for each question that any of them was asked, accesses (spent), accesses_points, points. A row for
/// each grade; the field of a question that was not asked is empty.
std::string grades_csv(const std::vector<Grade>& grades);

/// A table with marks (✓ right, ◐ in part, ✗ wrong), the mean, what each student lost and why, and a good experiment for each
/// question that somebody lost points on.
std::string grades_text(const std::vector<Grade>& grades);

}  // namespace chasescope::mystery
