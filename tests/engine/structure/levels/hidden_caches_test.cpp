// Caches that neighbouring lines do not show. Blind tests on cards made for this purpose.
#include <gtest/gtest.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

// All lines of the cache are in one page. The distance between two lines of a set is often also that between a line and the line
// that is read to look up its page.
TEST(HiddenCaches, SetsOfATextureCacheOfAPage) {
  json texture = lru(32, 32, 2, 37, {{"kind", "bits"}, {"bits", {8}}});
  const json path = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 170}}}};
  json global = path, cg = path, tex = path;
  global.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 50}, {"l2", 240}, {"dram", 700}}}});
  cg.update({{"data", {"l2"}}, {"latency", {{"l2", 240}, {"dram", 700}}}});
  tex.update({{"data", {"texture", "l2"}}, {"latency", {{"texture", 90}, {"l2", 260}, {"dram", 720}}}});
  const auto findings = found_on(card_around({{"l1", lru(128, 32, 16, 4, {{"kind", "modulo"}})},
                                              {"l2", lru(128, 32, 256, 8, {{"kind", "modulo"}})},
                                              {"texture", texture}},
                                             {{"global.ca", global}, {"global.cg", cg}, {"texture", tex}}),
                                 "sets");
  EXPECT_EQ(value_of(findings, "texture", "ways_per_set"), std::vector<int>(2, 37));
  EXPECT_EQ(value_of(findings, "texture", "set_index_bits"), (std::vector<int>{8}));
}

// Neighbouring lines overflow a set of the second constant cache before the first cache is full, so that both overflow at once. The
// first cache fetches half a sector of the second cache at a time, so that every second fetch hits and the second cache seems
// nearer than it is.
TEST(HiddenCaches, ConstantCacheBehindOneThatAsksForHalfOfItsSectors) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 170}}}};
  json global = walk, cg = walk;
  global.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 50}, {"l2", 400}, {"dram", 900}}}});
  cg.update({{"data", {"l2"}}, {"latency", {{"l2", 400}, {"dram", 900}}}});
  const json constant = {{"data", {"constant_l1", "constant_l1_5", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 40}, {"constant_l1_5", 350}, {"l2", 420}, {"dram", 920}}}};
  const json card = card_around({{"l1", lru(128, 32, 16, 4, {{"kind", "modulo"}})},
                                 {"l2", lru(128, 32, 512, 8, {{"kind", "modulo"}})},
                                 {"constant_l1", lru(128, 16, 2, 4, {{"kind", "modulo"}})},
                                 {"constant_l1_5", lru(64, 32, 16, 7, {{"kind", "bits"}, {"bits", {9, 10, 11, 12}}})}},
                                {{"global.ca", global}, {"global.cg", cg}, {"constant", constant}});
  const auto latencies = found_on(card, "latency");
  EXPECT_EQ(value_of(latencies, "constant_l1_5", "hit_latency_cycles"), 350);
  EXPECT_EQ(value_of(latencies, "constant_l1_5", "miss_penalty_cycles"), 70);
  const auto sets = found_on(card, "sets");
  EXPECT_EQ(value_of(sets, "constant_l1_5", "ways_per_set"), std::vector<int>(16, 7));
  EXPECT_EQ(value_of(sets, "constant_l1_5", "set_index_bits"), (std::vector<int>{9, 10, 11, 12}));
  const auto capacities = found_on(card, "capacity");
  EXPECT_EQ(value_of(capacities, "constant_l1_5", "capacity_bytes"), 64 * 16 * 7);
  EXPECT_EQ(value_of(capacities, "constant_l1_5", "contiguous_bytes"), 64 * 7);
}

