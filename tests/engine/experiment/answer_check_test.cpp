// Answers that can't be answers to their requests.
#include "engine/experiment/answer_check.h"

#include <gmock/gmock.h>

namespace chasescope {
namespace {

std::optional<std::string> fault(std::vector<float> cycles, double overhead) {
  ChaseRequest request;
  request.accesses = cycles.size();
  ChaseResult result;
  result.cycles.append(std::move(cycles));
  result.overhead_cycles = overhead;
  return fault_of_answer(request, result);
}

TEST(AnswerCheck, refuses_an_overhead_that_is_longer_than_whole_latencies) {
  EXPECT_EQ(fault({40, 487, 40, 487}, 6), std::nullopt);
  EXPECT_EQ(fault({40, 487, 40, 487}, 40), std::nullopt);
  const auto words = fault({487, 487, 487, 40}, 100);
  ASSERT_TRUE(words);
  EXPECT_THAT(*words, testing::AllOf(testing::HasSubstr("100 cycles"), testing::HasSubstr("40 cycles")));
}

TEST(AnswerCheck, allows_a_few_latencies_that_a_coarse_clock_made_shorter) {
  std::vector<float> cycles(300, 64);
  cycles[7] = 0;
  EXPECT_EQ(fault(cycles, 16), std::nullopt);
  std::fill(cycles.begin(), cycles.begin() + 4, 0.0F);
  EXPECT_NE(fault(cycles, 16), std::nullopt);
}

}  // namespace
}  // namespace chasescope
