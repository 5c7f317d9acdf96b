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

/// All lines of a set of the first cache go to one set of the second cache.
json card_with_lines_of(std::uint64_t bytes, const char* front_policy) {
  const json modulo = {{"kind", "modulo"}};
  json front = lru(kFrontLine, kFrontLine, kFrontSets, 4, modulo);
  front["policy"] = {{"kind", front_policy}};
  json card = card_around({{"l1", front}, {"l2", lru(bytes, 64, kFrontSets * kFrontLine / bytes, kWays, modulo)}},
                          {{"global.ca",
                            {{"data", {"l1", "l2"}},
                             {"latency", {{"l1", 45}, {"l2", 203}, {"dram", 467}}},
                             {"translation", {"tlb"}},
                             {"translation_penalty", {{"walk", 90}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 2 << 20}, {"entries", 308}, {"ways", 308}});
  return card;
}

TEST(TagsBehind, AreNotCountedByWhatEmptiesTheCacheInFront) {
  for (const std::uint64_t line : {64, 256, 512})
    for (const char* policy : {"lru", "random"})
      for (const bool noise : {false, true}) {
        const auto device = opened(card_with_lines_of(line, policy), noise);
        const ProbeControl control;
        Recorder recorder(find_probe("line")->info(), *device, control);
        structure::Budget budget{100'000'000};
        structure::Lab lab(*device, recorder, {.space = MemorySpace::global_ca}, budget);
        const structure::Survey survey = structure::survey_levels(lab, 2);
        ASSERT_EQ(survey.caches(), 2U);
        structure::DataTester tester(lab, survey, 1);
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
  json front = lru(kLine, kLine, kSets, kFrontWays, {{"kind", "modulo"}});
  front["policy"] = {{"kind", "random"}};
  json card = card_around({{"l1", front}, {"l2", lru(64, 64, 512, 32, {{"kind", "modulo"}})}},
                          {{"global.ca",
                            {{"data", {"l1", "l2"}},
                             {"latency", {{"l1", 334}, {"l2", 433}, {"dram", 680}}},
                             {"translation", {"tlb"}},
                             {"translation_penalty", {{"walk", 90}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 2 << 20}, {"entries", 308}, {"ways", 308}});
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const auto device = opened(card, true, seed);
    const ProbeControl control;
    Recorder recorder(find_probe("line")->info(), *device, control);
    structure::Budget budget{100'000'000};
    structure::Lab lab(*device, recorder, {.space = MemorySpace::global_ca}, budget);
    const structure::Survey survey = structure::survey_levels(lab, 2);
    ASSERT_EQ(survey.caches(), 2U);
    structure::DataTester tester(lab, survey, 1);
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

// The lines of each set are one more than its 64 ways. But the first cache keeps some of them in every pass, and all that reach the
// second cache would fit there.
TEST(TagsBehind, SetsOfManyWaysAreNotFoundLargerBecauseOneLineStaysInFront) {
  constexpr std::uint64_t kLine = 256, kSets = 132, kManyWays = 64;
  const std::vector<std::vector<int>> bits{{6, 16},      {7, 16, 17}, {8, 19},  {9, 18},      {10, 17, 19},
                                           {11, 16, 17}, {12, 18},    {13, 18}, {14, 19, 20}, {15, 17, 18}};
  json front = lru(kFrontLine, 32, 1024, 16, {{"kind", "xor"}, {"bits", bits}});
  front["policy"] = {{"kind", "random"}};
  json card = card_around({{"l1", front}, {"l2", lru(kLine, 64, kSets, kManyWays, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 45}, {"l2", 203}, {"dram", 467}}}}}});
  card.erase("tlbs");
  const auto device = opened(card);
  const ProbeControl control;
  Recorder recorder(find_probe("line")->info(), *device, control);
  structure::Budget budget{100'000'000};
  structure::Lab lab(*device, recorder, {.space = MemorySpace::global_ca}, budget);
  const structure::Survey survey = structure::survey_levels(lab, 2);
  ASSERT_EQ(survey.caches(), 2U);
  structure::DataTester tester(lab, survey, 1);
  tester.use_unit(64);
  tester.keep_company({kLine * kSets * (kManyWays + 1)});
  const inference::SetIndex index{.kind = inference::SetIndex::Kind::modulo, .granule_bytes = kLine, .modulus = kSets};
  const std::vector<std::uint32_t> one_more(kSets, kManyWays + 1);
  const structure::SetLines asked = structure::lines_of_sets(index, kLine, one_more, lab.limit_bytes());
  std::vector<bool> overflow(kSets, true);
  try {
    overflow = tester.ask_groups(asked.lines, asked.set, kSets, "sets with more and fewer lines", nullptr, nullptr);
  } catch (const structure::Undecided&) {
  }
  EXPECT_EQ(std::count(overflow.begin(), overflow.end(), false), 0);
}

}  // namespace
}  // namespace chasescope
