// The sets of an L1 whose size the driver chose. They are found at the carve-out that makes the whole array a cache, and through
// all spaces that lead to the array.
// too.
#include <gmock/gmock.h>

#include "engine/probe/caches/caches_step.h"
#include "engine/probe/discovery/registry.h"
#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

const json kHashed = {{7, 12, 17}, {8, 13, 18}, {9, 14, 16}, {10, 15}, {11, 16, 19}},
           kHashedOtherwise = {{7}, {8}, {9, 16}, {10, 17}, {11, 18}};

json with_store_of(std::uint64_t bytes, const json& rows) {
  json cache = lru(128, 128, 32, 4, {{"kind", "xor"}, {"bits", rows}});
  cache["data_store"] = {{"capacity_bytes", bytes}};
  return cache;
}

/// A cache with tags for 16 KiB. Its data store holds half as much by the driver's choice. At carve-out 0 % nearly all tags have
/// data.
json with_carveouts(const json& rows) {
  json cache = with_store_of(8 << 10, rows);
  for (const auto& [percent, bytes] : {std::pair{0, 15 << 10}, {50, 10 << 10}, {100, 4 << 10}}) {
    json alternative = with_store_of(static_cast<std::uint64_t>(bytes), rows);
    alternative["carveout_percent_to"] = percent;
    cache["alternatives"].push_back(alternative);
  }
  return cache;
}

/// Read-only loads lead to the L1. Texture loads lead to a cache with another index.
json card_with_carveouts() {
  const json latency = {{"l1", 38}, {"l2", 280}, {"dram", 700}};
  json card = card_around({{"l1", with_carveouts(kHashed)},
                           {"tex", with_carveouts(kHashedOtherwise)},
                           {"l2", lru(128, 128, 1024, 16, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", latency}}},
                           {"readonly", {{"data", {"l1", "l2"}}, {"latency", latency}}},
                           {"texture", {{"data", {"tex", "l2"}}, {"latency", {{"tex", 90}, {"l2", 330}, {"dram", 750}}}}},
                           {"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", 280}, {"dram", 700}}}}}});
  card["device"]["l2_bytes"] = 2 << 20;
  card.erase("tlbs");
  return card;
}

std::vector<Finding> caches_of(Device& device) {
  const auto report = CachesStep(structure::Depth::sets).run(device, {}, {});
  return report ? report->findings : std::vector<Finding>{};
}

const Finding* find_among(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity,
                          const json& conditions) {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
    return one.subject == subject && one.quantity == quantity && one.conditions == conditions;
  });
  return found == findings.end() ? nullptr : &*found;
}

TEST(SameArray, shows_its_sets_through_every_space_where_it_is_all_cache) {
  KeepingDevice card(card_with_carveouts());
  const std::vector<Finding> findings = caches_of(card);
  struct Told {
    const char* subject;
    json conditions;
    const char* method;
  };
  for (const Told& told : {Told{"l1_data", {{"space", "global.ca"}, {"carveout_percent", 0.0}}, "trials"},
                           Told{"readonly", {{"space", "readonly"}, {"carveout_percent", 0.0}}, "Trials through global.ca"},
                           Told{"texture", {{"space", "texture"}, {"carveout_percent", 0.0}}, "stood out"}}) {
    for (const auto& [quantity, value] : {std::pair{"sets", 32}, {"ways", 4}, {"line_bytes", 128}}) {
      const Finding* finding = find_among(findings, told.subject, quantity, told.conditions);
      ASSERT_NE(finding, nullptr) << told.subject << ' ' << quantity << told.conditions;
      EXPECT_EQ(finding->value, value) << told.subject << ' ' << quantity << told.conditions << finding->reason;
      EXPECT_FALSE(finding->evidence.empty()) << told.subject << ' ' << quantity;
    }
    EXPECT_THAT(find_among(findings, told.subject, "sets", told.conditions)->method, HasSubstr(told.method));
  }
}

TEST(SameArray, is_looked_at_where_it_is_all_cache_if_nobody_says_otherwise) {
  KeepingDevice card(card_with_carveouts());
  const auto report = find_probe("conflicts")->run(card, {}, {});
  ASSERT_TRUE(report);
  for (const auto& [subject, space] : {std::pair{"l1_data", "global.ca"}, {"readonly", "readonly"}, {"texture", "texture"}}) {
    const Finding* sets = find_among(report->findings, subject, "sets", {{"space", space}, {"carveout_percent", 0.0}});
    ASSERT_NE(sets, nullptr) << subject;
    EXPECT_EQ(sets->value, 32) << subject;
  }
}

}  // namespace
}  // namespace chasescope