// The pages are so small that each one needs a lookup, but only when the cache misses, and these misses are at random places. The
// line that looks the page up may be anywhere in the page, and takes as long as a level behind memory would.
TEST(HiddenCaches, PageLookupsForMissesAloneAreNoLevel) {
  json cache = lru(128, 64, 283, 12, {{"kind", "modulo"}});
  cache["policy"] = {{"kind", "random"}};
  json card = card_around({{"l1", cache}}, {{"global.ca",
                                             {{"data", {"l1"}},
                                              {"latency", {{"l1", 167}, {"dram", 474}}},
                                              {"translation", {"tlb"}},
                                              {"translation_after", "l1"},
                                              {"translation_penalty", {{"walk", 164}}}}}});
  card["tlbs"]["tlb"]["page_bytes"] = 4096;
  card["tlbs"]["tlb"]["policy"] = {{"kind", "random"}};
  const auto findings = found_on(card, "latency");
  EXPECT_EQ(value_of(findings, "l1_data", "hit_latency_cycles"), 167.0);
  EXPECT_EQ(value_of(findings, "dram", "hit_latency_cycles"), 474.0);
  EXPECT_TRUE(value_of(findings, "l2", "hit_latency_cycles").is_null());
}

// If global.cg shows only one of its two caches, that cache must not get the other's name.
TEST(HiddenCaches, OneThatGlobalCgDoesNotShowLeavesItsNameToNoOther) {
  json second = lru(32, 32, 128, 16, {{"kind", "modulo"}, {"granule_bytes", 64}});
  second["policy"] = {{"kind", "random"}};
  const json third = lru(128, 32, 512, 4, {{"kind", "bits"}, {"bits", {7, 8, 10, 11, 12, 14, 15, 17, 18}}});
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 200}}}};
  json global = walk, cg = walk;
  global.update({{"data", {"l1", "l2", "l3"}}, {"latency", {{"l1", 91}, {"l2", 225}, {"l3", 519}, {"dram", 977}}}});
  cg.update({{"data", {"l2", "l3"}}, {"latency", {{"l2", 223}, {"l3", 517}, {"dram", 975}}}});
  json card = card_around({{"l1", lru(256, 128, 8, 5, {{"kind", "modulo"}})}, {"l2", second}, {"l3", third}},
                          {{"global.ca", global}, {"global.cg", cg}});
  card["tlbs"]["tlb"]["page_bytes"] = 2 << 20;
  std::size_t told = 0;
  for (const Finding& finding : found_on(card, "latency")) {
    if (finding.subject != "l3" || finding.quantity != "hit_latency_cycles") continue;
    if (finding.status != FindingStatus::measured) continue;
    EXPECT_NEAR(finding.value.get<double>(), 518, 2) << finding.conditions;
    ++told;
  }
  EXPECT_EQ(told, 2U) << "through both spaces";
}

// The lines that flush a set of the second cache fall into few sets of the third cache. Some of them always take ways of the tested
// set.
TEST(HiddenCaches, ThirdCacheBehindLongSetsOfTheSecond) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 129}}}};
  json second = lru(128, 64, 16, 64, {{"kind", "xor"}, {"bits", {{7, 11}, {8, 15}, {9, 15}, {10, 13}}}});
  json third = lru(256, 256, 128, 16, {{"kind", "bits"}, {"bits", {9, 10, 11, 12, 13, 15, 16}}});
  third["policy"] = {{"kind", "plru"}};
  json global = walk, cg = walk;
  global.update({{"data", {"l1", "l2", "l3"}}, {"latency", {{"l1", 24}, {"l2", 89}, {"l3", 363}, {"dram", 647}}}});
  cg.update({{"data", {"l2", "l3"}}, {"latency", {{"l2", 77}, {"l3", 351}, {"dram", 635}}}});
  json card = card_around({{"l1", lru(64, 16, 8, 64, {{"kind", "modulo"}})}, {"l2", second}, {"l3", third}},
                          {{"global.ca", global}, {"global.cg", cg}});
  card["tlbs"]["tlb"]["page_bytes"] = 2 << 20;
  const auto sets = found_on(card, "sets", {{"space", "global.cg"}});
  EXPECT_EQ(value_of(sets, "l3", "set_index_bits"), (std::vector<int>{9, 10, 11, 12, 13, 15, 16}));
  EXPECT_EQ(value_of(sets, "l3", "ways_per_set"), std::vector<int>(128, 16));
}

