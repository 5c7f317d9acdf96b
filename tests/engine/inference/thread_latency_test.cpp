// Leaps in thread-latency curves: curves like the study's figures, with noise, and curves without a leap.
#include "engine/inference/requests/thread_latency.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "engine/inference/requests/loads_per_warp.h"
#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A curve as in figure 1. A warp's loads are issued one by one (2 cycles each). Further warps take no longer, except for a step
/// after 96 threads. After `fits` threads, the next request waits until the first one has come back.
std::vector<LoadPoint> figure_1(std::uint64_t fits, double lone = 362, std::uint64_t last = 1024) {
  std::vector<LoadPoint> curve;
  for (std::uint64_t threads = 2; threads <= last; threads += 2) {
    double cycles = lone + 2.0 * static_cast<double>(std::min<std::uint64_t>(threads, 32) - 2);
    if (threads > 96) cycles += 12;
    if (threads > fits) cycles = 2 * lone - 10 + 2 * static_cast<double>(threads - fits);
    curve.push_back({threads, cycles, cycles});
  }
  return curve;
}

constexpr CurveScale kScale{.lone = 362, .warp = 422, .noise = 0};

/// The curve at some of its points, and at the further points that steps_to_look_into() asks for.
std::vector<LoadPoint> looked_into(const std::vector<LoadPoint>& whole, const CurveScale& scale) {
  std::vector<std::uint64_t> counts;
  for (const LoadPoint& point : whole) counts.push_back(point.count);
  std::vector<std::uint64_t> asked = points_of_warps(counts, 32);
  std::vector<LoadPoint> curve;
  for (;;) {
    for (const std::uint64_t count : asked) curve.push_back(whole[count / 2 - 1]);
    std::sort(curve.begin(), curve.end(), [](const LoadPoint& a, const LoadPoint& b) { return a.count < b.count; });
    asked.clear();
    for (const std::size_t step : steps_to_look_into(curve, scale))
      for (std::uint64_t count = curve[step].count + 2; count < curve[step + 1].count; count += 2) asked.push_back(count);
    if (asked.empty()) return curve;
  }
}

// Wherever the table is full, less than half of the points lead to the same leap as all points do.
TEST(ThreadLatency, some_points_lead_to_the_leap_that_all_points_show) {
  Random random(28);
  std::size_t leaps = 0;
  for (const double noise : {0.0, 2.0}) {
    for (std::uint64_t fits = 2; fits < 1024; fits += 2) {
      std::vector<LoadPoint> whole = figure_1(fits);
      for (LoadPoint& point : whole) {
        double normal = -6;
        for (int draw = 0; draw < 12; ++draw) normal += random.unit();
        point.median += noise * normal;
      }
      CurveScale scale = kScale;
      scale.noise = noise;
      scale.warp_threads = 32;
      scale.warp_step = 12;
      const std::vector<LoadPoint> some = looked_into(whole, scale);
      const Saturation all = find_saturation(whole, scale), found = find_saturation(some, scale);
      ASSERT_EQ(found.leap.has_value(), all.leap.has_value()) << fits;
      ASSERT_EQ(found.free_up_to, all.free_up_to) << fits;
      ASSERT_EQ(found.limited_from_the_start, all.limited_from_the_start) << fits;
      ASSERT_LT(some.size(), whole.size() / 2) << fits;
      if (!all.leap) continue;
      ++leaps;
      ASSERT_EQ(found.leap->fits, all.leap->fits);
      ASSERT_EQ(found.leap->waits, all.leap->waits);
    }
  }
  EXPECT_GT(leaps, 900U);
}

TEST(ThreadLatency, some_points_hold_both_ends_of_each_warp) {
  EXPECT_THAT(points_of_warps(std::vector<std::uint64_t>{2, 4, 6, 8, 30, 32, 34, 36, 38, 40, 42}, 32),
              ElementsAre(2, 8, 32, 34, 40, 42));
  EXPECT_THAT(points_of_warps({}, 32), IsEmpty());
}

