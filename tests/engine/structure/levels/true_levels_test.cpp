// Latencies that look like levels but are none: ticks of a clock, changes of its speed, and parts at other distances. Blind tests
// on cards made for this purpose.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr double kL1Cycles = 31, kL2Cycles = 202, kMemoryCycles = 503;  // cycles; not a multiple of any tick

/// A card with both kinds of global loads, and texture loads through a cache of their own.
json usual_card() {
  const json cg = {{"data", {"l2"}}, {"latency", {{"l2", kL2Cycles}, {"dram", kMemoryCycles}}}};
  const json ca = {{"data", {"l1", "l2"}}, {"latency", {{"l1", kL1Cycles}, {"l2", kL2Cycles}, {"dram", kMemoryCycles}}}};
  const json texture = {{"data", {"texture_l1", "l2"}},
                        {"latency", {{"texture_l1", 92}, {"l2", kL2Cycles + 60}, {"dram", kMemoryCycles + 60}}}};
  json card = card_around({{"l1", lru(128, 128, 64, 4, {{"kind", "modulo"}})},
                           {"l2", lru(128, 128, 512, 8, {{"kind", "modulo"}})},
                           {"texture_l1", lru(64, 64, 16, 8, {{"kind", "modulo"}})}},
                          {{"global.ca", ca}, {"global.cg", cg}, {"texture", texture}});
  card.erase("tlbs");
  return card;
}

double cycles_of(const std::vector<Finding>& findings, const std::string& subject) {
  const json value = value_of(findings, subject, "hit_latency_cycles");
  return value.is_number() ? value.get<double>() : 0;
}

class TicksOf : public ::testing::TestWithParam<int> {};

TEST_P(TicksOf, TheClockAreNoLevels) {
  json card = usual_card();
  card["clock"] = {{"tick_cycles", GetParam()}};
  const auto found = found_on(card, "latency", {{"space", "global.ca"}});
  EXPECT_NEAR(cycles_of(found, "l1_data"), kL1Cycles, GetParam() / 2.0);
  EXPECT_NEAR(cycles_of(found, "l2"), kL2Cycles, GetParam() / 2.0);
  EXPECT_NEAR(cycles_of(found, "dram"), kMemoryCycles, GetParam() / 2.0);
  EXPECT_EQ(value_of(found, "l3", "hit_latency_cycles"), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Some, TicksOf, ::testing::Values(2, 4, 7, 16));

// All latencies are multiples of the first. With random replacement, a line is sometimes in the L1 and sometimes not.
TEST(Ticks, AreNotLevelsThatLieByChance) {
  for (const auto& [l1, l2, memory] : {std::tuple{20, 40, 200}, {30, 60, 510}, {32, 64, 480}}) {
    json card = usual_card();
    card["caches"]["l1"]["policy"] = {{"kind", "random"}};
    card["paths"] = {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", l1}, {"l2", l2}, {"dram", memory}}}}}};
    const auto found = found_on(card, "latency");
    EXPECT_EQ(cycles_of(found, "l1_data"), l1);
    EXPECT_EQ(cycles_of(found, "l2"), l2);
    EXPECT_EQ(cycles_of(found, "dram"), memory);
  }
}

// Each reported latency must be that of an existing level at one of the two speeds.
TEST(TwoSpeeds, MakeNoLevels) {
  constexpr double kRatio = 1.37;
  int refused = 0;
  for (const std::uint64_t period : {300'000, 1'000'000, 10'000'000, 100'000'000}) {
    json card = usual_card();
    card["clock"] = {{"ratio", kRatio}, {"switch_cycles", period}};
    for (const char* probe : {"latency", "capacity", "sharing", "count", "discover"})
      for (const Finding& finding : found_on(card, probe)) {
        EXPECT_FALSE(finding.subject == "l3" && finding.status == FindingStatus::measured)
            << probe << ", " << period << ": " << finding.quantity;
        refused += finding.reason.find("The clock changes its speed") != std::string::npos ? 1 : 0;
        if (finding.status != FindingStatus::measured || finding.quantity != "hit_latency_cycles") continue;
        const auto value = finding.value.get<double>();
        const auto is_one_of = [&](const std::vector<double>& levels) {
          return std::any_of(levels.begin(), levels.end(),
                             [&](double level) { return std::abs(value - level) < 3 || std::abs(value - kRatio * level) < 3; });
        };
        EXPECT_TRUE(is_one_of({kL1Cycles, kL2Cycles, kMemoryCycles, 92, kL2Cycles + 60, kMemoryCycles + 60}))
            << finding.subject << ": " << value << ", " << probe << ", " << period;
      }
  }
  EXPECT_GT(refused, 0);
}

// A walk over 64 lines of a cache with room for 61 hits in all of them in some passes and in none in others. It depends on which
// lines the cache in front, with random replacement, has just evicted. The walk shows other shares of hits each time it is made.
TEST(RandomReplacement, InFrontOfAnotherCacheIsNoOtherSpeed) {
  json card = usual_card();
  card["caches"]["l1"] = {
      {"capacity_bytes", 16 * 64},    {"line_bytes", 64}, {"sets", 1}, {"ways", 16}, {"policy", {{"kind", "random"}}},
      {"index", {{"kind", "modulo"}}}};
  card["caches"]["l2"] = {
      {"capacity_bytes", 61 * 128},   {"line_bytes", 128}, {"sets", 1}, {"ways", 61}, {"policy", {{"kind", "fifo"}}},
      {"index", {{"kind", "modulo"}}}};
  card["paths"] = {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 13}, {"l2", 109}, {"dram", 205}}}}}};
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    EXPECT_EQ(survey_of(*opened(card, false, seed), MemorySpace::global_ca, 8).caches(), 2U) << seed;
}

