#include "engine/mystery/class_grades.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "engine/device/mystery/read_json.h"
#include "engine/output/outgoing_text.h"

namespace chasescope::mystery {
namespace {

std::optional<std::uint64_t> seed_for(const Seeds& seeds, const std::string& student) {
  if (const auto* one = std::get_if<std::uint64_t>(&seeds)) return *one;
  const auto& list = std::get<SeedList>(seeds);
  const auto found = list.find(student);
  return found == list.end() ? std::nullopt : std::optional(found->second);
}

/// The students of a list of seeds from whom a file came that was refused.
using RefusedStudents = std::set<std::string>;

void refuse(ClassGrades& result, const std::filesystem::path& path, std::string sentence) {
  result.refused.push_back({path.stem().string(), std::move(sentence)});
}

std::string named(const std::filesystem::path& path) { return named_file(kAnswerFile, path) + " "; }

/// A file that can be graded.
struct Taken {
  std::filesystem::path path;
  AnswerSheet sheet;
  CardName card;
};

std::string when(const AnswerSheet& sheet) {
  return sheet.is_draft() ? "a draft" : "handed in at " + shortened(printable(sheet.handed_in), 40);
}

/// Reads one file. A fault of it goes into `result.refused`.
void add_file(ClassGrades& result, const std::filesystem::path& path, const Seeds& seeds,
              std::map<std::string, std::vector<Taken>>& by_student, RefusedStudents& refused) {
  const auto sheet = read_sheet(path);
  if (!sheet) {
    refused.insert(path.stem().string());  // usually the name of the student
    refuse(result, path, sheet.error().message);
    return;
  }
  refused.insert(sheet->student);  // until the file is taken
  const std::string student = shortened(printable(sheet->student), 60);
  const auto seed = seed_for(seeds, sheet->student);
  if (!seed) {
    refuse(result, path, named(path) + "is of " + student + ", for whom there is no seed.");
    return;
  }
  const CardName card{*seed, sheet->level, kGenerator};
  if (const std::string fault = fault_of_sheet(*sheet, card); !fault.empty()) {
    refuse(result, path, named(path) + fault);
    return;
  }
  if (!mark_holds(*sheet, card)) {
    refuse(result, path,
           named(path) +
               "was changed by hand: student, answers, runs, budget, what was spent or when it was handed in is not what "
               "ChaseScope wrote.");
    return;
  }
  by_student[sheet->student].push_back({path, *sheet, card});
}

/// Whether `a` was handed in later than `b`, or `b` was not handed in. The times are ISO 8601 in UTC, so their text order is their
/// time order.
bool is_later(const Taken& a, const Taken& b) { return a.sheet.handed_in > b.sheet.handed_in; }

/// Grades the latest file of a student, and reports the other files as refused.
void grade_student(ClassGrades& result, std::vector<Taken> files) {
  std::stable_sort(files.begin(), files.end(), is_later);
  const Taken& taken = files.front();
  const std::string name = shortened(printable(taken.path.filename().string()), 60);
  std::string remark;
  for (std::size_t i = 1; i < files.size(); ++i) {
    const std::string other = shortened(printable(files[i].path.filename().string()), 60);
    if (i == 1)
      remark = "of " + std::to_string(files.size()) + " files " + name + " was taken, " + when(taken.sheet) + "; not taken: ";
    remark += (i == 1 ? "" : ", ") + other + " (" + when(files[i].sheet) + ")";
    refuse(result, files[i].path,
           named(files[i].path) + "is of " + shortened(printable(taken.sheet.student), 60) + ", " + when(files[i].sheet) + "; " +
               name + " was taken, " + when(taken.sheet) + ".");
  }
  result.grades.push_back(grade_of(taken.sheet, taken.card));
  result.sheets.push_back(taken.sheet);
  result.remarks.push_back(std::move(remark));
  if (taken.sheet.is_draft())
    result.notes.push_back(named(taken.path) + "is a draft that was not handed in; it is graded as it is.");
}

/// Adds every student of the list who has no grade yet, so that nobody is missing from the table of the class.
void add_ungraded(ClassGrades& result, const SeedList& list, const std::map<std::string, std::vector<Taken>>& by_student,
                  const RefusedStudents& refused) {
  for (const auto& [student, seed] : list) {
    if (by_student.contains(student)) continue;
    const auto after = std::upper_bound(result.grades.begin(), result.grades.end(), student,
                                        [](const std::string& name, const Grade& grade) { return name < grade.student; });
    const auto at = after - result.grades.begin();
    Grade grade;
    grade.student = student;
    grade.ungraded = refused.contains(student) ? "no file could be graded" : "handed in nothing";
    AnswerSheet sheet;
    sheet.student = student;
    result.grades.insert(after, std::move(grade));
    result.sheets.insert(result.sheets.begin() + at, std::move(sheet));
    result.remarks.insert(result.remarks.begin() + at, std::string());
  }
}

/// The answer files of a folder, sorted by name. If there are none, the reason goes into `result.refused`.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, ClassGrades& result) {
  std::vector<std::filesystem::path> files;
  std::error_code fault;
  for (std::filesystem::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault))
    if (entry->path().extension() == ".answers") files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  const std::string named = "The folder " + shortened(printable(folder.string()));
  if (fault)
    result.refused.push_back({folder.filename().string(), named + " can't be read: " + fault.message() + "."});
  else if (files.empty())
    result.refused.push_back({folder.filename().string(), named + " holds no answer file (*.answers)."});
  return files;
}

}  // namespace

ClassGrades grade_files(const std::vector<std::filesystem::path>& files, const Seeds& seeds) {
  ClassGrades result;
  std::map<std::string, std::vector<Taken>> by_student;
  RefusedStudents refused;
  for (const std::filesystem::path& file : files) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(file, ignored))
      add_file(result, file, seeds, by_student, refused);
    else
      for (const std::filesystem::path& one : files_in(file, result)) add_file(result, one, seeds, by_student, refused);
  }
  for (auto& [student, taken] : by_student) grade_student(result, std::move(taken));
  if (const auto* list = std::get_if<SeedList>(&seeds)) add_ungraded(result, *list, by_student, refused);
  return result;
}

std::size_t ClassGrades::graded() const { return mean_points(grades).graded; }

MeanPoints mean_points(const std::vector<Grade>& grades) {
  MeanPoints mean{.graded = 0, .all = grades.size()};
  double sum = 0;
  for (const Grade& grade : grades) {
    sum += grade.points();
    if (grade.ungraded.empty()) ++mean.graded;
  }
  if (mean.graded > 0) mean.of_graded = sum / static_cast<double>(mean.graded);
  if (mean.all > 0) mean.of_all = sum / static_cast<double>(mean.all);
  return mean;
}

}  // namespace chasescope::mystery
