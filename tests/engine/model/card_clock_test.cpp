// Clocks that tick by several cycles, and clocks of two speeds.
#include "engine/model/clock/card_clock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "tests/engine/model/chasing.h"

namespace chasescope::model::tests {
namespace {

// The expected values are computed in whole cycles: the time of day is a sum of integers, and integer division rounds it down.
TEST(CardClock, TicksRoundTheTimeOfDayDown) {
  Random random(8);
  for (const std::uint32_t tick : {2U, 3U, 8U, 16U}) {
    CardClock clock({.tick_cycles = tick}, 1);
    std::vector<float> part;
    std::vector<std::uint64_t> expected;
    std::uint64_t now = 0;
    for (int i = 0; i < 5000; ++i) {
      const std::uint64_t cycles = 20 + random.below(500);
      part.push_back(static_cast<float>(cycles));
      expected.push_back((now + cycles) / tick * tick - now / tick * tick);
      now += cycles;
    }
    // The trace is delivered in two parts.
    clock.time(std::span(part).first(1234));
    clock.time(std::span(part).subspan(1234));
    for (std::size_t i = 0; i < part.size(); ++i) ASSERT_EQ(part[i], static_cast<float>(expected[i])) << tick << " " << i;
    EXPECT_NEAR(std::accumulate(part.begin(), part.end(), 0.0), static_cast<double>(now), tick);
  }
}

TEST(CardClock, TwoSpeedsAreKeptForAWhileEach) {
  constexpr double kStay = 40000, kCycles = 100, kRatio = 1.5;
  std::set<bool> beginnings;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CardClock clock({.ratio = kRatio, .switch_cycles = kStay}, seed);
    std::vector<float> part(20000, static_cast<float>(kCycles));
    clock.time(part);
    beginnings.insert(part.front() > kCycles);
    std::vector<double> stays{0};
    for (std::size_t i = 0; i < part.size(); ++i) {
      ASSERT_TRUE(part[i] == kCycles || part[i] == kCycles * kRatio);
      if (i > 0 && part[i] != part[i - 1]) stays.push_back(0);
      stays.back() += kCycles;
    }
    ASSERT_GT(stays.size(), 20U);
    for (std::size_t i = 1; i + 1 < stays.size(); ++i) {
      EXPECT_GE(stays[i], 0.5 * kStay - kCycles);
      EXPECT_LE(stays[i], 1.5 * kStay + kCycles);
    }
  }
  EXPECT_EQ(beginnings.size(), 2U);
}

/// A small card with a clock, as JSON.
std::string card_text(const std::string& clock) {
  return R"({"schema": "chasescope-model", "version": 1, "name": "A clock", "summary": "For tests.", "device": {"memory_bytes": 1048576},
    "caches": {"l1": {"capacity_bytes": 1024, "line_bytes": 128, "sets": 4, "ways": 2, "index": {"kind": "modulo"}, "policy": {"kind": "lru"}}},
    "paths": {"global.ca": {"data": ["l1"], "latency": {"l1": 33, "dram": 501}}}, "clock": )" +
         clock + "}";
}

TEST(CardClock, ChasesAreTimedWithIt) {
  const auto card = load_card(card_text(R"({"tick_cycles": 8})"), "test");
  ASSERT_TRUE(card) << card.error().message;
  // Another noise setting does not replace the clock.
  auto device = *open_software_device(*card, {.seed = 1, .noise = NoiseSpec{}});
  ChaseRequest request = chasescope::tests::passes_over(MemorySpace::global_ca, 512, 128, 1000, 1);
  const auto each = chasescope::tests::spectrum(chasescope::tests::chase(*device, request));
  EXPECT_EQ(each.size(), 2U);
  EXPECT_TRUE(each.contains(32));
  EXPECT_TRUE(each.contains(40));
  request.record = Record::mean;
  EXPECT_NEAR(*chasescope::tests::chase(*device, request).mean_cycles, 33, 0.01);
}

TEST(CardClock, ACardFileTellsItsClock) {
  EXPECT_EQ(load_card(card_text(R"({"tick_cycles": 4, "ratio": 1.2, "switch_cycles": 1e6})"), "test")->clock,
            (ClockSpec{4, 1.2, 1e6}));
  for (const char* const bad : {R"({"tick_cycles": 0})", R"({"ratio": 1.2})", R"({"switch_cycles": 5})", R"({"ticks": 2})", "3"})
    EXPECT_FALSE(load_card(card_text(bad), "test")) << bad;
}

}  // namespace
}  // namespace chasescope::model::tests
