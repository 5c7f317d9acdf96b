// Caches of small spaces, or of single kinds of data. Blind tests on cards made for this purpose.
#include <gtest/gtest.h>

#include "engine/structure/levels/survey.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

json left_to(const char* policy, json cache) {
  cache["policy"] = {{"kind", policy}};
  return cache;
}

// Two constant caches in front of an L2 that all spaces share.
json card_with_constants(json first, json second) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 170}}}};
  json ca = walk, cg = walk;
  ca.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 50}, {"l2", 400}, {"dram", 900}}}});
  cg.update({{"data", {"l2"}}, {"latency", {{"l2", 400}, {"dram", 900}}}});
  const json constant = {{"data", {"constant_l1", "constant_l1_5", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 62}, {"constant_l1_5", 191}, {"l2", 420}, {"dram", 920}}}};
  return card_around({{"l1", lru(128, 32, 16, 4, {{"kind", "modulo"}})},
                      {"l2", lru(128, 32, 512, 8, {{"kind", "modulo"}})},
                      {"constant_l1", std::move(first)},
                      {"constant_l1_5", std::move(second)}},
                     {{"global.ca", ca}, {"global.cg", cg}, {"constant", constant}});
}

// A line of the second cache has several lines of the first cache. The first cache holds all lines of a set, but not all their
// parts.
TEST(SpecialCaches, LinesThatAreSeveralOfTheFirst) {
  const json first = lru(64, 16, 16, 3, {{"kind", "bits"}, {"bits", {8, 9, 10, 11}}});
  const auto sets = found_on(card_with_constants(first, lru(256, 256, 1, 64, {{"kind", "modulo"}})), "sets");
  EXPECT_EQ(value_of(sets, "constant_l1_5", "sets"), 1);
  EXPECT_EQ(value_of(sets, "constant_l1_5", "ways"), 64);
}

// The set that overflows first is found from the last parts of its lines. Several visits of one line must not run into the next
// line.
TEST(SpecialCaches, VisitsOfLinesStayInThem) {
  const json card = card_with_constants(left_to("random", lru(16, 16, 14, 8, {{"kind", "modulo"}})),
                                        left_to("random", lru(512, 256, 1, 16, {{"kind", "modulo"}})));
  const auto policies = found_on(card, "replacement");
  EXPECT_EQ(value_of(policies, "constant_l1", "replacement_policy"), "random");
}

// The lines that flush the first cache take ways of the second cache's only set, unless the lines of the first cache are few.
TEST(SpecialCaches, OneSetBehindOneOfOneWay) {
  const json card = card_with_constants(lru(32, 16, 64, 1, {{"kind", "modulo"}}), lru(128, 64, 1, 64, {{"kind", "modulo"}}));
  const auto sets = found_on(card, "sets");
  EXPECT_EQ(value_of(sets, "constant_l1_5", "sets"), 1);
  EXPECT_EQ(value_of(sets, "constant_l1_5", "ways"), 64);
  const json policy = value_of(found_on(card, "replacement"), "constant_l1_5", "replacement_policy");
  EXPECT_EQ(policy, nullptr) << "what empties the first takes its ways, so that it can't be told";
}

// A kilobyte goes to each set in turn. The space ends before the first set comes again, so that the number of sets can't be told.
TEST(SpecialCaches, SetsWhoseTurnDoesNotComeAgain) {
  const json first = lru(32, 32, 4, 4, {{"kind", "modulo"}});
  const json in_turn = {{"kind", "modulo"}, {"granule_bytes", 1024}};
  const auto sets = found_on(card_with_constants(first, lru(128, 32, 78, 2, in_turn)), "sets");
  for (const char* quantity : {"sets", "ways", "ways_per_set", "set_index_bits", "set_index_function"})
    EXPECT_TRUE(value_of(sets, "constant_l1_5", quantity).is_null()) << quantity;
  EXPECT_TRUE(
      value_of(found_on(card_with_constants(first, lru(128, 32, 78, 2, in_turn)), "capacity"), "constant_l1_5", "capacity_bytes")
          .is_null());
  EXPECT_EQ(value_of(found_on(card_with_constants(first, lru(128, 32, 42, 2, in_turn)), "sets"), "constant_l1_5", "sets"), 42);
}

