#include "engine/inference/levels/miss_onset.h"

#include <gtest/gtest.h>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

constexpr OnsetShares kShares{.few = 0.002, .clear = 0.01};

TEST(MissOnset, LiesBetweenWhatFitsAndWhatDoesNot) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t entries = 40 + random.below(6000);
    const auto found = find_onset([&](std::uint64_t n) { return n > entries ? 1.0 : 0.0; }, 32, 8192, kShares, 64);
    ASSERT_TRUE(found) << entries;
    EXPECT_LE(found->fits, entries);
    EXPECT_GT(found->outgrown, entries);
    // Each end of the interval is known to one part in 64.
    EXPECT_LE((found->outgrown - found->fits) * 32, found->outgrown + 64) << entries;
  }
}

TEST(MissOnset, IsWideWhereFewMissBeforeManyDo) {
  // A set overflows beyond 1,000. A clear share misses only from 1,500 on.
  const auto share = [](std::uint64_t n) { return n <= 1000 ? 0.0 : n < 1500 ? 0.005 : 0.02; };
  const auto found = find_onset(share, 32, 8192, kShares, 64);
  ASSERT_TRUE(found);
  EXPECT_LE(found->fits, 1000U);
  EXPECT_GT(found->fits, 980U);
  EXPECT_GE(found->outgrown, 1500U);
  EXPECT_LT(found->outgrown, 1530U);
}

TEST(MissOnset, AnAccidentOnTheWayUpIsForgotten) {
  const auto share = [](std::uint64_t n) {
    EXPECT_LE(n, 8192U) << "there are no more";
    return n == 128 ? 0.004 : n <= 700 ? 0.0 : 0.5;
  };
  const auto found = find_onset(share, 32, 8192, kShares, 64);
  ASSERT_TRUE(found);
  EXPECT_LE(found->fits, 700U);
  EXPECT_GT(found->fits, 680U);
  EXPECT_GT(found->outgrown, 700U);
}

TEST(MissOnset, IsNotToldWhereMissesNeverBecomeClear) {
  int asked = 0;
  const auto share = [&](std::uint64_t n) {
    ++asked;
    return n < 4096 ? 0.0 : 0.005;
  };
  EXPECT_FALSE(find_onset(share, 32, 8192, kShares, 64));
  EXPECT_LE(asked, 10) << "it must end";
  EXPECT_FALSE(find_onset([](std::uint64_t) { return 0.0; }, 32, 8192, kShares, 64));
  EXPECT_FALSE(find_onset([](std::uint64_t) { return 1.0; }, 32, 8192, kShares, 64)) << "even the fewest missed";
}

}  // namespace
}  // namespace chasescope::inference
