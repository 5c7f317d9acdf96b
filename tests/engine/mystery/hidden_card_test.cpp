// The generator of hidden cards: a seed gives the same card for ever, and chases can find out each card.
#include "engine/device/mystery/hidden_card.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/mystery/answer_value.h"
#include "engine/mystery/card_bench.h"

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kSeeds = 200;
constexpr std::uint64_t kPasses = 64;

std::string in_words(const HiddenCard& card) {
  std::string text = std::to_string(card.line_bytes) + " B, " + std::to_string(card.sets) + "x" + std::to_string(card.ways) + ", " +
                     card.policy + ", " + index_text(card.index) + ", " + std::to_string(card.hit_cycles) + "/" +
                     std::to_string(card.miss_cycles);
  if (card.tlb)
    text += ", tlb " + std::to_string(card.tlb->page_bytes) + " B, " + std::to_string(card.tlb->sets) + "x" +
            std::to_string(card.tlb->ways) + ", +" + std::to_string(card.tlb->walk_cycles);
  return text;
}

std::string card_words(std::uint64_t seed, Level level) { return in_words(hidden_card({seed, level, kGenerator})); }

TEST(HiddenCard, is_the_same_for_ever) {
  const std::vector<std::pair<Level, std::uint64_t>> names{
      {Level::easy, 0},   {Level::easy, 4711}, {Level::medium, 4711},
      {Level::hard, 1},   {Level::hard, 4711}, {Level::hard, 18446744073709551615ULL},
      {Level::expert, 2}, {Level::expert, 3},  {Level::expert, 4711}};
  std::string cards;
  for (const auto& [level, seed] : names)
    cards += std::string(to_string(level)) + " " + std::to_string(seed) + ": " + card_words(seed, level) + "\n";
  // A change of one of these cards needs a new kGenerator, because answer files and lecturers' seeds refer to these cards.
  EXPECT_EQ(cards,
            "easy 0: 256 B, 16x3, lru, 8-11, 72/336\n"
            "easy 4711: 256 B, 8x3, lru, 8-10, 111/380\n"
            "medium 4711: 32 B, 64x5, lru, 5-10, 75/548\n"
            "hard 1: 32 B, 32x8, fifo, 5-9, 89/492\n"
            "hard 4711: 256 B, 32x5, fifo, 8-12, 106/441\n"
            "hard 18446744073709551615: 32 B, 16x5, random, 5^9, 6^10, 7^11, 8^12, 114/311\n"
            "expert 2: 128 B, 32x6, fifo, 8-12, 101/315, tlb 65536 B, 2x8, +54\n"
            "expert 3: 256 B, 4x6, lru, 8-9, 77/355, tlb 262144 B, 1x6, +81\n"
            "expert 4711: 32 B, 16x8, random, 5-8, 57/434, tlb 131072 B, 1x16, +88\n");
}

TEST(HiddenCard, comes_in_every_kind) {
  std::set<std::string> policies, kinds;
  std::set<std::uint32_t> tlb_sets;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const HiddenCard card = hidden_card({seed, Level::expert, kGenerator});
    policies.insert(card.policy);
    const bool consecutive = card.line_bytes == std::uint64_t{1} << card.index.front().front();
    kinds.insert(card.index.front().size() > 1 ? "xor" : consecutive ? "consecutive" : "shifted");
    tlb_sets.insert(card.tlb->sets);
    const HiddenCard easy = hidden_card({seed, Level::easy, kGenerator});
    EXPECT_EQ(easy.policy, "lru");
    EXPECT_FALSE(easy.tlb);
  }
  EXPECT_EQ(policies, (std::set<std::string>{"fifo", "lru", "plru", "random"}));
  EXPECT_EQ(kinds, (std::set<std::string>{"consecutive", "shifted", "xor"}));
  EXPECT_EQ(tlb_sets, (std::set<std::uint32_t>{1, 2, 4, 8}));
}

TEST(HiddenCard, has_capacity_sets_and_ways_that_a_chase_in_order_shows) {
  for (const Level level : all_levels())
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      const HiddenCard card = hidden_card({seed, level, kGenerator});
      SCOPED_TRACE(std::string(to_string(level)) + " " + std::to_string(seed) + ": " + in_words(card));
      CardBench bench(card);
      EXPECT_TRUE(bench.ever_missing(card.capacity_bytes(), card.line_bytes, kPasses).empty());
      EXPECT_EQ(bench.ever_missing(card.capacity_bytes() + card.line_bytes, card.line_bytes, kPasses).size(), card.ways + 1);
    }
}

}  // namespace
}  // namespace chasescope::mystery
