#include "engine/inference/levels/trace_summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace chasescope::inference {
namespace {

LatencyTrace constant(std::size_t n, float cycles) { return LatencyTrace(std::vector<float>(n, cycles)); }

TEST(TraceSummary, AllHitsLikeTheReference) {
  const auto summary = summarize_trace(constant(400, 116), std::vector{constant(64, 116)}, 100, 200);
  EXPECT_EQ(summary.misses, 0U);
  EXPECT_EQ(summary.miss_rate_high, 0.0);
  EXPECT_EQ(summary.period.kind, Period::Kind::periodic);
}

// If a trace has a single level, all accesses may be hits or all may be misses. The reference decides.
TEST(TraceSummary, AllMissesWhenTheReferenceIsFaster) {
  const auto summary = summarize_trace(constant(400, 404), std::vector{constant(64, 116)}, 100, 200);
  EXPECT_EQ(summary.hits, 0U);
  EXPECT_EQ(summary.miss_rate(), 1.0);
  ASSERT_EQ(summary.miss_levels.size(), 1U);
  EXPECT_EQ(summary.miss_levels[0].median, 404);
}

// The first reads of two lines, one of them also the first of its page: too few for a level, but no hits.
TEST(TraceSummary, doesNotCallSlowAccessesOfAColdPassHits) {
  const LatencyTrace cold(std::vector<float>{967, 39, 39, 39, 223, 39});
  const auto summary = summarize_trace(cold, std::vector{constant(64, 39)}, 6, 0);
  EXPECT_EQ(summary.strays, 2U);
  EXPECT_EQ(summary.highest_stray_cycles, 967);
  EXPECT_EQ(summary.highest_regular_cycles, 39);
  EXPECT_FALSE(summary.strays_are_disturbances);
  // A single slow access of a cold pass is no hit either.
  const LatencyTrace one(std::vector<float>{967, 39, 39, 39, 39, 39});
  EXPECT_FALSE(summarize_trace(one, std::vector{constant(64, 39)}, 6, 0).strays_are_disturbances);
  // In a warm trace, one slow access may be an interrupt, but two of six are not.
  EXPECT_TRUE(summarize_trace(one, std::vector{constant(64, 39)}, 6, 12).strays_are_disturbances);
  EXPECT_FALSE(summarize_trace(cold, std::vector{constant(64, 39)}, 6, 12).strays_are_disturbances);
}

TEST(TraceSummary, takesRareSlowAccessesOfALongTraceForDisturbances) {
  std::vector<float> cycles(4'000, 39);
  cycles[17] = 1'900;
  cycles[2'500] = 640;
  const auto summary = summarize_trace(LatencyTrace(cycles), std::vector{constant(64, 39)}, 100, 200);
  EXPECT_EQ(summary.strays, 2U);
  EXPECT_TRUE(summary.strays_are_disturbances);
  EXPECT_EQ(summary.misses, 0U);
}

TEST(TraceSummary, takes_no_fraction_of_a_cycle_for_a_stray) {
  std::vector<float> cycles;
  for (int i = 0; i < 40; ++i) cycles.push_back(39 + static_cast<float>(i % 10) * 0.1F);
  const auto summary = summarize_trace(LatencyTrace(cycles), std::vector{LatencyTrace(cycles)}, 10, 20);
  EXPECT_EQ(summary.strays, 0U);
  EXPECT_EQ(summary.hit_levels[0].accesses, 40U);
}

// Accesses with more jitter than the few accesses of the reference are no strays, because no gap separates them.
TEST(TraceSummary, findsNoStraysInJitter) {
  std::vector<float> cycles, few;
  std::mt19937 random(3);
  std::normal_distribution<float> jitter(200, 8);
  for (int i = 0; i < 5'000; ++i) cycles.push_back(std::round(jitter(random)));
  for (int i = 0; i < 32; ++i) few.push_back(std::round(jitter(random)));
  const auto summary = summarize_trace(LatencyTrace(cycles), std::vector{LatencyTrace(few)}, 100, 200);
  EXPECT_EQ(summary.misses, 0U);
  EXPECT_LE(summary.strays, 2U);
  EXPECT_TRUE(summary.strays_are_disturbances);
}

TEST(TraceSummary, SaysThatOneLevelWithoutAReferenceDecidesNothing) {
  EXPECT_FALSE(summarize_trace(constant(400, 404), {}, 100, 200).hit_level_known);
}

TEST(TraceSummary, LeavesTheColdPassOutOfThePeriod) {
  std::vector<float> cycles(40, 655);  // the cold pass
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
