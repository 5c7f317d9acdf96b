// Which share of an array is in a cache, told from timed loads, some of which are known to hit or to miss.
#include "engine/inference/requests/residency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace chasescope::inference {
namespace {

/// `slow` of `count` loads take 650 cycles, the others 280.
std::vector<double> partly_slow(std::size_t slow, std::size_t count) {
  std::vector<double> cycles(count, 280);
  std::fill_n(cycles.begin(), slow, 650);
  return cycles;
}

std::vector<double> evenly_from(double low, double high, std::size_t count) {
  std::vector<double> cycles;
  for (std::size_t i = 0; i < count; ++i)
    cycles.push_back(low + (high - low) * static_cast<double>(i) / static_cast<double>(count - 1));
  return cycles;
}

TEST(Residency, TheCutLiesInTheGapBetweenHitsAndMisses) {
  const auto cut = load_cut(evenly_from(255, 494, 100), evenly_from(542, 850, 60));
  ASSERT_TRUE(cut);
  EXPECT_DOUBLE_EQ(cut->cycles, 518);
  EXPECT_EQ(cut->false_hits, 0);
  EXPECT_EQ(cut->false_misses, 0);
  EXPECT_EQ(cut->loads, 60U) << "the smaller sample limits how well errors are known";
}

TEST(Residency, TheCutHasTheFewestErrorsAndTheWidestGap) {
  std::vector<double> hits(7, 10), misses(7, 100);
  hits.push_back(50);
  misses.push_back(30);
  const auto cut = load_cut(hits, misses);  // between 10 and 30 it errs as often as between 50 and 100
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->cycles, 75);
  EXPECT_EQ(cut->false_hits, 0.125);
  EXPECT_EQ(cut->false_misses, 0);
}

TEST(Residency, OverlappingSamplesGiveNoCut) {
  EXPECT_FALSE(load_cut(evenly_from(200, 400, 100), evenly_from(250, 450, 100)));
  EXPECT_FALSE(load_cut(std::vector<double>(50, 280), std::vector<double>(50, 280)));
  EXPECT_FALSE(load_cut(std::vector<double>(50, 650), std::vector<double>(50, 280))) << "misses are no faster than hits";
  std::vector<double> hits(16, 280), misses(16, 650);
  hits[0] = 700, misses[0] = 200;
  EXPECT_TRUE(load_cut(hits, misses)) << "a sixteenth of each is wrong";
  hits[1] = 700, misses[1] = 200;
  EXPECT_FALSE(load_cut(hits, misses)) << "an eighth of each is wrong";
}

TEST(Residency, ErrorsOfTheCutAreCorrected) {
  const LoadCut cut{.cycles = 500, .false_misses = 0.05, .false_hits = 0.1, .loads = 1000};
  const ResidentShare share = resident_share(partly_slow(390, 1000), cut);  // 0.6 · 0.95 + 0.4 · 0.1 = 0.61 look fast
  EXPECT_NEAR(share.value, 0.6, 1e-9);
  EXPECT_LT(share.low, 0.58);
  EXPECT_GT(share.low, 0.55);
  EXPECT_GT(share.high, 0.62);
  EXPECT_LT(share.high, 0.65);
}

TEST(Residency, SharesStayBetweenNoneAndAll) {
  const LoadCut cut{.cycles = 500, .false_misses = 0.05, .false_hits = 0.1, .loads = 1000};
  const ResidentShare none = resident_share(partly_slow(100, 100), cut), all = resident_share(partly_slow(0, 100), cut);
  EXPECT_EQ(none.value, 0);
  EXPECT_EQ(none.low, 0);
  EXPECT_EQ(all.value, 1);
  EXPECT_EQ(all.high, 1);
  const LoadCut clean{.cycles = 500, .loads = 1000};
  EXPECT_EQ(resident_share(partly_slow(100, 100), clean).value, 0);
  EXPECT_GT(resident_share(partly_slow(100, 100), clean).high, 0.02) << "of a hundred loads, no share is known exactly";
}

