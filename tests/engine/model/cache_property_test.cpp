// Properties of all caches, and of whole classes of caches.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/model/cache.h"
#include "engine/model/card_file/card_reader.h"
#include "engine/model/hierarchy.h"
#include "tests/engine/model/random_spec.h"

namespace chasescope::model::tests {
namespace {

std::size_t misses(Cache& cache, const std::vector<std::uint64_t>& trace) {
  std::size_t count = 0;
  for (const std::uint64_t address : trace) count += cache.touch(address).hit ? 0 : 1;
  return count;
}

// Mattson 1970: under LRU a larger set holds all that a smaller one holds, so it never misses where the smaller one hits.
TEST(CacheProperty, LruIncludesTheSmallerCache) {
  Random random(1970);
  for (int round = 0; round < 30; ++round) {
    const auto sets = static_cast<std::uint32_t>(1 + random.below(8));
    const auto ways = static_cast<std::uint32_t>(1 + random.below(20));
    Cache small(simple_cache(32, sets, ways), 1);
    Cache large(simple_cache(32, sets, ways + 1 + static_cast<std::uint32_t>(random.below(5))), 1);
    for (const std::uint64_t address : random_trace(random, 32 * sets * ways * 2, 2000)) {
      const bool small_hit = small.touch(address).hit;
      const bool large_hit = large.touch(address).hit;
      ASSERT_TRUE(!small_hit || large_hit) << round;
    }
  }
}

// Belady, Nelson, Shedler 1969: with FIFO four ways miss more often than three on this sequence (10 against 9).
TEST(CacheProperty, FifoShowsBeladysAnomaly) {
  std::vector<std::uint64_t> trace;
  for (const std::uint64_t page : {1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5}) trace.push_back(page * 32);
  Cache three(simple_cache(32, 1, 3, "fifo"), 1);
  Cache four(simple_cache(32, 1, 4, "fifo"), 1);
  EXPECT_EQ(misses(three, trace), 9U);
  EXPECT_EQ(misses(four, trace), 10U);
}

TEST(CacheProperty, PlruOfTwoWaysIsLru) {
  Random random(2);
  Cache plru(simple_cache(64, 4, 2, "plru"), 1);
  Cache lru(simple_cache(64, 4, 2, "lru"), 1);
  for (const std::uint64_t address : random_trace(random, 64 * 4 * 3, 5000))
    ASSERT_EQ(plru.touch(address).hit, lru.touch(address).hit);
}

// 4-way tree PLRU, worked by hand: after lines 0 1 2 3 and a touch of line 0, the tree points right, then left. It evicts way 2,
// although way 1 is the oldest.
TEST(CacheProperty, PlruIsNotLruOfFourWays) {
  Cache cache(simple_cache(32, 1, 4, "plru"), 1);
  for (const std::uint64_t line : {0, 1, 2, 3, 0}) cache.touch(line * 32);
  EXPECT_EQ(cache.touch(4 * 32).evicted, 2 * 32U);
}

TEST(CacheProperty, NmruNeverTakesTheLastTouchedWayAndTakesTheOthersEqually) {
  Cache cache(simple_cache(32, 1, 4, "nmru"), 7);
  std::uint32_t last = 0;
  std::vector<int> distance(4, 0);
  for (std::uint64_t line = 0; line < 30004; ++line) {
    const Cache::Touch touch = cache.touch(line * 32);
    if (line >= 4) ++distance[(touch.way + 4 - last) % 4];
    last = touch.way;
  }
  EXPECT_EQ(distance[0], 0);
  for (int step = 1; step < 4; ++step) EXPECT_NEAR(distance[step], 10000, 5 * 82);  // five standard deviations
}

TEST(CacheProperty, RandomTakesEveryWayEqually) {
  Cache cache(simple_cache(32, 1, 8, "random"), 7);
  std::vector<int> taken(8, 0);
  for (std::uint64_t line = 0; line < 80008; ++line) {
    const Cache::Touch touch = cache.touch(line * 32);
    if (line >= 8) ++taken[touch.way];
  }
  for (const int count : taken) EXPECT_NEAR(count, 10000, 5 * 94);
}

TEST(CacheProperty, EverySecondMissTakesTheHotWay) {
  CacheSpec spec = simple_cache(32, 1, 4, "weighted_way");
  spec.policy.numbers["probabilities"] = {1.0 / 6, 0.5, 1.0 / 6, 1.0 / 6};
  spec.policy.words["draw"] = "every_second";
  Cache cache(spec, 1);
  std::string ways;
  for (std::uint64_t line = 0; line < 16; ++line) ways += std::to_string(cache.touch(line * 32).way);
  EXPECT_EQ(ways, "0123101213101213");
}

TEST(CacheProperty, ColdCacheFillsItsWaysInOrderAndTellsItsContents) {
  Cache cache(simple_cache(128, 2, 3), 1);
  cache.touch(0);
  cache.touch(256 + 5);
  EXPECT_EQ(cache.contents(0), (std::vector<std::optional<std::uint64_t>>{0, 256, std::nullopt}));
  EXPECT_EQ(cache.contents(1), (std::vector<std::optional<std::uint64_t>>{std::nullopt, std::nullopt, std::nullopt}));
}

TEST(CacheProperty, SectorsAreFetchedOneByOneAndLostTogether) {
  CacheSpec spec = simple_cache(128, 1, 1);
  spec.sector_bytes = 32;
  Cache cache(spec, 1);
  EXPECT_FALSE(cache.touch(0).sector_miss);  // the line itself was missing, not only the sector
  EXPECT_TRUE(cache.touch(28).hit);
  EXPECT_TRUE(cache.touch(32).sector_miss);
  EXPECT_TRUE(cache.touch(32).hit);
  EXPECT_EQ(cache.touch(128).evicted, 0U);
  EXPECT_EQ(cache.touch(32).evicted, 128U);
  EXPECT_TRUE(cache.touch(0).sector_miss);
}

TEST(CacheProperty, ALargerRequestAtTheSamePlaceIsNoRepeat) {
  CacheSpec spec = simple_cache(128, 1, 1);
  spec.sector_bytes = 32;
  Cache cache(spec, 1);
  auto requests = std::make_unique<Requests>();
  auto missed = std::make_unique<Requests>();
  requests->count = 1;
  requests->address[0] = 0;
  requests->which[0] = 0;
  std::vector<std::size_t> misses_of_each;
  for (const std::uint64_t bytes : {32, 128, 32, 128}) {
    cache.filter(*requests, bytes, *missed);
    misses_of_each.push_back(missed->count);
  }
  EXPECT_EQ(misses_of_each, (std::vector<std::size_t>{1, 1, 0, 0}));
}

TEST(CacheProperty, TheFirstAlternativeThatAppliesGivesTheShape) {
  CacheEntry entry;
  entry.cache = simple_cache(128, 1, 1);
  entry.alternatives.push_back({48, std::nullopt, std::nullopt, simple_cache(128, 1, 2)});
  entry.alternatives.push_back({std::nullopt, 50.0, std::nullopt, simple_cache(128, 1, 3)});
  entry.alternatives.push_back({std::nullopt, std::nullopt, 25.0, simple_cache(128, 1, 4)});
  const auto ways = [&](const Configuration& configuration) { return shape_of(entry, configuration).ways[0]; };
  EXPECT_EQ(ways({}), 1U);
  EXPECT_EQ(ways({16, {}}), 1U);
  EXPECT_EQ(ways({48, {}}), 2U);
  EXPECT_EQ(ways({48, 100.0}), 2U);
  EXPECT_EQ(ways({{}, 50.0}), 3U);
  EXPECT_EQ(ways({{}, 25.0}), 4U);
  EXPECT_EQ(ways({{}, 40.0}), 1U);
}

// A whole hierarchy: each level sees exactly the misses of the level before.
TEST(CacheProperty, EveryAccessIsAnsweredExactlyOnceAndInOrder) {
  Card card;
  card.caches["l1"].cache = simple_cache(64, 4, 2);
  card.caches["l2"].cache = simple_cache(32, 32, 4, "fifo");
  card.tlbs["tlb"] = simple_cache(4096, 1, 4);
  PathSpec& path = card.paths["global.ca"];
  path.data = {"l1", "l2"};
  path.translation = {"tlb"};
  path.latency = {{"l1", 1}, {"l2", 10}, {"dram", 100}};
  path.translation_penalty = {{"walk", 1000}};

  Random random(3);
  const std::vector<std::uint64_t> trace = random_trace(random, 32768, 10000);
  std::vector<std::uint8_t> outcomes(trace.size());
  Hierarchy hierarchy(card, "global.ca", {}, 1);
  hierarchy.run(trace, outcomes);

  Cache l1(card.caches["l1"].cache, 1);
  Cache l2(card.caches["l2"].cache, 1);
  Cache tlb(card.tlbs["tlb"], 1);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    float cycles = tlb.touch(trace[i]).hit ? 0 : 1000;
    if (l1.touch(trace[i]).hit) {
      cycles += 1;
    } else {  // the L1 fetches a line of 64 bytes, two lines of the L2
      const std::uint64_t start = trace[i] / 64 * 64;
      const bool first = l2.touch(start).hit;
      const bool second = l2.touch(start + 32).hit;
      cycles += first && second ? 10 : 100;
    }
    ASSERT_EQ(hierarchy.latencies().cycles()[outcomes[i]], cycles) << i;
  }
}

TEST(CacheProperty, TranslationAfterACacheSeesOnlyWhatThatCacheMisses) {
  Card card;
  card.caches["l1"].cache = simple_cache(64, 1, 2);
  card.tlbs["tlb"] = simple_cache(4096, 1, 1);
  PathSpec& path = card.paths["global.ca"];
  path.data = {"l1"};
  path.translation = {"tlb"};
  path.translation_after = "l1";
  path.latency = {{"l1", 1}, {"dram", 100}};
  path.translation_penalty = {{"walk", 1000}};
  Hierarchy hierarchy(card, "global.ca", {}, 1);
  // Two pages take turns. Each evicts the translation of the other, but both lines stay in the cache.
  const std::vector<std::uint64_t> trace{0, 4096, 0, 4096, 0, 64};
  std::vector<std::uint8_t> outcomes(trace.size());
  hierarchy.run(trace, outcomes);
  std::vector<float> cycles;
  for (const std::uint8_t outcome : outcomes) cycles.push_back(hierarchy.latencies().cycles()[outcome]);
  EXPECT_EQ(cycles, (std::vector<float>{1100, 1100, 1, 1, 1, 1100}));
}

}  // namespace
}  // namespace chasescope::model::tests
