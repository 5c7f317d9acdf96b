#include "engine/trace/pass_pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/trace/random.h"

namespace chasescope {
namespace {

struct Cells {
  std::vector<double> sums;
  std::vector<std::uint32_t> accesses;
};

/// The sums and counts of each column over a range of passes, computed access by access.
Cells plain(const LatencyTrace& trace, const PassPyramid& pyramid, std::size_t first, std::size_t begin, std::size_t end) {
  Cells cells{std::vector<double>(pyramid.columns()), std::vector<std::uint32_t>(pyramid.columns())};
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const std::size_t row = (first + i) / pyramid.period(), column = (first + i) % pyramid.period() / pyramid.column_width();
    if (row < begin || row >= end) continue;
    cells.sums[column] += pyramid.weight(trace[i]);
    ++cells.accesses[column];
  }
  return cells;
}

struct Case {
  std::size_t period, first, accesses;
};

class PassPyramidOf : public testing::TestWithParam<Case> {};

TEST_P(PassPyramidOf, agrees_with_looking_at_every_access) {
  const auto [period, first, accesses] = GetParam();
  Random random(period);
  LatencyTrace trace;
  PassPyramid latencies(period, first), misses(period, first, 60.0F);
  while (trace.size() < accesses) {
    std::vector<float> chunk(std::min<std::size_t>(1 + random.below(period * 2), accesses - trace.size()));
    for (float& c : chunk) c = static_cast<float>(random.below(100));
    for (PassPyramid* pyramid : {&latencies, &misses}) pyramid->append(chunk);
    trace.append(std::move(chunk));
  }
  ASSERT_EQ(latencies.rows(), (first % period + accesses + period - 1) / period);
  std::vector<float> sums(latencies.columns());
  std::vector<std::uint32_t> counts(latencies.columns());
  for (int i = 0; i < 25; ++i) {
    const std::size_t a = random.below(latencies.rows() + 1), b = random.below(latencies.rows() + 3);
    for (const PassPyramid* pyramid : {&latencies, &misses}) {
      const Cells cells = plain(trace, *pyramid, first % period, std::min(a, b), std::max(a, b));
      pyramid->sums(trace, std::min(a, b), std::max(a, b), sums);
      pyramid->accesses(std::min(a, b), std::max(a, b), counts);
      EXPECT_TRUE(std::equal(sums.begin(), sums.end(), cells.sums.begin()));
      EXPECT_EQ(counts, cells.accesses);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(shapes, PassPyramidOf,
                         testing::Values(Case{13, 0, 2000}, Case{13, 5, 999}, Case{1, 0, 300}, Case{136, 272, 13'600},
                                         Case{2048, 7, 30'000}, Case{2049, 100, 30'000}, Case{5000, 4999, 40'001}));

TEST(PassPyramid, keeps_to_its_memory_budget) {
  for (const std::size_t period : {4U, 136U, 2048U, 2049U, 100'000U}) {
    PassPyramid pyramid(period, 0);
    const std::vector<float> chunk(50'000, 1.0F);
    for (int i = 0; i < 24; ++i) pyramid.append(chunk);
    EXPECT_LE(static_cast<double>(pyramid.bytes()), 2.3 * static_cast<double>(pyramid.size()) + 64'000) << period;
  }
}

TEST(PassPyramid, nothing_without_a_period) {
  PassPyramid pyramid(0, 0);
  pyramid.append(std::vector<float>{1, 2});
  EXPECT_EQ(pyramid.rows(), 0U);
}

}  // namespace
}  // namespace chasescope
