#include "engine/step/race.h"

#include <gtest/gtest.h>

namespace chasescope::step {
namespace {

/// A cache whose sets take turns for neighbouring lines.
FoundSets cache_of(std::uint64_t sets, std::uint32_t ways, std::uint64_t line) {
  FoundSets cache;
  cache.line_bytes = line;
  cache.sets = sets;
  cache.ways.assign(sets, ways);
  cache.index.emplace();
  cache.index->kind = sets == 1 ? inference::SetIndex::Kind::one_set : inference::SetIndex::Kind::modulo;
  cache.index->granule_bytes = line;
  cache.index->modulus = sets;
  return cache;
}

double rate(const FoundSets& cache, const char* policy, std::uint64_t bytes, std::uint64_t stride) {
  const auto points = race(cache, policy, {bytes}, stride);
  EXPECT_EQ(points.size(), 1U);
  return points.empty() ? -1 : points.front().miss_rate;
}

// The textbook cache of the 2014 paper, §3.2: in a sequential chase, FIFO evicts the same lines as LRU.
TEST(Race, fifo_misses_what_lru_misses_of_a_chase_in_order) {
  const FoundSets cache = cache_of(3, 2, 8);
  for (std::uint64_t words = 1; words <= 24; ++words) {
    EXPECT_DOUBLE_EQ(rate(cache, "fifo", words * 4, 4), *lru_miss_rate(cache, words * 4, 4)) << words;
    EXPECT_DOUBLE_EQ(rate(cache, "lru", words * 4, 4), *lru_miss_rate(cache, words * 4, 4)) << words;
  }
  EXPECT_DOUBLE_EQ(rate(cache, "fifo", 52, 4), 3.0 / 13);
}

// Three lines take turns in two ways. The missing line is needed next or after the next access, with equal probability. So in the
// long run two of three accesses miss (a Markov chain of two states).
TEST(Race, chance_misses_two_of_three_lines_in_two_ways) {
  EXPECT_NEAR(rate(cache_of(1, 2, 32), "random", 96, 32), 2.0 / 3, 0.02);
  EXPECT_EQ(rate(cache_of(1, 2, 32), "random", 64, 32), 0);
  EXPECT_EQ(rate(cache_of(1, 1, 32), "random", 64, 32), 1);
  EXPECT_EQ(rate(cache_of(1, 2, 32), "random", 96, 32), rate(cache_of(1, 2, 32), "random", 96, 32));  // always the same race
}

TEST(Race, is_not_run_where_the_shape_is_not_known_or_it_would_take_long) {
  FoundSets cache = cache_of(4, 2, 32);
  EXPECT_TRUE(race(cache, "random", {}, 32).empty());
  EXPECT_TRUE(race(cache, "random", {64}, 0).empty());
  EXPECT_TRUE(race(cache, "random", {16}, 32).empty());
  EXPECT_TRUE(race(cache, "no such policy", {320}, 32).empty());
  EXPECT_TRUE(race(cache, "random", {std::uint64_t{32} << 20}, 32).empty());
  cache.ways.clear();
  EXPECT_TRUE(race(cache, "random", {320}, 32).empty());
  cache = cache_of(4, 2, 32);
  cache.index.reset();
  EXPECT_TRUE(race(cache, "random", {320}, 32).empty());
  cache = cache_of(4, 2, 32);
  cache.line_bytes = 48;  // no cache has lines of 48 bytes
  EXPECT_TRUE(race(cache, "random", {480}, 48).empty());
}

}  // namespace
}  // namespace chasescope::step
