// Results of Little's law on hand-written curves of rates.
#include "engine/inference/curves/load_curve.h"

#include <gtest/gtest.h>

#include <vector>

namespace chasescope::inference {
namespace {

/// A level on which no load waits until the level is busy: 400 cycles a load, 1,000 bytes a cycle at most, three loads of each
/// thread at once.
std::vector<CrowdPoint> sharp(const std::vector<double>& bytes) {
  std::vector<CrowdPoint> points;
  for (const double each : bytes) points.push_back({each, std::min(3 * each / 400, 1000.0)});
  return points;
}

TEST(LoadCurve, tells_where_a_level_is_busy_and_how_much_longer_a_load_takes) {
  const UnderLoad load = read_load(sharp({10'000, 20'000, 40'000, 80'000, 110'000, 130'000, 160'000, 240'000}));
  ASSERT_EQ(load.verdict, UnderLoad::Verdict::found);
  EXPECT_DOUBLE_EQ(load.best, 1000);
  EXPECT_DOUBLE_EQ(load.alone, 400.0 / 3);
  EXPECT_EQ(load.busy_low, 110'000) << "825 bytes a cycle, less than nine tenths";
  EXPECT_EQ(load.busy_high, 130'000);
  EXPECT_DOUBLE_EQ(load.busy_low_time, load.alone);
  EXPECT_DOUBLE_EQ(load.busy_high_time, 400.0 / 3) << "975 bytes a cycle: nobody waits yet";
}

TEST(LoadCurve, tells_what_a_thread_does_from_two_levels) {
  // A thread with seven loads at once, which does 60 cycles of other work for them.
  const auto thread = thread_cost({30, (30 + 60) / 7.0}, {400, (400 + 60) / 7.0});
  ASSERT_TRUE(thread);
  EXPECT_NEAR(thread->loads, 7, 1e-9);
  EXPECT_NEAR(thread->own, 60, 1e-9);
  EXPECT_NEAR(thread->latency((1000 + 60) / 7.0), 1000, 1e-9);
}

TEST(LoadCurve, tells_nothing_of_threads_that_can_not_be) {
  EXPECT_FALSE(thread_cost({30, 13}, {50, 16})) << "too near each other";
  EXPECT_FALSE(thread_cost({30, 50}, {400, 48})) << "a farther level that takes less time";
  EXPECT_FALSE(thread_cost({30, 10}, {400, 1000})) << "fewer than one load at a time";
  EXPECT_FALSE(thread_cost({30, 0}, {400, 50})) << "nobody was alone";
}

TEST(LoadCurve, says_that_more_threads_would_move_more) {
  EXPECT_EQ(read_load(sharp({10'000, 20'000, 40'000, 80'000})).verdict, UnderLoad::Verdict::still_growing);
  EXPECT_EQ(read_load(sharp({10'000, 20'000, 40'000, 125'000, 130'000})).verdict, UnderLoad::Verdict::still_growing)
      << "the plateau is not seen";
}

TEST(LoadCurve, says_that_nobody_was_alone) {
  EXPECT_EQ(read_load(sharp({140'000, 200'000, 300'000, 400'000})).verdict, UnderLoad::Verdict::never_alone);
  EXPECT_EQ(read_load(sharp({100'000, 200'000, 300'000, 400'000})).verdict, UnderLoad::Verdict::never_alone)
      << "one point of the rise may be any";
  EXPECT_EQ(read_load(sharp({10'000, 20'000, 300'000})).verdict, UnderLoad::Verdict::too_few);
}

TEST(LoadCurve, is_busy_where_it_first_moves_as_much_though_more_threads_move_less) {
  auto points = sharp({10'000, 20'000, 40'000, 80'000, 160'000, 200'000, 300'000, 500'000});
  points[5].rate = points[7].rate = 700;
  const UnderLoad load = read_load(points);
  ASSERT_EQ(load.verdict, UnderLoad::Verdict::found);
  EXPECT_EQ(load.busy_low, 80'000);
  EXPECT_EQ(load.busy_high, 160'000);
}

}  // namespace
}  // namespace chasescope::inference
