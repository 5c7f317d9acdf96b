#include "engine/statistics/two_kinds.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

/// A nearly normal number: the sum of twelve uniform ones.
double bell(Random& random, double mean, double sigma) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return mean + sigma * sum;
}

/// Stretches of 32 lines of one kind, with some lines that wait for something else.
std::vector<double> memory(double near, double far, double sigma, std::size_t stretch = 32) {
  Random random(7);
  std::vector<double> cycles;
  for (std::size_t i = 0; i < 4096; ++i) {
    const bool is_far = i / stretch % 2 == 1;
    const double late = random.unit() < 0.07 ? 400 * random.unit() + 100 : 0;
    cycles.push_back(bell(random, is_far ? far : near, sigma) + late);
  }
  return cycles;
}

TEST(TwoKinds, NearAndFarAreToldApartWithOutliers) {
  const auto cycles = memory(540, 720, 20);
  const auto kinds = two_kinds_of(cycles);
  ASSERT_TRUE(kinds);
  EXPECT_NEAR(kinds->near.median, 540, 4);
  EXPECT_NEAR(kinds->far.median, 722, 6);
  EXPECT_LE(kinds->near.low, kinds->near.median);
  EXPECT_GT(kinds->cut, 580);
  EXPECT_LT(kinds->cut, 700);
  EXPECT_EQ(kinds->near_count + kinds->far_count, cycles.size());
}

TEST(TwoKinds, OneKindIsNotTwoHoweverWideItIs) {
  for (const double sigma : {0.0, 3.0, 20.0, 100.0}) EXPECT_FALSE(two_kinds_of(memory(700, 700, sigma))) << sigma;
  Random random(3);
  std::vector<double> even;
  for (int i = 0; i < 1000; ++i) even.push_back(500 + 200 * random.unit());
  EXPECT_FALSE(two_kinds_of(even));
}

TEST(TwoKinds, AFewSlowOnesAreOutliers) {
  std::vector<double> cycles(1000, 700);
  for (std::size_t i = 0; i < 90; ++i) cycles[i * 11] = 1100;
  EXPECT_FALSE(two_kinds_of(cycles));
}

TEST(TwoKinds, FewValuesTellNothing) {
  EXPECT_FALSE(two_kinds_of({}));
  std::vector<double> cycles(127, 700);
  for (std::size_t i = 0; i < cycles.size(); i += 2) cycles[i] = 500;
  EXPECT_FALSE(two_kinds_of(cycles));
}

TEST(TwoKinds, NeighboursTellPlacesFromChance) {
  const auto by_place = memory(540, 720, 20);
  const auto in_turn = memory(540, 720, 20, 1);
  const auto together = neighbours_of(by_place, *two_kinds_of(by_place));
  EXPECT_TRUE(together.lie_together());
  EXPECT_NEAR(together.by_chance, 0.5, 0.02);
  EXPECT_FALSE(neighbours_of(in_turn, *two_kinds_of(in_turn)).lie_together());
  std::vector<double> shuffled = by_place;
  Random random(11);
  for (std::size_t i = shuffled.size() - 1; i > 0; --i) std::swap(shuffled[i], shuffled[random.below(i + 1)]);
  EXPECT_FALSE(neighbours_of(shuffled, *two_kinds_of(shuffled)).lie_together());
}

}  // namespace
}  // namespace chasescope::inference
