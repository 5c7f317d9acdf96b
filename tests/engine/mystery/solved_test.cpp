// Mystery cards of all levels are solved by chases through the sealed device, within the budget.
#include <gtest/gtest.h>

#include "engine/device/mystery/attempt.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/device/mystery/sealed_device.h"
#include "engine/mystery/answer_value.h"
#include "engine/mystery/grade.h"
#include "tests/engine/mystery/scratch_folder.h"
#include "tests/engine/mystery/solver.h"

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kCards = 40;

class Solved : public testing::TestWithParam<Level> {};

TEST_P(Solved, by_chases_alone_with_full_marks) {
  const ScratchFolder folder;
  for (std::uint64_t seed = 1; seed <= kCards; ++seed) {
    const MysteryFile file{{seed, GetParam(), kGenerator}, usual_budget(GetParam()), answering_probes()};
    const auto path = folder / (std::to_string(seed) + ".mystery");
    ASSERT_EQ(write_mystery(file, path), std::nullopt);
    AnswerSheet sheet = begin_sheet(file, "student");
    {
      auto device = open_mystery(path);
      ASSERT_TRUE(device) << device.error().message;
      for (const auto& [question, value] : solve(**device, GetParam())) {
        const auto tidied = tidy_answer(question, value);
        ASSERT_TRUE(tidied) << tidied.error().message;
        sheet.answers[question].value = *tidied;
      }
    }
    sheet.spent = *spent_on(file, path);
    const Grade grade = grade_of(sheet, file.card);
    for (const QuestionGrade& one : grade.questions)
      EXPECT_EQ(one.points, one.of) << "seed " << seed << ", " << words_of(one.question).id << ": " << one.value << ", right is "
                                    << one.right;
    // usual_budget() promises this.
    EXPECT_LT(sheet.spent * 7, file.budget);
    EXPECT_EQ(grade.points(), kAllPoints) << "seed " << seed << ", " << sheet.spent << " accesses";
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, Solved, testing::ValuesIn(all_levels()),
                         [](const auto& level) { return std::string(to_string(level.param)); });

}  // namespace
}  // namespace chasescope::mystery
