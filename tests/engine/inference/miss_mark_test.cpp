#include "engine/inference/levels/miss_mark.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/trace/random.h"
#include "tests/engine/made_up/random_errors.h"

namespace chasescope::inference {
namespace {

using chasescope::tests::gaussian;

/// Latencies with jitter of 3 cycles, one outlier of 300 to 3,000 cycles in a thousand, and a drift of 2 %.
LatencyTrace noisy(std::vector<float> cycles, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    double c = cycles[i] * (1 + 0.02 * static_cast<double>(i) / static_cast<double>(cycles.size())) + 3 * gaussian(random);
    if (random.below(1000) == 0) c += 300 + 2700 * random.unit();
    cycles[i] = static_cast<float>(std::round(c));
  }
  return LatencyTrace(std::move(cycles));
}

/// One access in `every` misses.
std::vector<float> pattern(std::size_t n, float hit, float miss, std::size_t every) {
  std::vector<float> cycles(n, hit);
  for (std::size_t i = 0; i < n; i += every) cycles[i] = miss;
  return cycles;
}

TEST(MissMark, TellsHitsFromMisses) {
  const MissMark mark = tell_apart(LatencyTrace(std::vector<float>(2000, 116)), LatencyTrace(pattern(2000, 116, 377, 2)));
  ASSERT_TRUE(mark.clear) << mark.why_unclear;
  EXPECT_EQ(mark.hit, 116);
  EXPECT_EQ(mark.miss, 377);
  EXPECT_TRUE(mark.marks(377));
  EXPECT_FALSE(mark.marks(116));
  EXPECT_FALSE(mark.marks(900)) << "an interrupt is no miss";
  EXPECT_FALSE(mark.marks(250)) << "nor is what lies half-way";
}

TEST(MissMark, HoldsUnderNoise) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    for (const std::size_t every : {1U, 2U, 8U, 30U}) {
      const MissMark mark =
          tell_apart(noisy(std::vector<float>(4096, 230), seed), noisy(pattern(4096, 230, 371, every), seed + 100));
      ASSERT_TRUE(mark.clear) << mark.why_unclear << ' ' << every;
      EXPECT_NEAR(mark.miss, 371 * 1.01, 8);
      const std::vector<float> cycles = noisy(pattern(8192, 230, 371, 64), seed + 200).copy();
      const auto missed = std::count_if(cycles.begin(), cycles.end(), [&](float each) { return mark.marks(each); });
      EXPECT_NEAR(static_cast<double>(missed), 128, 4);
    }
}

TEST(MissMark, NoiseThatIsTooStrongIsSaid) {
  Random random(4);
  std::vector<float> low(4000), high(4000);
  for (std::size_t i = 0; i < low.size(); ++i) {
    low[i] = static_cast<float>(200 + 30 * gaussian(random));
    high[i] = static_cast<float>(230 + 30 * gaussian(random));
  }
  const MissMark mark = tell_apart(LatencyTrace(low), LatencyTrace(high));
  EXPECT_FALSE(mark.clear);
  EXPECT_FALSE(mark.why_unclear.empty());
}

TEST(MissMark, AFewOutliersMakeNoLevel) {
  EXPECT_FALSE(tell_apart(noisy(std::vector<float>(8192, 116), 1), noisy(std::vector<float>(8192, 116), 2)).clear);
  EXPECT_FALSE(tell_apart({}, LatencyTrace(std::vector<float>(100, 5))).clear);
}

// Accesses that are slow in the smaller array too do not show that the larger array overflows.
TEST(MissMark, WhatWasThereBeforeIsNoMiss) {
  EXPECT_FALSE(tell_apart(LatencyTrace(pattern(4000, 100, 300, 4)), LatencyTrace(pattern(4000, 100, 300, 2))).clear);
}

TEST(MissMark, counts_the_places_that_miss_again) {
  const MissMark mark = tell_apart(LatencyTrace(std::vector<float>(100, 10)), LatencyTrace(std::vector<float>(100, 90)));
  std::vector<float> cycles(40, 10);  // four passes over ten places: places 0 and 7 always miss, place 3 misses once
  for (std::size_t pass = 0; pass < 4; ++pass) cycles[10 * pass] = cycles[10 * pass + 7] = 90;
  cycles[23] = 90;
  const LatencyTrace trace(cycles);
  EXPECT_EQ(places_missing_again(trace, mark, 10), 2U);
  EXPECT_EQ(places_missing_again(trace, mark, 0), 0U);
}

}  // namespace
}  // namespace chasescope::inference
