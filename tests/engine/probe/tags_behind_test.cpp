// How many bytes have one tag in a cache behind another. Only the tested sets of the cache in front are flushed. Tests on cards
// made for this purpose.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/probe/discovery/registry.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/sets/set_lines.h"
#include "engine/structure/testers/data_tester.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kFrontSets = 128, kFrontLine = 64, kWays = 16;

/// A card of two caches whose TLB has one set of so many pages of 2 MiB.
json card_of(json front, const char* front_policy, const json& behind, const json& cycles, int pages) {
  front["policy"] = {{"kind", front_policy}};
  json card = card_around(
      {{"l1", front}, {"l2", behind}},
      {{"global.ca",
        {{"data", {"l1", "l2"}}, {"latency", cycles}, {"translation", {"tlb"}}, {"translation_penalty", {{"walk", 90}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 2 << 20}, {"entries", pages}, {"ways", pages}});
  return card;
}

json modulo() { return {{"kind", "modulo"}}; }
json latency() { return {{"l1", 45}, {"l2", 203}, {"dram", 467}}; }

/// All lines of a set of the first cache go to one set of the second cache.
json card_with_lines_of(std::uint64_t bytes, const char* front_policy) {
  return card_of(lru(kFrontLine, kFrontLine, kFrontSets, 4, modulo()), front_policy,
                 lru(bytes, 64, kFrontSets * kFrontLine / bytes, kWays, modulo()), latency(), 308);
}

TEST(TagsBehind, AreNotCountedByWhatEmptiesTheCacheInFront) {
  for (const std::uint64_t line : {64, 256, 512})
    for (const char* policy : {"lru", "random"})
      for (const bool noise : {false, true}) {
        const auto device = opened(card_with_lines_of(line, policy), noise);
        Surveyed on(*device, MemorySpace::global_ca, 2);
        ASSERT_EQ(on.survey.caches(), 2U);
        structure::DataTester tester(on.lab, on.survey, 1);
        inference::SetIndex front{.kind = inference::SetIndex::Kind::modulo, .granule_bytes = kFrontLine, .modulus = kFrontSets};
        tester.empty_sets_of({{front, std::vector<std::uint32_t>(kFrontSets, 4), kFrontLine}});
        tester.use_unit(64);
        structure::Addresses overflowing;
        for (std::uint64_t i = 0; i <= kWays; ++i) overflowing.push_back(i * kFrontSets * kFrontLine);
        const structure::CacheShape shape = structure::solve_cache(tester, overflowing, 4096);
        // With random eviction, so many lines are needed to flush a set that the answer may be impossible.
        if (shape.line_undecided.empty() || std::string(policy) == "lru") {
          EXPECT_EQ(shape.line_bytes, line) << policy << ' ' << noise << ' ' << shape.line_undecided;
        }
      }
}

// The first cache evicts at random. So many lines are needed to flush one of its sets that some of them go to the tested set of the
// second cache. Neighbouring lines are in other sets.
TEST(TagsBehind, AreNotFoundInOtherSets) {
  constexpr std::uint64_t kSets = 4096, kLine = 16, kFrontWays = 4;
  const json card = card_of(lru(kLine, kLine, kSets, kFrontWays, modulo()), "random", lru(64, 64, 512, 32, modulo()),
                            {{"l1", 334}, {"l2", 433}, {"dram", 680}}, 308);
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const auto device = opened(card, true, seed);
    Surveyed on(*device, MemorySpace::global_ca, 2);
    ASSERT_EQ(on.survey.caches(), 2U);
    structure::DataTester tester(on.lab, on.survey, 1);
    tester.empty_sets_of({{{.kind = inference::SetIndex::Kind::modulo, .granule_bytes = kLine, .modulus = kSets},
                           std::vector<std::uint32_t>(kSets, kFrontWays),
                           kLine}});
    tester.use_unit(64);
    structure::Addresses overflowing;
    for (std::uint64_t i = 0; i <= 32; ++i) overflowing.push_back(i * 512 * 64);
    const structure::CacheShape shape = structure::solve_cache(tester, overflowing, 4096);
    EXPECT_TRUE(shape.line_bytes == 64 || !shape.line_undecided.empty()) << seed << ' ' << shape.line_bytes;
  }
}

constexpr std::uint64_t kLine = 256, kSets = 132, kManyWays = 64;

/// The first cache is so large that it keeps some lines of each set of the second one in every pass.
json card_that_keeps_lines_in_front() {
  const std::vector<std::vector<int>> bits{{6, 16},      {7, 16, 17}, {8, 19},  {9, 18},      {10, 17, 19},
                                           {11, 16, 17}, {12, 18},    {13, 18}, {14, 19, 20}, {15, 17, 18}};
  return card_of(lru(kFrontLine, 32, 1024, 16, {{"kind", "xor"}, {"bits", bits}}), "random",
                 lru(kLine, 64, kSets, kManyWays, modulo()), latency(), 16);
}

// The lines of each set are one more than its ways, but all of them that reach the second cache would fit there.
TEST(TagsBehind, SetsOfManyWaysAreNotFoundLargerBecauseOneLineStaysInFront) {
  const auto device = opened(card_that_keeps_lines_in_front());
  Surveyed on(*device, MemorySpace::global_ca, 2);
  ASSERT_EQ(on.survey.caches(), 2U);
  structure::DataTester tester(on.lab, on.survey, 1);
  tester.use_unit(64);
  tester.keep_company({kLine * kSets * (kManyWays + 1)});
  const inference::SetIndex index{.kind = inference::SetIndex::Kind::modulo, .granule_bytes = kLine, .modulus = kSets};
  const std::vector<std::uint32_t> one_more(kSets, kManyWays + 1);
  const structure::SetLines asked = structure::lines_of_sets(index, kLine, one_more, on.lab.limit_bytes());
  std::vector<bool> overflow(kSets, true);
  try {
    overflow = tester.ask_groups(asked.lines, asked.set, kSets, "sets with more and fewer lines", nullptr, nullptr);
  } catch (const structure::Undecided&) {
  }
  EXPECT_EQ(std::count(overflow.begin(), overflow.end(), false), 0);
}

// A walk through the first cache leaves each line there in some passes. So all lines of the set are hardly ever read in one pass.
TEST(TagsBehind, ASetOfManyWaysIsNotFoundLargerBecauseOneLineOrAnotherStaysInFront) {
  json card = card_that_keeps_lines_in_front();
  card["caches"]["l1"].update({{"ways", 8}, {"capacity_bytes", 1024 * 8 * kFrontLine}});
  const auto device = opened(card);
  Surveyed on(*device, MemorySpace::global_ca, 2);
  structure::DataTester tester(on.lab, on.survey, 1);
  tester.use_unit(64);
  structure::Addresses set, walk;
  for (std::uint64_t i = 0; i <= kManyWays; ++i) set.push_back(i * kSets * kLine);
  for (std::uint64_t at = 8 << 20; walk.size() < 12 * 1024; at += kFrontLine)
    if (at / kLine % kSets != 0) walk.push_back(at);
  tester.keep_company(walk);
  bool fits = false;
  try {
    fits = !tester.ask_groups(set, std::vector<std::uint32_t>(set.size(), 0), 1, "one line too many", nullptr, nullptr).front();
  } catch (const structure::Undecided&) {
  }
  EXPECT_FALSE(fits);
}

// The first cache answers for hardly one line in a hundred, but for a line or another in every pass. So no pass asks whether all of
// them fit.
TEST(TagsBehind, a_set_of_which_no_pass_reads_all_lines_is_not_found_to_fit) {
  constexpr std::uint64_t kFrontLines = 192, kTwoSets = 2, kVeryManyWays = 1024, kLines = 1000;
  const auto device = opened(card_of(lru(kFrontLine, kFrontLine, 1, kFrontLines, modulo()), "random",
                                     lru(kLine, 64, kTwoSets, kVeryManyWays, modulo()), latency(), 64));
  Surveyed on(*device, MemorySpace::global_ca, 2);
  ASSERT_EQ(on.survey.caches(), 2U);
  structure::DataTester tester(on.lab, on.survey, 1);
  tester.use_unit(64);
  tester.keep_company({});
  structure::Addresses set;
  for (std::uint64_t i = 0; i < kLines; ++i) set.push_back(i * kTwoSets * kLine);
  const std::vector<std::uint32_t> one_group(set.size(), 0);
  EXPECT_THROW(tester.ask_groups(set, one_group, 1, "the lines of one set", nullptr, nullptr), structure::KeptInFront);
}

// Primers keep TLB misses from being counted. What the first cache keeps, it keeps whatever they are.
TEST(TagsBehind, LinesThatStayInFrontAreNotAskedAboutWithOtherPrimers) {
  const auto device = opened(card_that_keeps_lines_in_front());
  Surveyed on(*device, MemorySpace::global_ca, 2);
  structure::Addresses lines;
  for (std::uint64_t i = 0; i <= kManyWays; ++i) lines.push_back(on.survey.clean_until + i * kSets * kLine);
  // Primers lie at least a unit away from their line, and at most half a page: with the larger unit there is one place for them.
  std::vector<std::uint64_t> spent;
  for (const std::uint64_t unit : {64U, 2048U}) {
    structure::DataTester tester(on.lab, on.survey, 1);
    tester.use_unit(unit);
    tester.keep_company({0});
    const std::uint64_t before = on.lab.spent();
    EXPECT_FALSE(tester.prepare(lines));
    spent.push_back(on.lab.spent() - before);
  }
  EXPECT_GT(spent[1], 0U);
  EXPECT_LT(spent[0], 2 * spent[1]) << "about as much as once";
}

}  // namespace
}  // namespace chasescope