TEST(ThreadLatency, TheVarianceIsThatOfTheStudy) {
  // §3.2: the sum of the squared distances of three neighbours from their mean, divided by two.
  EXPECT_THAT(three_point_variance(std::vector<double>{10, 10, 10, 40, 40}), ElementsAre(0, 300, 300));
  EXPECT_THAT(three_point_variance(std::vector<double>{1, 2, 3}), ElementsAre(1));
  EXPECT_THAT(three_point_variance(std::vector<double>{1, 2}), IsEmpty());
  EXPECT_THAT(three_point_variance({}), IsEmpty());
}

TEST(ThreadLatency, APointHasAMedianAndAHarmonicMean) {
  const auto point = point_of(64, std::vector<double>{300, 600, 200});
  EXPECT_EQ(point.count, 64U);
  EXPECT_EQ(point.median, 300);
  EXPECT_DOUBLE_EQ(point.harmonic, 3 / (1 / 300.0 + 1 / 600.0 + 1 / 200.0));
}

TEST(ThreadLatency, ScatterLeavesOutOutliersAndSteadyGrowth) {
  EXPECT_EQ(scatter_of_repeats(std::vector<std::vector<double>>{{300}, {400}}), 0);
  // Each repeat takes one per cent more than the one before, with no scatter.
  EXPECT_NEAR(scatter_of_repeats(std::vector<std::vector<double>>{{300, 303, 306.03}, {1000, 1010, 1020.1}}), 0, 1e-9);
  Random random(4);
  std::vector<std::vector<double>> points;
  for (int i = 0; i < 400; ++i) {
    std::vector<double> repeats;
    for (int r = 0; r < 3; ++r) {
      double normal = -6;
      for (int draw = 0; draw < 12; ++draw) normal += random.unit();
      repeats.push_back(500 + 4 * normal + (random.below(100) == 0 ? 1000 : 0));
    }
    points.push_back(repeats);
  }
  EXPECT_NEAR(scatter_of_repeats(points), 4, 0.6);
}

TEST(ThreadLatency, TheLeapOfFigure3Is128) {
  const auto found = find_saturation(figure_1(128), kScale);
  ASSERT_TRUE(found.leap);
  EXPECT_EQ(found.leap->fits, 128U);
  EXPECT_EQ(found.leap->waits, 130U);
  EXPECT_EQ(found.free_up_to, 128U);
  EXPECT_FALSE(found.limited_from_the_start);
}

TEST(ThreadLatency, SerialisationAndSaturationAreToldApart) {
  const auto spikes = find_spikes(figure_1(128), kScale);
  ASSERT_EQ(spikes.size(), 2U);
  EXPECT_EQ(spikes[0].after, 96U);
  EXPECT_EQ(spikes[0].kind, Spike::Kind::serialisation);
  EXPECT_EQ(spikes[0].rise, 12);
  EXPECT_EQ(spikes[1].after, 128U);
  EXPECT_EQ(spikes[1].kind, Spike::Kind::saturation);
  EXPECT_GT(spikes[1].variance, 100 * spikes[0].variance);
}

TEST(ThreadLatency, WhatComesAfterSaturationIsLater) {
  auto curve = figure_1(128);
  for (auto& point : curve)
    if (point.count > 256) point.median += 74;
  const auto spikes = find_spikes(curve, kScale);
  ASSERT_EQ(spikes.size(), 3U);
  EXPECT_EQ(spikes[2].after, 256U);
  EXPECT_EQ(spikes[2].kind, Spike::Kind::later);
}

TEST(ThreadLatency, ASmallLeapThatLandsAtTwoLatenciesCounts) {
  // As in figure 9: issuing takes most of the first latency, so that a request waits only a short time.
  std::vector<LoadPoint> curve;
  for (std::uint64_t threads = 2; threads <= 1024; threads += 2) {
    const double cycles = 225 + static_cast<double>(threads) * 0.27 + (threads > 680 ? 38 : 0);
    curve.push_back({threads, cycles, cycles});
  }
  const auto found = find_saturation(curve, {.lone = 225, .warp = 240, .noise = 0.5});
  ASSERT_TRUE(found.leap);
  EXPECT_EQ(found.leap->fits, 680U);
}

