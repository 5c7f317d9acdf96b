// Findings of a spectrum that need more evidence than a latency: whether a line that waits for its translation was in the L1, and
// whether lines of one level are near or far.
#include <gtest/gtest.h>

#include <map>

#include "engine/findings/vocabulary.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

/// The cycles by combination: "data+translation", or "data+translation+place".
std::map<std::string, double> cells_of(const std::vector<Finding>& findings, const std::string& space) {
  std::map<std::string, double> cells;
  for (const Finding& finding : findings) {
    if (finding.quantity != quantity::access_latency_cycles || finding.status != FindingStatus::measured ||
        finding.conditions["space"] != space)
      continue;
    std::string cell = finding.conditions["data"].get<std::string>() + "+" + finding.conditions["translation"].get<std::string>();
    if (finding.conditions.contains("place")) cell += "+" + finding.conditions["place"].get<std::string>();
    cells[cell] = finding.value.get<double>();
  }
  return cells;
}

// On this card an L1 hit that misses the L1 TLB takes the same 404 cycles as an L2 hit that does (2014 paper, tables 3 and 5).
TEST(SpectrumPlaces, AHitInTheL1ThatMissesTheTlbIsAHit) {
  const auto device = open_preset("gtx560ti");
  ASSERT_TRUE(device);
  const auto cells = cells_of(found_on(**device, "spectrum", {{"space", "global.ca"}}), "global.ca");
  const std::map<std::string, double> table_3{{"l1_data+l1_tlb", 116}, {"l1_data+l2_tlb", 404}, {"l1_data+walk", 488},
                                              {"dram+l1_tlb", 655},    {"dram+walk", 1259},     {"l2+l2_tlb", 404}};
  for (const auto& [cell, cycles] : table_3) {
    ASSERT_TRUE(cells.contains(cell)) << cell;
    EXPECT_EQ(cells.at(cell), cycles) << cell;
  }
}

/// An L2 with memory behind it. Blocks of 4 KiB are near or far.
json near_and_far_card() {
  const json path{{"data", {"l2"}},
                  {"backing", "dram"},
                  {"latency", {{"l2", 295}, {"dram", 695}}},
                  {"far_latency", {{"l2", 470}, {"dram", 870}}},
                  {"translation", {"near", "far"}},
                  {"translation_penalty", {{"far", 20}, {"walk", 100}}}};
  const auto tlb = [](unsigned sets, unsigned ways) {
    return json{{"page_bytes", 1 << 20}, {"entries", sets * ways},        {"sets", sets},
                {"ways", ways},          {"index", {{"kind", "modulo"}}}, {"policy", {{"kind", "lru"}}}};
  };
  return {
      {"schema", "chasescope-model"},
      {"version", 1},
      {"name", "Card"},
      {"summary", "near and far"},
      {"device", {{"memory_bytes", std::uint64_t{1} << 32}, {"sm_count", 4}}},
      {"caches", {{"l2", lru(128, 32, 2048, 16, {{"kind", "modulo"}})}}},
      {"tlbs", {{"near", tlb(1, 16)}, {"far", tlb(8, 8)}}},
      {"partitions",
       {{"cache", "l2"}, {"count", 2}, {"index", {{"kind", "xor"}, {"bits", {{12, 14, 17, 19, 21, 24, 27}}}}}, {"home", {0, 1}}}},
      {"paths", {{"global.cg", path}}}};
}

TEST(SpectrumPlaces, NearAndFarLinesAreClassesOfTheirOwn) {
  for (const bool noise : {false, true}) {
    SCOPED_TRACE(noise);
    const auto device = opened(near_and_far_card(), noise);
    const auto findings = found_on(*device, "spectrum", {});
    std::size_t unexplained = 0;
    for (const Finding& finding : findings)
      unexplained += finding.quantity == "access_class_cycles" && finding.conditions["paths"].empty() ? 1 : 0;
    EXPECT_EQ(unexplained, 0U);
    const auto cells = cells_of(findings, "global.cg");
    const std::map<std::string, double> truth{{"l2+l1_tlb+near", 295},   {"l2+l1_tlb+far", 470},  {"l2+l2_tlb+near", 315},
                                              {"l2+l2_tlb+far", 490},    {"l2+walk+near", 395},   {"l2+walk+far", 570},
                                              {"dram+l1_tlb+near", 695}, {"dram+l1_tlb+far", 870}};
    for (const auto& [cell, cycles] : truth) {
      ASSERT_TRUE(cells.contains(cell)) << cell;
      EXPECT_NEAR(cells.at(cell), cycles, noise ? 4 : 0) << cell;
    }
  }
}

// A card that keeps its caches between requests. If a page was not visited before, the part that translated it can't be told,
// except that the L1 TLB did not. Behind the L1, each page has only one line that is read again.
TEST(SpectrumPlaces, EveryClassOfACardThatKeepsItsCachesSaysWhatIsSeenOfIt) {
  const auto device = open_preset("h100");
  ASSERT_TRUE(device);
  for (const char* space : {"global.ca", "global.cg"}) {
    std::map<std::string, double> classes;
    for (const Finding& finding : found_on(**device, "spectrum", {{"space", space}})) {
      if (finding.quantity != "access_class_cycles") continue;
      ASSERT_EQ(finding.conditions["paths"].size(), 1U) << space << ": " << finding.reason;
      classes[finding.conditions["paths"][0]] = finding.value.get<double>();
      EXPECT_EQ(finding.reason.find("Not explained"), std::string::npos) << finding.reason;
    }
    for (const char* path : {"l2+l1_tlb+near", "l2+l1_tlb+far", "dram+l1_tlb+near", "dram+l1_tlb+far", "dram+beyond_l1_tlb+near",
                             "dram+beyond_l1_tlb+far"})
      EXPECT_TRUE(classes.contains(path)) << space << ' ' << path;
    EXPECT_LT(classes["l2+l1_tlb+near"], classes["l2+l1_tlb+far"]);
    EXPECT_LT(classes["dram+l1_tlb+near"] + 50, classes["dram+beyond_l1_tlb+near"]);
  }
}

}  // namespace
}  // namespace chasescope
