// With a list of seeds, every student of the list is in the grades, also one from whom nothing came.
#include <gmock/gmock.h>

#include "engine/mystery/answer_value.h"
#include "engine/mystery/class_grades.h"
#include "tests/engine/mystery/scratch_folder.h"

namespace chasescope::mystery {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A class of three. The first and the last handed in what is right; their cards are of level easy.
class ClassList : public testing::Test {
 protected:
  ClassList() {
    for (const char* student : {"s-1", "s-3"}) {
      const CardName card{seeds_.at(student), Level::easy, kGenerator};
      AnswerSheet sheet = begin_sheet({card, 1000, {}}, student);
      for (const AskedQuestion& asked : asked_at(Level::easy))
        sheet.answers[asked.question].value = right_answer(hidden_card(card), asked.question);
      sheet.spent = 100;
      sheet.handed_in = "2026-11-27T10:00:00Z";
      write_sheet(sheet, card, folder_ / (std::string(student) + ".answers"));
    }
  }
  ClassGrades grades() const { return grade_files({folder_ / "s-1.answers", folder_ / "s-3.answers"}, seeds_); }

  const SeedList seeds_{{"s-1", 11}, {"s-2", 12}, {"s-3", 13}};
  ScratchFolder folder_;
};

TEST_F(ClassList, has_a_row_for_who_handed_in_nothing) {
  const ClassGrades result = grades();
  ASSERT_EQ(result.grades.size(), 3U);
  ASSERT_EQ(result.sheets.size(), 3U);
  ASSERT_EQ(result.remarks.size(), 3U);
  EXPECT_EQ(result.graded(), 2U);
  EXPECT_EQ(result.grades[1].student, "s-2");  // in the order of the names
  EXPECT_EQ(result.sheets[1].student, "s-2");
  EXPECT_EQ(result.grades[1].points(), 0U);
  EXPECT_EQ(grades_csv(result),
            "student,capacity,line,accesses,accesses_points,points,refused,remark\n"
            "s-1,60,30,100,10,100,,\n"
            "s-2,,,,,0,,handed in nothing\n"
            "s-3,60,30,100,10,100,,\n");
}

TEST_F(ClassList, says_over_how_many_each_mean_is) {
  EXPECT_EQ(grades_text(grades().grades),
            "student           capacity     line  accesses  saved  points  remark\n"
            "s-1                ✓ 60/60  ✓ 30/30       100  10/10     100\n"
            "s-2                      –        –         –      –       0  handed in nothing\n"
            "s-3                ✓ 60/60  ✓ 30/30       100  10/10     100\n"
            "mean of 2 graded      60.0     30.0             10.0   100.0\n"
            "mean of all 3                                           66.7\n");
  const std::string page = grades_markdown(grades());
  EXPECT_THAT(page, HasSubstr("2 answer files were graded, 0 refused.\nOf the 3 students of the list, 1 handed in nothing"));
  EXPECT_THAT(page, HasSubstr("| s-2 | – | – | – | – | **0** | handed in nothing |\n"));
  EXPECT_THAT(page, HasSubstr("| mean of 2 graded | 60.0 | 30.0 |  |  | **100.0** |  |\n"));
  EXPECT_THAT(page, HasSubstr("| mean of all 3 |  |  |  |  | **66.7** |  |\n"));
}

TEST_F(ClassList, tells_a_file_that_could_not_be_graded_from_none) {
  put_text(folder_ / "s-2.answers", "{");
  const ClassGrades result = grade_files({folder_ / "s-1.answers", folder_ / "s-2.answers"}, seeds_);
  EXPECT_THAT(grades_csv(result), HasSubstr("\ns-2,,,,,0,,no file could be graded\n"));
  EXPECT_THAT(grades_csv(result), HasSubstr("\ns-3,,,,,0,,handed in nothing\n"));
}

TEST_F(ClassList, knows_whose_a_refused_file_is_by_what_it_says) {
  const CardName other{99, Level::easy, kGenerator};
  write_sheet(begin_sheet({other, 1000, {}}, "s-2"), other, folder_ / "mine.answers");
  const ClassGrades result = grade_files({folder_ / "s-1.answers", folder_ / "mine.answers"}, seeds_);
  EXPECT_THAT(grades_csv(result), HasSubstr("\ns-2,,,,,0,,no file could be graded\n"));
}

TEST_F(ClassList, keeps_each_remark_beside_its_grade) {
  AnswerSheet draft = *read_sheet(folder_ / "s-3.answers");
  draft.handed_in.clear();
  write_sheet(draft, {seeds_.at("s-3"), Level::easy, kGenerator}, folder_ / "draft.answers");
  const ClassGrades result = grade_files({folder_ / "s-1.answers", folder_ / "s-3.answers", folder_ / "draft.answers"}, seeds_);
  ASSERT_EQ(result.remarks.size(), 3U);
  EXPECT_EQ(result.remarks[1], "");
  EXPECT_THAT(result.remarks[2], HasSubstr("of 2 files s-3.answers was taken"));
}

TEST_F(ClassList, is_shown_also_where_nothing_came_at_all) {
  const ClassGrades result = grade_files({}, seeds_);
  EXPECT_EQ(result.graded(), 0U);
  EXPECT_THAT(grades_text(result.grades), HasSubstr("mean of all 3                      0.0\n"));
  EXPECT_THAT(grades_markdown(result), Not(HasSubstr("By question")));
}

TEST_F(ClassList, names_nobody_where_all_have_the_same_card) {
  const ClassGrades result = grade_files({folder_ / "s-1.answers"}, std::uint64_t{11});
  EXPECT_EQ(result.grades.size(), 1U);
  EXPECT_THAT(grades_text(result.grades), HasSubstr("\nmean  "));
}

}  // namespace
}  // namespace chasescope::mystery
