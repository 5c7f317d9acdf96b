// What a student gets who measured nothing and guessed what is usual.
#include <gmock/gmock.h>

#include "engine/mystery/answer_value.h"
#include "engine/mystery/bit_span.h"
#include "engine/mystery/class_grades.h"
#include "tests/engine/mystery/scratch_folder.h"

namespace chasescope::mystery {
namespace {

using testing::HasSubstr;
using testing::Not;

// The card of seed 4711, level hard: 40 KiB in 32 sets of 5 lines of 256 B, FIFO; bits 8 to 12 choose the set.
constexpr CardName kGuessed{4711, Level::hard, kGenerator};

AnswerSheet guessed_sheet(const std::vector<std::string>& values, std::uint64_t spent) {
  AnswerSheet sheet = begin_sheet({kGuessed, 200'000, {}}, "s-1");
  sheet.spent = spent;
  sheet.handed_in = "2026-11-27T10:00:00Z";
  const auto& asked = asked_at(Level::hard);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i].empty()) sheet.answers[asked[i].question].value = *tidy_answer(asked[i].question, values[i]);
  return sheet;
}

TEST(Guesses, earn_nothing_for_accesses_that_were_never_needed) {
  const std::vector<std::string> right{"40KiB", "256", "32x5", "fifo", "8-12"};
  EXPECT_EQ(grade_of(guessed_sheet(right, 0), kGuessed).access_points, 0U);
  EXPECT_EQ(grade_of(guessed_sheet(right, 1), kGuessed).access_points, 10U);
}

TEST(Guesses, that_are_right_in_part_alone_save_nothing) {
  // A capacity within a line, the right sets, and some of the bits: points, and yet nothing was told rightly.
  EXPECT_EQ(grade_of(guessed_sheet({"41216", "128", "32x6", "lru", "8-11"}, 5'000), kGuessed).access_points, 0U);
  EXPECT_GT(grade_of(guessed_sheet({"40KiB", "128", "32x6", "lru", "8-11"}, 5'000), kGuessed).access_points, 0U);
}

TEST(Guesses, of_many_index_bits_lose_the_right_ones_by_the_wrong_ones) {
  HiddenCard card = hidden_card(kGuessed);
  for (const BitGroups& index : {BitGroups{{8}, {9}, {10}}, BitGroups{{7}, {8}, {9}}}) {
    card.index = index;
    const QuestionGrade grade = grade_answer(card, Question::index, "7-12", 15);
    EXPECT_EQ(grade.points, 0U);
    EXPECT_EQ(grade.remark, "no more of its bits are right than wrong");
  }
  card.index = {{8, 12}, {9, 13}};
  EXPECT_EQ(grade_answer(card, Question::index, "8, 9, 12, 13", 15).points, 0U);
}

TEST(Guesses, are_remarked_on_in_every_list_of_the_class) {
  const ScratchFolder folder;
  write_sheet(guessed_sheet({"40KiB", "256"}, 0), kGuessed, folder / "s-1.answers");
  AnswerSheet measured = guessed_sheet({"40KiB", "256"}, 1'000);
  measured.student = "s-2";
  write_sheet(measured, kGuessed, folder / "s-2.answers");
  const ClassGrades both = grade_files({folder / "s-1.answers", folder / "s-2.answers"}, std::uint64_t{4711});
  EXPECT_THAT(grades_csv(both), HasSubstr("\ns-1,20,10,0,0,0,0,0,30,,no access was made\n"));
  EXPECT_THAT(grades_csv(both), HasSubstr("\ns-2,20,10,0,0,0,1000,3,33,,\n"));
  EXPECT_THAT(grades_markdown(both), HasSubstr("| 0 | 0/10 | **30** | no access was made |\n"));
  EXPECT_THAT(grades_markdown(both), Not(HasSubstr("## Several files")));
  EXPECT_THAT(grades_text(both.grades), HasSubstr("0   0/10      30  no access was made\n"));
  // Where there is nothing to remark on, there is no column for it.
  const ClassGrades one = grade_files({folder / "s-2.answers"}, std::uint64_t{4711});
  EXPECT_THAT(grades_text(one.grades), HasSubstr("saved  points\n"));
  EXPECT_THAT(grades_markdown(one), HasSubstr("| saved | points |\n"));
}

TEST(Guesses, in_a_draft_are_told_to_be_both) {
  AnswerSheet sheet = guessed_sheet({"40KiB"}, 0);
  sheet.handed_in.clear();
  EXPECT_EQ(remark_on(grade_of(sheet, kGuessed)), "no access was made; a draft that was not handed in");
}

}  // namespace
}  // namespace chasescope::mystery
