// TLBs behind one that holds more pages. Flush pages that empty the whole TLB in front would overflow the TLB behind, too. Blind
// tests on cards made for this purpose.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "engine/structure/sets/drawn_lines.h"
#include "engine/structure/translation/contradicted_behind.h"
#include "engine/structure/translation/front_evictors.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/modulo_shape.h"

namespace chasescope {
namespace {

json bits(unsigned first, unsigned last) {
  json list = json::array();
  for (unsigned bit = first; bit <= last; ++bit) list.push_back(bit);
  return {{"kind", "bits"}, {"bits", list}};
}

json behind_one(json near, json far) {
  const json path = {{"data", {"l1", "l2"}},
                     {"latency", {{"l1", 31}, {"l2", 172}, {"dram", 493}}},
                     {"translation", {"l1_tlb", "l2_tlb"}},
                     {"translation_penalty", {{"l2_tlb", 67}, {"walk", 291}}}};
  json card = card_around({{"l1", lru(128, 32, 64, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 32, 256, 8, {{"kind", "modulo"}})}},
                          {{"global.ca", path}});
  card["tlbs"] = {{"l1_tlb", std::move(near)}, {"l2_tlb", std::move(far)}};
  return card;
}

struct Behind {
  const char* name;
  json near, far;
  bool noise = false;
};

const json kModulo = {{"kind", "modulo"}};

std::vector<Behind> behind() {
  return {
      // the bits that choose a set behind choose it in front, too: a page and those that evict it in front share a set behind
      {"sets_nested", made_up_tlb(32768, 64, 8, kModulo, "lru"), made_up_tlb(262144, 8, 12, bits(18, 20), "lru")},
      // a single set behind: every page takes one of its ways
      {"one_set", made_up_tlb(2 << 20, 32, 4, kModulo, "lru"), made_up_tlb(32 << 20, 1, 45, kModulo, "fifo")},
      // one way in front, and random replacement behind
      {"one_way", made_up_tlb(16384, 256, 1, bits(15, 22), "lru"),
       made_up_tlb(65536, 16, 8, {{"kind", "modulo"}, {"granule_bytes", 131072}}, "random")},
      // as many ways in front as behind, so that the pages of one set behind may stay in one set in front
      {"as_many_ways", made_up_tlb(65536, 48, 6, kModulo, "lru"), made_up_tlb(65536 * 8, 31, 6, kModulo, "lru")},
      {"sets_nested_in_noise", made_up_tlb(32768, 64, 8, kModulo, "lru"), made_up_tlb(262144, 8, 12, bits(18, 20), "lru"), true},
      {"one_set_in_noise", made_up_tlb(2 << 20, 32, 4, kModulo, "lru"), made_up_tlb(32 << 20, 1, 45, kModulo, "fifo"), true},
  };
}

class BehindALargerOne : public ::testing::TestWithParam<Behind> {};

TEST_P(BehindALargerOne, AreToldWholeByFewPagesOfTheSameSetsInFront) {
  const json& far = GetParam().far;
  const auto device = opened(behind_one(GetParam().near, far), GetParam().noise);
  const auto found = found_on(*device, "tlb", {});
  EXPECT_EQ(value_of(found, "l1_tlb", "entries"), GetParam().near["entries"]);
  EXPECT_EQ(value_of(found, "l2_tlb", "page_bytes"), far["page_bytes"]);
  EXPECT_EQ(value_of(found, "l2_tlb", "entries"), far["entries"]);
  EXPECT_EQ(value_of(found, "l2_tlb", "sets"), far["sets"]);
}

INSTANTIATE_TEST_SUITE_P(Tlbs, BehindALargerOne, ::testing::ValuesIn(behind()),
                         [](const auto& one) { return std::string(one.param.name); });

// The page is taken for twice as large as it is, so that half of the bits that choose a set lie within it. All pages of one set in
// front agree in these bits. So pages that are read at one place each behave as predicted.
TEST(StructuresBehindALargerOne, WithPagesThatAreTooLargeAreContradicted) {
  using namespace structure;
  const auto device =
      opened(behind_one(made_up_tlb(32768, 64, 8, kModulo, "lru"), made_up_tlb(262144, 8, 12, bits(18, 20), "lru")));
  const ProbeControl control;
  Recorder recorder(find_probe("tlb")->info(), *device, control);
  Budget budget{1'000'000'000};
  Lab lab(*device, recorder, {.space = MemorySpace::global_ca}, budget);
  const Survey survey = survey_levels(lab);
  UncachedPages pages(lab, survey);
  pages.set_block_bytes(32768);
  const TlbSurvey levels = survey_translation(pages);
  ASSERT_EQ(levels.levels.size(), 3U);
  TlbTester tester(pages, levels, 1);
  const CacheShape near = modulo_shape(64, 8, 32768);
  const std::vector<const CacheShape*> fronts{&near};
  CacheShape shape;
  shape.line_bytes = 262144;
  shape.index = inference::SetIndex{.kind = inference::SetIndex::Kind::linear, .rows = {1 << 18, 1 << 19, 1 << 20}};
  shape.ways.assign(8, 12);
  EXPECT_EQ(contradicted_behind(tester, fronts, shape, 32768, 32768), "");
  shape.line_bytes = 524288;
  shape.index->rows = {1 << 19, 1 << 20};
  shape.ways.assign(4, 12);
  EXPECT_THAT(contradicted_behind(tester, fronts, shape, 32768, 32768), testing::HasSubstr("smaller than they seem"));
}

TEST(FrontEvictors, AreMoreThanASetInFrontHolds) {
  using namespace structure;
  constexpr std::uint64_t kFrontPage = 4096, kLimit = std::uint64_t{1} << 32;
  const CacheShape near = modulo_shape(8, 3, kFrontPage), far = modulo_shape(5, 2, 4 * kFrontPage);
  const CacheShape* fronts[] = {&near, &far};
  const std::uint64_t asked = 77 * kFrontPage;
  for (std::uint64_t choice = 0; choice < 4; ++choice) {
    const Addresses evictors = front_evictors(fronts, {asked}, {asked}, 2, choice, kLimit);
    std::set<std::uint64_t> in_near{asked / kFrontPage}, in_far{asked / (4 * kFrontPage)};
    for (const std::uint64_t page : evictors) {
      EXPECT_LT(page, kLimit);
      if (near.index->set_of(page) == near.index->set_of(asked)) in_near.insert(page / kFrontPage);
      if (far.index->set_of(page) == far.index->set_of(asked)) in_far.insert(page / (4 * kFrontPage));
    }
    EXPECT_GE(in_near.size(), 2U * 3 + 1);
    EXPECT_GE(in_far.size(), 2U * 2 + 1);
    // The same pages evict the asked page, whether other pages are asked about or not. So two questions differ only in the page.
    EXPECT_EQ(evictors, front_evictors(fronts, {asked}, {asked}, 2, choice, kLimit));
    EXPECT_NE(evictors, front_evictors(fronts, {asked}, {asked}, 2, choice + 1, kLimit));
  }
}

TEST(FrontEvictors, WhatIsReadAnywayCounts) {
  using namespace structure;
  const CacheShape front = modulo_shape(4, 3, 4096);
  const CacheShape* fronts[] = {&front};
  EXPECT_EQ(front_evictors(fronts, {0}, {0}, 1, 0, 1 << 30).size(), 3U);
  EXPECT_EQ(front_evictors(fronts, {0}, {}, 1, 0, 1 << 30).size(), 4U);  // the page itself is not read, so that one more is needed
  EXPECT_EQ(front_evictors(fronts, {0}, {0, 4 * 4096, 8 * 4096, 4096}, 1, 0, 1 << 30).size(), 1U);
  // The memory has no more pages of the set.
  EXPECT_THAT(front_evictors(fronts, {0}, {0}, 1, 0, 8 * 4096), testing::ElementsAre(4 * 4096));
}

TEST(DrawnLines, LieInCrowdsThatASetInFrontDoesNotHold) {
  using namespace structure;
  constexpr std::uint64_t kPart = 4096, kLine = 4 * kPart, kLimit = std::uint64_t{1} << 34;
  const CacheShape front = modulo_shape(16, 3, kPart), shape = modulo_shape(7, 12, kLine);
  const CacheShape* fronts[] = {&front};
  const std::vector<std::uint32_t> counts{12, 13, 7, 8, 0, 12, 12};
  Random random(5);
  const auto drawn = draw_lines(shape, counts, kLimit, kPart, 1, {fronts, 1}, random);
  ASSERT_TRUE(drawn);
  std::vector<std::map<std::uint64_t, std::set<std::uint64_t>>> crowds(counts.size());
  std::set<std::uint64_t> lines;
  for (std::size_t i = 0; i < drawn->addresses.size(); ++i) {
    const std::uint64_t address = drawn->addresses[i];
    EXPECT_EQ(shape.index->set_of(address), drawn->set[i]);
    EXPECT_TRUE(lines.insert(address / kLine).second) << "twice";
    crowds[drawn->set[i]][front.index->set_of(address)].insert(address);
  }
  for (std::size_t set = 0; set < counts.size(); ++set) {
    std::size_t count = 0;
    for (const auto& [place, crowd] : crowds[set]) {
      count += crowd.size();
      if (counts[set] >= 8) {
        EXPECT_GT(crowd.size(), 3U) << "a set in front holds it";
      }
    }
    EXPECT_EQ(count, counts[set]);
    // If all lines agreed in the address bits that choose the set in front, they would not contradict a structure with too large
    // lines.
    if (counts[set] > 0) {
      EXPECT_GE(crowds[set].size(), 2U) << set;
    }
  }
}

TEST(DrawnLines, LieInOneCrowdWhereThatIsWanted) {
  using namespace structure;
  const CacheShape front = modulo_shape(16, 3, 4096), shape = modulo_shape(7, 12, 4 * 4096);
  const CacheShape* fronts[] = {&front};
  Random random(5);
  const auto drawn = draw_lines(shape, {0, 7, 0, 0, 0, 0, 0}, std::uint64_t{1} << 34, 4096, 1, {fronts, 1, 1}, random);
  ASSERT_TRUE(drawn);
  ASSERT_EQ(drawn->addresses.size(), 7U);
  for (const std::uint64_t address : drawn->addresses)
    EXPECT_EQ(front.index->set_of(address), front.index->set_of(drawn->addresses.front()));
}

}  // namespace
}  // namespace chasescope
