#include "engine/trace/latency_trace.h"

#include <gtest/gtest.h>

#include <numeric>

#include "engine/trace/random.h"

namespace chasescope {
namespace {

std::vector<float> counting(std::size_t n, std::size_t from = 0) {
  std::vector<float> values(n);
  std::iota(values.begin(), values.end(), static_cast<float>(from));
  return values;
}

LatencyTrace cut(std::size_t n, Random& random) {
  LatencyTrace trace;
  for (std::size_t at = 0; at < n;) {
    const std::size_t piece = std::min<std::size_t>(n - at, 1 + random.below(97));
    trace.append(counting(piece, at));
    at += piece;
  }
  return trace;
}

TEST(LatencyTrace, HoldsTheSameAccessesHoweverItIsCut) {
  Random random(7);
  const LatencyTrace whole(counting(5000));
  for (int round = 0; round < 20; ++round) {
    const LatencyTrace pieces = cut(5000, random);
    EXPECT_EQ(pieces, whole);
    EXPECT_EQ(whole, pieces);
    EXPECT_EQ(pieces.copy(), whole.copy());
    const std::size_t index = random.below(5000);
    EXPECT_EQ(pieces[index], static_cast<float>(index));
  }
}

TEST(LatencyTrace, VisitsExactlyTheRangeAskedFor) {
  Random random(8);
  const LatencyTrace trace = cut(1000, random);
  for (int round = 0; round < 200; ++round) {
    const std::size_t begin = random.below(1100);
    const std::size_t end = random.below(1100);
    std::vector<float> seen;
    trace.for_each_segment(begin, end, [&](std::span<const float> part, std::size_t first) {
      EXPECT_EQ(part.front(), static_cast<float>(first));
      seen.insert(seen.end(), part.begin(), part.end());
    });
    const std::size_t stop = std::min<std::size_t>(end, 1000);
    EXPECT_EQ(seen, begin < stop ? counting(stop - begin, begin) : std::vector<float>());
  }
}

TEST(LatencyTrace, DiffersByLengthAndByValue) {
  const LatencyTrace trace(counting(10));
  EXPECT_FALSE(trace == LatencyTrace(counting(9)));
  std::vector<float> other = counting(10);
  other[7] = 0;
  EXPECT_FALSE(trace == LatencyTrace(other));
}

TEST(LatencyTrace, SharesChunksAndIgnoresEmptyOnes) {
  const auto chunk = std::make_shared<const std::vector<float>>(counting(3));
  LatencyTrace trace;
  trace.append(chunk);
  trace.append(nullptr);
  trace.append(std::vector<float>());
  EXPECT_EQ(trace.size(), 3U);
  EXPECT_EQ(trace.chunks().front().get(), chunk.get());
}

}  // namespace
}  // namespace chasescope
