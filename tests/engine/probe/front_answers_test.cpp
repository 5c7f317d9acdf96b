#include "engine/structure/testers/front_answers.h"

#include <gtest/gtest.h>

namespace chasescope::structure {
namespace {

constexpr float kFront = 20, kBehind = 200;

Walk walk_of(std::size_t period, std::vector<float> cycles) {
  Walk walk;
  walk.period = period;
  walk.cycles = std::move(cycles);
  return walk;
}

const Addresses kOffsets{0, 64, 128};
const std::vector<bool> kAll{true, true, true};

TEST(FrontAnswers, KeepAUnitThatTheyAnswerForInEveryPass) {
  const FrontAnswers front(100.0);
  const Walk kept = walk_of(3, {kBehind, kFront, kBehind, kBehind, kFront, kBehind});
  EXPECT_TRUE(front.keep_a_unit(kept, kOffsets, kAll, 64));
  EXPECT_FALSE(front.keep_a_unit(kept, kOffsets, {true, false, true}, 64)) << "nobody asked for it";
  EXPECT_FALSE(front.keep_a_unit(kept, kOffsets, kAll, 128)) << "the first half of its unit is asked for behind";
  const Walk now_and_then = walk_of(3, {kBehind, kFront, kBehind, kBehind, kBehind, kFront});
  EXPECT_FALSE(front.keep_a_unit(now_and_then, kOffsets, kAll, 64));
  EXPECT_TRUE(front.come_by_chance(now_and_then, kAll));
  EXPECT_FALSE(front.come_by_chance(kept, kAll));
}

TEST(FrontAnswers, CompletePassesLeaveOutNone) {
  const FrontAnswers front(100.0);
  const Walk walk = walk_of(3, {kBehind, kFront, kBehind, kBehind, kBehind, kBehind, kFront, kBehind, kBehind});
  EXPECT_EQ(front.complete_passes(walk, {0, 1, 2}), 1U);
  EXPECT_EQ(front.complete_passes(walk, {0, 2}), 2U);
  EXPECT_EQ(front.complete_passes(walk, {2}), 3U);
}

TEST(FrontAnswers, ShareIsOfWhatIsAskedFor) {
  const FrontAnswers front(100.0);
  const Walk walk = walk_of(3, {kBehind, kFront, kBehind, kBehind, kFront, kFront});
  EXPECT_DOUBLE_EQ(front.share(walk, kAll), 0.5);
  EXPECT_DOUBLE_EQ(front.share(walk, {true, false, true}), 0.25);
  EXPECT_DOUBLE_EQ(front.share(walk, {false, false, false}), 0);
}

TEST(FrontAnswers, LeaveAllButAFew) {
  const FrontAnswers front(100.0);
  std::vector<float> cycles(3 * 8, kBehind);
  cycles[4] = cycles[10] = kFront;
  EXPECT_TRUE(front.leave_all(walk_of(3, cycles), kAll)) << "2 in 8 passes";
  cycles[20] = kFront;
  EXPECT_FALSE(front.leave_all(walk_of(3, cycles), kAll));
  EXPECT_TRUE(front.leave_all(walk_of(3, cycles), {false, true, false}));
}

// A cache in front may take longer than the cache behind, if its time contains a TLB miss.
TEST(FrontAnswers, AreToldByBandsWhereLatenciesAreTakenApart) {
  const FrontAnswers front(std::vector<inference::Band>{{18, 20, 22}, {268, 270, 272}});
  EXPECT_TRUE(front.holds(20));
  EXPECT_TRUE(front.holds(270));
  EXPECT_FALSE(front.holds(200));
}

}  // namespace
}  // namespace chasescope::structure
