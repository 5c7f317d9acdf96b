#include "engine/statistics/median_interval.h"

#include <gtest/gtest.h>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

TEST(MedianInterval, OfFewValuesHoldsThemAll) {
  const MedianInterval one = median_interval_of({7});
  EXPECT_EQ(one.median, 7);
  EXPECT_EQ(one.low, 7);
  EXPECT_EQ(one.high, 7);
  const MedianInterval three = median_interval_of({9, 1, 5});
  EXPECT_EQ(three.median, 5);
  EXPECT_EQ(three.low, 1);
  EXPECT_EQ(three.high, 9);
}

TEST(MedianInterval, OutliersDoNotWidenIt) {
  std::vector<double> values(100, 200);
  for (std::size_t i = 0; i < 30; ++i) values[3 * i] = 9000;
  const MedianInterval interval = median_interval_of(values);
  EXPECT_EQ(interval.median, 200);
  EXPECT_EQ(interval.low, 200);
  EXPECT_EQ(interval.high, 200);
}

TEST(MedianInterval, HoldsTheTrueMedianAsOftenAsItSays) {
  Random random(5);
  int missed = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<double> values;
    for (int i = 0; i < 64; ++i) values.push_back(random.unit());
    const MedianInterval interval = median_interval_of(values);
    missed += interval.low > 0.5 || interval.high < 0.5 ? 1 : 0;
  }
  EXPECT_LT(missed, 40);  // 1 % of 2,000 is 20
  EXPECT_GT(missed, 2);   // the interval is no wider than necessary
}

TEST(MedianInterval, LiesBetweenTwoKinds) {
  const auto between = [](std::vector<double> values) { return is_between_two_kinds(values, median_interval_of(values)); };
  std::vector<double> halves, mostly_near, spread;
  for (int i = 0; i < 100; ++i) {
    halves.push_back(i % 2 == 0 ? 695 : 870);
    mostly_near.push_back(i % 10 == 0 ? 870 : 695);
    spread.push_back(600 + 2 * i);
  }
  EXPECT_TRUE(between(halves));
  EXPECT_FALSE(between(mostly_near));
  EXPECT_FALSE(between(spread)) << "wide, but of one kind";
  EXPECT_FALSE(between({700}));
}

}  // namespace
}  // namespace chasescope::inference
