#include "engine/inference/conflict_verdict.h"

#include <gtest/gtest.h>

namespace chasescope::inference {
namespace {

constexpr float kHit = 20, kMiss = 120;
const std::vector<Band> kBands{{100, 120, 140}};

/// `passes` passes over 4 elements; in pass p element `element` misses if `misses` says so.
template <typename Misses>
MissCounts counted(std::size_t passes, Misses&& misses, std::size_t element = 1) {
  std::vector<float> cycles;
  for (std::size_t pass = 0; pass < passes; ++pass)
    for (std::size_t i = 0; i < 4; ++i) cycles.push_back(i == element && misses(pass) ? kMiss : kHit);
  return count_misses(cycles, 4, 60, kBands, {});
}

TEST(ConflictVerdict, TakesAMissInEveryPassForAConflict) {
  const auto always = [](std::size_t) { return true; };
  EXPECT_EQ(judge_conflict(counted(2, always), 0), ConflictVerdict::conflict);
  EXPECT_EQ(judge_conflict(counted(8, always), 0.001), ConflictVerdict::conflict);
  EXPECT_EQ(judge_conflict(counted(2, always), 0.001), ConflictVerdict::unclear);  // two passes may both be noise
}

TEST(ConflictVerdict, TakesNoMissForRoom) {
  EXPECT_EQ(judge_conflict(counted(2, [](std::size_t) { return false; }), 0), ConflictVerdict::fits);
  EXPECT_EQ(judge_conflict(counted(12, [](std::size_t) { return false; }), 0.01), ConflictVerdict::fits);
}

TEST(ConflictVerdict, WithoutNoiseARareMissIsAConflictAsLongAsItGoesOn) {
  EXPECT_EQ(judge_conflict(counted(2, [](std::size_t pass) { return pass == 1; }), 0), ConflictVerdict::unclear);
  EXPECT_EQ(judge_conflict(counted(32, [](std::size_t pass) { return pass == 11 || pass == 20; }), 0), ConflictVerdict::conflict);
  // Lines that a policy left to chance has not given their places yet.
  EXPECT_EQ(judge_conflict(counted(32, [](std::size_t pass) { return pass < 3; }), 0), ConflictVerdict::unclear);
}

TEST(ConflictVerdict, WithNoiseTellsRareMissesFromRareConflicts) {
  const auto every = [](std::size_t n) { return [n](std::size_t pass) { return pass % n == 0; }; };
  EXPECT_EQ(judge_conflict(counted(12, every(12)), 0.01), ConflictVerdict::fits);
  EXPECT_EQ(judge_conflict(counted(96, every(2)), 0.01), ConflictVerdict::conflict);
  EXPECT_EQ(judge_conflict(counted(96, every(25)), 0.01), ConflictVerdict::fits);
  EXPECT_EQ(judge_conflict(counted(12, every(3)), 0.01), ConflictVerdict::unclear);
}

TEST(ConflictVerdict, KnowsWhetherMissesComeBackInEveryPass) {
  EXPECT_FALSE(counted(4, [](std::size_t) { return true; }).differ_between_passes());
  EXPECT_FALSE(counted(4, [](std::size_t) { return false; }).differ_between_passes());
  EXPECT_TRUE(counted(4, [](std::size_t pass) { return pass == 2; }).differ_between_passes());
}

}  // namespace
}  // namespace chasescope::inference