TEST(ThreadLatency, NoLeapIsNoSaturation) {
  // A flat curve.
  std::vector<LoadPoint> flat;
  for (std::uint64_t threads = 2; threads <= 1024; threads += 2) flat.push_back({threads, 700, 700});
  auto found = find_saturation(flat, {.lone = 700, .warp = 700});
  EXPECT_FALSE(found.leap);
  EXPECT_EQ(found.free_up_to, 1024U);
  // A steady rise through two latencies is a limit of throughput and not a full table. The points that are slower prove nothing.
  std::vector<LoadPoint> steady;
  for (std::uint64_t threads = 2; threads <= 1024; threads += 2) steady.push_back({threads, 300 + static_cast<double>(threads), 0});
  found = find_saturation(steady, {.lone = 302, .warp = 332});
  EXPECT_FALSE(found.leap);
  EXPECT_EQ(found.free_up_to, 198U);
  // Equal steps, one for each warp.
  std::vector<LoadPoint> stairs;
  for (std::uint64_t threads = 2; threads <= 1024; threads += 2)
    stairs.push_back({threads, 300 + 40.0 * static_cast<double>((threads - 1) / 32), 0});
  EXPECT_FALSE(find_saturation(stairs, {.lone = 300, .warp = 300}).leap);
}

TEST(ThreadLatency, AStepThatEachWarpTakesIsNoSaturation) {
  // A warp issues eight loads, in 16 cycles each. The second warp ends at two latencies by chance, and the third takes as much more
  // again.
  std::vector<LoadPoint> stairs;
  for (std::uint64_t threads = 2; threads <= 1024; threads += 2)
    stairs.push_back({threads, 100 + 128.0 * static_cast<double>((threads + 31) / 32), 0});
  const CurveScale scale{.lone = 184, .warp = 184, .noise = 0.5, .warp_threads = 32};
  EXPECT_FALSE(find_saturation(stairs, scale).leap);
  // The same leap, but the third warp makes no step.
  auto saturated = stairs;
  for (auto& point : saturated) point.median = point.count <= 32 ? 228 : 356 + static_cast<double>(point.count) / 8;
  ASSERT_TRUE(find_saturation(saturated, scale).leap);
  EXPECT_EQ(find_saturation(saturated, scale).leap->fits, 32U);
  // The step of a warp may be known from the curve of a single load: it takes as many times longer as there are loads.
  EXPECT_TRUE(find_saturation(saturated, {184, 184, 0.5, 32, 8 * 6.0}).leap);
  EXPECT_FALSE(find_saturation(saturated, {184, 184, 0.5, 32, 8 * 16.0}).leap);
}

TEST(ThreadLatency, TheStepOfAWarpIsReadWhereNothingCanHaveWaited) {
  const auto curve = figure_1(128);
  EXPECT_EQ(step_of_a_warp(curve, 362, 32), 12);  // the step after 96 threads; the leap after 128 does not count
  EXPECT_EQ(step_of_a_warp(std::vector<LoadPoint>(curve.begin(), curve.begin() + 10), 362, 32), std::nullopt);
}

TEST(ThreadLatency, ALeapThatLandsElsewhereIsNoSaturation) {
  auto curve = figure_1(128);
  for (auto& point : curve)
    if (point.count > 128) point.median += 400;  // three latencies
  EXPECT_FALSE(find_saturation(curve, kScale).leap);
  for (auto& point : curve) point.median = point.count > 128 ? 500 : 400;  // 1.4 latencies
  EXPECT_FALSE(find_saturation(curve, kScale).leap);
}

