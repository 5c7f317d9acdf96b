// Levels that show only if a line is alone in its page, and page lookups that must not be taken for such levels. Blind tests on
// cards made for this purpose.
#include <gtest/gtest.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

const json kModulo = {{"kind", "modulo"}};
const json kByPages = {{"kind", "modulo"}, {"granule_bytes", 4096}};

json path(const json& data, const json& latency, const json& translation) {
  json path = {{"data", data}, {"latency", latency}, {"translation", {"tlb"}}};
  path.update(translation);
  return path;
}

json with_tlb(json card, std::uint64_t page_bytes, std::uint64_t entries, const json& index = kModulo, std::uint64_t sets = 1) {
  card["tlbs"]["tlb"].update(
      {{"page_bytes", page_bytes}, {"entries", entries}, {"sets", sets}, {"ways", entries / sets}, {"index", index}});
  return card;
}

// Any other line that is read from a page takes the only way of the page's set.
TEST(LoneLines, SecondCacheOfOneWayWhoseSetsArePages) {
  const json card = with_tlb(
      card_around(
          {{"l1", lru(128, 64, 93, 8, {{"kind", "modulo"}, {"granule_bytes", 512}})}, {"l2", lru(512, 64, 1024, 1, kByPages)}},
          {{"global.ca", path({"l1", "l2"}, {{"l1", 26}, {"l2", 176}, {"dram", 594}},
                              {{"translation_after", "l1"}, {"translation_penalty", {{"walk", 150}}}})}}),
      1 << 20, 32);
  for (const bool noise : {false, true}) {
    const auto findings = found_on(*opened(card, noise), "latency", {});
    EXPECT_NEAR(value_of(findings, "l1_data", "miss_penalty_cycles").get<double>(), 176 - 26, 1) << noise;
    EXPECT_NEAR(value_of(findings, "l2", "hit_latency_cycles").get<double>(), 176, 1) << noise;
    EXPECT_NEAR(value_of(findings, "l2", "miss_penalty_cycles").get<double>(), 594 - 176, 2) << noise;
  }
}

TEST(LoneLines, ThirdCacheOfOneWayWhoseSetsArePages) {
  const json card = with_tlb(
      card_around(
          {{"l1", lru(128, 128, 1, 8, kModulo)}, {"l2", lru(128, 64, 5, 64, kModulo)}, {"l3", lru(512, 64, 4096, 1, kByPages)}},
          {{"global.ca", path({"l1", "l2", "l3"}, {{"l1", 29}, {"l2", 243}, {"l3", 494}, {"dram", 739}},
                              {{"translation_penalty", {{"walk", 226}}}})}}),
      2 << 20, 64);
  const auto findings = found_on(card, "latency");
  EXPECT_EQ(value_of(findings, "l2", "miss_penalty_cycles"), 494 - 243);
  EXPECT_EQ(value_of(findings, "l3", "hit_latency_cycles"), 494);
  EXPECT_EQ(value_of(findings, "l3", "miss_penalty_cycles"), 739 - 494);
}

// Each page of 4 KiB is looked up again in every pass. A lookup adds little compared with the spread of latencies in noise.
TEST(LoneLines, InNoiseNoLevelIsLookupsOfSmallPages) {
  const json card =
      with_tlb(card_around({{"l1", lru(64, 64, 158, 4, kModulo)}, {"l2", lru(64, 32, 256, 16, kModulo)}},
                           {{"global.ca", path({"l1", "l2"}, {{"l1", 62}, {"l2", 325}, {"dram", 603}},
                                               {{"translation_after", "l1"}, {"translation_penalty", {{"walk", 23}}}})}}),
               4096, 16);
  for (std::uint64_t seed = 1; seed < 10; ++seed)
    EXPECT_EQ(survey_of(*opened(card, true, seed), MemorySpace::global_ca, 8).caches(), 2U) << seed;
}

// So few pages are looked up in a walk that lone lines may be the first lines of most pages.
TEST(LoneLines, NoLevelIsLookupsOfLargerPages) {
  for (const std::uint64_t page : {16384, 65536}) {
    const json card = with_tlb(card_around({{"l1", lru(512, 64, 64, 1, kModulo)}, {"l2", lru(32, 32, 2048, 14, kModulo)}},
                                           {{"global.ca", path({"l1", "l2"}, {{"l1", 41}, {"l2", 257}, {"dram", 676}},
                                                               {{"translation_penalty", {{"walk", 78}}}})}}),
                               page, 3, {{"kind", "modulo"}, {"granule_bytes", 4 * page}});
    EXPECT_EQ(survey_of(*opened(card), MemorySpace::global_ca, 8).caches(), 2U) << page;
  }
}

// As before, but noise spreads the latencies of the level before by more than a lookup adds.
TEST(LoneLines, InNoiseNoLevelIsLookupsOfLargerPages) {
  json card = with_tlb(card_around({{"l1", lru(128, 128, 4, 51, kModulo)}, {"l2", lru(128, 128, 758, 4, kModulo)}},
                                   {{"global.ca", path({"l1", "l2"}, {{"l1", 114}, {"l2", 351}, {"dram", 773}},
                                                       {{"translation_penalty", {{"walk", 24}}}})}}),
                       16384, 256, {{"kind", "bits"}, {"bits", {17, 18, 19, 20, 21, 22}}}, 64);
  card["caches"]["l1"]["policy"] = {{"kind", "nmru"}};
  for (std::uint64_t seed = 1; seed < 60; ++seed)
    EXPECT_EQ(survey_of(*opened(card, true, seed), MemorySpace::global_ca, 8).caches(), 2U) << seed;
}

}  // namespace
}  // namespace chasescope
