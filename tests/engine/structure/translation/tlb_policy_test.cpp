// The replacement of TLBs behind one another (2014 paper §4.2, table 4), on cards whose file states it. No probe reads the file.
#include <gtest/gtest.h>

#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

json tlb(std::uint64_t page, unsigned sets, unsigned ways, const json& policy) {
  return {{"page_bytes", page}, {"entries", sets * ways}, {"sets", sets}, {"ways", ways}, {"index", {{"kind", "modulo"}}},
          {"policy", policy}};
}

/// A small L2 behind two TLBs.
json card_with(const json& first, const json& second) {
  const json path{{"data", {"l2"}},
                  {"backing", "dram"},
                  {"latency", {{"l2", 230}, {"dram", 371}}},
                  {"translation", {"near", "far"}},
                  {"translation_penalty", {{"far", 20}, {"walk", 90}}}};
  return {{"schema", "chasescope-model"},
          {"version", 1},
          {"name", "Card"},
          {"summary", "two TLBs"},
          {"device", {{"memory_bytes", std::uint64_t{1} << 31}}},
          {"caches", {{"l2", lru(128, 32, 512, 8, {{"kind", "modulo"}})}}},
          {"tlbs", {{"near", tlb(1 << 20, 1, 8, first)}, {"far", tlb(1 << 20, 4, 8, second)}}},
          {"paths", {{"global.cg", path}, {"global.ca", path}}}};
}

const Finding* policy_of(const std::vector<Finding>& findings, const std::string& subject) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == "replacement_policy") return &finding;
  return nullptr;
}

TEST(TlbPolicy, EachTlbIsToldByItsOwn) {
  const char* const policies[][2] = {{"lru", "lru"}, {"fifo", "lru"}, {"lru", "fifo"}, {"plru", "fifo"}, {"lru", "plru"}};
  for (const auto& [first, second] : policies) {
    const auto findings = found_on(card_with({{"kind", first}}, {{"kind", second}}), "tlb");
    const Finding* near = policy_of(findings, "l1_tlb");
    const Finding* far = policy_of(findings, "l2_tlb");
    ASSERT_TRUE(near != nullptr && far != nullptr) << first << ' ' << second;
    EXPECT_EQ(near->value, first) << second << ": " << near->reason;
    EXPECT_EQ(far->value, second) << first << ": " << far->reason;
    EXPECT_FALSE(near->evidence.empty() || far->evidence.empty());
  }
}

TEST(TlbPolicy, NoneIsToldOnADeviceThatKeepsTranslations) {
  KeepingDevice device(card_with({{"kind", "fifo"}}, {{"kind", "lru"}}));
  const auto found = found_on(device, "tlb", {});
  EXPECT_FALSE(found.empty());
  for (const Finding& finding : found) {
    EXPECT_EQ(finding.status, FindingStatus::not_measurable) << finding.subject << ' ' << finding.quantity << ' ' << finding.value;
    EXPECT_FALSE(finding.reason.empty()) << finding.subject << ' ' << finding.quantity;
  }
}

}  // namespace
}  // namespace chasescope
