// Cards of the families: each card loads, has what its family names, is as plausible as an ordinary card, and is the same on every
// machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/device/software/software_device.h"
#include "tests/engine/accuracy/families/families.h"
#include "tests/engine/accuracy/truth.h"

namespace chasescope::accuracy {
namespace {

using model::CacheSpec;
using model::Card;
using model::IndexSpec;

constexpr std::uint64_t kCards = 40;  // of each family

const std::vector<Card>& cards_of(const std::string& family) {
  static std::map<std::string, std::vector<Card>> made;
  std::vector<Card>& cards = made[family];
  for (std::uint64_t number = cards.size(); number < kCards; ++number) {
    const auto card = load_card(family_card(*find_family(family), 1, number).dump(), family + " " + std::to_string(number));
    if (!card) throw std::runtime_error(card.error().message);
    cards.push_back(*card);
  }
  return cards;
}

bool any_cache(const Card& card, const std::function<bool(const CacheSpec&)>& is) {
  const auto& names = card.paths.at("global.ca").data;
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return is(card.caches.at(name).cache); });
}

using Policies = std::set<std::string>;

/// The property that every card of a family has.
bool is_of(const std::string& family, const Card& card) {
  static const std::map<std::string, Policies> policies{
      {"nru", {"nru"}},          {"clock", {"clock"}}, {"srrip", {"srrip_hp", "srrip_fp"}}, {"qlru", {"qlru"}},
      {"mru", {"mru", "mru_n"}}, {"bimodal", {"bip"}}, {"dueling", {"dip", "qlru_duel"}}};
  if (const auto found = policies.find(family); found != policies.end())
    return any_cache(card, [&](const CacheSpec& cache) { return found->second.contains(cache.policy.kind); });
  if (family == "data-store") return any_cache(card, [](const CacheSpec& cache) { return cache.store_lines.has_value(); });
  if (family == "skewed")
    return any_cache(card, [](const CacheSpec& cache) { return cache.index.kind == IndexSpec::Kind::skewed; });
  if (family == "sliced")
    return any_cache(card, [](const CacheSpec& cache) { return cache.index.kind == IndexSpec::Kind::sliced; });
  if (family == "victim" || family == "exclusive") return any_cache(card, [](const CacheSpec& cache) { return cache.exclusive; });
  if (family == "next-line") return any_cache(card, [](const CacheSpec& cache) { return cache.next_line; });
  if (family == "coarse-clock") return card.clock.tick_cycles >= 2 && card.clock.tick_cycles <= 16;
  if (family == "two-speeds") return card.clock.ratio > 1 && card.clock.switch_cycles > 0;
  return std::any_of(card.tlbs.begin(), card.tlbs.end(), [&](const auto& entry) {
    const CacheSpec& tlb = entry.second;
    if (family == "sub-blocks") return tlb.unit_bytes > tlb.sector_bytes;
    return family == "unequal-tlb" && std::set(tlb.ways.begin(), tlb.ways.end()).size() == 2;
  });
}

class Families : public ::testing::TestWithParam<std::string> {};

TEST_P(Families, EveryCardIsOneOfIt) {
  std::set<std::size_t> levels;
  for (const Card& card : cards_of(GetParam())) {
    EXPECT_TRUE(is_of(GetParam(), card)) << card.name;
    levels.insert(card.paths.at("global.ca").data.size());
  }
  EXPECT_GE(levels.size(), GetParam() == "victim" ? 1U : 2U);
}

TEST_P(Families, CardsAreAsPlausibleAsOrdinaryOnes) {
  for (const Card& card : cards_of(GetParam()))
    for (const auto& [space, path] : card.paths) {
      std::uint64_t before = 0;
      for (const std::string& name : path.data) {
        const CacheSpec& cache = card.caches.at(name).cache;
        const bool victims = cache.exclusive && cache.ways.size() == 1 && cache.capacity_bytes() < before;
        if (!victims) {
          EXPECT_GE(cache.capacity_bytes(), 3 * before) << card.name << " " << space << " " << name;
          before = cache.capacity_bytes();
        }
        EXPECT_LE(cache.capacity_bytes(), 8U << 20) << card.name;
      }
      const std::vector<std::string>& data = path.data;
      for (std::size_t i = 0; i < data.size(); ++i)
        EXPECT_GE(path.latency.at(i + 1 < data.size() ? data[i + 1] : "dram"), path.latency.at(data[i]) + 20)
            << card.name << " " << space;
    }
}

TEST_P(Families, ThereIsATruthAboutEveryCard) {
  for (const Card& card : cards_of(GetParam())) {
    const std::vector<Expected> truth = truth_of(card);
    EXPECT_GT(truth.size(), 15U) << card.name;
    for (const Expected& expected : truth) {
      EXPECT_FALSE(expected.by_space.empty()) << card.name << " " << expected.quantity;
      EXPECT_FALSE(expected.subjects.empty()) << card.name << " " << expected.quantity;
      // Each quantity that must be found has a value, or no word in the vocabulary.
      for (const auto& [space, value] : expected.by_space)
        EXPECT_TRUE(!value.is_null() || !expected.required || expected.nameless) << card.name << " " << expected.quantity;
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const Family& family : families()) list.emplace_back(family.name);
  return list;
}

INSTANTIATE_TEST_SUITE_P(All, Families, ::testing::ValuesIn(names()), [](const auto& instance) {
  std::string name = instance.param;
  std::erase(name, '-');
  return name;
});

TEST(FamilyCards, ASeedIsTheSameCardEverywhere) {
  EXPECT_EQ(family_card(families()[0], 1, 5), family_card(families()[0], 1, 5));
  EXPECT_NE(family_card(families()[0], 1, 5), family_card(families()[0], 2, 5));
  std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a over the files as text
  for (const Family& family : families())
    for (std::uint64_t number = 0; number < 5; ++number)
      for (const char c : family_card(family, 7, number).dump()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  EXPECT_EQ(hash, 9310484746802764343U);
}

TEST(FamilyCards, NamesAreFound) {
  for (const Family& family : families()) EXPECT_EQ(find_family(family.name), &family);
  EXPECT_EQ(find_family("ordinary"), nullptr);
  const std::vector<std::string> all = names();
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), families().size());
}

}  // namespace
}  // namespace chasescope::accuracy