// The L2 has slices at several distances, and the memory behind each slice is at another distance as well.
TEST(MemoryInChannels, IsOneLevel) {
  json card = usual_card();
  json& l2 = card["caches"]["l2"];
  l2 = {{"capacity_bytes", 96 * 32 * 128},
        {"line_bytes", 128},
        {"sets", 96},
        {"ways", 32},
        {"policy", {{"kind", "lru"}}},
        {"index",
         {{"kind", "sliced"},
          {"slices", 6},
          {"slice", {{"kind", "modulo"}, {"granule_bytes", 256}}},
          {"within", {{"kind", "xor"}, {"bits", {{7, 14}, {8, 15}, {9, 16}, {10, 17}}}}}}},
        {"slice_cycles", {0, 7, 35, 22, 19, 30}}};
  const auto found = found_on(card, "latency", {{"space", "global.ca"}});
  EXPECT_EQ(value_of(found, "l3", "hit_latency_cycles"), nullptr);
  // Past the L1, hits vary as much as misses, and the bytes of a miss are not seen. Then only a part of the walked footprint counts
  // as held.
  for (const Finding& finding : found_on(card, "capacity", {{"space", "global.cg"}}))
    EXPECT_LE(finding.low.value_or(0), 96 * 32 * 128) << finding.quantity;
  EXPECT_GE(cycles_of(found, "l2"), kL2Cycles);
  EXPECT_LE(cycles_of(found, "l2"), kL2Cycles + 35);
  EXPECT_GE(cycles_of(found, "dram"), kMemoryCycles);
  EXPECT_LE(cycles_of(found, "dram"), kMemoryCycles + 35);
}

/// A card whose L2 has slices. `cycles` is how much longer each takes than the nearest.
json sliced_card(json slice, json within, std::vector<int> cycles, std::uint64_t sets, std::uint64_t ways) {
  json card = usual_card();
  card["caches"]["l1"]["policy"] = {{"kind", "random"}};
  card["caches"]["l2"] = {
      {"capacity_bytes", sets * ways * 128},
      {"line_bytes", 128},
      {"sets", sets},
      {"ways", ways},
      {"policy", {{"kind", "lru"}}},
      {"index", {{"kind", "sliced"}, {"slices", cycles.size()}, {"slice", std::move(slice)}, {"within", std::move(within)}}},
      {"slice_cycles", cycles}};
  return card;
}

