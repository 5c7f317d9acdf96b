#include "engine/inference/levels/miss_sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

std::vector<std::uint8_t> repeated(const std::vector<std::uint8_t>& unit, std::size_t n) {
  std::vector<std::uint8_t> sequence(n);
  for (std::size_t i = 0; i < n; ++i) sequence[i] = unit[i % unit.size()];
  return sequence;
}

TEST(MissSequence, MarksWhatIsSlowerThanAHit) {
  EXPECT_EQ(miss_sequence(LatencyTrace({116, 404, 116.5F, 117}), 116.5F), (std::vector<std::uint8_t>{0, 1, 0, 1}));
}

TEST(Period, IsThePassUnderLru) {
  const auto sequence = repeated({1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}, 130);
  EXPECT_EQ(find_period(sequence, 13), (Period{Period::Kind::periodic, 13, 0}));
}

TEST(Period, MayBeADivisorOrSeveralPasses) {
  EXPECT_EQ(find_period(repeated({0}, 64), 16).accesses, 1U);
  EXPECT_EQ(find_period(repeated({0, 1}, 64), 16).accesses, 2U);
  std::vector<std::uint8_t> two_passes(20, 0);
  two_passes[3] = two_passes[14] = 1;
  EXPECT_EQ(find_period(repeated(two_passes, 200), 10).accesses, 20U);
}

TEST(Period, IsAbsentWhereNothingRepeats) {
  Random random(3);
  std::vector<std::uint8_t> sequence(4000);
  for (auto& miss : sequence) miss = random.below(10) == 0 ? 1 : 0;
  EXPECT_EQ(find_period(sequence, 100, 0.02).kind, Period::Kind::aperiodic);
}

TEST(Period, IsUndecidedBelowTwoPasses) {
  EXPECT_EQ(find_period(repeated({1, 0, 0}, 19), 10).kind, Period::Kind::undecided);
  EXPECT_EQ(find_period({}, 0).kind, Period::Kind::undecided);
}

TEST(Period, ToleratesOutliersAmongManyMissesButNotFewMissesAsOutliers) {
  auto sequence = repeated({1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}, 13000);
  sequence[500] ^= 1;
  EXPECT_EQ(find_period(sequence, 13, 0.02).kind, Period::Kind::periodic);
  EXPECT_EQ(find_period(sequence, 13, 0.0).kind, Period::Kind::aperiodic);

  // Three misses in different places are not noise here, because there are no other misses.
  std::vector<std::uint8_t> rare(4096, 0);
  rare[100] = rare[1700] = rare[3001] = 1;
  EXPECT_EQ(find_period(rare, 1024, 0.02).kind, Period::Kind::aperiodic);
}

/// The definition of the period, tested on every candidate.
Period slow_period(const std::vector<std::uint8_t>& misses, std::size_t pass, double tolerated_share) {
  const std::size_t longest = misses.size() / 2;
  const auto ones = static_cast<std::size_t>(std::count(misses.begin(), misses.end(), 1));
  const auto limit = static_cast<std::size_t>(tolerated_share * static_cast<double>(std::min(ones, misses.size() - ones)));
  for (std::size_t period = 1; period <= longest; ++period) {
    if (pass % period != 0 && period % pass != 0) continue;
    std::size_t contradictions = 0;
    for (std::size_t i = period; i < misses.size(); ++i) contradictions += misses[i] != misses[i - period] ? 1 : 0;
    if (contradictions <= limit) return {Period::Kind::periodic, period, contradictions};
  }
  return {Period::Kind::aperiodic, 0, 0};
}

TEST(Period, AgreesWithItsDefinitionOnAnySequence) {
  Random random(8);
  for (int round = 0; round < 300; ++round) {
    const std::size_t pass = 1 + random.below(40);
    const std::size_t unit_size = pass * (1 + random.below(4));
    const double share = 0.02 + 0.96 * random.unit();
    std::vector<std::uint8_t> unit(unit_size);
    for (auto& miss : unit) miss = random.unit() < share ? 1 : 0;
    auto sequence = repeated(unit, 2 * pass + random.below(30'000));
    const double outliers = std::array{0.0, 0.003, 0.008, 0.03, 0.5}[random.below(5)];
    for (auto& miss : sequence)
      if (random.unit() < outliers) miss ^= 1;
    EXPECT_EQ(find_period(sequence, pass, 0.02), slow_period(sequence, pass, 0.02)) << "round " << round;
  }
}

TEST(Period, OfASequenceThatNeverRepeatsIsNotLookedForForEver) {
  // A million passes of 20 accesses, each with its miss at another place. Testing every candidate in full would take almost 10^13
  // comparisons.
  Random random(5);
  std::vector<std::uint8_t> sequence(20'000'000);
  for (std::size_t i = 0; i < sequence.size(); i += 20) sequence[i + random.below(5)] = 1;
  EXPECT_EQ(find_period(sequence, 20, 0.02).kind, Period::Kind::aperiodic);
}

TEST(Period, IsUndecidedWhenStopped) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(find_period(repeated({1, 0, 0}, 3000), 3, 0.02, stop.get_token()).kind, Period::Kind::undecided);
}

}  // namespace
}  // namespace chasescope::inference
