// Windows of active page tables: they are found if there are some, and a few misses of a far TLB are not taken for one.
#include "engine/structure/translation/activation_window.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "engine/trace/random.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kWindowMiB = 1 << 20, kGiB = std::uint64_t{1} << 30;

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
  const std::uint64_t window = 16 * kWindowMiB << random.below(9), page = 64 * 1024 << random.below(6), ways = 8 + random.below(9);
  json card = card_with(lru(128, 128, 512 << random.below(3), 16, {{"kind", "modulo"}}),
                        {{"l1_tlb", made_up_tlb(page, 1, ways, {{"kind", "modulo"}}, "lru")},
                         {"l2_tlb", made_up_tlb(page, 8 + random.below(5), 5 + random.below(4), {{"kind", "modulo"}}, "lru")}},
                        {{"l2_tlb", 40 + random.below(60)}, {"walk", 170 + random.below(99)}, {"window", 400 + random.below(200)}});
  card["activation_window_bytes"] = window;
  for (const bool noise : {false, true})
    EXPECT_EQ(value_of(found_on(*opened(card, noise), "tlb", {}), "device", "activation_window_bytes"), window)
        << (noise ? "in noise, " : "") << card.dump();
}
INSTANTIATE_TEST_SUITE_P(Geometries, Windows, testing::Range(1, 4));

TEST(ActivationWindow, MissesOfAFarTlbAreNone) {
  // The third TLB has 31 sets of two ways. Of a few pages that are far apart and never stay in the TLBs in front, it loses those at
  // two ends.
  const json card = card_with(
      lru(128, 128, 2, 8, {{"kind", "modulo"}, {"granule_bytes", 512}}),
      {{"l1_tlb", made_up_tlb(2 * kWindowMiB, 1, 16, {{"kind", "modulo"}}, "nmru")},
       {"l2_tlb", made_up_tlb(4 * kWindowMiB, 8, 4, {{"kind", "xor"}, {"bits", {{22, 26}, {23, 25, 26}, {24, 25, 27}}}}, "lru")},
       {"l3_tlb", made_up_tlb(32 * kWindowMiB, 31, 2, {{"kind", "modulo"}}, "random")}},
      {{"l2_tlb", 71}, {"l3_tlb", 149}, {"walk", 428}});
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto found = found_on(*opened(card, false, seed), "tlb", {});
    EXPECT_TRUE(value_of(found, "device", "activation_window_bytes").is_null()) << seed;
    EXPECT_EQ(value_of(found, "l3_tlb", "miss_penalty_cycles"), 279) << seed;
  }
}

TEST(ActivationWindow, MissesOfAllPagesFarApartAreNone) {
  // With pages far apart, each walk enters another block of two pages, with or without windows.
  json tlbs{{"l1_tlb", made_up_tlb(4096, 4, 16, {{"kind", "modulo"}, {"granule_bytes", 32768}}, "lru")},
            {"l2_tlb", made_up_tlb(4096, 64, 8, {{"kind", "bits"}, {"bits", {13, 15, 16, 17, 18, 19}}}, "lru")}};
  json l2 = lru(128, 128, 8, 6, {{"kind", "bits"}, {"bits", {7, 8, 10}}});
  const auto found = found_on(card_with(l2, tlbs, {{"l2_tlb", 41}, {"walk", 125}}), "tlb");
  EXPECT_TRUE(value_of(found, "device", "activation_window_bytes").is_null());
  EXPECT_EQ(value_of(found, "l2_tlb", "miss_penalty_cycles"), 84);
}

// A walk over pages that all need a page walk. An access takes longer if `slow(page before, page)` is true.
template <typename Slow>
structure::Walk walked(const structure::Addresses& pages, Slow&& slow) {
  structure::Walk walk{nullptr, pages.size(), {}};
  std::uint64_t before = 0;
  for (int pass = 0; pass < 3; ++pass)
    for (const std::uint64_t page : pages) {
      walk.cycles.push_back(slow(before, page) ? 900.F : 500.F);
      before = page;
    }
  return walk;
}

template <typename Slow>
auto asked_of(Slow slow) {
  struct Asked {
    std::optional<structure::ActivationWindow> window;
    bool of_the_order;
  };
  std::vector<structure::PagesWalked> walks;
  for (const std::size_t count : {64, 128, 256, 512}) {
    structure::Addresses pages;
    for (std::size_t i = 0; i < count; ++i) pages.push_back(i * (16 * kGiB / count));
    walks.push_back({pages, walked(pages, slow)});
  }
  const std::vector<structure::SeenLevel> above{{500, 500, 500, 1, {}, nullptr, {}}, {900, 900, 900, 1, {}, nullptr, {}}};
  const structure::Rewalk rewalk = [&](const structure::Addresses& pages) { return std::optional(walked(pages, slow)); };
  return Asked{structure::find_activation_window(walks, above, 300, 0, 64 * kGiB, rewalk),
               structure::is_of_the_order(walks, above, 300, 0, rewalk)};
}

