// After one control changes, the other controls are refitted to values that make sense.
#include "engine/build/fit.h"

#include <gtest/gtest.h>

#include "engine/build/built_card.h"
#include "engine/build/policy_choice.h"

namespace chasescope::build {
namespace {

using model::CacheSpec;
using model::IndexSpec;
using Kind = IndexSpec::Kind;

CacheSpec changed(const CacheSpec& before, std::uint64_t unit, std::size_t sets) {
  CacheSpec after = before;
  after.unit_bytes = after.sector_bytes = unit;
  after.ways = with_sets(before.ways, sets);
  after.index = refitted_index(before, after);
  after.policy = refitted_policy(before, after);
  return after;
}

TEST(Fit, UsualIndicesAreIndices) {
  for (const Kind kind : {Kind::modulo, Kind::bits, Kind::xor_, Kind::table})
    for (const std::size_t sets : {1U, 2U, 8U, 64U})
      for (const std::uint64_t unit : {8U, 128U}) {
        BuiltCache built = first_cache();
        built.cache.unit_bytes = built.cache.sector_bytes = unit;
        built.cache.ways.assign(sets, 4);
        built.cache.index = usual_index(kind, unit, sets);
        const Build build = build_card(built);
        EXPECT_TRUE(build.card) << build.faults.front().sentence;
      }
}

TEST(Fit, TheUsualIndexFollowsTheLineAndTheSets) {
  for (const Kind kind : {Kind::modulo, Kind::bits, Kind::xor_, Kind::table}) {
    CacheSpec cache = first_cache().cache;
    cache.index = usual_index(kind, 128, 8);
    EXPECT_EQ(changed(cache, 64, 8).index, usual_index(kind, 64, 8));
    EXPECT_EQ(changed(cache, 128, 32).index, usual_index(kind, 128, 32));
    EXPECT_EQ(changed(changed(cache, 128, 32), 128, 8).index, cache.index);
  }
}

TEST(Fit, AnIndexOfOnesOwnKeepsItsBits) {
  CacheSpec cache = first_cache().cache;
  cache.index.bit_groups = {{7, 11}, {9}, {8, 10}};
  EXPECT_EQ(changed(cache, 64, 8).index.bit_groups, (std::vector<std::vector<unsigned>>{{6, 10}, {8}, {7, 9}}));
  EXPECT_EQ(changed(cache, 128, 16).index.bit_groups, (std::vector<std::vector<unsigned>>{{7, 11}, {9}, {8, 10}, {12}}));
  EXPECT_EQ(changed(cache, 128, 2).index.bit_groups, (std::vector<std::vector<unsigned>>{{7, 11}}));
}

TEST(Fit, ATableNamesOnlySetsThatThereAreAndAllOfThem) {
  CacheSpec cache = first_cache().cache;
  cache.index = {};
  cache.index.kind = Kind::table;
  cache.index.table = {7, 6, 5, 4, 3, 2, 1, 0, 0};
  EXPECT_EQ(changed(cache, 128, 3).index.table, (std::vector<std::uint32_t>{1, 0, 2, 1, 0, 2, 1, 0, 0}));
  EXPECT_EQ(changed(cache, 128, 9).index.table, (std::vector<std::uint32_t>{7, 6, 5, 4, 3, 2, 1, 0, 0, 8}));
}

TEST(Fit, ChancesOfWaysFollowTheWays) {
  CacheSpec before = first_cache().cache;
  before.ways.assign(8, 4);
  before.policy = policy_for("weighted_way", before.ways);
  before.policy.words["draw"] = "independent";
  CacheSpec after = before;
  after.ways.assign(8, 3);
  const auto policy = refitted_policy(before, after);
  EXPECT_EQ(policy.numbers.at("probabilities"), (std::vector<double>{0.25, 0.5, 0.25}));
  EXPECT_EQ(policy.words.at("draw"), "independent");
  EXPECT_EQ(refitted_policy(before, before), before.policy);
}

TEST(Fit, WaysAsText) {
  EXPECT_EQ(ways_text({6, 4, 4}), "6, 4, 4");
  std::vector<std::uint32_t> many(32, 4);
  many[0] = 6;
  EXPECT_EQ(ways_text(many), "6, 31 × 4");
  EXPECT_EQ(parse_ways("6, 31 × 4", 64), many);
  EXPECT_EQ(parse_ways("6,31x4", 64), many);
  EXPECT_EQ(parse_ways("6, 31*4", 64), many);
  EXPECT_TRUE(parse_ways("6, 31 × 4", 31).empty());
  for (const char* wrong : {"", "6,", "a", "6, -1", "4 ×", "× 4", "1.5"}) EXPECT_TRUE(parse_ways(wrong, 64).empty()) << wrong;
}

}  // namespace
}  // namespace chasescope::build
