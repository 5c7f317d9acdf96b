// Set indices that predict nearly every access, but are wrong. Blind tests on cards made for this purpose.
#include <gmock/gmock.h>

#include "engine/probe/discovery/registry.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/testers/data_tester.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

// A shared cache has lines and ways like those of a constant cache. In the small space of constants, each set of the shared cache's
// index would hold one line at most, so that no address could contradict this index.
TEST(DeniedIndices, ThatOfAnotherSpaceIsNoGuessWhereNoAddressCanDenyIt) {
  json constant_l1 = lru(64, 64, 30, 2, {{"kind", "modulo"}});
  constant_l1["policy"] = {{"kind", "weighted_way"}, {"probabilities", {0.17, 0.83}}};
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 170}}}};
  json global = walk;
  global.update({{"data", {"l2"}}, {"latency", {{"l2", 309}, {"dram", 714}}}});
  const json constant = {{"data", {"constant_l1", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 32}, {"l2", 337}, {"dram", 742}}}};
  const auto findings = found_on(card_around({{"constant_l1", constant_l1}, {"l2", lru(64, 64, 3517, 2, {{"kind", "modulo"}})}},
                                             {{"global.ca", global}, {"global.cg", global}, {"constant", constant}}),
                                 "sets");
  EXPECT_EQ(value_of(findings, "l2", "sets"), 3517);
  EXPECT_EQ(value_of(findings, "constant_l1", "sets"), 30);
  EXPECT_EQ(value_of(findings, "constant_l1", "ways_per_set"), std::vector<int>(30, 2));
}

// Of the 64 readable blocks of a kilobyte, the blocks 0, 21, 42 and 63 are in the first set. An XOR of address bits would put the
// same blocks there, so that only the other sets show the difference.
TEST(DeniedIndices, OneThatIsRightForTheFirstSetAlone) {
  json l1 = lru(32, 32, 32, 1, {{"kind", "xor"}, {"bits", {{5, 11}, {6, 14}, {7, 14}, {8, 10, 13}, {9, 10, 12}}}});
  json l1_5 = lru(128, 32, 21, 4, {{"kind", "modulo"}, {"granule_bytes", 1024}});
  l1_5["policy"] = {{"kind", "weighted_way"}, {"probabilities", {0.06, 0.62, 0.14, 0.18}}};
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 170}}}};
  json global = walk;
  global.update({{"data", {"l2"}}, {"latency", {{"l2", 340}, {"dram", 1010}}}});
  const json constant = {{"data", {"constant_l1", "constant_l1_5", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 177}, {"constant_l1_5", 291}, {"l2", 370}, {"dram", 1041}}}};
  const json card = card_around({{"constant_l1", l1}, {"constant_l1_5", l1_5}, {"l2", lru(64, 64, 1024, 6, {{"kind", "modulo"}})}},
                                {{"global.ca", global}, {"global.cg", global}, {"constant", constant}});
  for (const bool noise : {false, true}) {
    const auto sets = value_of(found_on(*opened(card, noise), "sets", {}), "constant_l1_5", "sets");
    EXPECT_EQ(sets, 21) << noise;
  }
}

// The same for blocks of eight lines: the blocks 0, 36, 72 and 108 of 128. In memory of a few times the size of the cache, all
// lines of a set are neighbours in one block, and show nothing.
TEST(DeniedIndices, OneThatIsRightForNeighboursAndTheFirstSet) {
  const json constant = {{"data", {"constant_l1", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 120}, {"l2", 190}, {"dram", 771}}}};
  const json global = {{"data", {"l2"}}, {"latency", {{"l2", 170}, {"dram", 751}}}};
  json card = card_around({{"constant_l1", lru(64, 64, 36, 1, {{"kind", "modulo"}, {"granule_bytes", 512}})},
                           {"l2", lru(64, 64, 1024, 8, {{"kind", "modulo"}})}},
                          {{"global.ca", global}, {"global.cg", global}, {"constant", constant}});
  card.erase("tlbs");
  for (const bool noise : {false, true}) {
    const auto found = found_on(*opened(card, noise), "sets", {});
    EXPECT_EQ(value_of(found, "constant_l1", "sets"), 36) << noise;
    EXPECT_EQ(value_of(found, "constant_l1", "set_index_function"), "modulo") << noise;
  }
}

// A further check may reject an index that predicts every tested address.
TEST(DeniedIndices, OneThatIsNotBornOutIsNotTold) {
  constexpr std::uint64_t kLine = 64, kSets = 5, kWays = 4;
  json card = card_around({{"l1", lru(kLine, kLine, kSets, kWays, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1"}}, {"latency", {{"l1", 65}, {"dram", 516}}}}}});
  card.erase("tlbs");
  const auto device = opened(card);
  Surveyed on(*device);
  structure::DataTester tester(on.lab, on.survey, 0);
  tester.use_unit(kLine);
  structure::Addresses overflowing;
  for (std::uint64_t i = 0; i <= kWays; ++i) overflowing.push_back(i * kSets * kLine);
  const auto solved = structure::solve_cache(tester, overflowing, 4096);
  ASSERT_TRUE(solved.index);
  EXPECT_EQ(solved.ways, std::vector<std::uint32_t>(kSets, kWays));
  int asked = 0;
  const auto denied = structure::solve_cache(tester, overflowing, 4096, {}, [&](const structure::CacheShape& shape) {
    ++asked;
    EXPECT_TRUE(shape.index);
    EXPECT_EQ(shape.ways.size(), kSets);
    return false;
  });
  EXPECT_GT(asked, 0);
  EXPECT_FALSE(denied.index);
  EXPECT_TRUE(denied.ways.empty());
  EXPECT_FALSE(denied.index_undecided.empty());
}

}  // namespace
}  // namespace chasescope
