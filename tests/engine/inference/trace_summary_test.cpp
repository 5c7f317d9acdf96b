#include "engine/inference/levels/trace_summary.h"

#include <gtest/gtest.h>

namespace chasescope::inference {
namespace {

LatencyTrace constant(std::size_t n, float cycles) { return LatencyTrace(std::vector<float>(n, cycles)); }

TEST(TraceSummary, AllHitsLikeTheReference) {
  const auto summary = summarize_trace(constant(400, 116), std::vector{constant(64, 116)}, 100, 200);
  EXPECT_EQ(summary.misses, 0U);
  EXPECT_EQ(summary.miss_rate_high, 0.0);
  EXPECT_EQ(summary.period.kind, Period::Kind::periodic);
}

// A trace with one level only may be all hits or all misses: the reference decides.
TEST(TraceSummary, AllMissesWhenTheReferenceIsFaster) {
  const auto summary = summarize_trace(constant(400, 404), std::vector{constant(64, 116)}, 100, 200);
  EXPECT_EQ(summary.hits, 0U);
  EXPECT_EQ(summary.miss_rate(), 1.0);
  ASSERT_EQ(summary.miss_levels.size(), 1U);
  EXPECT_EQ(summary.miss_levels[0].median, 404);
}

TEST(TraceSummary, SaysThatOneLevelWithoutAReferenceDecidesNothing) {
  EXPECT_FALSE(summarize_trace(constant(400, 404), {}, 100, 200).hit_level_known);
}

TEST(TraceSummary, LeavesTheColdPassOutOfThePeriod) {
  std::vector<float> cycles(40, 655);       // cold
  for (int pass = 0; pass < 6; ++pass)
    for (int i = 0; i < 40; ++i) cycles.push_back(i == 7 ? 377.0F : 116.0F);
  const auto summary = summarize_trace(LatencyTrace(cycles), std::vector{constant(64, 116)}, 40, 0);
  EXPECT_EQ(summary.period, (Period{Period::Kind::periodic, 40, 0}));
  EXPECT_EQ(summary.misses, 46U);
  EXPECT_EQ(summary.miss_levels.size(), 2U);
}

TEST(TraceSummary, IntervalHoldsTheRateAndClosesWithPasses) {
  std::vector<float> cycles;
  for (int pass = 0; pass < 50; ++pass)
    for (int i = 0; i < 100; ++i) cycles.push_back(i < 10 + pass % 3 ? 404.0F : 116.0F);
  const auto summary = summarize_trace(LatencyTrace(cycles), std::vector{constant(64, 116)}, 100, 100);
  EXPECT_LT(summary.miss_rate_low, summary.miss_rate());
  EXPECT_GT(summary.miss_rate_high, summary.miss_rate());
  EXPECT_LT(summary.miss_rate_high - summary.miss_rate_low, 0.01);
}

TEST(TraceSummary, SlicesOfACacheThatLieFartherAwayAreNoMisses) {
  std::vector<float> cycles;
  for (int i = 0; i < 300; ++i) cycles.push_back(i % 3 == 0 ? 265.0F : i % 3 == 1 ? 297.0F : 600.0F);
  const LatencyTrace trace(std::move(cycles));
  EXPECT_NEAR(summarize_trace(trace, std::vector{constant(64, 265)}, 30, 60).miss_rate(), 2.0 / 3, 1e-9);
  const auto summary = summarize_trace(trace, std::vector{constant(64, 265), constant(64, 297)}, 30, 60);
  EXPECT_NEAR(summary.miss_rate(), 1.0 / 3, 1e-9);
  EXPECT_EQ(summary.hit_levels.size(), 2U);
  EXPECT_EQ(summary.miss_levels.size(), 1U);
}

}  // namespace
}  // namespace chasescope::inference
