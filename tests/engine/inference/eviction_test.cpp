// Evictions between agents: latencies show which caches are one array, and how many arrays there are. All data are hand-written.
#include "engine/inference/sharing/eviction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/inference/sharing/array_count.h"
#include "engine/inference/sharing/shared_arrays.h"
#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto kKept = EvictionVerdict::kept, kEvicted = EvictionVerdict::evicted, kUnclear = EvictionVerdict::unclear;

TEST(ReadEviction, CountsSlowAccessesOfThoseThatAreWatched) {
  const std::vector<float> cycles{300, 40, 41, 300, 300, 39};
  const std::vector<bool> watched{false, true, true, true, false, true};
  EXPECT_EQ(read_eviction(cycles, watched, 100), (EvictionReading{4, 1}));
  EXPECT_EQ(median_watched(cycles, watched), 41);
  EXPECT_EQ(median_watched(cycles, std::vector<bool>(6)), 0);
  EvictionReading sum{4, 1};
  sum += {6, 4};
  EXPECT_DOUBLE_EQ(sum.share(), 0.5);
}

TEST(JudgeEviction, WantsMoreThanAloneAndEnoughAccesses) {
  EXPECT_EQ(judge_eviction({512, 0}, {512, 512}), kEvicted);
  EXPECT_EQ(judge_eviction({512, 0}, {512, 0}), kKept);
  // Interrupts explain a few misses in either reading.
  EXPECT_EQ(judge_eviction({512, 4}, {512, 1}), kKept);
  EXPECT_EQ(judge_eviction({512, 0}, {512, 3}), kKept);
  // More lines are evicted than by chance, but fewer than one shared array would lose.
  EXPECT_EQ(judge_eviction({512, 0}, {512, 60}), kUnclear);
  // Enough lines are evicted, although some ways of a set may never be replaced.
  EXPECT_EQ(judge_eviction({512, 0}, {512, 200}), kEvicted);
  // There are too few lines to exclude luck.
  EXPECT_EQ(judge_eviction({3, 0}, {3, 0}), kUnclear);
  EXPECT_EQ(judge_eviction({3, 0}, {3, 3}), kUnclear);
  // An idle agent reads one line, which may evict a few of few lines. A busy agent in another array evicts none.
  EXPECT_EQ(judge_eviction({48, 12}, {48, 48}), kEvicted);
  EXPECT_EQ(judge_eviction({48, 12}, {48, 0}), kKept);
  // Many lines are evicted even when the agent is alone.
  EXPECT_EQ(judge_eviction({512, 300}, {512, 512}), kUnclear);
  EXPECT_EQ(judge_eviction({512, 300}, {512, 300}), kUnclear);
}

TEST(JudgeEviction, HoldsUnderJitterOutliersAndDrift) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    const auto trace = [&](double evicted) {
      std::vector<float> cycles;
      for (int i = 0; i < 256; ++i) {
        double c = random.unit() < evicted ? 260 : 200;
        c *= 1 + 0.02 * i / 256;
        for (int k = 0; k < 12; ++k) c += 3 * (random.unit() - 0.5);
        if (random.unit() < 0.005) c += 300 + 2700 * random.unit();
        cycles.push_back(static_cast<float>(c));
      }
      return cycles;
    };
    const std::vector<bool> watched(256, true);
    const std::vector<float> idle = trace(0);
    const double cut = median_watched(idle, watched) + 30;
    const EvictionReading alone = read_eviction(idle, watched, cut);
    EXPECT_EQ(judge_eviction(alone, read_eviction(trace(0), watched, cut)), kKept) << seed;
    EXPECT_EQ(judge_eviction(alone, read_eviction(trace(0.5), watched, cut)), kEvicted) << seed;
    EXPECT_EQ(judge_eviction(alone, read_eviction(trace(1), watched, cut)), kEvicted) << seed;
  }
}

TEST(RelationOf, OneArrayEvictsBothWays) {
  EXPECT_EQ(relation_of(kEvicted, kEvicted), Relation::one_array);
  EXPECT_EQ(relation_of(kEvicted, kKept), Relation::separate);
  EXPECT_EQ(relation_of(kKept, kEvicted), Relation::separate);
  EXPECT_EQ(relation_of(kKept, kUnclear), Relation::separate);
  EXPECT_EQ(relation_of(kEvicted, kUnclear), Relation::unknown);
  EXPECT_EQ(relation_of(kUnclear, kUnclear), Relation::unknown);
}

