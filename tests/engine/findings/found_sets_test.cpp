#include "engine/findings/found_sets.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "engine/findings/finding_words.h"
#include "engine/findings/index_words.h"
#include "engine/findings/way_words.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope {
namespace {

using inference::SetIndex;
using nlohmann::json;
using testing::ElementsAre;

Finding found(const std::string& subject, const std::string& quantity, json value, json conditions = {{"space", "global.ca"}},
              const std::string& reason = {}) {
  Finding finding = made_finding(subject, quantity, std::move(value), {}, std::move(conditions));
  finding.reason = reason;
  return finding;
}

Finding function_of(const SetIndex& index) {
  Finding function =
      found("l2", "set_index_function", index_value(index), {}, index_words(index) + " Address bits up to 29 were examined.");
  if (index.kind == SetIndex::Kind::one_set) function.status = FindingStatus::absent;
  return function;
}

Finding bits_of(const SetIndex& index) {
  std::uint64_t all = 0;
  for (const std::uint64_t row : index.rows) all |= row;
  return found("l2", "set_index_bits", inference::bit_positions(all));
}

SetIndex linear(std::vector<std::uint64_t> rows) {
  SetIndex index;
  index.kind = SetIndex::Kind::linear;
  index.rows = std::move(rows);
  return index;
}

SetIndex modulo(std::uint64_t bytes, std::uint64_t sets) {
  SetIndex index;
  index.kind = SetIndex::Kind::modulo;
  index.granule_bytes = bytes;
  index.modulus = sets;
  return index;
}

SetIndex table(std::uint64_t unit, const std::vector<std::uint32_t>& sets, bool repeats) {
  SetIndex index;
  index.kind = SetIndex::Kind::listed;
  index.unit_bytes = unit;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    index.listed[i] = sets[i];
    index.listed_sets = std::max(index.listed_sets, sets[i] + 1);
  }
  index.listed_period = repeats ? sets.size() : 0;
  return index;
}

TEST(IndexWords, AnIndexThatAFindingTellsIsReadBackAsItWas) {
  for (const SetIndex& index :
       {linear({1U << 7, 1U << 8}), linear({(1U << 7) | (1U << 12), (1U << 8) | (1U << 13) | (1U << 20)}), modulo(128, 3),
        modulo(1500, 24), modulo(std::uint64_t{3} << 20, 7), table(2U << 20, {0, 1, 2, 3, 4, 5, 6, 0, 1, 0, 0}, true),
        table(64, {1, 0, 1, 2}, false), SetIndex{}}) {
    const Finding function = function_of(index), bits = bits_of(index);
    const auto read = index_from(function, &bits);
    ASSERT_TRUE(read) << function.reason;
    EXPECT_EQ(*read, index) << function.reason;
  }
}

