// The end of a cache, if a TLB ends just before it and its misses take nearly as long as those of the cache. Blind tests on cards
// made for this purpose.
#include <gtest/gtest.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kPage = 65536, kCacheBytes = std::uint64_t{4} << 20;

/// A cache that holds 64 pages. 63 neighbouring pages fit into the TLB, whose sets have `ways`.
json card_with(std::vector<int> ways, double lookup) {
  json card =
      card_around({{"l1", lru(32, 32, 309, 16, {{"kind", "modulo"}})}, {"l2", lru(128, 128, 1024, 32, {{"kind", "modulo"}})}},
                  {{"global.ca",
                    {{"data", {"l1", "l2"}},
                     {"latency", {{"l1", 263}, {"l2", 544}, {"dram", 804}}},
                     {"translation", {"tlb"}},
                     {"translation_penalty", {{"walk", lookup}}}}}});
  int entries = 0;
  for (const int each : ways) entries += each;
  card["tlbs"]["tlb"].update({{"page_bytes", kPage}, {"entries", entries}, {"sets", ways.size()}, {"ways", ways}});
  return card;
}

class ATlbThatEndsFirst : public ::testing::TestWithParam<double> {};

TEST_P(ATlbThatEndsFirst, IsNotTakenForTheCache) {
  const json card = card_with({9, 9, 9, 9, 9, 9, 22}, GetParam());
  for (std::uint64_t seed = 1; seed < 3; ++seed) {
    const auto found = found_on(*opened(card, true, seed), "capacity", {});
    EXPECT_EQ(value_of(found, "l2", "contiguous_bytes"), kCacheBytes) << seed;
  }
  EXPECT_EQ(value_of(found_on(card, "capacity"), "l2", "contiguous_bytes"), kCacheBytes);
}

INSTANTIATE_TEST_SUITE_P(Lookups, ATlbThatEndsFirst, ::testing::Values(210.0, 260.0),
                         [](const auto& lookup) { return "Of" + std::to_string(static_cast<int>(lookup.param)); });

}  // namespace
}  // namespace chasescope
