// TLBs behind one another, of several policies, whose pages are as large as those in front or larger. The findings must be the true
// structure.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"

namespace chasescope {
namespace {

using nlohmann::json;

struct RowTlb {
  std::uint64_t page_bytes;
  std::vector<std::uint32_t> ways;  // by set
  const char* policy;
  std::uint64_t granule_bytes = 0;  // bytes of neighbouring pages that share a set; 0: one page
};

struct Row {
  const char* name;
  std::vector<RowTlb> tlbs;
};

json model_of(const Row& row) {
  json model{{"schema", "chasescope-model"},
             {"version", 1},
             {"name", row.name},
             {"summary", "TLBs in a row"},
             {"device", {{"memory_bytes", std::uint64_t{16} << 30}, {"sm_count", 4}}},
             {"caches",
              {{"l2",
                {{"capacity_bytes", 2039 * 16 * 128},
                 {"line_bytes", 128},
                 {"sets", 2039},
                 {"ways", 16},
                 {"index", {{"kind", "modulo"}}},
                 {"policy", {{"kind", "lru"}}}}}}},
             {"tlbs", json::object()}};
  json names = json::array(), penalties = json::object();
  std::uint64_t penalty = 0;
  for (std::size_t i = 0; i < row.tlbs.size(); ++i) {
    const RowTlb& tlb = row.tlbs[i];
    const std::string name = "l" + std::to_string(i + 1) + "_tlb";
    std::uint64_t entries = 0;
    for (const std::uint32_t ways : tlb.ways) entries += ways;
    model["tlbs"][name] = {{"page_bytes", tlb.page_bytes},     {"entries", entries},
                           {"sets", tlb.ways.size()},          {"ways", tlb.ways},
                           {"policy", {{"kind", tlb.policy}}}, {"index", {{"kind", "modulo"}}}};
    if (tlb.granule_bytes != 0) model["tlbs"][name]["index"]["granule_bytes"] = tlb.granule_bytes;
    names.push_back(name);
    penalty += 37 + 50 * i;
    penalties[i + 1 == row.tlbs.size() ? "walk" : "l" + std::to_string(i + 2) + "_tlb"] = penalty;
  }
  model["paths"]["global.cg"] = {
      {"data", {"l2"}}, {"latency", {{"l2", 211}, {"dram", 640}}}, {"translation", names}, {"translation_penalty", penalties}};
  return model;
}

class TlbsInARow : public testing::TestWithParam<Row> {};

TEST_P(TlbsInARow, AreFoundByTheirPagesAndSets) {
  const Row& row = GetParam();
  const auto card = load_card(model_of(row).dump(), "row.json");
  ASSERT_TRUE(card) << card.error().message;
  auto device = open_software_device(*card, {});
  ASSERT_TRUE(device) << device.error().message;
  const auto report = find_probe("tlb")->run(**device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto value = [&](const std::string& subject, const std::string& quantity) -> json {
    for (const Finding& finding : report->findings)
      if (finding.subject == subject && finding.quantity == quantity)
        return finding.status == FindingStatus::measured ? finding.value : json(finding.reason);
    return {};
  };
  for (std::size_t i = 0; i < row.tlbs.size(); ++i) {
    const RowTlb& tlb = row.tlbs[i];
    const std::string name = "l" + std::to_string(i + 1) + "_tlb";
    EXPECT_EQ(value(name, "page_bytes"), tlb.page_bytes) << name;
    EXPECT_EQ(value(name, "entries"), std::accumulate(tlb.ways.begin(), tlb.ways.end(), 0U)) << name;
    EXPECT_EQ(value(name, "sets"), tlb.ways.size()) << name;
    const json ways = value(name, "ways_per_set");
    if (tlb.ways.size() < 2) continue;
    ASSERT_TRUE(ways.is_array()) << name << ": " << ways;
    auto found = ways.get<std::vector<std::uint32_t>>(), there = tlb.ways;
    std::sort(found.begin(), found.end());
    std::sort(there.begin(), there.end());
    EXPECT_EQ(found, there) << name;
  }
  EXPECT_TRUE(value("l" + std::to_string(row.tlbs.size() + 1) + "_tlb", "entries").is_null()) << "one more than there are";
}

std::vector<std::uint32_t> equal(std::size_t sets, std::uint32_t ways) { return std::vector<std::uint32_t>(sets, ways); }

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB;

INSTANTIATE_TEST_SUITE_P(
    Rows, TlbsInARow,
    testing::Values(
        // One set in front has as many ways as eight pages behind have parts.
        Row{"PagesEightTimesAsLarge", {{64 * kKiB, equal(1, 48), "lru"}, {512 * kKiB, equal(32, 4), "lru"}}},
        // Few pages go to each set in front, so that flushing the sets needs other pages.
        Row{"ManySetsInFront", {{64 * kKiB, equal(82, 4), "lru"}, {512 * kKiB, equal(64, 8), "fifo"}}},
        // The flush pages for the TLB in front overflow the small sets behind it.
        Row{"SmallSetsBehindAFullOne", {{2 * kMiB, equal(1, 16), "lru"}, {2 * kMiB, {3, 3, 22, 22, 22, 3}, "lru"}}},
        // The TLB in front has more entries than the TLB behind has pages.
        Row{"FewerEntriesBehind", {{4 * kKiB, equal(45, 8), "fifo"}, {32 * kKiB, equal(65, 4), "lru"}}},
        // The check of a found structure fills the sets in front with more and more parts of each page. It must not look up pages
        // with the parts that fill the sets.
        Row{"LargePagesBehindSetsOfFour",
            {{128 * kKiB, {20, 16, 16, 16, 16, 16}, "lru"},
             {256 * kKiB, equal(32, 8), "lru", kMiB},
             {4 * kMiB, equal(80, 2), "lru", 8 * kMiB}}},
        Row{"Three", {{4 * kKiB, {4, 8, 4, 4, 4}, "lru"}, {4 * kKiB, equal(75, 6), "lru"}, {32 * kKiB, equal(32, 8), "lru"}}},
        Row{"LeftToChanceInTheMiddle",
            {{256 * kKiB, equal(16, 4), "lru"}, {512 * kKiB, equal(16, 16), "random"}, {4 * kMiB, equal(32, 8), "lru"}}}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace chasescope
