// The saturation point of figure 2 of the request study, from hand-written curves.
#include "engine/inference/curves/copy_saturation.h"

#include <gmock/gmock.h>

#include <functional>
#include <vector>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

using CopyVerdict = CopySaturation::Verdict;

/// Copies from `step` bytes (64 KiB) to `last`. The gap is a function of the size.
std::vector<CopyTimes> copies(const std::function<double(double)>& gap, double last, double step = 65536) {
  std::vector<CopyTimes> times;
  for (double bytes = step; bytes <= last; bytes += step)
    times.push_back({bytes, 500 + bytes * 0.02 + gap(bytes), 500 + bytes * 0.02});
  return times;
}

std::function<double(double)> saturating(double at) {
  return [at](double bytes) { return 0.01 * std::min(bytes, at); };
}

TEST(CopySaturation, FindsTheL2OfTheStudysCards) {
  for (const double l2 : {768 * 1024.0, 1536 * 1024.0, 800'000.0}) {
    const auto found = find_copy_saturation(copies(saturating(l2), 3 << 20));
    ASSERT_EQ(found.verdict, CopyVerdict::found) << l2;
    EXPECT_NEAR(found.bytes, l2, 1);
    EXPECT_LE(found.low, found.bytes);
    EXPECT_GE(found.high, found.bytes);
    EXPECT_NEAR(found.gap_per_byte, 0.01, 1e-6);
    EXPECT_NEAR(found.plateau, 0.01 * l2, 1e-3);
  }
}

TEST(CopySaturation, AFixedCostOfTheFlushIsNoMatter) {
  const auto found = find_copy_saturation(copies([](double bytes) { return 300 + 0.01 * std::min(bytes, 1e6); }, 3 << 20));
  ASSERT_EQ(found.verdict, CopyVerdict::found);
  EXPECT_NEAR(found.bytes, 1e6, 1);
}

TEST(CopySaturation, ItsIntervalHoldsTheTruthUnderNoise) {
  Random random(11);
  int found_at_all = 0;
  for (int round = 0; round < 60; ++round) {
    auto times = copies(saturating(1 << 20), 2 << 20);
    for (CopyTimes& copy : times)
      for (double* time : {&copy.flushed, &copy.not_flushed}) {
        double normal = -6;
        for (int draw = 0; draw < 12; ++draw) normal += random.unit();
        *time += 50 * normal;
      }
    const auto found = find_copy_saturation(times);
    if (found.verdict != CopyVerdict::found) continue;
    ++found_at_all;
    EXPECT_LE(found.low, 1 << 20);
    EXPECT_GE(found.high, 1 << 20);
    EXPECT_LT(found.high - found.low, 1 << 19);
  }
  EXPECT_GE(found_at_all, 50);
}

TEST(CopySaturation, AGapThatStillGrowsHasNotSaturated) {
  EXPECT_EQ(find_copy_saturation(copies(saturating(1e9), 3 << 20)).verdict, CopyVerdict::no_plateau);
  // The curve bends, but still grows afterwards.
  EXPECT_EQ(find_copy_saturation(copies([](double bytes) { return 0.01 * std::min(bytes, 1e6) + 0.004 * bytes; }, 3 << 20)).verdict,
            CopyVerdict::no_plateau);
}

TEST(CopySaturation, WithoutAGapThereIsNothingToFind) {
  EXPECT_EQ(find_copy_saturation(copies([](double) { return 0; }, 3 << 20)).verdict, CopyVerdict::no_gap);
  EXPECT_EQ(find_copy_saturation(copies([](double) { return -5; }, 3 << 20)).verdict, CopyVerdict::no_gap);
  Random random(2);
  EXPECT_EQ(find_copy_saturation(copies([&](double) { return 100 * random.unit(); }, 3 << 20)).verdict, CopyVerdict::no_gap);
  EXPECT_EQ(find_copy_saturation({}).verdict, CopyVerdict::too_few);
  EXPECT_EQ(find_copy_saturation(copies(saturating(1e5), 5 * 65536)).verdict, CopyVerdict::too_few);
}

}  // namespace
}  // namespace chasescope::inference
