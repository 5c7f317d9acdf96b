// Cards whose global loads meet no cache, as NVIDIA's before Fermi. The cache behind the first constant cache is no L2 there.
#include <gtest/gtest.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

const json kConstants = {{"constant_l1", lru(64, 64, 8, 4, {{"kind", "bits"}, {"bits", {6, 7, 8}}})},
                         {"second", lru(256, 256, 8, 4, {{"kind", "bits"}, {"bits", {8, 9, 10}}})}};

json card_with(const json& caches_of_global, const json& latency) {
  const json constant = {{"data", {"constant_l1", "second"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 8}, {"second", 88}, {"dram", 489}}}};
  json card = card_around(kConstants, {{"global.ca", {{"data", caches_of_global}, {"latency", latency}}}, {"constant", constant}});
  card.erase("tlbs");
  return card;
}

TEST(UncachedGlobal, ASecondConstantCacheIsOneOfItsOwnAndMemoryIsTold) {
  const json card = card_with(json::array(), {{"dram", 489}});
  const auto latencies = found_on(card, "latency");
  EXPECT_EQ(value_of(latencies, "constant_l1_5", "hit_latency_cycles"), 88);
  EXPECT_EQ(value_of(latencies, "constant_l1_5", "miss_penalty_cycles"), 401);
  EXPECT_EQ(value_of(latencies, "dram", "hit_latency_cycles"), 489);
  EXPECT_EQ(value_of(found_on(card, "sets"), "constant_l1_5", "ways"), 4);
}

// The same card, but global loads go through the second cache.
TEST(UncachedGlobal, ACacheThatGlobalLoadsMeetIsNoConstantCache) {
  const json card = card_with({"second"}, {{"second", 88}, {"dram", 489}});
  const auto latencies = found_on(card, "latency");
  EXPECT_EQ(value_of(latencies, "constant_l1_5", "hit_latency_cycles"), nullptr);
  EXPECT_EQ(value_of(latencies, "l1_data", "hit_latency_cycles"), 88);
}

}  // namespace
}  // namespace chasescope
