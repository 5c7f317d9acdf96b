#include "widgets/plot/trace_columns.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace chasescope {
namespace {

struct Traced {
  LatencyTrace trace;
  MinMaxPyramid pyramid;
  explicit Traced(std::vector<float> cycles) {
    pyramid.append(cycles);
    trace.append(std::move(cycles));
  }
};

TEST(TraceColumns, keeps_one_spike_of_a_million) {
  std::vector<float> cycles(1'000'000, 100.0F);
  cycles[123'456] = 900.0F;
  const Traced t(std::move(cycles));
  const TraceColumns cut = cutIntoColumns(t.trace, t.pyramid, -0.5, 999'999.5, 800, 5);
  ASSERT_EQ(cut.columns.size(), 800U);
  EXPECT_FALSE(cut.complete);
  const auto spikes = std::count_if(cut.columns.begin(), cut.columns.end(), [](const Extremes& e) { return e.high == 900; });
  EXPECT_EQ(spikes, 1);
  EXPECT_EQ(cut.columns[123'456 * 800 / 1'000'000].high, 900);
}

TEST(TraceColumns, each_access_lies_in_exactly_one_column) {
  std::vector<float> cycles(10'007);
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] = static_cast<float>(i);
  const Traced t(std::move(cycles));
  const TraceColumns cut = cutIntoColumns(t.trace, t.pyramid, -0.5, 10'006.5, 333, 1);
  float next = 0;
  for (const Extremes& column : cut.columns) {
    ASSERT_FALSE(column.empty());
    EXPECT_EQ(column.low, next);
    next = column.high + 1;
  }
  EXPECT_EQ(next, 10'007);
}

TEST(TraceColumns, gives_every_access_when_there_is_room) {
  const Traced t(std::vector<float>{5, 6, 7, 8, 9});
  const TraceColumns cut = cutIntoColumns(t.trace, t.pyramid, 0.5, 3.2, 100, 2);
  EXPECT_TRUE(cut.complete);
  ASSERT_EQ(cut.points.size(), 3U);
  EXPECT_EQ(cut.points[0].access, 1U);
  EXPECT_EQ(cut.points[2].cycles, 8);
}

TEST(TraceColumns, sample_shows_shares_of_a_periodic_trace) {
  // Every eighth access is slow: a sample in step with them would hold none of them, or nothing else.
  std::vector<float> cycles(1 << 20, 100.0F);
  for (std::size_t i = 0; i < cycles.size(); i += 8) cycles[i] = 400.0F;
  const LatencyTrace trace(std::move(cycles));
  const auto points = spreadSample(trace, 0, trace.size(), 8192);
  ASSERT_GT(points.size(), 4000U);
  ASSERT_LE(points.size(), 8192U + 1);
  const auto slow = std::count_if(points.begin(), points.end(), [](const TracePoint& p) { return p.cycles == 400; });
  EXPECT_NEAR(static_cast<double>(slow) / static_cast<double>(points.size()), 0.125, 0.02);
  EXPECT_TRUE(std::is_sorted(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.access < b.access; }));
}

TEST(TraceColumns, nothing_to_draw_beside_the_trace) {
  const Traced t(std::vector<float>(10, 1.0F));
  EXPECT_TRUE(cutIntoColumns(t.trace, t.pyramid, 20, 30, 10, 5).points.empty());
  EXPECT_TRUE(cutIntoColumns(t.trace, t.pyramid, 5, 5, 10, 5).points.empty());
  EXPECT_TRUE(cutIntoColumns(LatencyTrace(), MinMaxPyramid(), 0, 5, 10, 5).points.empty());
}

}  // namespace
}  // namespace chasescope
