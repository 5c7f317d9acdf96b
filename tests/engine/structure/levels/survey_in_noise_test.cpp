// Levels that the survey of the caches must not overlook, and latencies that it must not take for a level. Blind tests on cards
// made for this purpose.
#include <gtest/gtest.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

const json kModulo = {{"kind", "modulo"}};

json around(const json& caches, const json& latency, const json& data, const json& translation, const json& tlb) {
  json path = {{"data", data}, {"latency", latency}, {"translation", {"tlb"}}};
  path.update(translation);
  json card = card_around(caches, {{"global.ca", path}});
  card["tlbs"]["tlb"].update(tlb);
  return card;
}

// Untouched memory answers few of the first accesses, because the last cache has long lines of which the cache before fetches
// halves. They are about as few as all outliers, but outliers differ widely from each other.
TEST(SurveyInNoise, MemoryIsSeenBehindLongLines) {
  const json card =
      around({{"l1", lru(128, 128, 4, 8, kModulo)}, {"l2", lru(512, 256, 16, 47, kModulo)}, {"l3", lru(512, 512, 926, 4, kModulo)}},
             {{"l1", 114}, {"l2", 200}, {"l3", 500}, {"dram", 662}}, {"l1", "l2", "l3"}, {{"translation_penalty", {{"walk", 62}}}},
             {{"page_bytes", 2 << 20}, {"entries", 52}, {"ways", 52}});
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    const auto device = opened(card, true, seed);
    EXPECT_EQ(survey_of(*device, MemorySpace::global_ca, 8).caches(), 3U) << seed;
  }
}

// One line in eight is the first of its page, and takes a little longer.
TEST(SurveyInNoise, LatenciesAreThoseOfLinesThatLookNoPageUp) {
  const json card = around({{"l1", lru(512, 512, 64, 8, kModulo)}}, {{"l1", 316}, {"dram", 697}}, {"l1"},
                           {{"translation_penalty", {{"walk", 23}}}}, {{"page_bytes", 4096}, {"entries", 16}, {"ways", 16}});
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const auto findings = found_on(*opened(card, true, seed), "latency", {});
    EXPECT_NEAR(value_of(findings, "l1_data", "miss_penalty_cycles").get<double>(), 697 - 316, 1.5) << seed;
    EXPECT_NEAR(value_of(findings, "dram", "hit_latency_cycles").get<double>(), 697, 1) << seed;
  }
}

// A latency of few cycles needs more accesses than a longer one to be known within a few per cent.
TEST(SurveyInNoise, ShortLatenciesAreTold) {
  const json card =
      around({{"l1", lru(128, 32, 12, 2, kModulo)}, {"l2", lru(128, 128, 256, 4, kModulo)}}, {{"l1", 5}, {"l2", 35}, {"dram", 351}},
             {"l1", "l2"}, {{"translation_penalty", {{"walk", 120}}}}, {{"page_bytes", 256 << 10}, {"entries", 32}, {"ways", 32}});
  for (std::uint64_t seed = 1; seed < 10; ++seed) {
    const auto findings = found_on(*opened(card, true, seed), "latency", {});
    EXPECT_NEAR(value_of(findings, "l1_data", "hit_latency_cycles").get<double>(), 5, 0.2) << seed;
    EXPECT_NEAR(value_of(findings, "l1_data", "miss_penalty_cycles").get<double>(), 30, 0.6) << seed;
  }
}

// Three outliers of a short walk may take nearly the same time.
TEST(SurveyInNoise, FewOutliersAreNoLevel) {
  const json card = around({{"l1", lru(128, 32, 24, 1, kModulo)}, {"l2", lru(128, 128, 64, 64, kModulo)}},
                           {{"l1", 50}, {"l2", 301}, {"dram", 626}}, {"l1", "l2"}, {{"translation_penalty", {{"walk", 0}}}},
                           {{"page_bytes", 1 << 20}});
  SoftwareOptions options{.noise = model::kStandardNoise};
  options.noise->outlier_share = 0.002;
  options.noise->outlier_low_cycles = 1900;
  options.noise->outlier_high_cycles = 1950;
  for (options.seed = 1; options.seed < 300; ++options.seed) {
    const auto device = open_software_device(load_card(card.dump(), "card").value(), options);
    ASSERT_TRUE(device);
    const auto survey = survey_of(**device, MemorySpace::global_ca, 2);
    ASSERT_EQ(survey.levels.size(), 3U) << options.seed;
    EXPECT_NEAR(survey.levels[1].latency.median, 301, 9) << options.seed;
    EXPECT_NEAR(survey.levels[2].latency.median, 626, 18) << options.seed;
  }
}

// A miss of the nearest cache needs a page lookup, even if the second cache hits. The first such lines of pages are no level.
TEST(Survey, LookupsOfHitsOfTheSecondCacheAreNoLevel) {
  std::vector<int> sets, ways(22, 40);
  for (int line = 0; line < 881; ++line) sets.push_back(line % 22);
  ways[0] = 41;
  json l1 = lru(128, 16, 22, 40, {{"kind", "table"}, {"table", sets}});
  l1.update({{"policy", {{"kind", "nmru"}}}, {"ways", ways}, {"capacity_bytes", 881 * 128}});
  const json card =
      around({{"l1", l1}, {"l2", lru(512, 512, 240, 8, {{"kind", "modulo"}, {"granule_bytes", 1024}})}},
             {{"l1", 35}, {"l2", 174}, {"dram", 384}}, {"l1", "l2"},
             {{"translation_after", "l1"}, {"translation_penalty", {{"walk", 97}}}},
             {{"page_bytes", 4096},
              {"entries", 128},
              {"sets", 64},
              {"ways", 2},
              {"index", {{"kind", "xor"}, {"bits", {{12, 20}, {13, 18, 21}, {14, 18, 22}, {15, 21}, {16, 18, 19}, {17, 20}}}}}});
  for (std::uint64_t seed = 1; seed < 20; ++seed)
    EXPECT_EQ(survey_of(*opened(card, false, seed), MemorySpace::global_ca, 8).caches(), 2U) << seed;
}

}  // namespace
}  // namespace chasescope
