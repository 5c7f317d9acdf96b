// The sets of caches that no preset has, found from random trials.
#include "engine/structure/trials/sets_by_trials.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>

#include "engine/inference/sets/bit_basis.h"
#include "engine/structure/trials/index_of_groups.h"
#include "engine/structure/trials/ways.h"
#include "tests/engine/structure/trials/one_cache.h"

namespace chasescope::structure {
namespace {

using inference::SetIndex;
using testing::HasSubstr;

SetsFound find(Device& device, std::uint64_t unit = 32, std::uint64_t seed = 1, double stray = 0, std::uint64_t range = 64 << 20) {
  SetsQuestion question;
  question.stray = stray;
  question.unit = unit;
  question.range = range;
  question.cut = 200;
  question.seed = seed;
  return find_sets(question, asked_of(device));
}

/// Whether two indices put the same addresses together, tested on addresses from the whole range.
bool same_partition(const SetIndex& found, const std::function<std::uint64_t(std::uint64_t)>& set_of, std::uint64_t range = 64 << 20) {
  std::map<std::uint64_t, std::uint64_t> there, back;
  for (std::uint64_t address = 0; address < range; address += 128 * 37) {
    const std::uint64_t a = found.set_of(address), b = set_of(address);
    if (there.emplace(a, b).first->second != b || back.emplace(b, a).first->second != a) return false;
  }
  return true;
}

// Tags and data store of a Hopper card's L1: hashed sets of four ways, and less room for data than tags.
json hopper_l1() {
  return {{"capacity_bytes", 262144}, {"line_bytes", 128}, {"sector_bytes", 32}, {"sets", 512}, {"ways", 4},
          {"index", {{"kind", "xor"}, {"bits", {{7, 16, 17, 19}, {8, 17, 18, 23}, {9, 18, 22, 24}, {10, 17, 19, 20}, {11, 16, 22, 24},
                                                {12, 16, 18, 20}, {13, 21, 22, 23}, {14, 21, 24, 25}, {15, 18, 19, 25}}}}},
          {"policy", {{"kind", "lru"}}},
          {"data_store", {{"capacity_bytes", 238592}}}};
}

std::uint64_t hopper_set(std::uint64_t address) {
  std::uint64_t set = 0;
  std::uint64_t row = 0;
  static const json l1 = hopper_l1();
  for (const json& bits : l1["index"]["bits"]) {
    unsigned parity = 0;
    for (const unsigned bit : bits) parity ^= static_cast<unsigned>(address >> bit & 1);
    set |= std::uint64_t{parity} << row++;
  }
  return set;
}

TEST(SetsByTrials, HashedSetsBeforeASmallerStoreOfDataAreTold) {
  const auto device = card_with(hopper_l1());
  const SetsFound found = find(*device);
  ASSERT_TRUE(found.index) << found.undecided;
  EXPECT_EQ(found.index->sets(), 512U);
  EXPECT_TRUE(same_partition(*found.index, hopper_set));
  EXPECT_TRUE(std::all_of(found.ways.begin(), found.ways.end(), [](auto ways) { return ways == 4; }));
  EXPECT_EQ(found.line_bytes, 128U);
  ASSERT_EQ(found.overflowing.size(), 5U);
  for (const std::uint64_t line : found.overflowing) EXPECT_EQ(hopper_set(line), hopper_set(found.overflowing.front()));
}

TEST(SetsByTrials, TheSameInTheStandardNoise) {
  const auto device = card_with(hopper_l1(), 3);
  const SetsFound found = find(*device, 32, 2, 0.01);
  ASSERT_TRUE(found.index) << found.undecided;
  EXPECT_TRUE(same_partition(*found.index, hopper_set));
  EXPECT_TRUE(std::all_of(found.ways.begin(), found.ways.end(), [](auto ways) { return ways == 4; }));
}

TEST(SetsByTrials, AModulusIsTold) {
  const auto device = card_with({{"capacity_bytes", 24 * 6 * 128}, {"line_bytes", 128}, {"sets", 24}, {"ways", 6},
                                 {"index", {{"kind", "modulo"}}}, {"policy", {{"kind", "fifo"}}}});
  const SetsFound found = find(*device, 128);
  ASSERT_TRUE(found.index) << found.undecided;
  EXPECT_EQ(found.index->kind, SetIndex::Kind::modulo);
  EXPECT_TRUE(same_partition(*found.index, [](std::uint64_t address) { return address / 128 % 24; }));
  EXPECT_TRUE(std::all_of(found.ways.begin(), found.ways.end(), [](auto ways) { return ways == 6; }));
}

TEST(SetsByTrials, NoPolicyIsAssumed) {
  for (const char* policy : {"random", "plru", "nru", "srrip_hp"}) {
    json spec = {{"kind", policy}};
    if (std::string_view(policy) == "srrip_hp") spec["bits"] = 2;
    const auto device = card_with({{"capacity_bytes", 64 * 8 * 128}, {"line_bytes", 128}, {"sets", 64}, {"ways", 8},
                                   {"index", {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 12}}}}, {"policy", spec}});
    const SetsFound found = find(*device, 128);
    ASSERT_TRUE(found.index) << policy << ": " << found.undecided;
    EXPECT_TRUE(same_partition(*found.index, [](std::uint64_t address) { return address >> 7 & 63; })) << policy;
    EXPECT_TRUE(std::all_of(found.ways.begin(), found.ways.end(), [](auto ways) { return ways == 8; })) << policy;
  }
}