// Two neighbouring lines share each set of a second cache of one way, so that walks never show this cache. The first cache must
// still be found. The level behind the first cache can't be told.
TEST(HiddenCaches, FirstCacheInFrontOfOneThatNeighboursThrash) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 160}}}};
  json second = lru(64, 32, 1024, 1, {{"kind", "modulo"}, {"granule_bytes", 128}});
  json global = walk, cg = walk;
  global.update({{"data", {"l1", "l2", "l3"}}, {"latency", {{"l1", 24}, {"l2", 287}, {"l3", 530}, {"dram", 652}}}});
  cg.update({{"data", {"l2", "l3"}}, {"latency", {{"l2", 272}, {"l3", 515}, {"dram", 637}}}});
  const json card = card_around({{"l1", lru(128, 128, 4, 16, {{"kind", "bits"}, {"bits", {8, 9}}})},
                                 {"l2", second},
                                 {"l3", lru(128, 32, 256, 8, {{"kind", "modulo"}})}},
                                {{"global.ca", global}, {"global.cg", cg}});
  const auto sets = found_on(card, "sets", {{"space", "global.ca"}});
  EXPECT_EQ(value_of(sets, "l1_data", "ways_per_set"), std::vector<int>(4, 16));
  EXPECT_EQ(value_of(sets, "l1_data", "set_index_bits"), (std::vector<int>{8, 9}));
  const json penalty = value_of(found_on(card, "latency"), "l1_data", "miss_penalty_cycles");
  EXPECT_EQ(penalty, nullptr) << "no walk shows what comes next";
}

// Misses of the second constant cache come from memory, because the shared cache holds only one line of each granule.
TEST(HiddenCaches, WhatAnswersBehindTheSecondConstantCacheMayHide) {
  json shared = lru(128, 64, 2048, 1, {{"kind", "modulo"}, {"granule_bytes", 1024}});
  const json global = {{"data", {"l1"}},
                       {"latency", {{"l1", 154}, {"dram", 566}}},
                       {"translation", {"tlb"}},
                       {"translation_penalty", {{"walk", 132}}}};
  const json constant = {{"data", {"constant_l1", "constant_l1_5", "l1"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 15}, {"constant_l1_5", 53}, {"l1", 155}, {"dram", 567}}}};
  const json card = card_around({{"l1", shared},
                                 {"constant_l1", lru(128, 128, 11, 2, {{"kind", "modulo"}})},
                                 {"constant_l1_5", lru(128, 128, 16, 8, {{"kind", "bits"}, {"bits", {10, 11, 12, 13}}})}},
                                {{"global.ca", global}, {"constant", constant}});
  const auto latencies = found_on(card, "latency");
  EXPECT_EQ(value_of(latencies, "constant_l1", "miss_penalty_cycles"), 38);
  const json penalty = value_of(latencies, "constant_l1_5", "miss_penalty_cycles");
  EXPECT_EQ(penalty, 102) << penalty;
}

// Lines that are read to look up pages may lie in the tested set and take half of its ways.
TEST(HiddenCaches, SetsThatPrimersAreOf) {
  json cache = lru(16, 16, 128, 4, {{"kind", "modulo"}});
  cache["policy"] = {{"kind", "fifo"}};
  json card = card_around({{"l1", cache}}, {{"global.ca",
                                             {{"data", {"l1"}},
                                              {"latency", {{"l1", 295}, {"dram", 567}}},
                                              {"translation", {"tlb"}},
                                              {"translation_after", "l1"},
                                              {"translation_penalty", {{"walk", 267}}}}}});
  card["tlbs"]["tlb"]["page_bytes"] = 4096;
  card["tlbs"]["tlb"]["entries"] = card["tlbs"]["tlb"]["ways"] = 2;
  const auto sets = found_on(card, "sets");
  EXPECT_EQ(value_of(sets, "l1_data", "ways_per_set"), std::vector<int>(128, 4));
  EXPECT_EQ(value_of(sets, "l1_data", "set_index_bits"), (std::vector<int>{4, 5, 6, 7, 8, 9, 10}));
}