TEST(Residency, IntervalsHoldTheTrueShare) {
  const LoadCut cut{.cycles = 500, .false_misses = 0.04, .false_hits = 0.08, .loads = 1000};
  std::size_t outside = 0;
  constexpr double kShare = 0.3;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    std::mt19937_64 random(seed);
    std::binomial_distribution<std::size_t> fast(500, kShare * (1 - cut.false_misses) + (1 - kShare) * cut.false_hits);
    const ResidentShare share = resident_share(partly_slow(500 - fast(random), 500), cut);
    outside += share.low > kShare || share.high < kShare ? 1 : 0;
  }
  EXPECT_LE(outside, 80U) << "95 % should hold it";
  EXPECT_GE(outside, 20U) << "and none is wider than it must be";
}

TEST(Residency, AShareIsAboveOrBelowOnlyIfChanceCantExplainIt) {
  const LoadCut clean{.cycles = 500, .loads = 1000};
  const auto compared = [&](std::size_t slow, std::size_t count) { return compared_with(0.95, partly_slow(slow, count), clean); };
  EXPECT_EQ(compared(0, 1000), Against::above);
  EXPECT_EQ(compared(10, 1000), Against::above);
  for (const std::size_t slow : {30, 50, 70}) EXPECT_EQ(compared(slow, 1000), Against::open) << slow;
  EXPECT_EQ(compared(100, 1000), Against::below);
  EXPECT_EQ(compared(0, 64), Against::open) << "of 64 loads, none may be slow by chance";
  EXPECT_EQ(compared(16, 64), Against::below);
  EXPECT_EQ(compared_with(0.5, partly_slow(10, 64), clean), Against::above);
}

TEST(Residency, AShareIsComparedWithTheErrorsOfTheCut) {
  // A twentieth of the hits is slow: of lines that are all there, 50 of 1,000 loads are.
  const LoadCut slow_hits{.cycles = 500, .false_misses = 0.05, .loads = 1000};
  EXPECT_EQ(compared_with(0.95, partly_slow(50, 1000), slow_hits), Against::above);
  EXPECT_EQ(compared_with(0.95, partly_slow(100, 1000), slow_hits), Against::open);
  EXPECT_EQ(compared_with(0.95, partly_slow(160, 1000), slow_hits), Against::below);
  // A tenth of the misses is fast: if half of the lines are missing, 450 of 1,000 loads are slow.
  const LoadCut fast_misses{.cycles = 500, .false_hits = 0.1, .loads = 1000};
  EXPECT_EQ(compared_with(0.5, partly_slow(450, 1000), fast_misses), Against::open);
  EXPECT_EQ(compared_with(0.5, partly_slow(360, 1000), fast_misses), Against::above);
  EXPECT_EQ(compared_with(0.5, partly_slow(540, 1000), fast_misses), Against::below);
  // Ten known loads tell little of the errors, so that less is certain.
  const LoadCut of_few{.cycles = 500, .loads = 10};
  EXPECT_EQ(compared_with(0.95, partly_slow(100, 1000), of_few), Against::open);
}

TEST(Residency, WhatACacheHoldsIsTheMedianOfArraysThatAreTooLarge) {
  const auto held = held_bytes({{4, {1, 0.96, 1}},
                                {6, {0.72, 0.67, 0.76}},  // nearly fits
                                {10, {0.5, 0.45, 0.55}},
                                {20, {0.3, 0.2, 0.4}},
                                {40, {0.13, 0.12, 0.14}}});
  ASSERT_TRUE(held);
  EXPECT_NEAR(held->bytes, 5.2, 1e-9);
  EXPECT_NEAR(held->low, 4, 1e-9);
  EXPECT_NEAR(held->high, 8, 1e-9);
  EXPECT_FALSE(held_bytes({{4, {1, 0.96, 1}}, {6, {0.72, 0.67, 0.76}}})) << "less than a quarter may be missing of both";
  EXPECT_FALSE(held_bytes({}));
}

}  // namespace
}  // namespace chasescope::inference