TEST(SetsByTrials, OneSetThatHoldsLessThanAllOthersIsTold) {
  json ways = json::array();
  for (int set = 0; set < 64; ++set) ways.push_back(set == 37 ? 3 : 4);
  const auto device = card_with({{"capacity_bytes", (64 * 4 - 1) * 128}, {"line_bytes", 128}, {"sets", 64}, {"ways", ways},
                                 {"index", {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 12}}}}, {"policy", {{"kind", "lru"}}}});
  const SetsFound found = find(*device, 128);
  ASSERT_TRUE(found.index) << found.undecided;
  for (std::uint64_t set = 0; set < 64; ++set) EXPECT_EQ(found.ways[found.index->set_of(set << 7)], set == 37 ? 3U : 4U) << set;
}

TEST(SetsByTrials, AFewLinesAreTold) {
  const auto device = open_preset("textbook");  // 2014 paper, figure 2
  ASSERT_TRUE(device);
  SetsQuestion question{.unit = 8, .range = 4096, .cut = 30};
  const SetsFound found = find_sets(
      question, [&](const TrialsRequest& request, const std::string&) { return std::optional(*(*device)->ask(request, {})); });
  ASSERT_TRUE(found.index) << found.undecided;
  EXPECT_TRUE(found.index->kind == SetIndex::Kind::modulo && found.index->modulus == 3);
  EXPECT_EQ(found.ways, (std::vector<std::uint32_t>{2, 2, 2}));
}

TEST(SetsByTrials, SkewedWaysAreNoSets) {
  const auto device = card_with({{"capacity_bytes", 64 * 2 * 64}, {"line_bytes", 64}, {"sets", 64}, {"ways", 2},
                                 {"index", {{"kind", "skewed"},
                                            {"functions", {{{"kind", "bits"}, {"bits", {6, 7, 8, 9, 10, 11}}},
                                                           {{"kind", "xor"}, {"bits", {{6, 12}, {7, 13}, {8, 14}, {9, 15}, {10, 16}, {11, 17}}}}}}}},
                                 {"policy", {{"kind", "lru"}}}});
  const SetsFound found = find(*device, 64);
  EXPECT_FALSE(found.index);
  EXPECT_THAT(found.undecided, HasSubstr("do not form sets"));
}