// With slices so far apart and noise, memory is found by some random draws and not by others. Each reported value must be right.
void expect_one_l2(const json& card, bool noise, int farthest) {
  const std::uint64_t draws = noise ? 6 : 1;
  std::uint64_t told = 0;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    SCOPED_TRACE(seed);
    const auto device = opened(card, noise, seed);
    const auto found = found_on(*device, "latency", {{"space", "global.ca"}});
    EXPECT_EQ(value_of(found, "l3", "hit_latency_cycles"), nullptr);
    const double tolerance = noise ? 1 : 0;
    const json penalty = value_of(found, "l2", "miss_penalty_cycles");
    EXPECT_GE(cycles_of(found, "l2"), kL2Cycles - tolerance);
    EXPECT_LE(cycles_of(found, "l2"), kL2Cycles + farthest + tolerance);
    EXPECT_TRUE(noise || penalty.is_number());
    EXPECT_GE(penalty.is_number() ? penalty.get<double>() : kMemoryCycles, kMemoryCycles - kL2Cycles - farthest - tolerance);
    if (value_of(found, "dram", "hit_latency_cycles").is_null()) continue;
    ++told;
    EXPECT_GE(cycles_of(found, "dram"), kMemoryCycles - tolerance);
    EXPECT_LE(cycles_of(found, "dram"), kMemoryCycles + farthest + tolerance);
  }
  EXPECT_GE(told, 1U);
}

// Address bits from 64 KiB on choose the slice. Small footprints see only the nearest slice, and larger ones see both. No access
// ever evicts a line from one slice to the other.
TEST(SlicesOfAMiddleCache, AreOneLevel) {
  const json card =
      sliced_card({{"kind", "xor"}, {"bits", {{16, 19, 21, 22}}}},
                  {{"kind", "xor"}, {"bits", {{7, 17}, {8, 18}, {9, 19}, {10, 20}, {11, 21}, {12, 22}}}}, {0, 35}, 128, 128);
  expect_one_l2(card, false, 35);
  expect_one_l2(card, true, 35);
}

// Slices take turns, so that one walk shows all of them at once. The next walk overflows the cache.
TEST(SlicesOfAMiddleCache, AreOneLevelWhereOneWalkAloneShowsThem) {
  json card = sliced_card({{"kind", "modulo"}, {"granule_bytes", 256}}, {{"kind", "bits"}, {"bits", {7, 11, 12, 13}}},
                          {0, 6, 12, 18, 0, 6, 12, 18}, 128, 16);
  card["caches"]["l1"] = lru(128, 128, 128, 8, {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 12, 13}}});
  expect_one_l2(card, false, 18);
}

// Blocks of 4 KiB take turns among six slices. Two of the nearer slices are closer to the cut between near and far than noise
// reaches, and small footprints lie on near slices only.
TEST(SlicesOfAMiddleCache, AreOneLevelWhereNoiseMovesNearOnesAcrossTheCut) {
  const json card = sliced_card({{"kind", "modulo"}, {"granule_bytes", 4096}}, {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 13}}},
                                {0, 8, 20, 16, 8, 0}, 384, 16);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const structure::Survey survey = survey_of(*opened(card, true, seed), MemorySpace::global_cg, 8);
    EXPECT_EQ(survey.caches(), 1U) << seed;
    EXPECT_TRUE(survey.memory_seen) << seed;
  }
}

// A second cache takes longer by three times the jitter, so that no single access shows it.
TEST(CloseLevels, AreTwoInNoise) {
  json card = usual_card();
  card["paths"] = {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 31}, {"l2", 40}, {"dram", 300}}}}}};
  const auto device = opened(card, true);
  const auto found = found_on(*device, "latency", {});
  EXPECT_NEAR(cycles_of(found, "l1_data"), 31, 0.3);
  EXPECT_NEAR(cycles_of(found, "l2"), 40, 0.3);
  EXPECT_NEAR(cycles_of(found, "dram"), 300, 1);
  const auto penalty = std::find_if(found.begin(), found.end(),
                                    [](const Finding& f) { return f.subject == "l1_data" && f.quantity == "miss_penalty_cycles"; });
  ASSERT_NE(penalty, found.end());
  EXPECT_LE(penalty->low, 9);
  EXPECT_GE(penalty->high, 9);
}

}  // namespace
}  // namespace chasescope
