// Windows of active page tables: found where there are some, and few misses of a far TLB are not taken for one.
#include "engine/probe/structure/activation_window.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/trace/random.h"
#include "tests/engine/probe/made_up_cards.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kMiB = 1 << 20, kGiB = std::uint64_t{1} << 30;

json tlb(std::uint64_t page_bytes, std::uint64_t sets, std::uint64_t ways, json index, const char* policy) {
  return {{"page_bytes", page_bytes}, {"entries", sets * ways},     {"sets", sets},
          {"ways", ways},             {"index", std::move(index)}, {"policy", {{"kind", policy}}}};
}

json card_with(json l2, json tlbs, json penalties) {
  json names = json::array();
  for (const auto& [name, of_it] : tlbs.items()) names.push_back(name);
  json card = card_around({{"l2", std::move(l2)}}, {{"global.cg",
                                                     {{"data", {"l2"}},
                                                      {"latency", {{"l2", 131}, {"dram", 386}}},
                                                      {"translation", std::move(names)},
                                                      {"translation_penalty", std::move(penalties)}}}});
  card["device"]["memory_bytes"] = 16 * kGiB;
  card["tlbs"] = std::move(tlbs);
  return card;
}

class Windows : public testing::TestWithParam<int> {};

TEST_P(Windows, AreFound) {
  Random random(static_cast<std::uint64_t>(GetParam()));
  const std::uint64_t window = 256 * kMiB << random.below(4), page = 64 * 1024 << random.below(6), ways = 8 + random.below(9);
  json card = card_with(lru(128, 128, 512 << random.below(3), 16, {{"kind", "modulo"}}),
                        {{"l1_tlb", tlb(page, 1, ways, {{"kind", "modulo"}}, "lru")},
                         {"l2_tlb", tlb(page, 8 + random.below(5), 5 + random.below(4), {{"kind", "modulo"}}, "lru")}},
                        {{"l2_tlb", 40 + random.below(60)}, {"walk", 170 + random.below(99)}, {"window", 400 + random.below(200)}});
  card["activation_window_bytes"] = window;
  for (const bool noise : {false, true})
    EXPECT_EQ(value_of(found_on(*opened(card, noise), "tlb", {}), "device", "activation_window_bytes"), window)
        << (noise ? "in noise, " : "") << card.dump();
}
INSTANTIATE_TEST_SUITE_P(Geometries, Windows, testing::Range(1, 5));

TEST(ActivationWindow, MissesOfAFarTlbAreNone) {
  // Its 31 sets of two ways lose, among a few pages that lie far apart and that the TLB in front never keeps, those at two ends.
  const json card = card_with(
      lru(128, 128, 2, 8, {{"kind", "modulo"}, {"granule_bytes", 512}}),
      {{"l1_tlb", tlb(2 * kMiB, 1, 16, {{"kind", "modulo"}}, "nmru")},
       {"l2_tlb", tlb(4 * kMiB, 8, 4, {{"kind", "xor"}, {"bits", {{22, 26}, {23, 25, 26}, {24, 25, 27}}}}, "lru")},
       {"l3_tlb", tlb(32 * kMiB, 31, 2, {{"kind", "modulo"}}, "random")}},
      {{"l2_tlb", 71}, {"l3_tlb", 149}, {"walk", 428}});
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto found = found_on(*opened(card, false, seed), "tlb", {});
    EXPECT_TRUE(value_of(found, "device", "activation_window_bytes").is_null()) << seed;
    EXPECT_EQ(value_of(found, "l3_tlb", "miss_penalty_cycles"), 279) << seed;
  }
}

TEST(ActivationWindow, PagesAlternateBetweenWindows) {
  Random random(5);
  for (int round = 0; round < 100; ++round) {
    std::set<std::uint64_t> some;
    const std::size_t count = 4 + random.below(60);
    while (some.size() < count) some.insert(random.below(3000) * kMiB);
    const structure::Addresses ordered = structure::alternating({some.begin(), some.end()}, kGiB);
    ASSERT_FALSE(ordered.empty());
    for (std::size_t i = 0; i < ordered.size(); ++i)
      EXPECT_NE(ordered[i] / kGiB, ordered[(i + 1) % ordered.size()] / kGiB) << "at " << i << " of " << ordered.size();
    EXPECT_EQ(std::set<std::uint64_t>(ordered.begin(), ordered.end()).size(), ordered.size());
  }
  EXPECT_TRUE(structure::alternating({0, kMiB, 2 * kMiB}, kGiB).empty());
}

}  // namespace
}  // namespace chasescope