std::vector<std::vector<Relation>> matrix(std::initializer_list<const char*> rows) {
  std::vector<std::vector<Relation>> relations;
  for (const std::string row : rows) {
    relations.emplace_back();
    for (const char c : row)
      relations.back().push_back(c == '1' ? Relation::one_array : c == '0' ? Relation::separate : Relation::unknown);
  }
  return relations;
}

TEST(SharedArrays, NamesThePartnersOfEach) {
  // L1, texture, read-only and constant on a Kepler: texture and read-only are one array.
  const SharedArrays kepler = find_shared_arrays(matrix({"?000", "0?10", "01?0", "000?"}));
  EXPECT_THAT(kepler.undecided, ElementsAre("", "", "", ""));
  EXPECT_THAT(kepler.partners, ElementsAre(IsEmpty(), ElementsAre(2), ElementsAre(1), IsEmpty()));
  const SharedArrays pascal = find_shared_arrays(matrix({"?11", "1?1", "11?"}));
  EXPECT_THAT(pascal.partners, ElementsAre(ElementsAre(1, 2), ElementsAre(0, 2), ElementsAre(0, 1)));
}

TEST(SharedArrays, FollowWhatCarriesOver) {
  // 0 and 2 were not compared, but both are the same array as 1. 3 is not the array of 1, so it is none of these.
  const SharedArrays found = find_shared_arrays(matrix({"?1??", "1?10", "?1??", "?0??"}));
  EXPECT_THAT(found.undecided, ElementsAre("", "", "", ""));
  EXPECT_THAT(found.partners, ElementsAre(ElementsAre(1, 2), ElementsAre(0, 2), ElementsAre(0, 1), IsEmpty()));
}

TEST(SharedArrays, LeaveOpenWhatTheDataDoNotDecide) {
  const SharedArrays unknown = find_shared_arrays(matrix({"?0?", "0?0", "?0?"}));
  EXPECT_THAT(unknown.undecided, ElementsAre(HasSubstr("not known whether it"), "", HasSubstr("not known whether it")));
  EXPECT_THAT(unknown.partners, ElementsAre(IsEmpty(), IsEmpty(), IsEmpty()));
  // A contradiction: 0 and 1 are one array, 1 and 2 are one array, but 0 and 2 are not.
  const SharedArrays contradiction = find_shared_arrays(matrix({"?10", "1?1", "01?"}));
  EXPECT_THAT(contradiction.undecided, testing::Each(HasSubstr("same array as a third")));
  EXPECT_THAT(contradiction.partners, testing::Each(IsEmpty()));
}

std::vector<bool> pattern(const std::string& text) {
  std::vector<bool> shares;
  for (const char c : text) shares.push_back(c == '1');
  return shares;
}

TEST(ArrayCount, CountsWhatServesPositionsInTurn) {
  EXPECT_EQ(count_arrays(pattern("11111111")).arrays, 1U);
  EXPECT_EQ(count_arrays(pattern("10101010")).arrays, 2U);
  EXPECT_EQ(count_arrays(pattern("110011001100")).arrays, 2U);
  EXPECT_EQ(count_arrays(pattern("1000100010001000")).arrays, 4U);
  // Three arrays, and a number of positions that is no multiple of three.
  EXPECT_EQ(count_arrays(pattern("10010010010")).arrays, 3U);
  EXPECT_EQ(count_arrays(pattern("10010010010")).period, 3U);
}

TEST(ArrayCount, CountsWhatServesPositionsOneAfterTheOther) {
  EXPECT_EQ(count_arrays(pattern("1111111100000000")).arrays, 2U);
  EXPECT_EQ(count_arrays(pattern("1111000000000000")).arrays, 4U);
  EXPECT_EQ(count_arrays(pattern("1111000000000000")).sharing, 4U);
}

TEST(ArrayCount, LeavesOpenWhatIsNotEven) {
  for (const char* const text : {"1010011010010111", "1110000000000000", "110110110110"}) {
    const ArrayCount count = count_arrays(pattern(text));
    EXPECT_EQ(count.arrays, 0U) << text;
    EXPECT_FALSE(count.undecided.empty()) << text;
  }
  EXPECT_THAT(count_arrays(pattern("1111")).undecided, HasSubstr("only 4 positions"));
}

}  // namespace
}  // namespace chasescope::inference
