#include "engine/trace/min_max_pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/trace/random.h"

namespace chasescope {
namespace {

/// Appends random chunks of random sizes to a trace and its pyramid.
void grow(LatencyTrace& trace, MinMaxPyramid& pyramid, std::size_t accesses, Random& random) {
  const std::size_t end = trace.size() + accesses;
  while (trace.size() < end) {
    std::vector<float> chunk(std::min<std::size_t>(1 + random.below(700), end - trace.size()));
    for (float& c : chunk) c = static_cast<float>(random.below(1000));
    pyramid.append(chunk);
    trace.append(std::move(chunk));
  }
}

Extremes plain(const LatencyTrace& trace, std::size_t begin, std::size_t end) {
  Extremes extremes;
  for (std::size_t i = begin; i < std::min(end, trace.size()); ++i) extremes.include(trace[i]);
  return extremes;
}

TEST(MinMaxPyramid, agrees_with_looking_at_every_access) {
  Random random(1);
  LatencyTrace trace;
  MinMaxPyramid pyramid;
  for (int round = 0; round < 12; ++round) {
    grow(trace, pyramid, 1 + random.below(3000), random);
    ASSERT_EQ(pyramid.size(), trace.size());
    for (int i = 0; i < 60; ++i) {
      const std::size_t a = random.below(trace.size() + 1), b = random.below(trace.size() + 20);
      EXPECT_EQ(pyramid.range(trace, std::min(a, b), std::max(a, b)), plain(trace, std::min(a, b), std::max(a, b)));
    }
    EXPECT_EQ(pyramid.range(trace, 0, trace.size()), plain(trace, 0, trace.size()));
  }
}

TEST(MinMaxPyramid, one_spike_among_a_million_survives) {
  std::vector<float> cycles(1'000'000, 100.0F);
  cycles[777'777] = 5000.0F;
  MinMaxPyramid pyramid;
  pyramid.append(cycles);
  const LatencyTrace trace(std::move(cycles));
  EXPECT_EQ(pyramid.range(trace, 0, 1'000'000), (Extremes{100, 5000}));
  EXPECT_EQ(pyramid.range(trace, 777'778, 1'000'000), (Extremes{100, 100}));
  EXPECT_EQ(pyramid.range(trace, 777'777, 777'778), (Extremes{5000, 5000}));
}

TEST(MinMaxPyramid, costs_less_than_a_byte_an_access) {
  Random random(2);
  LatencyTrace trace;
  MinMaxPyramid pyramid;
  for (int i = 0; i < 30; ++i) {
    grow(trace, pyramid, 40'000, random);
    EXPECT_LE(pyramid.bytes(), trace.size() + 4096);
  }
}

TEST(MinMaxPyramid, empty_ranges_are_empty) {
  MinMaxPyramid pyramid;
  LatencyTrace trace;
  EXPECT_TRUE(pyramid.range(trace, 0, 10).empty());
  pyramid.append(std::vector<float>{1, 2, 3});
  trace.append(std::vector<float>{1, 2, 3});
  EXPECT_TRUE(pyramid.range(trace, 2, 2).empty());
  EXPECT_TRUE(pyramid.range(trace, 3, 10).empty());
  EXPECT_FALSE(pyramid.range(trace, 2, 10).empty());
}

}  // namespace
}  // namespace chasescope
