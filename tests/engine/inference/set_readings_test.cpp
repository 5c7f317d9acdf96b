#include "engine/inference/levels/set_readings.h"

#include <gtest/gtest.h>

#include <numeric>

namespace chasescope::inference {
namespace {

// The first accesses to untouched memory take longer than any known level. Later accesses miss to the next cache.
TEST(SetReadings, AFartherLevelThanAnyKnownMovesNone) {
  std::vector<float> cycles(65, 641);
  for (int i = 0; i < 400; ++i) cycles.push_back(i % 8 == 0 ? 189.0F : 126.0F);
  std::vector<std::size_t> position(cycles.size());
  std::iota(position.begin(), position.end(), std::size_t{0});
  LevelsAround levels;
  levels.own = {126, 126, 126};
  levels.behind = {{189, 189, 189}};
  for (const double sigma : {0.0, 1.0}) {
    LatencyNoise noise;
    noise.sigma = sigma;
    const auto readings = read_accesses(cycles, position, cycles.size(), levels, noise);
    ASSERT_EQ(readings.size(), cycles.size());
    for (std::size_t i = 0; i < readings.size(); ++i) EXPECT_EQ(readings[i].miss, cycles[i] > 150) << i << ", sigma " << sigma;
    EXPECT_FALSE(readings.front().known);
    EXPECT_TRUE(readings.back().known);
  }
}

// A drift of two per cent between chases moves a level. The cut must follow it.
TEST(SetReadings, LevelsAreWhereTheChaseShowsThem) {
  std::vector<float> cycles;
  for (int i = 0; i < 1000; ++i) cycles.push_back(i % 4 == 0 ? 122.4F : 102.0F);
  std::vector<std::size_t> position(cycles.size());
  std::iota(position.begin(), position.end(), std::size_t{0});
  LatencyNoise noise;
  noise.sigma = 1;
  const auto readings = read_accesses(cycles, position, cycles.size(), {{}, {97, 100, 103}, {{117, 120, 123}}}, noise);
  for (std::size_t i = 0; i < readings.size(); ++i) {
    EXPECT_EQ(readings[i].miss, i % 4 == 0) << i;
    EXPECT_TRUE(readings[i].known) << i;
  }
}

}  // namespace
}  // namespace chasescope::inference
