#include "engine/mystery/class_grades.h"

#include <algorithm>
#include <map>
#include <optional>

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
  if (sheet->is_draft()) result.notes.push_back(named(path) + "is a draft that was not handed in; it is graded as it is.");
}

}  // namespace

ClassGrades grade_files(const std::vector<std::filesystem::path>& files, const Seeds& seeds) {
  ClassGrades result;
  std::map<std::string, std::filesystem::path> known;
  for (const std::filesystem::path& file : files) add_file(result, file, seeds, known);
  std::stable_sort(result.grades.begin(), result.grades.end(),
                   [](const Grade& a, const Grade& b) { return a.student < b.student; });
  return result;
}

}  // namespace chasescope::mystery
