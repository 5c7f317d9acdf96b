#include "engine/statistics/hills.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

using testing::ElementsAre;

struct Hill {
  double at = 0, spread = 1;
  std::size_t count = 0;
};

std::vector<double> values_of(const std::vector<Hill>& hills, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values;
  for (const Hill& hill : hills)
    for (std::size_t i = 0; i < hill.count; ++i) {
      double normal = -6;
      for (int draw = 0; draw < 12; ++draw) normal += random.unit();
      values.push_back(hill.at + hill.spread * normal);
    }
  std::sort(values.begin(), values.end());
  return values;
}

TEST(Hills, OfOneLevelAreOne) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto values = values_of({{277, 0.5 + 0.05 * static_cast<double>(seed), 50 * seed}}, seed);
    EXPECT_THAT(hill_ends(values, 1), ElementsAre(values.size())) << seed;
  }
}

TEST(Hills, AreToldApartWhereNoGapIs) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto values = values_of({{278, 2, 8000}, {288, 2, 500 + 100 * seed}, {383, 2, 400}}, seed);
    const auto ends = hill_ends(values, 1.5);
    ASSERT_EQ(ends.size(), 3U) << seed;
    EXPECT_NEAR(static_cast<double>(ends[0]), 8000, 120) << seed;
    EXPECT_EQ(ends[1], 8500 + 100 * seed) << seed;
  }
}

TEST(Hills, NearerThanTheirSpreadAreOne) {
  const auto values = values_of({{278, 3, 4000}, {282, 3, 4000}}, 3);
  EXPECT_THAT(hill_ends(values, 1), ElementsAre(values.size()));
}

TEST(Hills, AFewValuesAsideAreNone) {
  auto values = values_of({{278, 1, 4000}}, 5);
  values.insert(values.end(), {300, 300, 301, 302});
  EXPECT_THAT(hill_ends(values, 1), ElementsAre(values.size()));
}

TEST(Hills, OfNothing) {
  EXPECT_THAT(hill_ends({}, 1), ElementsAre());
  EXPECT_THAT(hill_ends(std::vector<double>{5, 5, 5}, 1), ElementsAre(3U));
}

}  // namespace
}  // namespace chasescope::inference