// Neighbouring lines soon overflow the shared cache. The lines of it that the first cache holds tell nothing about its size.
TEST(HiddenCaches, SharedCacheWhoseEdgeTheFirstHidesIsNoConstantCache) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 263}}}};
  const json second = lru(128, 128, 512, 2, {{"kind", "bits"}, {"bits", {7, 9, 10, 12, 13, 14, 15, 17, 19}}});
  json ca = walk, cg = walk;
  ca.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 49}, {"l2", 214}, {"dram", 368}}}});
  cg.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 36}, {"l2", 201}, {"dram", 355}}}});
  const json constant = {{"data", {"constant_l1", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 129}, {"l2", 262}, {"dram", 416}}}};
  json card = card_around({{"l1", lru(256, 64, 16, 8, {{"kind", "modulo"}})},
                           {"l2", second},
                           {"constant_l1", lru(32, 32, 1, 60, {{"kind", "modulo"}})}},
                          {{"global.ca", ca}, {"global.cg", cg}, {"constant", constant}});
  card["tlbs"]["tlb"]["page_bytes"] = 2 << 20;
  const auto found = found_on(card, "latency");
  EXPECT_EQ(value_of(found, "constant_l1", "hit_latency_cycles"), 129);
  EXPECT_EQ(value_of(found, "l2", "hit_latency_cycles"), 201) << "by global.cg";
  for (const Finding& finding : found)
    EXPECT_FALSE(finding.subject == "constant_l1_5" && finding.status == FindingStatus::measured) << finding.quantity;
}

// A line of the first constant cache is larger than a set of the cache behind, so that the cache behind never answers for it.
TEST(HiddenCaches, WhatAnswersBehindTheOnlyConstantCacheMayHide) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 282}}}};
  json second = lru(16, 16, 4096, 2, {{"kind", "modulo"}, {"granule_bytes", 128}});
  second["policy"] = {{"kind", "fifo"}};
  json ca = walk, cg = walk;
  ca.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 76}, {"l2", 139}, {"dram", 557}}}});
  cg.update({{"data", {"l2"}}, {"latency", {{"l2", 127}, {"dram", 545}}}});
  const json constant = {{"data", {"constant_l1", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 85}, {"l2", 159}, {"dram", 577}}}};
  json card = card_around({{"l1", lru(128, 16, 4, 16, {{"kind", "bits"}, {"bits", {9, 10}}})},
                           {"l2", second},
                           {"constant_l1", lru(64, 64, 4, 6, {{"kind", "modulo"}, {"granule_bytes", 256}})}},
                          {{"global.ca", ca}, {"global.cg", cg}, {"constant", constant}});
  card["tlbs"]["tlb"]["page_bytes"] = 524288;
  const json penalty = value_of(found_on(card, "latency"), "constant_l1", "miss_penalty_cycles");
  EXPECT_EQ(penalty, nullptr) << "no walk shows what comes next";
}

// When a walk overflows the first cache, nothing of it stays in the second. A hit in the second takes less than half as long as a
// miss of both.
TEST(HiddenCaches, SecondCacheOfOneWayThatAnswersSoonerThanTheMiddle) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 160}}}};
  json global = walk;
  global.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 79}, {"l2", 337}, {"dram", 765}}}});
  json card = card_around({{"l1", lru(256, 256, 8, 4, {{"kind", "xor"}, {"bits", {{8, 14}, {9, 11}, {10, 13}}}})},
                           {"l2", lru(256, 256, 256, 1, {{"kind", "bits"}, {"bits", {8, 9, 11, 13, 15, 16, 17, 19}}})}},
                          {{"global.ca", global}});
  card["tlbs"]["tlb"].update({{"page_bytes", 2 << 20}, {"entries", 4096}, {"ways", 4096}});
  const auto findings = found_on(card, "latency");
  EXPECT_EQ(value_of(findings, "l1_data", "hit_latency_cycles"), 79);
  EXPECT_EQ(value_of(findings, "l1_data", "miss_penalty_cycles"), 337 - 79);
  EXPECT_EQ(value_of(findings, "l2", "hit_latency_cycles"), 337);
  EXPECT_EQ(value_of(findings, "dram", "hit_latency_cycles"), 765);
}

