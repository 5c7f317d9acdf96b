// Caches that neighbouring lines do not show: blind, on cards made for these tests.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "engine/probe/probe.h"

namespace chasescope {
namespace {

using nlohmann::json;

json card_around(json caches, json paths) {
  return {{"schema", "chasescope-model"},
          {"version", 1},
          {"name", "A card of a test"},
          {"summary", "A card of a test."},
          {"device", {{"memory_bytes", std::uint64_t{8} << 30}, {"sm_count", 4}}},
          {"caches", std::move(caches)},
          {"tlbs",
           {{"tlb",
             {{"page_bytes", 65536},
              {"entries", 24},
              {"sets", 1},
              {"ways", 24},
              {"index", {{"kind", "modulo"}}},
              {"policy", {{"kind", "lru"}}}}}}},
          {"paths", std::move(paths)}};
}

json lru(std::uint64_t line, std::uint64_t sector, std::uint64_t sets, std::uint64_t ways, json index) {
  return {{"capacity_bytes", line * sets * ways},
          {"line_bytes", line},
          {"sector_bytes", sector},
          {"sets", sets},
          {"ways", ways},
          {"index", std::move(index)},
          {"policy", {{"kind", "lru"}}}};
}

std::vector<Finding> found_on(const json& card, const std::string& probe) {
  const auto loaded = load_card(card.dump(), "card");
  if (!loaded) throw std::runtime_error(loaded.error().message);
  const auto device = open_software_device(*loaded, {.seed = 3});
  if (!device) throw std::runtime_error(device.error().message);
  const auto report = find_probe(probe)->run(**device, {}, {});
  if (!report) throw std::runtime_error(report.error().message);
  return report->findings;
}

/// Null if it was not measured.
json value_of(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity && finding.status == FindingStatus::measured)
      return finding.value;
  return nullptr;
}

// All of its lines lie in a page, and many a line is just as far from another of its set as one read to look the page up.
TEST(HiddenCaches, SetsOfATextureCacheOfAPage) {
  json texture = lru(32, 32, 2, 37, {{"kind", "bits"}, {"bits", {8}}});
  const json path = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 170}}}};
  json global = path, cg = path, tex = path;
  global.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 50}, {"l2", 240}, {"dram", 700}}}});
  cg.update({{"data", {"l2"}}, {"latency", {{"l2", 240}, {"dram", 700}}}});
  tex.update({{"data", {"texture", "l2"}}, {"latency", {{"texture", 90}, {"l2", 260}, {"dram", 720}}}});
  const auto findings = found_on(card_around({{"l1", lru(128, 32, 16, 4, {{"kind", "modulo"}})},
                                              {"l2", lru(128, 32, 256, 8, {{"kind", "modulo"}})},
                                              {"texture", texture}},
                                             {{"global.ca", global}, {"global.cg", cg}, {"texture", tex}}),
                                 "sets");
  EXPECT_EQ(value_of(findings, "texture", "ways_per_set"), std::vector<int>(2, 37));
  EXPECT_EQ(value_of(findings, "texture", "set_index_bits"), (std::vector<int>{8}));
}

// Neighbouring lines overflow a set of the second constant cache before the first is full, so that both are outgrown at once; and
// of every two pieces that the first asks for, the second one hits, as if it lay nearer.
TEST(HiddenCaches, ConstantCacheBehindOneThatAsksForHalfOfItsSectors) {
  const json walk = {{"translation", {"tlb"}}, {"translation_penalty", {{"walk", 170}}}};
  json global = walk, cg = walk;
  global.update({{"data", {"l1", "l2"}}, {"latency", {{"l1", 50}, {"l2", 400}, {"dram", 900}}}});
  cg.update({{"data", {"l2"}}, {"latency", {{"l2", 400}, {"dram", 900}}}});
  const json constant = {{"data", {"constant_l1", "constant_l1_5", "l2"}},
                         {"max_footprint_bytes", 65536},
                         {"latency", {{"constant_l1", 40}, {"constant_l1_5", 350}, {"l2", 420}, {"dram", 920}}}};
  const json card = card_around({{"l1", lru(128, 32, 16, 4, {{"kind", "modulo"}})},
                                 {"l2", lru(128, 32, 512, 8, {{"kind", "modulo"}})},
                                 {"constant_l1", lru(128, 16, 2, 4, {{"kind", "modulo"}})},
                                 {"constant_l1_5", lru(64, 32, 16, 7, {{"kind", "bits"}, {"bits", {9, 10, 11, 12}}})}},
                                {{"global.ca", global}, {"global.cg", cg}, {"constant", constant}});
  const auto latencies = found_on(card, "latency");
  EXPECT_EQ(value_of(latencies, "constant_l1_5", "hit_latency_cycles"), 350);
  EXPECT_EQ(value_of(latencies, "constant_l1_5", "miss_penalty_cycles"), 70);
  const auto sets = found_on(card, "sets");
  EXPECT_EQ(value_of(sets, "constant_l1_5", "ways_per_set"), std::vector<int>(16, 7));
  EXPECT_EQ(value_of(sets, "constant_l1_5", "set_index_bits"), (std::vector<int>{9, 10, 11, 12}));
  const auto capacities = found_on(card, "capacity");
  EXPECT_EQ(value_of(capacities, "constant_l1_5", "capacity_bytes"), 64 * 16 * 7);
  EXPECT_EQ(value_of(capacities, "constant_l1_5", "contiguous_bytes"), 64 * 7);
}

}  // namespace
}  // namespace chasescope
