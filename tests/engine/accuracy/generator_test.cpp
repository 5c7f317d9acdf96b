// Random cards: every kind occurs, each card loads and is plausible, and a seed gives the same card on every machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/device/software/software_device.h"
#include "engine/model/spec/latency_table.h"
#include "tests/engine/accuracy/random_card.h"

namespace chasescope::accuracy {
namespace {

using model::CacheSpec;
using model::Card;
using model::IndexSpec;
using testing::IsSupersetOf;

constexpr std::uint64_t kDrawnCards = 1000;

const std::vector<Card>& cards() {
  static const std::vector<Card> all = [] {
    std::vector<Card> made;
    for (std::uint64_t number = 0; number < kDrawnCards; ++number) {
      const auto card = load_card(random_card(1, number).dump(), "card " + std::to_string(number));
      if (!card) throw std::runtime_error(card.error().message);
      made.push_back(*card);
    }
    return made;
  }();
  return all;
}

template <typename T>
std::set<T> over_caches(const std::function<T(const CacheSpec&)>& what) {
  std::set<T> seen;
  for (const Card& card : cards())
    for (const auto& [name, entry] : card.caches) seen.insert(what(entry.cache));
  return seen;
}

bool equal_sets(const CacheSpec& spec) { return std::set(spec.ways.begin(), spec.ways.end()).size() == 1; }

std::string index_kind(const CacheSpec& spec) {
  if (spec.ways.size() == 1) return "one set";
  switch (spec.index.kind) {
    case IndexSpec::Kind::modulo:
      return std::string(spec.index.granule_bytes > spec.unit_bytes ? "shifted " : "") +
             (std::has_single_bit(spec.ways.size()) ? "power of two" : "modulo");
    case IndexSpec::Kind::bits: return "bits";
    case IndexSpec::Kind::xor_: return "xor";
    case IndexSpec::Kind::table: return "table";
    case IndexSpec::Kind::sliced: return "sliced";
    case IndexSpec::Kind::skewed: return "skewed";
  }
  return "";
}

TEST(Generator, LinesAndSectorsOfEverySizeOccur) {
  EXPECT_EQ(over_caches<std::uint64_t>([](const CacheSpec& spec) { return spec.unit_bytes; }),
            (std::set<std::uint64_t>{16, 32, 64, 128, 256, 512}));
  EXPECT_EQ(over_caches<std::uint64_t>([](const CacheSpec& spec) { return spec.unit_bytes / spec.sector_bytes; }),
            (std::set<std::uint64_t>{1, 2, 4, 8}));
}

TEST(Generator, SetsFromOneToFourThousandAndWaysFromOneToSixtyFourOccur) {
  const auto sets = over_caches<std::size_t>([](const CacheSpec& spec) { return spec.ways.size(); });
  EXPECT_EQ(*sets.begin(), 1U);
  EXPECT_EQ(*sets.rbegin(), 4096U);
  EXPECT_THAT(sets, IsSupersetOf({2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048}));
  EXPECT_GT(std::count_if(sets.begin(), sets.end(), [](std::size_t count) { return !std::has_single_bit(count); }), 50);
  const auto ways =
      over_caches<std::uint32_t>([](const CacheSpec& spec) { return *std::max_element(spec.ways.begin(), spec.ways.end()); });
  EXPECT_EQ(*ways.begin(), 1U);
  EXPECT_EQ(*ways.rbegin(), 64U);
  EXPECT_GT(ways.size(), 40U);
  EXPECT_EQ(over_caches<bool>(equal_sets).size(), 2U);
}

TEST(Generator, EveryIndexAndEveryPolicyOccurs) {
  EXPECT_EQ(over_caches<std::string>(index_kind),
            (std::set<std::string>{"one set", "power of two", "modulo", "shifted power of two", "shifted modulo", "bits", "xor",
                                   "table"}));
  EXPECT_EQ(over_caches<std::string>([](const CacheSpec& spec) { return spec.policy.kind; }),
            (std::set<std::string>{"lru", "fifo", "plru", "nmru", "random", "weighted_way"}));
}

TEST(Generator, EveryNumberOfLevelsAndEverySpaceOccurs) {
  std::set<std::size_t> caches, tlbs;
  std::set<std::string> spaces;
  std::set<bool> behind, skipping, own_texture, unequal_tlb;
  std::set<std::uint64_t> pages;
  for (const Card& card : cards()) {
    const model::PathSpec& global = card.paths.at("global.ca");
    caches.insert(global.data.size());
    tlbs.insert(global.translation.size());
    behind.insert(global.translation_after.has_value());
    for (const auto& [space, path] : card.paths) spaces.insert(space);
    if (const auto cg = card.paths.find("global.cg"); cg != card.paths.end())
      skipping.insert(cg->second.data.size() < global.data.size());
    if (const auto texture = card.paths.find("texture"); texture != card.paths.end())
      own_texture.insert(texture->second.data.front() != global.data.front());
    for (const auto& [name, tlb] : card.tlbs) {
      pages.insert(tlb.unit_bytes);
      unequal_tlb.insert(equal_sets(tlb));
    }
  }
  EXPECT_EQ(caches, (std::set<std::size_t>{1, 2, 3}));
  EXPECT_EQ(tlbs, (std::set<std::size_t>{1, 2, 3}));
  EXPECT_EQ(spaces, (std::set<std::string>{"constant", "global.ca", "global.cg", "readonly", "texture"}));
  for (const auto& both : {behind, skipping, own_texture, unequal_tlb}) EXPECT_EQ(both.size(), 2U);
  EXPECT_EQ(*pages.begin(), 4096U);
  EXPECT_GT(*pages.rbegin(), 2U << 20);
}

TEST(Generator, CachesAreSharedAndRepeatedInEveryWay) {
  std::set<std::uint32_t> counts;
  std::set<std::string> sharing;
  for (const Card& card : cards()) {
    for (const auto& [name, entry] : card.caches) counts.insert(entry.per_sm);
    const auto first = [&](const char* space) {
      const auto path = card.paths.find(space);
      return path == card.paths.end() ? std::string() : path->second.data.front();
    };
    const std::string l1 = first("global.ca"), texture = first("texture"), readonly = first("readonly");
    if (texture.empty() || readonly.empty()) continue;
    sharing.insert(std::string(l1 == texture ? "L1 = texture " : "") + (l1 == readonly ? "L1 = read-only " : "") +
                   (texture == readonly ? "texture = read-only" : ""));
    // Caches that all SMs share exist once.
    EXPECT_EQ(card.caches.at(card.paths.at("global.ca").data.back()).per_sm, 1U) << card.name;
  }
  EXPECT_EQ(counts, (std::set<std::uint32_t>{1, 2, 4}));
  EXPECT_EQ(sharing.size(), 5U);
}

TEST(Generator, AFewCardsHaveWindowsOfMoreThanAPage) {
  std::size_t with = 0;
  for (const Card& card : cards()) {
    if (!card.activation_window_bytes) continue;
    ++with;
    const std::string& last = card.paths.at("global.ca").translation.back();
    EXPECT_GT(*card.activation_window_bytes, card.tlbs.at(last).unit_bytes) << card.name;
  }
  EXPECT_GT(with, kDrawnCards / 20);
  EXPECT_LT(with, kDrawnCards / 5);
}

TEST(Generator, EachLevelHoldsFourTimesTheOneBefore) {
  for (const Card& card : cards()) {
    std::uint64_t total = 0;
    for (const auto& [name, entry] : card.caches) total += entry.cache.capacity_bytes();
    EXPECT_LE(total, 8U << 20) << card.name;
    for (const auto& [space, path] : card.paths) {
      for (std::size_t i = 1; i < path.data.size(); ++i)
        EXPECT_GE(card.caches.at(path.data[i]).cache.capacity_bytes(), 4 * card.caches.at(path.data[i - 1]).cache.capacity_bytes())
            << card.name << " " << space;
      for (std::size_t i = 1; i < path.translation.size(); ++i)
        EXPECT_GE(card.tlbs.at(path.translation[i]).capacity_bytes(), 4 * card.tlbs.at(path.translation[i - 1]).capacity_bytes())
            << card.name << " " << space;
      for (const std::string& tlb : path.translation) EXPECT_LE(card.tlbs.at(tlb).capacity_bytes(), 2U << 30) << card.name;
    }
  }
}

TEST(Generator, LatenciesCanBeToldApart) {
  for (const Card& card : cards())
    for (const auto& [space, path] : card.paths) {
      std::vector<double> cycles;
      for (const std::string& part : model::data_parts(path)) cycles.push_back(path.latency.at(part));
      for (std::size_t i = 1; i < cycles.size(); ++i) EXPECT_GE(cycles[i] - cycles[i - 1], 20) << card.name << " " << space;
      double before = 0;
      for (std::size_t i = 1; i <= path.translation.size(); ++i) {
        const double penalty = path.translation_penalty.at(i < path.translation.size() ? path.translation[i] : model::kWalk);
        EXPECT_GE(penalty - before, 15) << card.name << " " << space;
        EXPECT_LE(penalty, 460) << card.name << " " << space;
        before = penalty;
      }
    }
}

TEST(Generator, WhatNoPathShowsIsNotHidden) {
  // A cache with small sectors behind one that fetches larger pieces can be seen only on a path past the first cache.
  for (const Card& card : cards()) {
    const auto& global = card.paths.at("global.ca").data;
    const auto skipping = card.paths.find("global.cg");
    const bool skips = skipping != card.paths.end() && skipping->second.data.size() < global.size();
    for (std::size_t i = skips ? 2 : 1; i < global.size(); ++i)
      EXPECT_GE(card.caches.at(global[i]).cache.sector_bytes, card.caches.at(global[i - 1]).cache.sector_bytes) << card.name;
  }
}

TEST(Generator, ASeedIsTheSameCardEverywhere) {
  EXPECT_EQ(random_card(1, 5), random_card(1, 5));
  EXPECT_NE(random_card(1, 5), random_card(2, 5));
  // Two FNV-1a hashes over the files as text. The first is over all files. The second is over the files without a window of page
  // tables, with the counts of caches removed: windows and counts are drawn from random streams of their own.
  std::uint64_t whole = 0xCBF29CE484222325ULL, without = whole;
  const auto add = [](std::uint64_t& hash, const nlohmann::json& card) {
    for (const char c : card.dump()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  };
  for (std::uint64_t number = 0; number < 100; ++number) {
    nlohmann::json card = random_card(7, number);
    add(whole, card);
    if (card.contains("activation_window_bytes")) continue;
    for (nlohmann::json& cache : card["caches"]) cache.erase("per_sm");
    add(without, card);
  }
  EXPECT_EQ(whole, 3209076407798404827U);
  EXPECT_EQ(without, 840945309916866726U);
}

}  // namespace
}  // namespace chasescope::accuracy