// The first cache evicts at random. The lines that flush it lie in some sets of the second cache and take ways there.
TEST(HiddenCaches, WaysOfSetsThatLieBesideWhatEmptiesTheCacheInFront) {
  json first = lru(256, 64, 16, 4, {{"kind", "xor"}, {"bits", {{8, 13, 14}, {9, 14}, {10, 12, 14}, {11, 13, 15}}}});
  json second = lru(128, 128, 4096, 6, {{"kind", "bits"}, {"bits", {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21}}});
  first["policy"] = second["policy"] = {{"kind", "random"}};
  json card = card_around({{"l1", first}, {"l2", second}}, {{"global.ca",
                                                             {{"data", {"l1", "l2"}},
                                                              {"latency", {{"l1", 56}, {"l2", 197}, {"dram", 630}}},
                                                              {"translation", {"tlb"}},
                                                              {"translation_penalty", {{"walk", 70}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 4096}, {"entries", 22}, {"ways", 22}});
  const auto findings = found_in_noise_on(card, "sets");
  EXPECT_EQ(value_of(findings, "l2", "ways_per_set"), std::vector<int>(4096, 6));
}

// A cache answers lines for which one set is too small, but only if a few lines are read at a time. Longer walks do not show its
// latency, and outliers do not explain it.
TEST(HiddenCaches, InNoiseALatencyThatWasNotSeenIsNoHit) {
  json texture = lru(64, 64, 4, 8, {{"kind", "xor"}, {"bits", {{6, 8}, {7, 10}}}});
  texture["policy"] = {{"kind", "plru"}};
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 150}}}};
  json global = walk, tex = walk;
  global.update({{"data", {"l1"}}, {"latency", {{"l1", 122}, {"dram", 587}}}});
  tex.update({{"data", {"texture", "l1"}}, {"latency", {{"texture", 106}, {"l1", 173}, {"dram", 638}}}});
  const json card =
      card_around({{"l1", lru(64, 16, 64, 4, {{"kind", "bits"}, {"bits", {9, 10, 11, 12, 13, 14}}})}, {"texture", texture}},
                  {{"global.ca", global}, {"texture", tex}});
  const json found = value_of(found_in_noise_on(card, "capacity"), "texture", "contiguous_bytes");
  EXPECT_EQ(found, 2048) << found;
}

// A few of many neighbouring lines stay in the second constant cache. With the latencies of the others, it looks like the near part
// of one cache. But lines from anywhere are all in it.
TEST(HiddenCaches, SecondConstantCacheIsNoNearPartOfWhatLiesBehind) {
  const json constant = {{"data", {"constant_l1", "constant_l1_5", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 145}, {"constant_l1_5", 173}, {"l2", 231}, {"dram", 462}}}};
  const json global = {{"data", {"l1", "l2"}}, {"latency", {{"l1", 115}, {"l2", 193}, {"dram", 424}}}};
  json first = lru(128, 16, 9, 2, {{"kind", "modulo"}});
  first.update({{"ways", {2, 2, 2, 2, 2, 2, 2, 7, 2}}, {"capacity_bytes", 128 * 23}, {"policy", {{"kind", "fifo"}}}});
  const json card = card_around({{"l1", lru(128, 128, 64, 8, {{"kind", "modulo"}})},
                                 {"l2", lru(128, 128, 2294, 4, {{"kind", "modulo"}})},
                                 {"constant_l1", first},
                                 {"constant_l1_5", lru(64, 16, 128, 2, {{"kind", "modulo"}, {"granule_bytes", 256}})}},
                                {{"global.ca", global}, {"constant", constant}});
  for (const bool noise : {false, true}) {
    const auto findings = noise ? found_in_noise_on(card, "latency") : found_on(card, "latency");
    const json penalty = value_of(findings, "constant_l1", "miss_penalty_cycles");
    EXPECT_TRUE(noise || !penalty.is_null());
    if (!penalty.is_null()) {
      EXPECT_NEAR(penalty.get<double>(), 28, 1) << noise;
    }
  }
}