// With few lines, few differences of addresses are seen. Pages may look like lines, and a miss may bring more than a line. Each
// finding must be right or left out.
TEST(SetsByTrials, SmallCachesAreToldRightOrNotAtAll) {
  int cards = 0, told = 0;
  for (const std::uint64_t sets : {1, 2, 4, 16})
    for (const std::uint64_t ways : {2, 3, 5, 8})
      for (const bool has_tlb : {false, true})
        for (const std::uint64_t range : {std::uint64_t{64} << 10, std::uint64_t{64} << 20}) {
          json bits = json::array();
          for (std::uint64_t bit = 7; std::uint64_t{1} << (bit - 7) < sets; ++bit) bits.push_back({bit, bit + 5});
          json card = card_of({{"capacity_bytes", sets * ways * 128}, {"line_bytes", 128}, {"sets", sets}, {"ways", ways},
                               {"index", sets == 1 ? json{{"kind", "modulo"}} : json{{"kind", "xor"}, {"bits", bits}}}, {"policy", {{"kind", "lru"}}}});
          if (has_tlb) {
            card["tlbs"] = {{"l1_tlb", {{"page_bytes", 4096}, {"entries", 16}, {"sets", 1}, {"ways", 16}, {"index", {{"kind", "modulo"}}}, {"policy", {{"kind", "lru"}}}}}};
            card["paths"]["global.ca"]["translation"] = {"l1_tlb"};
            card["paths"]["global.ca"]["translation_penalty"] = {{"walk", 300}};
          }
          const auto device = open_card(card);
          for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            const SetsFound found = find(*device, 32, seed, 0, range);
            ++cards;
            if (!found.index) continue;
            ++told;
            const auto set_of = [&](std::uint64_t address) { return (address >> 7 ^ address >> 12) & (sets - 1); };
            const std::string what = std::to_string(sets) + " x " + std::to_string(ways) + (has_tlb ? " behind a TLB, " : ", ") + std::to_string(range) + ", seed " + std::to_string(seed);
            EXPECT_EQ(found.index->sets(), sets) << what;
            EXPECT_TRUE(same_partition(*found.index, set_of, range)) << what;
            EXPECT_TRUE(std::all_of(found.ways.begin(), found.ways.end(), [&](auto each) { return each == ways; })) << what << ": " << found.ways.front();
            EXPECT_EQ(found.line_bytes, 128U) << what;
          }
        }
  std::cout << "    " << told << " of " << cards << " told\n";
  EXPECT_GT(2 * told, cards);
}

TEST(SetsByTrials, ALineThatComesWithTheNextOneIsNotTwice) {
  const auto device = card_with({{"capacity_bytes", 64 * 8 * 128}, {"line_bytes", 128}, {"sets", 64}, {"ways", 8}, {"next_line", true},
                                 {"index", {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 12}}}}, {"policy", {{"kind", "lru"}}}});
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const SetsFound found = find(*device, 256, seed);
    EXPECT_FALSE(found.index) << found.index->sets() << " sets, line " << found.line_bytes;
  }
}

TEST(SetsByTrials, PlacesThatHaveSeveralLinesShowNoSets) {
  const auto device = card_with({{"capacity_bytes", 64 * 4 * 64}, {"line_bytes", 64}, {"sets", 64}, {"ways", 4},
                                 {"index", {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 12}}}}, {"policy", {{"kind", "lru"}}}});
  const SetsFound found = find(*device, 128);
  EXPECT_FALSE(found.index);
  EXPECT_THAT(found.undecided, HasSubstr("fetched together show no sets"));
}

TEST(SetsByTrials, WhatOtherEvidenceDeniesIsNotTold) {
  const auto device = card_with(hopper_l1());
  SetsQuestion question{.unit = 32, .range = 64 << 20, .cut = 200};
  const SetsFound found = find_sets(
      question, [&](const TrialsRequest& request, const std::string&) { return std::optional(*device->ask(request, {})); },
      [](const SetsFound& seen) { return seen.index->sets() == 512 ? "Denied." : ""; });
  EXPECT_FALSE(found.index);
  EXPECT_EQ(found.undecided, "Denied.");
}

