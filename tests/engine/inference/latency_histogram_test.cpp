#include "engine/inference/levels/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

/// The bins of a trace, by the definition: exact above 65,536 cycles, else rounded to whole cycles, or to sixteenths of one if any
/// latency has a fraction.
std::map<double, std::size_t> counted(const std::vector<float>& cycles) {
  const bool whole = std::all_of(cycles.begin(), cycles.end(), [](float c) { return c >= 65536 || c == std::floor(c); });
  const float steps = whole ? 1 : 16;
  std::map<double, std::size_t> bins;
  for (const float c : cycles) {
    const float scaled = std::max(c, 0.0F) * steps + 0.5F;
    ++bins[scaled < 65536 * steps ? std::floor(static_cast<double>(scaled)) / static_cast<double>(steps) : static_cast<double>(c)];
  }
  return bins;
}

void expect_counted(const std::vector<float>& cycles) {
  const LatencyHistogram histogram{LatencyTrace(std::vector<float>(cycles))};
  const std::map<double, std::size_t> expected = counted(cycles);
  ASSERT_EQ(histogram.bins().size(), expected.size());
  EXPECT_EQ(histogram.accesses(), cycles.size());
  std::size_t bin = 0;
  for (const auto& [latency, count] : expected) {
    EXPECT_EQ(histogram.bins()[bin].cycles, latency);
    EXPECT_EQ(histogram.bins()[bin].end_rank - histogram.begin_rank(bin), count) << latency;
    ++bin;
  }
}

TEST(LatencyHistogram, CountsFewAndManyLatenciesNearAndFarAlike) {
  for (const std::size_t accesses : {1U, 2U, 3U, 40U, 3000U, 100'000U})
    for (const double spread : {0.0, 3.0, 400.0, 60'000.0})
      for (const float fraction : {0.0F, 0.25F})
        for (const double beyond : {0.0, 0.1, 1.0}) {
          Random random(accesses + static_cast<std::uint64_t>(spread) + static_cast<std::uint64_t>(beyond * 10));
          std::vector<float> cycles;
          for (std::size_t i = 0; i < accesses; ++i)
            cycles.push_back(random.unit() < beyond ? 65'536 + static_cast<float>(random.below(9)) * 100
                                                    : 30 + std::floor(static_cast<float>(random.unit() * spread)) + fraction);
          expect_counted(cycles);
        }
}

TEST(LatencyHistogram, TakesTheEndsOfTheTable) {
  expect_counted({0, 0, 65'535, 65'536, 65'536, 65'535});
  expect_counted({0.5F, 65'535.5F, 65'535.9375F, 65'536.5F});
}

}  // namespace
}  // namespace chasescope::inference