// The sweep ends at the last cache that it was asked for. The survey must still find that translation leaves no trace at larger
// footprints.
TEST(SpecialCaches, TranslationIsLookedForPastTheLastCacheThatIsAskedFor) {
  const json texture = {{"data", {"texture"}},
                        {"latency", {{"texture", 145}, {"dram", 495}}},
                        {"translation", {"tlb"}},
                        {"translation_penalty", {{"walk", 170}}}};
  json card = card_around({{"texture", lru(32, 32, 2, 64, {{"kind", "modulo"}})}}, {{"texture", texture}});
  card["tlbs"]["tlb"]["page_bytes"] = 2 << 20;
  const structure::Survey survey = survey_of(*opened(card), MemorySpace::texture, 1);
  EXPECT_EQ(survey.caches(), 1U);
  EXPECT_GE(survey.clean_until, 1U << 20);
}

// Neighbouring lines all fall into one set of the cache behind, so that this cache answers none of them. It does answer other
// lines.
TEST(SpecialCaches, PolicyInFrontOfAnAnswerThatWasNotSeenBefore) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 125}}}};
  json global = walk, readonly = walk;
  global.update({{"data", {"l1"}}, {"latency", {{"l1", 151}, {"dram", 627}}}});
  readonly.update({{"data", {"readonly", "l1"}}, {"latency", {{"readonly", 90}, {"l1", 151}, {"dram", 627}}}});
  const json index = {{"kind", "xor"}, {"bits", {{6, 9, 10}, {7, 8, 9}}}};
  json card = card_around({{"l1", lru(64, 64, 512, 1, {{"kind", "bits"}, {"bits", {9, 10, 11, 12, 13, 14, 15, 16, 17}}})},
                           {"readonly", lru(64, 64, 4, 8, index)}},
                          {{"global.ca", global}, {"readonly", readonly}});
  card["tlbs"]["tlb"]["page_bytes"] = 1 << 20;
  const json policy = value_of(found_on(card, "replacement"), "readonly", "replacement_policy");
  EXPECT_EQ(policy, "lru") << policy;
}

// A miss of the second constant cache fetches more than a set of the next cache holds, so that the cache after that answers.
TEST(SpecialCaches, PenaltyWhereTheCacheBehindNeverAnswers) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 125}}}};
  json ca = walk, cg = walk;
  ca.update({{"data", {"l1", "l2", "l3"}}, {"latency", {{"l1", 85}, {"l2", 363}, {"l3", 577}, {"dram", 878}}}});
  cg.update({{"data", {"l2", "l3"}}, {"latency", {{"l2", 349}, {"l3", 563}, {"dram", 864}}}});
  const json constant = {{"data", {"constant_l1", "constant_l1_5", "l2", "l3"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 113}, {"constant_l1_5", 217}, {"l2", 375}, {"l3", 589}, {"dram", 890}}}};
  const json card = card_around({{"l1", lru(128, 32, 1, 24, {{"kind", "modulo"}})},
                                 {"l2", left_to("random", lru(128, 16, 256, 2, {{"kind", "modulo"}, {"granule_bytes", 512}}))},
                                 {"l3", lru(128, 128, 1202, 4, {{"kind", "modulo"}})},
                                 {"constant_l1", lru(128, 128, 1, 24, {{"kind", "modulo"}})},
                                 {"constant_l1_5", left_to("random", lru(512, 512, 4, 8, {{"kind", "modulo"}}))}},
                                {{"global.ca", ca}, {"global.cg", cg}, {"constant", constant}});
  const json penalty = value_of(found_on(card, "latency"), "constant_l1_5", "miss_penalty_cycles");
  EXPECT_EQ(penalty, nullptr) << "no access shows what comes next";
}

}  // namespace
}  // namespace chasescope
