// TLBs that no preset has, filled to the last entry by one piece of memory at many addresses.
#include "engine/structure/filled_tlb.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/engine/structure/one_cache.h"

namespace chasescope::structure {
namespace {

using testing::Each;
using testing::HasSubstr;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

json modulo() { return {{"kind", "modulo"}}; }
json lru() { return {{"kind", "lru"}}; }

/// A card with this TLB behind a small one, whose pages are no larger.
json card_with_tlb(json tlb) {
  const std::uint64_t page_in_front = std::min(16 * kMiB, tlb["page_bytes"].get<std::uint64_t>());
  return {
      {"schema", "chasescope-model"},
      {"version", 1},
      {"name", "Two TLBs"},
      {"summary", "For a test."},
      {"device", {{"memory_bytes", std::uint64_t{1} << 43}}},
      {"caches",
       {{"l2",
         {{"capacity_bytes", 1 << 20}, {"line_bytes", 4096}, {"sets", 16}, {"ways", 16}, {"index", modulo()}, {"policy", lru()}}}}},
      {"tlbs",
       {{"l1_tlb",
         {{"page_bytes", page_in_front}, {"entries", 16}, {"sets", 1}, {"ways", 16}, {"index", modulo()}, {"policy", lru()}}},
        {"l2_tlb", std::move(tlb)}}},
      {"paths",
       {{"global.cg",
         {{"data", {"l2"}},
          {"backing", "dram"},
          {"translation", {"l1_tlb", "l2_tlb"}},
          {"latency", {{"l2", 268}, {"dram", 768}}},
          {"translation_penalty", {{"l2_tlb", 10}, {"walk", 104}}}}}}}};
}

FilledTlb fill(Device& device, double stray = 0, std::uint64_t seed = 1) {
  SetsQuestion question;
  question.space = MemorySpace::global_cg;
  question.unit = 2 * kMiB;
  question.range = std::uint64_t{1} << 43;
  question.cut = 325;
  question.stray = stray;
  question.same_memory = true;
  question.fill_passes = 2;
  question.seed = seed;
  return fill_tlb(question, [&](const TrialsRequest& request, const std::string&) -> std::optional<TrialsResult> {
    auto result = device.trials(request, {});
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::optional(*std::move(result)) : std::nullopt;
  });
}

json hashed(const char* policy) {
  json bits = json::array();
  for (unsigned bit = 25; bit < 33; ++bit) bits.push_back({bit, bit + 8});
  return {
      {"page_bytes", 32 * kMiB},     {"entries", 2048}, {"sets", 256}, {"ways", 8}, {"index", {{"kind", "xor"}, {"bits", bits}}},
      {"policy", {{"kind", policy}}}};
}

TEST(FilledTlb, HashedSetsBehindASmallTlbAreTold) {
  for (const char* policy : {"lru", "fifo", "plru", "nmru", "random"}) {
    SCOPED_TRACE(policy);
    const auto device = open_card(card_with_tlb(hashed(policy)));
    const FilledTlb found = fill(*device);
    ASSERT_TRUE(found.index) << found.undecided;
    EXPECT_EQ(found.index->sets(), 256U);
    EXPECT_THAT(found.ways, Each(8U));
    EXPECT_EQ(found.page_bytes, 32 * kMiB);
    EXPECT_EQ(found.entries(), 2048U);
    EXPECT_EQ(found.lru.is_borne_out(), policy == std::string("lru")) << found.lru.agreeing << " of " << found.lru.visits;
    for (unsigned bit = 25; bit < 33; ++bit)
      EXPECT_EQ(found.index->set_of(std::uint64_t{1} << bit), found.index->set_of(std::uint64_t{1} << (bit + 8)));
  }
}

TEST(FilledTlb, AndInNoise) {
  const auto device = open_card(card_with_tlb(hashed("lru")), 4);
  const FilledTlb found = fill(*device, 0.003);
  ASSERT_TRUE(found.index) << found.undecided;
  EXPECT_EQ(found.index->sets(), 256U);
  EXPECT_THAT(found.ways, Each(8U));
  EXPECT_EQ(found.page_bytes, 32 * kMiB);
}

TEST(FilledTlb, OneSetAndTwelveAreTold) {
  const auto one = open_card(card_with_tlb(
      {{"page_bytes", 64 * kMiB}, {"entries", 96}, {"sets", 1}, {"ways", 96}, {"index", modulo()}, {"policy", {{"kind", "lru"}}}}));
  const FilledTlb single = fill(*one);
  ASSERT_TRUE(single.index) << single.undecided;
  EXPECT_EQ(single.index->sets(), 1U);
  EXPECT_EQ(single.entries(), 96U);
  EXPECT_EQ(single.page_bytes, 64 * kMiB);

  const auto sets = open_card(card_with_tlb(
      {{"page_bytes", 4 * kMiB}, {"entries", 96}, {"sets", 12}, {"ways", 8}, {"index", modulo()}, {"policy", lru()}}));
  const FilledTlb twelve = fill(*sets);
  ASSERT_TRUE(twelve.index) << twelve.undecided;
  EXPECT_EQ(twelve.index->sets(), 12U);
  EXPECT_THAT(twelve.ways, Each(8U));
  EXPECT_EQ(twelve.page_bytes, 4 * kMiB);
}

TEST(FilledTlb, ThirtyOneSetsOfRandomWaysAreTold) {
  const auto device = open_card(card_with_tlb({{"page_bytes", 16 * kMiB},
                                               {"entries", 372},
                                               {"sets", 31},
                                               {"ways", 12},
                                               {"index", modulo()},
                                               {"policy", {{"kind", "random"}}}}));
  for (const double stray : {0.0, 0.0002}) {
    const FilledTlb found = fill(*device, stray);
    ASSERT_TRUE(found.index) << found.undecided;
    EXPECT_EQ(found.index->sets(), 31U);
    EXPECT_THAT(found.ways, Each(12U));
    EXPECT_FALSE(found.lru.is_borne_out());
  }
}

TEST(FilledTlb, UnequalSetsAreTold) {
  const auto device = open_card(card_with_tlb({{"page_bytes", 32 * kMiB},
                                               {"entries", 65},
                                               {"sets", 7},
                                               {"ways", {17, 8, 8, 8, 8, 8, 8}},
                                               {"index", modulo()},
                                               {"policy", lru()}}));
  const FilledTlb found = fill(*device);
  ASSERT_TRUE(found.index) << found.undecided;
  std::vector<std::uint32_t> ways = found.ways;
  std::sort(ways.begin(), ways.end());
  EXPECT_THAT(ways, testing::ElementsAre(8, 8, 8, 8, 8, 8, 17));
}

TEST(FilledTlb, PagesSmallerThanWhatCanBeShownAreNotTold) {
  json small = hashed("lru");
  small["page_bytes"] = 64 << 10;
  small["index"] = modulo();
  const auto device = open_card(card_with_tlb(small));
  const FilledTlb found = fill(*device);
  EXPECT_FALSE(found.index);
  EXPECT_THAT(found.undecided, HasSubstr("no larger than 2 MiB"));
  EXPECT_EQ(found.page_bytes, 0U);
}

}  // namespace
}  // namespace chasescope::structure
