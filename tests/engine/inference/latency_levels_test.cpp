#include "engine/inference/levels/latency_levels.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <map>
#include <vector>

#include <cmath>

#include "engine/inference/levels/latency_histogram.h"
#include "engine/inference/levels/ticked_readings.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/random_errors.h"

namespace chasescope::inference {
namespace {

using chasescope::tests::gaussian;

std::vector<float> medians(const LatencyLevels& levels) {
  std::vector<float> list;
  for (const auto& level : levels.levels()) list.push_back(level.median);
  return list;
}

TEST(LatencyLevels, OfNothingAreNone) { EXPECT_TRUE(find_latency_levels(LatencyTrace()).empty()); }

TEST(LatencyLevels, OfOneLatencyAreOne) {
  const auto levels = find_latency_levels(LatencyTrace(std::vector<float>(1000, 116)));
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_EQ(levels[0].median, 116);
  EXPECT_EQ(levels[0].accesses, 1000U);
}

// The closest pair of published latencies: 230 and 236 cycles (2014 paper, table 3). One of the two is rare.
TEST(LatencyLevels, SeparatesExactLatenciesHoweverRare) {
  std::vector<float> cycles(100000, 230);
  for (std::size_t i = 0; i < 40; ++i) cycles[i * 1000] = 236;
  for (std::size_t i = 0; i < 5; ++i) cycles[i * 1000 + 7] = 371;
  for (std::size_t i = 0; i < 3; ++i) cycles[i * 1000 + 9] = 1000;
  const auto levels = find_latency_levels(LatencyTrace(cycles));
  EXPECT_EQ(medians(levels), (std::vector<float>{230, 236, 371, 1000}));
  EXPECT_EQ(levels[1].accesses, 40U);
}

TEST(LatencyLevels, EveryAccessBelongsToTheLevelItWasCountedIn) {
  Random random(5);
  for (int round = 0; round < 30; ++round) {
    std::vector<float> cycles;
    const std::size_t kinds = 1 + random.below(5);
    for (std::size_t i = 0; i < 3000; ++i)
      cycles.push_back(static_cast<float>(50 + 150 * random.below(kinds) + random.below(5)));
    cycles.push_back(1e9F);
    const auto levels = find_latency_levels(LatencyTrace(cycles));
    std::vector<std::size_t> counts(levels.size());
    for (const float c : cycles) ++counts[levels.level_of(c)];
    for (std::size_t i = 0; i < levels.size(); ++i) EXPECT_EQ(counts[i], levels[i].accesses);
  }
}

struct Mixture {
  std::vector<double> centres;
  std::vector<double> shares;
};

// Random levels that are at least 12 % apart, with jitter of 3 cycles, 0.1 % outliers of 300 to 3,000 cycles and 2 % drift. The
// number of levels and their latencies must be found.
TEST(LatencyLevels, HoldUnderJitterOutliersAndDrift) {
  Random random(11);
  int found = 0;
  constexpr int kRounds = 60;
  for (int round = 0; round < kRounds; ++round) {
    Mixture mixture;
    double centre = 150 + 100 * random.unit();
    const std::size_t kinds = 1 + random.below(4);
    for (std::size_t k = 0; k < kinds; ++k) {
      mixture.centres.push_back(centre);
      mixture.shares.push_back(0.05 + random.unit());
      centre = centre * (1.15 + 0.5 * random.unit()) + 25;
    }
    double total = 0;
    for (const double share : mixture.shares) total += share;
    std::vector<float> cycles;
    constexpr std::size_t kAccesses = 20000;
    for (std::size_t i = 0; i < kAccesses; ++i) {
      double draw = random.unit() * total;
      std::size_t kind = 0;
      while (kind + 1 < kinds && draw > mixture.shares[kind]) draw -= mixture.shares[kind++];
      double c = mixture.centres[kind] * (1 + 0.02 * static_cast<double>(i) / kAccesses) + 3 * gaussian(random);
      if (random.unit() < 0.001) c += 300 + 2700 * random.unit();
      cycles.push_back(static_cast<float>(std::round(c)));
    }
    const auto levels = find_latency_levels(LatencyTrace(cycles));
    bool good = levels.size() == kinds;
    for (std::size_t k = 0; good && k < kinds; ++k) good = std::abs(levels[k].median / (mixture.centres[k] * 1.01) - 1) < 0.02;
    found += good ? 1 : 0;
  }
  EXPECT_GE(found, kRounds - 1);
}

// On a real card, the latencies of one level spread over tens of cycles. A few samples of such a level must not be split into
// several levels.
TEST(LatencyLevels, KeepASparseBroadLevelTogether) {
  Random random(13);
  for (int round = 0; round < 50; ++round) {
    std::vector<float> cycles;
    for (int i = 0; i < 4000; ++i) cycles.push_back(static_cast<float>(33 + random.below(4)));
    for (int i = 0; i < 60; ++i) cycles.push_back(static_cast<float>(250 + random.below(60)));
    const auto levels = find_latency_levels(LatencyTrace(cycles));
    ASSERT_EQ(levels.size(), 2U) << "round " << round;
    EXPECT_EQ(levels[1].accesses, 60U);
  }
}

TEST(LatencyLevels, TakeFractionsOfCycles) {
  std::vector<float> cycles(500, 5.25F);
  cycles.resize(1000, 40.5F);
  const auto levels = find_latency_levels(LatencyTrace(cycles));
  EXPECT_EQ(medians(levels), (std::vector<float>{5.25F, 40.5F}));
}

TEST(LatencyLevels, SurviveAbsurdLatencies) {
  std::vector<float> cycles{0, 0, 0, 1e11F, 1e11F, 1e11F, 65535, 65536, 65537};
  const auto levels = find_latency_levels(LatencyTrace(cycles));
  std::size_t accesses = 0;
  for (const auto& level : levels.levels()) accesses += level.accesses;
  EXPECT_EQ(accesses, cycles.size());
}

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

/// The readings of a clock that ticks by `tick` cycles while accesses of `latency` follow each other, `between` cycles apart. Every
/// so often (a random number of accesses) one takes `other` instead.
std::vector<float> readings(double tick, double latency, double between, double other, double share_of_others) {
  std::vector<float> cycles;
  Random random(7);
  double now = 0;
  for (int i = 0; i < 4000; ++i) {
    const double takes = random.unit() < share_of_others ? other : latency;
    const double begin = std::floor(now / tick) * tick, end = std::floor((now + takes) / tick) * tick;
    cycles.push_back(static_cast<float>(end - begin));
    now += takes + between;
  }
  return cycles;
}

/// Readings of two levels among which random replacement chooses.
std::vector<float> chosen_at_random(float lower, float upper, double share) {
  std::vector<float> cycles;
  Random random(11);
  for (int i = 0; i < 4000; ++i) cycles.push_back(random.unit() < share ? upper : lower);
  return cycles;
}

TEST(TickedReadings, OneLatencyBetweenTwoTicksGivesBothInAFixedOrder) {
  EXPECT_TRUE(are_of_one_latency(readings(16, 219, 0, 219, 0), 208, 224));
  EXPECT_TRUE(are_of_one_latency(readings(13, 219.4, 7.3, 219.4, 0), 208, 221));  // the program spends cycles between accesses
}

TEST(TickedReadings, HitsOfANearerLevelInBetweenDoNotHideTheOrder) {
  EXPECT_TRUE(are_of_one_latency(readings(2, 121, 0, 46, 0.05), 120, 122));
  EXPECT_TRUE(are_of_one_latency(readings(8, 121, 0, 46, 0.05), 120, 128));
}

TEST(TickedReadings, RandomReplacementBetweenTwoLevelsGivesThemInAnyOrder) {
  for (const double share : {0.1, 0.5, 0.8}) EXPECT_FALSE(are_of_one_latency(chosen_at_random(120, 122, share), 120, 122)) << share;
}

TEST(TickedReadings, TooFewReadingsShowNothing) {
  EXPECT_FALSE(are_of_one_latency({}, 120, 122));
  EXPECT_FALSE(are_of_one_latency(std::vector<float>{120, 122, 120, 122, 120, 122, 120, 122, 120, 122, 120, 122, 120}, 120, 122));
  EXPECT_FALSE(are_of_one_latency(std::vector<float>(4000, 120.0F), 120, 122));
}

}  // namespace
}  // namespace chasescope::inference
