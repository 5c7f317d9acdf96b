// The largest footprint on which translation leaves no trace.
#include "engine/structure/levels/clean_footprint.h"

#include <gtest/gtest.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kPage = 4096, kPages = 53;

/// Two caches of neighbouring lines. The first one overflows at the same footprint as the TLB, whose misses take `lookup` cycles.
json card_of(double lookup, const json& index) {
  json cache = lru(64, 64, 990, 4, index), behind = lru(256, 256, 717, 12, {{"kind", "modulo"}});
  cache["policy"] = behind["policy"] = {{"kind", "random"}};
  json card = card_around({{"l1", cache}, {"l2", behind}}, {{"global.ca",
                                                             {{"data", {"l1", "l2"}},
                                                              {"latency", {{"l1", 319}, {"l2", 404}, {"dram", 803}}},
                                                              {"translation", {"tlb"}},
                                                              {"translation_penalty", {{"walk", lookup}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", kPage}, {"entries", kPages}, {"ways", kPages}});
  return card;
}

std::uint64_t clean_until(const json& card, bool noise, std::uint64_t seed) {
  return survey_of(*opened(card, noise, seed), MemorySpace::global_ca, 3).clean_until;
}

// 256 KiB overflow the cache and the TLB. A lookup takes as long as the next level, or nearly so in noise.
TEST(CleanFootprint, EndsWhereLookupsTakeWhatTheNextLevelTakes) {
  for (const double lookup : {52.0, 85.0, 300.0})
    for (std::uint64_t seed = 1; seed < 5; ++seed) {
      EXPECT_LE(clean_until(card_of(lookup, {{"kind", "modulo"}}), true, seed), kPage * kPages) << lookup << ' ' << seed;
      EXPECT_LE(clean_until(card_of(lookup, {{"kind", "modulo"}}), false, seed), kPage * kPages) << lookup << ' ' << seed;
    }
}

// The first lines of pages share a set of few ways, and no page is looked up.
TEST(CleanFootprint, DoesNotEndWhereTheFirstLinesOfPagesMissByThemselves) {
  json card = card_of(85, {{"kind", "modulo"}});
  json& cache = card["caches"]["l1"] = lru(64, 64, 64, 8, {{"kind", "bits"}, {"bits", {6, 7, 8, 9, 10, 11}}});
  std::vector<int> ways(64, 8);
  ways[0] = ways[1] = 2;
  cache.update({{"ways", ways}, {"capacity_bytes", 64 * (62 * 8 + 2 * 2)}});
  card["tlbs"]["tlb"].update({{"entries", 4096}, {"ways", 4096}});
  for (const bool noise : {false, true}) EXPECT_GT(clean_until(card, noise, 3), 1 << 20) << noise;
}

// The lines are so long that untouched memory shows too few of them to be told from outliers. The walks therefore go on to the end
// of memory, where a lookup is as rare as an outlier. The TLB holds about as many pages as the first search for a TLB reads lines.
TEST(CleanFootprint, InNoiseATlbOfManyLargePagesIsNotOverlooked) {
  json card = card_around({{"l1", lru(2048, 2048, 64, 2, {{"kind", "modulo"}})}}, {{"global.ca",
                                                                                    {{"data", {"l1"}},
                                                                                     {"latency", {{"l1", 187}, {"dram", 837}}},
                                                                                     {"translation", {"tlb"}},
                                                                                     {"translation_penalty", {{"walk", 225}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 2 << 20}, {"entries", 1024}, {"sets", 128}, {"ways", 8}});
  for (std::uint64_t seed = 1; seed < 4; ++seed) EXPECT_LE(clean_until(card, true, seed), std::uint64_t{1024} * (2 << 20)) << seed;
}

// Four neighbouring pages share two ways of the TLB. A TLB miss adds nearly as much as the next level does.
TEST(CleanFootprint, InNoiseFewPagesThatShareASetAreNotOverlooked) {
  constexpr std::uint64_t kLargePage = 65536;
  json cache = lru(128, 128, 105, 16, {{"kind", "modulo"}});
  cache["policy"] = {{"kind", "random"}};
  json card = card_around({{"l1", cache}, {"l2", lru(128, 128, 2048, 16, {{"kind", "modulo"}, {"granule_bytes", 512}})}},
                          {{"global.ca",
                            {{"data", {"l1", "l2"}},
                             {"latency", {{"l1", 378}, {"l2", 440}, {"dram", 592}}},
                             {"translation", {"tlb"}},
                             {"translation_penalty", {{"walk", 48}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", kLargePage},
                              {"entries", 64},
                              {"sets", 32},
                              {"ways", 2},
                              {"index", {{"kind", "bits"}, {"bits", {18, 19, 20, 21, 22}}}}});
  for (std::uint64_t seed = 1; seed < 20; ++seed) EXPECT_LE(clean_until(card, true, seed), 2 * kLargePage) << seed;
}

// A first cache and its TLB as in processors: a lookup adds three standard deviations of the noise, and so does the next level.
TEST(CleanFootprint, InNoiseALookupOfThreeDeviationsIsNotOverlooked) {
  constexpr std::uint64_t kEntries = 64;
  json card = card_around({{"l1", lru(64, 64, 64, 12, {{"kind", "modulo"}})}, {"l2", lru(64, 64, 512, 8, {{"kind", "modulo"}})}},
                          {{"global.ca",
                            {{"data", {"l1", "l2"}},
                             {"latency", {{"l1", 31}, {"l2", 42}, {"dram", 243}}},
                             {"translation", {"tlb"}},
                             {"translation_penalty", {{"walk", 10}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", kPage}, {"entries", kEntries}, {"ways", kEntries}});
  for (std::uint64_t seed = 1; seed < 7; ++seed) EXPECT_LE(clean_until(card, true, seed), kEntries * kPage) << seed;
}

}  // namespace
}  // namespace chasescope
