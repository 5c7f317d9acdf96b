#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/step/address_split.h"
#include "engine/step/explanation.h"
#include "tests/engine/step/replaying.h"

namespace chasescope {
namespace {

using step::BitRole;
using step::explain;
using step::split_address;
using ::testing::HasSubstr;
using tests::card;
using tests::kKiB;
using tests::passes_over;
using tests::Played;
using tests::preset;
using tests::whole;

std::string roles(const step::AddressSplit& split) {
  std::string text;
  for (const auto& bit : split.bits) text.insert(text.begin(), "osxdt?"[static_cast<int>(bit.role)]);
  return text;
}

step::Part part(model::IndexSpec index, std::uint64_t line, std::size_t sets) {
  step::Part made;
  made.name = "l1";
  made.spec.unit_bytes = made.spec.sector_bytes = line;
  made.spec.ways.assign(sets, 4);
  made.spec.index = std::move(index);
  return made;
}

TEST(AddressSplit, shows_fields_hashes_and_remainders) {
  using Kind = model::IndexSpec::Kind;
  const auto fields = part({.kind = Kind::bits, .bit_groups = {{7}, {8}}}, 32, 4);
  const auto split = split_address(fields, 0x1A0, 3, 0xFFF);
  EXPECT_EQ(roles(split), "tttssttooooo");
  EXPECT_EQ(split.sentence, "set = address bits 7, 8 = 11 = 3");
  EXPECT_TRUE(split.bits[8].value);
  EXPECT_FALSE(split.bits[6].value);

  const auto hashed = part({.kind = Kind::xor_, .bit_groups = {{7, 9}, {8}}}, 128, 4);
  EXPECT_EQ(roles(split_address(hashed, 0x280, 0, 0x7FF)), "txxxooooooo");
  EXPECT_EQ(split_address(hashed, 0x280, 0, 0x7FF).sentence, "set bit 0 = 7 ⊕ 9, bit 1 = 8; set = 00 = 0");

  const auto divided = part({.kind = Kind::modulo}, 8, 3);
  EXPECT_EQ(roles(split_address(divided, 48, 0, 48)), "dddooo");
  EXPECT_EQ(split_address(divided, 48, 0, 48).sentence, "set = line 6 mod 3 = 0");

  model::IndexSpec slices{.kind = Kind::sliced, .slices = 2};
  slices.parts = {{.kind = Kind::bits, .bit_groups = {{8}}}, {.kind = Kind::bits, .bit_groups = {{7}}}};
  EXPECT_EQ(roles(split_address(part(slices, 128, 4), 0x180, 3, 0x1FF)), "xxooooooo");
  EXPECT_EQ(split_address(part(slices, 128, 4), 0x180, 3, 0x1FF).sentence,
            "The slice, and the set within it, are chosen by two functions; set = 3.");

  auto unknown = part({}, 128, 64);
  unknown.knows_sets = false;
  EXPECT_EQ(roles(split_address(unknown, 128, std::nullopt, 1023)), "???ooooooo");
  EXPECT_EQ(roles(split_address(part({}, 128, 1), 128, 0, 1023)), "tttooooooo");
}

TEST(Explanation, of_the_textbook_cache) {
  const auto device = preset("textbook");
  const Played run(*device, passes_over(MemorySpace::global_ca, 52, 4, 4, 0));
  const auto source = whole(step::make_source(run.recording(), {}, {card("textbook"), 1}));
  const auto cold = explain(*source, source->look(0, 0), 0);
  EXPECT_EQ(cold.headline, "A miss. Line 0 belongs in set 0, which has room.");
  EXPECT_EQ(cold.reason, "It goes into the empty way 0; nothing has to go. It is wanted for the first time.");
  const auto hit = explain(*source, source->look(7, 0), 0);
  EXPECT_EQ(hit.headline, "A hit. Line 3 is in set 0, way 1.");
  EXPECT_EQ(hit.reason, "It was used 1 access ago.");
  const auto evicts = explain(*source, source->look(12, 0), 0);
  EXPECT_EQ(evicts.headline, "A miss. Line 6 belongs in set 0, and set 0 is full.");
  EXPECT_EQ(evicts.reason, "Line 0 was used longest ago (11 accesses ago), so LRU throws it out.");
  EXPECT_EQ(evicts.sequel, "… and that is exactly what the chase needs next.");
}

/// The textbook card with a change.
template <typename Change>
std::shared_ptr<const model::Card> changed_textbook(Change&& change) {
  model::Card changed = *card("textbook");
  change(changed.caches.at("cache").cache);
  return std::make_shared<const model::Card>(changed);
}

step::MadeSource played(const std::shared_ptr<const model::Card>& model) {
  const auto device = *open_software_device(*model);
  return step::make_source(Played(*device, passes_over(MemorySpace::global_ca, 52, 4, 4, 0)).recording(), {}, {model, 1});
}

TEST(Explanation, says_why_a_policy_of_bits_or_ages_takes_a_line) {
  const std::pair<const char*, const char*> policies[] = {
      {"nru", "marks of use"}, {"mru", "marks of use"}, {"mru_n", "marks of use"}, {"clock", "hand of the clock"},
      {"srrip_hp", "guessed"}, {"srrip_fp", "guessed"}, {"qlru", "oldest age"},    {"bip", "next to go"}};
  for (const auto& [kind, words] : policies) {
    const auto model = changed_textbook([&, policy = kind](model::CacheSpec& cache) {
      cache.policy.kind = policy;
      if (cache.policy.kind == "qlru") cache.policy.words["variant"] = "H11_M1_R0_U0";
    });
    const auto source = whole(played(model));
    const auto at = source->next(0, step::Event::eviction, 0);
    ASSERT_TRUE(at) << kind;
    EXPECT_THAT(explain(*source, source->look(*at, 0), 0).reason, HasSubstr(words)) << kind;
  }
}

TEST(Explanation, plays_no_card_whose_lines_move_by_themselves) {
  EXPECT_EQ(played(card("textbook")).footing, step::Footing::model);
  const auto model = changed_textbook([](model::CacheSpec& cache) { cache.store_lines = 4; });
  EXPECT_EQ(played(model).footing, step::Footing::trace);
}

TEST(Explanation, names_the_chance_of_a_way) {
  const auto device = preset("gtx560ti");
  const Played run(*device, passes_over(MemorySpace::global_ca, 20 * kKiB, 128, 20, 1));
  const auto source = whole(step::make_source(run.recording(), {}, {card("gtx560ti"), 1}));
  for (auto at = source->next(0, step::Event::eviction, 0); at; at = source->next(*at, step::Event::eviction, 0)) {
    const auto look = source->look(*at, 0);
    EXPECT_THAT(explain(*source, look, 0).reason, HasSubstr(*look.way == 1 ? "way 1 has 50 %" : " has 16.7 %"));
  }
  // If the L1 has a line, the L2 is not asked.
  std::uint64_t hit = source->size() - 1;
  while (source->verdict(hit, 0) != step::Verdict::hit) --hit;
  EXPECT_EQ(explain(*source, source->look(hit, 1), 1).headline, "The L2 was not asked.");
}

TEST(Explanation, titles) {
  EXPECT_EQ(step::part_title({.name = "l2_tlb"}), "L2 TLB");
  EXPECT_EQ(step::part_title({.name = "l1"}), "L1");
  EXPECT_EQ(step::part_title({.name = "l1_data"}), "L1 data");
  EXPECT_EQ(step::part_title({.name = "texture_l1"}), "Texture L1");
}

}  // namespace
}  // namespace chasescope