// Only misses of the second TLB recur at a distance as long as a page, and this distance is no line.
TEST(HiddenCaches, InNoisePageLookupsAtEveryStepAreNoLevel) {
  json cache = lru(512, 512, 32, 27, {{"kind", "modulo"}, {"granule_bytes", 4096}});
  cache["policy"] = {{"kind", "fifo"}};
  json card = card_around({{"l1", cache}}, {{"global.cg",
                                             {{"data", {"l1"}},
                                              {"latency", {{"l1", 403}, {"dram", 804}}},
                                              {"translation", {"tlb"}},
                                              {"translation_penalty", {{"walk", 72}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 4096}, {"entries", 384}, {"ways", 384}, {"policy", {{"kind", "random"}}}});
  for (std::uint64_t seed = 100; seed < 160; ++seed)
    EXPECT_EQ(survey_of(*opened(card, true, seed), MemorySpace::global_cg, 3).caches(), 1U) << seed;
}

// With random eviction, few lookups are due among many misses. An outlier among them makes their latencies look more spread than
// they are.
TEST(HiddenCaches, InNoisePageLookupsForMissesAloneAreNoLevelBesideOutliers) {
  json cache = lru(128, 128, 64, 22, {{"kind", "modulo"}});
  cache["policy"] = {{"kind", "random"}};
  json card = card_around({{"l1", cache}}, {{"global.ca",
                                             {{"data", {"l1"}},
                                              {"latency", {{"l1", 105}, {"dram", 404}}},
                                              {"translation", {"tlb"}},
                                              {"translation_after", "l1"},
                                              {"translation_penalty", {{"walk", 43}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 4096}, {"entries", 16}, {"ways", 16}, {"policy", {{"kind", "fifo"}}}});
  for (std::uint64_t seed = 1; seed < 60; ++seed)
    EXPECT_EQ(survey_of(*opened(card, true, seed), MemorySpace::global_ca, 3).caches(), 1U) << seed;
}

// The second constant cache is seven standard deviations slower than the first, and neighbouring lines never stay in it.
TEST(HiddenCaches, InNoiseNoPenaltyIsToldBeforeALevelThatMayLieJustBehind) {
  const json constant = {{"data", {"constant_l1", "constant_l1_5", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 186}, {"constant_l1_5", 206}, {"l2", 297}, {"dram", 690}}}};
  const json global = {{"data", {"l1", "l2"}}, {"latency", {{"l1", 78}, {"l2", 238}, {"dram", 631}}}};
  const json card = card_around({{"l1", lru(128, 64, 16, 16, {{"kind", "modulo"}})},
                                 {"l2", lru(64, 64, 1525, 4, {{"kind", "modulo"}})},
                                 {"constant_l1", lru(64, 64, 16, 2, {{"kind", "bits"}, {"bits", {6, 7, 8, 9}}})},
                                 {"constant_l1_5", lru(256, 64, 32, 1, {{"kind", "modulo"}, {"granule_bytes", 2048}})}},
                                {{"global.ca", global}, {"constant", constant}});
  for (std::uint64_t seed = 1; seed < 20; ++seed)
    EXPECT_EQ(value_of(found_on(*opened(card, true, seed), "latency", {}), "constant_l1", "miss_penalty_cycles"), nullptr) << seed;
}

}  // namespace
}  // namespace chasescope