TEST(ActivationWindow, IsToldByWhatWentBefore) {
  for (const std::uint64_t window : {8 * kGiB, 4 * kGiB, kGiB}) {
    const auto asked = asked_of([&](std::uint64_t before, std::uint64_t page) { return before / window != page / window; });
    ASSERT_TRUE(asked.window) << window;
    EXPECT_EQ(asked.window->bytes, window);
    EXPECT_EQ(asked.window->penalty, 400);
    EXPECT_TRUE(asked.of_the_order) << window;
  }
}

TEST(ActivationWindow, IsNoneIfItIsAMatterOfThePage) {
  // The same pages are always slow, whatever page came before. There are as many of them as there would be windows of 4 GiB.
  const auto asked = asked_of([](std::uint64_t, std::uint64_t page) { return page % (4 * kGiB) == 0; });
  EXPECT_FALSE(asked.window);
  EXPECT_FALSE(asked.of_the_order);
}

TEST(ActivationWindow, IsNoneIfOnlySomeWindowsPushEachOtherOut) {
  // A TLB with one page in each set: two pages of 1 GiB evict each other, unless they differ in an index bit. Each of the bits here
  // is equal for pages of neighbouring windows and for pages that are half of all windows apart, or is above all pages of the
  // walks.
  for (const std::uint64_t index_bits : {2 * kGiB, 4 * kGiB, 6 * kGiB, 16 * kGiB, 32 * kGiB}) {
    std::map<std::uint64_t, std::uint64_t> held;
    const auto asked = asked_of([&](std::uint64_t, std::uint64_t page) {
      std::uint64_t& set = held[page & index_bits];
      return std::exchange(set, page / kGiB) != page / kGiB;
    });
    EXPECT_FALSE(asked.window) << index_bits;
  }
}

TEST(ActivationWindow, IsNoneThatIsNoAlignedBlock) {
  const auto asked = asked_of([](std::uint64_t before, std::uint64_t page) { return before > page; });
  EXPECT_FALSE(asked.window);
  EXPECT_TRUE(asked.of_the_order);
}

TEST(ActivationWindow, PagesComeFromTwoWindowsInTurn) {
  EXPECT_EQ(structure::in_turn({0, 1, 2, 10, 11, 20, 21, 35}, 10, 1), (structure::Addresses{0, 10, 1, 11, 20, 35, 2, 21}));
  EXPECT_EQ(structure::in_turn({0, 1, 2, 10, 11, 20, 21, 35}, 10, 2), (structure::Addresses{0, 20, 1, 21, 10, 35, 2, 11}));
  EXPECT_EQ(structure::in_turn({0, 1, 2}, 10, 1), (structure::Addresses{0, 1, 2}));
}

/// A walk of many passes over these pages, of which those with `misses` take 500 cycles, the others 100, but for one in
/// `outlier`, which takes 505.
structure::PagesWalked walked(const structure::Addresses& pages, const std::vector<bool>& misses, std::size_t outlier) {
  constexpr std::size_t kPasses = 1000;
  structure::PagesWalked walked{pages, {nullptr, pages.size(), {}}};
  for (std::size_t i = 0; i < kPasses * pages.size(); ++i)
    walked.walk.cycles.push_back(misses[i % pages.size()] ? 500 : i % outlier == 1 ? 505 : 100);
  return walked;
}

TEST(ActivationWindow, PageWalksInARowAreAsFarApartAsTheirPages) {
  const std::vector<structure::SeenLevel> above{{.median = 150, .low = 150, .high = 150}, {.median = 500, .low = 500, .high = 500}};
  const structure::Addresses pages{0, kWindowMiB, 2 * kGiB, 2 * kGiB + kWindowMiB};
  const auto distance = [&](const std::vector<bool>& misses, std::size_t outlier, double sigma) {
    return structure::distance_of_walks({walked(pages, misses, outlier)}, above, 100, sigma);
  };
  constexpr std::size_t kNone = std::size_t{1} << 40;
  EXPECT_EQ(distance({true, false, true, false}, kNone, 0), 2 * kGiB);
  EXPECT_EQ(distance({true, true, true, false}, kNone, 0), kWindowMiB) << "two neighbours miss";
  EXPECT_EQ(distance({false, false, false, false}, kNone, 0), 0U) << "nothing misses";
  EXPECT_EQ(distance({true, false, true, false}, 999, 3), 2 * kGiB) << "a few outliers";
  EXPECT_EQ(distance({true, false, true, false}, 25, 3), kWindowMiB) << "so many may be misses";
}

}  // namespace
}  // namespace chasescope
