// The bytes that one miss brings, from latencies that are drawn here.
#include "engine/inference/curves/fetch_size.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace chasescope::inference {
namespace {

/// A walk over elements of four bytes. The first element of each `line_bytes` takes 200 cycles, and the others take 30.
std::vector<float> cold_walk(std::size_t line_bytes, double sigma, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> jitter(0, sigma);
  std::vector<float> cycles;
  for (std::size_t i = 0; i < 4096; ++i)
    cycles.push_back(static_cast<float>((i % (line_bytes / 4) == 0 ? 200 : 30) + (sigma > 0 ? jitter(random) : 0)));
  return cycles;
}

TEST(FetchDistance, is_how_far_misses_lie_apart) {
  for (const std::size_t line : {16, 64, 256}) EXPECT_EQ(fetch_distance(cold_walk(line, 0, 1), 4, 100, 0), line);
}

// If the next cache answers only a few cycles later than the nearest, the cut between them lies within the noise of hits.
TEST(FetchDistance, is_told_although_noise_lifts_some_hits_above_the_cut) {
  constexpr double kCut = 35, kSlowHits = 0.048;  // the cut is five cycles above the hits, whose deviation is three cycles
  for (const std::size_t line : {16, 32, 64, 128, 256})
    for (unsigned seed = 1; seed < 20; ++seed) {
      EXPECT_EQ(fetch_distance(cold_walk(line, 3, seed), 4, kCut, 0.005, kSlowHits), line);
      EXPECT_EQ(fetch_distance(cold_walk(line, 3, seed), 4, kCut, 0.005), std::nullopt);
    }
}

TEST(FetchDistance, is_none_where_misses_come_anyhow) {
  std::vector<float> cycles = cold_walk(64, 3, 1);
  for (std::size_t i = 5; i < cycles.size(); i += 6) cycles[i] = 200;
  EXPECT_EQ(fetch_distance(cycles, 4, 35, 0.005, 0.048), std::nullopt);
}

// The next cache fetches twice as much, and takes only three deviations longer than the nearest cache. Half of the misses are then
// lost among the hits that noise puts above the cut.
TEST(FetchDistance, is_not_what_the_next_cache_brings) {
  constexpr double kCut = 34.5, kSlowHits = 0.067;
  for (unsigned seed = 1; seed < 20; ++seed) {
    std::vector<float> cycles = cold_walk(64, 3, seed);
    for (std::size_t i = 8; i < cycles.size(); i += 16) cycles[i] += 9;
    EXPECT_EQ(fetch_distance(cycles, 4, kCut, 0.005, kSlowHits), std::nullopt) << seed;
  }
}

}  // namespace
}  // namespace chasescope::inference
