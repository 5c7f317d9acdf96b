#include "engine/inference/curves/code_levels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

std::vector<CurvePoint> code_curve(const std::vector<double>& cycles) {
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < cycles.size(); ++i) points.push_back({1024.0 * static_cast<double>(i + 1), cycles[i], 0});
  return points;
}

TEST(CodeLevels, EachPlateauIsALevel) {
  const auto found = find_code_levels(code_curve({2, 2, 2, 2, 3.1, 4.6, 5.75, 5.75, 5.75, 5.75, 14, 27, 27, 27, 27}));
  ASSERT_EQ(found.verdict, CodeLevels::Verdict::found);
  ASSERT_EQ(found.levels.size(), 3U);
  EXPECT_EQ(found.levels[0].last, 3U);
  EXPECT_EQ(found.levels[1].first, 6U);
  EXPECT_EQ(found.levels[1].last, 9U);
  EXPECT_EQ(found.levels[1].cycles, 5.75);
  EXPECT_EQ(found.levels[2].last, 14U);
  EXPECT_TRUE(still_in(found.levels[0], 2.05));
  EXPECT_FALSE(still_in(found.levels[0], 2.1));
}

TEST(CodeLevels, ASmallRiseIsWithinALevelAndRemembered) {
  const auto found = find_code_levels(code_curve({1.38, 1.38, 1.38, 1.38, 1.5, 1.5, 1.5, 1.5, 2.23, 2.22, 2.22, 2.22}));
  ASSERT_EQ(found.levels.size(), 2U);
  EXPECT_EQ(found.levels[0].even_last, 3U);
  EXPECT_EQ(found.levels[0].last, 7U);
  EXPECT_EQ(found.levels[0].cycles, 1.38);
  EXPECT_EQ(found.levels[0].high, 1.5);
  EXPECT_EQ(found.levels[1].even_last, 11U);
}

TEST(CodeLevels, TheRisesBesideALevelAreNotPartOfIt) {
  const auto found = find_code_levels(code_curve({2, 2, 2, 2, 2, 2.05, 2.3, 3, 5.6, 5.9, 6, 6, 6, 6, 6}));
  ASSERT_EQ(found.levels.size(), 2U);
  EXPECT_EQ(found.levels[0].last, 5U);
  EXPECT_EQ(found.levels[0].cycles, 2);
  EXPECT_FALSE(still_in(found.levels[0], 2.07));
  EXPECT_EQ(found.levels[1].first, 9U);
  const auto steep = find_code_levels(code_curve({2, 2, 2, 2, 2, 2.058, 2.061, 2.12, 3, 4}));
  ASSERT_EQ(steep.levels.size(), 1U);
  EXPECT_EQ(steep.levels[0].last, 5U);
}

TEST(CodeLevels, NoiseMakesNoLevels) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    std::vector<double> cycles;
    for (int i = 0; i < 40; ++i) cycles.push_back((i < 20 ? 2 : 6) * (1 + 0.02 * (random.unit() - 0.5)));
    const auto found = find_code_levels(code_curve(cycles));
    ASSERT_EQ(found.levels.size(), 2U) << seed;
    EXPECT_EQ(found.levels[0].last, 19U) << seed;
  }
}

TEST(CodeLevels, WhatNoCachesInARowExplainIsNone) {
  EXPECT_EQ(find_code_levels(code_curve({6, 6, 6, 6, 2, 2, 2, 2})).verdict, CodeLevels::Verdict::uneven);
  EXPECT_EQ(find_code_levels(code_curve({2, 2, 2, 2, 9, 2, 2, 2, 2})).verdict, CodeLevels::Verdict::uneven);
  EXPECT_EQ(find_code_levels(code_curve({2, 3, 4, 5, 6, 7, 8, 9})).verdict, CodeLevels::Verdict::no_plateau);
  std::vector<double> slow;  // a steady rise without a plateau, although no two neighbours differ by much
  for (int i = 0; i < 40; ++i) slow.push_back(2 * std::pow(1.02, i));
  EXPECT_EQ(find_code_levels(code_curve(slow)).verdict, CodeLevels::Verdict::no_plateau);
  EXPECT_EQ(find_code_levels({}).verdict, CodeLevels::Verdict::no_plateau);
}

}  // namespace
}  // namespace chasescope::inference
