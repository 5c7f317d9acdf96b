// Translation behind a data cache that has more tags than data: a line that the data store loses must not be taken for a TLB miss.
#include <gtest/gtest.h>

#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

/// A cache with tags for 512 lines and data for 250, before TLBs of 64 and 384 entries.
json card_with_a_smaller_store() {
  const json rows = {{7, 19, 21, 25, 27},      {8, 15, 20, 21, 25},  {9, 20, 22, 24}, {10, 22, 24, 27},
                     {11, 15, 21, 22, 23, 26}, {12, 15, 20, 25, 27}, {13, 22, 23, 26}};
  json l1 = lru(128, 16, 128, 4, {{"kind", "xor"}, {"bits", rows}});
  l1["data_store"] = {{"capacity_bytes", 32000}};
  json card = card_around({{"l1", l1}}, {{"global.ca",
                                          {{"data", {"l1"}},
                                           {"latency", {{"l1", 57}, {"dram", 205}}},
                                           {"translation", {"l1_tlb", "l2_tlb"}},
                                           {"translation_penalty", {{"l2_tlb", 49}, {"walk", 184}}}}}});
  const json page = 2 << 20;
  card["tlbs"] = {{"l1_tlb",
                   {{"entries", 64},
                    {"index", {{"kind", "modulo"}}},
                    {"page_bytes", page},
                    {"policy", {{"kind", "lru"}}},
                    {"sets", 1},
                    {"ways", 64}}},
                  {"l2_tlb",
                   {{"entries", 384},
                    {"index", {{"kind", "bits"}, {"bits", {21, 22, 23, 24, 25, 26}}}},
                    {"page_bytes", page},
                    {"policy", {{"kind", "lru"}}},
                    {"sets", 64},
                    {"ways", 6}}}};
  return card;
}

TEST(TagsWithoutData, make_no_tlb_of_what_the_store_of_data_loses) {
  const auto found = found_on(card_with_a_smaller_store(), "tlb", {{"space", "global.ca"}});
  EXPECT_EQ(value_of(found, "l1_tlb", "miss_penalty_cycles"), 49);
  for (const Finding& finding : found) {
    EXPECT_NE(finding.subject, "l3_tlb") << finding.quantity;
    if (finding.subject == "l2_tlb" && finding.quantity == "miss_penalty_cycles" && finding.status == FindingStatus::measured) {
      EXPECT_NEAR(finding.value.get<double>(), 184 - 49, 5);
    }
  }
}

}  // namespace
}  // namespace chasescope
