#include "engine/mystery/class_grades.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
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

void refuse(ClassGrades& result, const std::filesystem::path& path, std::string sentence) {
  result.refused.push_back({path.stem().string(), std::move(sentence)});
}

std::string named(const std::filesystem::path& path) { return named_file(kAnswerFile, path) + " "; }

/// Grades one file, or says what is wrong with it.
void add_file(ClassGrades& result, const std::filesystem::path& path, const Seeds& seeds,
              std::map<std::string, std::filesystem::path>& known) {
  const auto sheet = read_sheet(path);
  if (!sheet) {
    refuse(result, path, sheet.error().message);
    return;
  }
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
               "was changed by hand: student, budget, what was spent or when it was handed in is not what ChaseScope wrote.");
    return;
  }
  if (const auto [before, is_new] = known.emplace(sheet->student, path); !is_new) {
    refuse(result, path,
           named(path) + "is of " + student + ", who is graded by " + before->second.filename().string() + " already.");
    return;
  }
  result.grades.push_back(grade_of(*sheet, card));
  result.sheets.push_back(*sheet);
  if (sheet->is_draft()) result.notes.push_back(named(path) + "is a draft that was not handed in; it is graded as it is.");
}

/// The answer files of a folder, by name; none, and why, where it has none.
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

/// By student.
void sort_grades(ClassGrades& result) {
  std::vector<std::size_t> order(result.grades.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return result.grades[a].student < result.grades[b].student; });
  std::vector<Grade> grades;
  std::vector<AnswerSheet> sheets;
  for (const std::size_t at : order) {
    grades.push_back(std::move(result.grades[at]));
    sheets.push_back(std::move(result.sheets[at]));
  }
  result.grades = std::move(grades);
  result.sheets = std::move(sheets);
}

}  // namespace

ClassGrades grade_files(const std::vector<std::filesystem::path>& files, const Seeds& seeds) {
  ClassGrades result;
  std::map<std::string, std::filesystem::path> known;
  for (const std::filesystem::path& file : files) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(file, ignored))
      add_file(result, file, seeds, known);
    else
      for (const std::filesystem::path& one : files_in(file, result)) add_file(result, one, seeds, known);
  }
  sort_grades(result);
  return result;
}

}  // namespace chasescope::mystery