TEST(ThreadLatency, ACurveThatStartsSlowSaysNothing) {
  // There are more loads than the scoreboard allows: the curve takes two latencies from the beginning.
  std::vector<LoadPoint> curve;
  for (std::uint64_t threads = 2; threads <= 1024; threads += 2) curve.push_back({threads, 724, 724});
  const auto found = find_saturation(curve, kScale);
  EXPECT_TRUE(found.limited_from_the_start);
  EXPECT_FALSE(found.leap);
  EXPECT_EQ(found.free_up_to, 0U);
  EXPECT_EQ(find_saturation({}, kScale).free_up_to, 0U);
  EXPECT_THAT(find_spikes({}, kScale), IsEmpty());
}

TEST(ThreadLatency, NoiseMovesNoLeap) {
  Random random(21);
  for (const double sigma : {1.0, 3.0, 10.0, 60.0, 200.0}) {
    for (int round = 0; round < 20; ++round) {
      auto curve = figure_1(200);
      for (auto& point : curve) {
        double normal = -6;
        for (int draw = 0; draw < 12; ++draw) normal += random.unit();
        point.median += sigma * normal;
      }
      const auto found = find_saturation(curve, {.lone = 362, .warp = 422, .noise = sigma});
      EXPECT_EQ(found.leap.value_or(Saturation::Leap{200}).fits, 200U) << sigma;
      EXPECT_TRUE(found.leap || sigma > 3) << sigma;
      EXPECT_TRUE(!found.leap || sigma < 200) << sigma;
    }
  }
}

/// The time over the number of loads of one warp: a step for each load, and a second latency once more than `fits` are under way.
std::vector<LoadPoint> loads_of_a_warp(std::uint64_t fits, std::uint64_t last = 8) {
  std::vector<LoadPoint> curve;
  for (std::uint64_t loads = 1; loads <= last; ++loads) {
    const double cycles = 360 + 8 * static_cast<double>(loads - 1) + (loads > fits ? 330 : 0);
    curve.push_back({loads, cycles, cycles});
  }
  return curve;
}

TEST(LoadsPerWarp, TheScoreboardStopsEachWarpAtTheSameNumber) {
  using Verdict = LoadsPerWarp::Verdict;
  const CurveScale scale{.lone = 360, .warp = 420};
  // Study §4: four loads on the M2070.
  auto found = find_loads_per_warp(loads_of_a_warp(4), loads_of_a_warp(4), scale, std::nullopt);
  EXPECT_EQ(found.verdict, Verdict::limited);
  EXPECT_EQ(found.loads, 4U);
  // Two warps stop at half as many loads each: the table may also have stopped the single warp.
  found = find_loads_per_warp(loads_of_a_warp(4), loads_of_a_warp(2), scale, std::nullopt);
  EXPECT_EQ(found.verdict, Verdict::at_least);
  EXPECT_EQ(found.loads, 4U);
  // Two warps stop at more than half: the table holds 6 requests, so that it did not stop the single warp at 4.
  found = find_loads_per_warp(loads_of_a_warp(4), loads_of_a_warp(3), scale, std::nullopt);
  EXPECT_EQ(found.verdict, Verdict::limited);
  // The table is known to hold more requests.
  found = find_loads_per_warp(loads_of_a_warp(4), loads_of_a_warp(2), scale, 16);
  EXPECT_EQ(found.verdict, Verdict::limited);
  found = find_loads_per_warp(loads_of_a_warp(4), loads_of_a_warp(2), scale, 4);
  EXPECT_EQ(found.verdict, Verdict::at_least);
}

TEST(LoadsPerWarp, NoLimitUpToTheLastIsSaidSo) {
  using Verdict = LoadsPerWarp::Verdict;
  const CurveScale scale{.lone = 360, .warp = 420};
  const auto found = find_loads_per_warp(loads_of_a_warp(100, 16), loads_of_a_warp(100, 16), scale, std::nullopt);
  EXPECT_EQ(found.verdict, Verdict::unlimited);
  EXPECT_EQ(found.loads, 16U);
  EXPECT_EQ(find_loads_per_warp({}, {}, scale, std::nullopt).verdict, Verdict::unmeasured);
}

}  // namespace
}  // namespace chasescope::inference
