// The probe `conflicts`: it finds sets from random trials, and from the same trials the line that a full set evicts.
#include <gmock/gmock.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

const json kHashedIndex = {{"kind", "xor"}, {"bits", {{7, 12, 17}, {8, 13, 18}, {9, 14, 16}, {10, 15}, {11, 16, 19}}}};

json card_around_l1(const json& l1) {
  const json ca = {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}};
  json card = card_around({{"l1", l1}, {"l2", lru(128, 128, 1024, 8, {{"kind", "modulo"}})}}, {{"global.ca", ca}});
  card.erase("tlbs");
  return card;
}

json hashed_going_by(const char* policy) {
  json l1 = lru(128, 128, 32, 4, kHashedIndex);
  l1["policy"] = {{"kind", policy}};
  return card_around_l1(l1);
}

TEST(Conflicts, tells_sets_ways_index_and_policy_of_the_nearest_cache) {
  for (const char* policy : {"lru", "fifo"}) {
    const auto found = found_on(hashed_going_by(policy), "conflicts", {{"space", "global.ca"}});
    EXPECT_EQ(value_of(found, "l1_data", "sets"), 32) << policy;
    EXPECT_EQ(value_of(found, "l1_data", "ways"), 4) << policy;
    EXPECT_EQ(value_of(found, "l1_data", "line_bytes"), 128) << policy;
    EXPECT_EQ(value_of(found, "l1_data", "replacement_policy"), policy);
  }
}

TEST(Conflicts, names_the_chases_in_which_lines_went_as_evidence) {
  const auto found = found_on(hashed_going_by("lru"), "conflicts", {{"space", "global.ca"}});
  const auto policy =
      std::find_if(found.begin(), found.end(), [](const Finding& one) { return one.quantity == "replacement_policy"; });
  ASSERT_NE(policy, found.end());
  EXPECT_EQ(policy->evidence.size(), 2U) << "in order, and in another order";
}

// With few misses, the cache keeps its first policy, which equals LRU. Other chases contradict LRU.
TEST(Conflicts, does_not_tell_a_policy_that_other_chases_deny) {
  json l1 = lru(128, 128, 64, 4, {{"kind", "modulo"}});
  l1["policy"] = {{"kind", "dip"}};
  const auto found = found_on(card_around_l1(l1), "conflicts", {{"space", "global.ca"}});
  EXPECT_EQ(value_of(found, "l1_data", "sets"), 64);
  EXPECT_NE(value_of(found, "l1_data", "replacement_policy"), "lru");
}

// If no sets are found, the probe does not examine the policy.
TEST(Conflicts, asks_for_no_policy_where_no_sets_are_told) {
  const json card = card_around_l1(lru(128, 128, 1, 512, {{"kind", "modulo"}}));
  const auto found = found_on(card, "conflicts", {{"space", "global.ca"}});
  EXPECT_TRUE(value_of(found, "l1_data", "sets").is_null());
  EXPECT_TRUE(std::none_of(found.begin(), found.end(), [](const Finding& one) { return one.quantity == "replacement_policy"; }));
}

}  // namespace
}  // namespace chasescope