TEST(SetsByTrials, WhereNothingMissesThatIsSaid) {
  SetsQuestion question{.unit = 32, .range = 64 << 20, .cut = 1e6};
  const auto device = card_with(hopper_l1());
  const SetsFound found = find_sets(
      question, [&](const TrialsRequest& request, const std::string&) { return std::optional(*device->ask(request, {})); });
  EXPECT_FALSE(found.index);
  EXPECT_THAT(found.undecided, HasSubstr("Nothing missed"));
  const SetsFound silent = find_sets(question, [](const TrialsRequest&, const std::string&) { return std::nullopt; });
  EXPECT_THAT(silent.undecided, HasSubstr("made no trials"));
}

TEST(IndexOfGroups, IsLinearOrAModulusOrNone) {
  const auto groups_by = [](const std::function<std::uint64_t(std::uint64_t)>& set_of) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> groups;
    for (std::uint64_t i = 0; i < 2048; ++i) groups[set_of(i * 64)].push_back(i * 64);
    AddressGroups out;
    for (auto& [set, group] : groups) out.push_back(std::move(group));
    return out;
  };
  const auto linear = index_of_groups(groups_by([](std::uint64_t a) { return ((a >> 6) ^ (a >> 9)) & 7; }), 64, 0x1FFFF);
  ASSERT_TRUE(linear);
  EXPECT_EQ(linear->kind, SetIndex::Kind::linear);
  EXPECT_EQ(linear->rows.size(), 3U);
  const auto modulo = index_of_groups(groups_by([](std::uint64_t a) { return a / 256 % 7; }), 64, 0x1FFFF);
  ASSERT_TRUE(modulo);
  EXPECT_EQ(modulo->granule_bytes, 256U);
  EXPECT_EQ(modulo->modulus, 7U);
  EXPECT_EQ(index_of_groups(groups_by([](std::uint64_t) { return 0; }), 64, 0x1FFFF)->kind, SetIndex::Kind::one_set);
  EXPECT_FALSE(index_of_groups(groups_by([](std::uint64_t a) { return trial_mix(a) % 5; }), 64, 0x1FFFF));
  EXPECT_FALSE(index_of_groups({}, 64, 0x1FFFF));
}

TEST(Ways, EndWhereEveryLoadHurts) {
  const auto load = [](std::uint64_t trials, std::uint64_t hurt) { return Load{trials, hurt}; };
  const auto ways_of = [](const std::vector<Load>& loads) { return structure::ways_of(loads, 10, 0.01); };
  EXPECT_EQ(ways_of({load(50, 0), load(90, 0), load(80, 1), load(70, 70), load(60, 60)}).ways, 2U);
  EXPECT_EQ(ways_of({load(50, 0), load(90, 2), load(80, 80)}).ways, 1U);
  // If latencies are exact, no miss is a stray one.
  EXPECT_FALSE(structure::ways_of({load(50, 0), load(90, 2), load(80, 80)}, 10, 0).ways);
  EXPECT_EQ(structure::ways_of({load(50, 0), load(90, 0), load(80, 80)}, 10, 0).ways, 1U);
  // A load that was hardly seen shows nothing. A load that misses only sometimes does not fill a set.
  const Ways unseen = ways_of({load(50, 0), load(90, 0), load(3, 0), load(70, 70)});
  EXPECT_EQ(ways_of({load(50, 0), load(3, 0), load(80, 0), load(70, 70)}).ways, 2U);  // if two lines fit, one line fits
  EXPECT_FALSE(unseen.ways);
  EXPECT_TRUE(unseen.more_may_tell);
  EXPECT_FALSE(ways_of({load(50, 0), load(90, 0), load(80, 40), load(70, 70)}).ways);
  const Ways strange = ways_of({load(50, 0), load(90, 0), load(80, 80), load(70, 0)});
  EXPECT_FALSE(strange.ways);
  EXPECT_FALSE(strange.more_may_tell);
  EXPECT_FALSE(ways_of({load(50, 0), load(90, 0)}).ways);
}

}  // namespace
}  // namespace chasescope::structure