TEST(IndexWords, WhatIsNotToldInFullIsNotGuessed) {
  EXPECT_FALSE(index_from(found("l2", "set_index_function", "modulo"), nullptr));
  EXPECT_FALSE(index_from(found("l2", "set_index_function", "modulo", {}, "Blocks of 0 B, by their number modulo 3."), nullptr));
  EXPECT_FALSE(index_from(found("l2", "set_index_function", "table", {}, "Blocks of 2 MiB, in the sets 0, one."), nullptr));
  EXPECT_FALSE(index_from(found("l2", "set_index_function", "bits"), nullptr));
  EXPECT_FALSE(index_from(found("l2", "set_index_function", json::array({json::array({7, 64})})), nullptr));
  Finding undecided = found("l2", "set_index_function", "bits");
  undecided.status = FindingStatus::not_measurable;
  const Finding bits = found("l2", "set_index_bits", {7, 8});
  EXPECT_FALSE(index_from(undecided, &bits));
  // A table with holes, or one that is too long for a sentence, is left out.
  SetIndex holes = table(64, {0, 1, 0}, false);
  holes.listed.erase(1);
  EXPECT_EQ(index_words(holes), "");
  EXPECT_EQ(index_words(modulo(128, 25'600)), "Blocks of 128 B, by their number modulo 25,600.");
  for (const char* words : {"Blocks of 128 B, by their number modulo 25,600.", "Blocks of 128 B, by their number modulo 25600."}) {
    const auto read = index_from(found("l2", "set_index_function", "modulo", {}, words), nullptr);
    ASSERT_TRUE(read) << words;
    EXPECT_EQ(read->modulus, 25'600U) << words;
  }
  EXPECT_EQ(index_words(table(64, std::vector<std::uint32_t>(5000, 1), true)), "");
}

TEST(WayWords, IntervalsAreReadBackAsTheyWere) {
  Finding finding = found("l1_data", "way_replacement_probability", {0.1652, 0.5044});
  finding.reason = way_words({{0.1652, 0.159, 0.172}, {0.5044, 0.496, 0.513}}) + " The likeliest way is taken at every second one.";
  const auto ways = ways_from(finding);
  ASSERT_EQ(ways.size(), 2U);
  EXPECT_DOUBLE_EQ(ways[0].value, 0.1652);
  EXPECT_DOUBLE_EQ(ways[0].low, 0.159);
  EXPECT_DOUBLE_EQ(ways[1].high, 0.513);
  EXPECT_EQ(told_reason(finding), finding.reason);
  finding.reason = "95 % intervals: 0.159 to 0.172.";  // one interval is missing, so that none is used
  EXPECT_DOUBLE_EQ(ways_from(finding)[0].low, 0.1652);
  finding.status = FindingStatus::not_measurable;
  EXPECT_TRUE(ways_from(finding).empty());
}

// Where the ways are replaced in turn nothing is random, and an interval would speak of chance.
TEST(WayWords, NoIntervalStandsBesideWhatRepeatsExactly) {
  Finding finding = found("l1_data", "way_replacement_probability", {0.1668, 0.5});
  finding.reason = way_words({{0.1668, 0.158, 0.176}, {0.5, 0.488, 0.512}}) +
                   " The likeliest way is taken at every second replacement, without exception.";
  EXPECT_TRUE(replaced_in_turn(finding));
  EXPECT_DOUBLE_EQ(ways_from(finding)[0].low, 0.1668);
  EXPECT_DOUBLE_EQ(ways_from(finding)[1].high, 0.5);
  EXPECT_EQ(told_reason(finding),
            "Nothing is random here, so the shares have no interval. The likeliest way is taken at every second replacement, "
            "without exception.");
  EXPECT_NE(explanation_words(finding).find("Nothing is random"), std::string::npos);
}

TEST(MissRate, OfATraceThatRepeatsExactlyHasNoInterval) {
  Finding rate = found("device", "miss_rate", 0.098);
  rate.low = 0.09;
  rate.high = 0.106;
  rate.evidence = {"run-2", "run-1"};
  Finding period = found("device", "period_accesses", 816);
  period.evidence = {"run-2", "run-1"};
  EXPECT_EQ(interval_words(rate, std::vector{rate, period}), "repeats exactly");
  EXPECT_EQ(interval_words(rate, std::vector{rate}), interval_words(rate));
  Finding disturbed = period;
  disturbed.reason = "3 accesses contradict the period and were taken for outliers.";
  EXPECT_FALSE(repeats_exactly(rate, std::vector{rate, disturbed}));
  period.evidence = {"run-3", "run-1"};
  EXPECT_FALSE(repeats_exactly(rate, std::vector{rate, period})) << "the period is of another trace";
}

/// The texture cache in figure 12 of the 2014 paper.
std::vector<Finding> texture() {
  const json space{{"space", "texture"}};
  return {found("texture", "sets", 4, space), found("texture", "ways_per_set", {96, 96, 96, 96}, space),
          found("texture", "set_index_bits", {7, 8}, space), found("texture", "set_index_function", "bits", space),
          found("texture", "capacity_bytes", 12288, space)};
}

TEST(FoundSets, PutsTogetherWhatTheFindingsOfOneCacheSay) {
  const auto caches = found_sets(texture());
  ASSERT_EQ(caches.size(), 1U);
  const FoundSets& cache = caches.front();
  EXPECT_EQ(cache.entries(), 384U);
  EXPECT_TRUE(cache.equal_ways());
  EXPECT_EQ(cache.line_bytes, 32U);  // 12 KiB of 384 lines
  EXPECT_EQ(cache.set_of(127), 0U);
  EXPECT_EQ(cache.set_of(128), 1U);
  EXPECT_EQ(cache.set_of(512 + 3 * 128), 3U);
  EXPECT_TRUE(cache.nearest);
  EXPECT_FALSE(cache.translates());
}

TEST(FoundSets, SettingsAreKeptApartAndTheNearestComesFirst) {
  std::vector<Finding> findings{found("l2_tlb", "ways_per_set", {17, 8}), found("l2", "sets", 256),
                                found("l1_data", "sets", 32, {{"space", "global.ca"}, {"carveout_percent", 50}}),
                                found("l1_data", "sets", 64, {{"space", "global.ca"}, {"carveout_percent", 0}}),
                                found("l1_data", "hit_latency_cycles", 30)};
  const auto caches = found_sets(findings);
  std::vector<std::string> subjects;
  for (const FoundSets& cache : caches) subjects.push_back(cache.subject);
  EXPECT_THAT(subjects, ElementsAre("l1_data", "l1_data", "l2", "l2_tlb"));
  EXPECT_EQ(caches[0].sets, 32U);
  EXPECT_EQ(caches[1].sets, 64U);
  EXPECT_FALSE(caches[2].nearest);  // the L1 is in front of the L2
  EXPECT_FALSE(caches[3].nearest);
  EXPECT_THAT(caches[3].ways, ElementsAre(17, 8));
  EXPECT_EQ(caches[3].sets, 2U);
}

TEST(FoundSets, FindingsThatContradictEachOtherGiveNoPlaces) {
  std::vector<Finding> findings = texture();
  findings[0].value = 8;  // contradicts bits 7 and 8, which choose among four sets
  EXPECT_FALSE(found_sets(findings).front().index);
  findings = texture();
  findings[1].value = json::array({96, -1, 96, 96});
  EXPECT_TRUE(found_sets(findings).front().ways.empty());
  EXPECT_TRUE(found_sets({found("l1_data", "capacity_bytes", 16384)}).empty());  // no finding about sets
}

TEST(LruMissRate, TheTextbookCacheMissesThreeOfThirteen) {
  // 2014 paper §3.2: three sets of two ways of two words, and a chase over 13 words.
  const json space{{"space", "global.ca"}};
  Finding function = found("l2", "set_index_function", "modulo", space, index_words(modulo(8, 3)));
  const auto caches =
      found_sets({found("l2", "sets", 3, space), found("l2", "ways", 2, space), function, found("l2", "line_bytes", 8, space)});
  ASSERT_EQ(caches.size(), 1U);
  EXPECT_DOUBLE_EQ(*lru_miss_rate(caches.front(), 52, 4), 3.0 / 13);
  EXPECT_DOUBLE_EQ(*lru_miss_rate(caches.front(), 48, 4), 0);
  EXPECT_DOUBLE_EQ(*lru_miss_rate(caches.front(), 72, 4), 0.5);  // each line misses once and then hits for its second word
  EXPECT_FALSE(lru_miss_rate(caches.front(), 2, 4));
}

TEST(LruMissRate, SetsOfUnequalHeightOverflowOneAfterTheOther) {
  // 2014 paper §4.2: one set of 17 and six sets of 8 pages of 2 MiB. Under LRU, a set misses all its entries once it gets one page
  // too many.
  std::vector<std::uint32_t> of_page;
  for (std::uint32_t page = 0; page < 56; ++page) of_page.push_back(page % 7);
  for (std::uint32_t page = 56; page < 65; ++page) of_page.push_back(0);
  const SetIndex index = table(2U << 20, of_page, true);
  const auto caches = found_sets({found("l2_tlb", "ways_per_set", {17, 8, 8, 8, 8, 8, 8}), found("l2_tlb", "sets", 7),
                                  found("l2_tlb", "set_index_function", "table", {{"space", "global.ca"}}, index_words(index)),
                                  found("l2_tlb", "page_bytes", 2U << 20)});
  const auto missed = [&](std::uint64_t pages) {
    return std::lround(*lru_miss_rate(caches.front(), pages * (2U << 20), 2U << 20) * static_cast<double>(pages));
  };
  EXPECT_EQ(missed(65), 0);
  EXPECT_EQ(missed(66), 18);
  EXPECT_EQ(missed(67), 27);
  EXPECT_EQ(missed(72), 72);
}

}  // namespace
}  // namespace chasescope
