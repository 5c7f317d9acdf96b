// In a discovery: the size of the L1 at other carve-outs than the driver's choice.
#include <gtest/gtest.h>

#include <map>

#include "engine/probe/caches/caches_step.h"
#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

json l1_of(std::uint64_t bytes) { return lru(128, 32, bytes / 128 / 4, 4, {{"kind", "modulo"}}); }

/// An L1 that may share its array with shared memory: 32 KiB by the driver's choice, and up to 128 KiB at other carve-outs.
json card_with(bool carveouts) {
  json l1 = l1_of(32 << 10);
  if (carveouts)
    for (const auto& [percent, kib] : {std::pair{0, 128}, {25, 96}, {50, 64}, {75, 32}, {100, 16}}) {
      json alternative = l1_of(static_cast<std::uint64_t>(kib) << 10);
      alternative["carveout_percent_to"] = percent;
      l1["alternatives"].push_back(alternative);
    }
  json card = card_around({{"l1", l1}, {"l2", lru(128, 32, 1024, 16, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 38}, {"l2", 280}, {"dram", 700}}}}},
                           {"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", 280}, {"dram", 700}}}}}});
  card["device"]["l2_bytes"] = 2 << 20;
  card.erase("tlbs");
  return card;
}

std::map<double, std::uint64_t> sizes_on(Device& device, structure::Depth depth) {
  const auto report = CachesStep(depth).run(device, {}, {});
  EXPECT_TRUE(report.has_value());
  std::map<double, std::uint64_t> sizes;
  if (!report) return sizes;
  for (const Finding& finding : report->findings) {
    const auto percent = finding.conditions.find("carveout_percent");
    if (percent == finding.conditions.end()) continue;
    EXPECT_EQ(finding.subject, "l1_data");
    if (finding.quantity != "contiguous_bytes") continue;  // same_array_test.cpp tests the findings about its sets
    EXPECT_FALSE(finding.evidence.empty());
    for (const std::string& id : finding.evidence)
      EXPECT_TRUE(std::any_of(report->runs.begin(), report->runs.end(), [&](const RunPtr& run) { return run->id == id; })) << id;
    sizes[percent->get<double>()] = finding.value.get<std::uint64_t>();
  }
  return sizes;
}

const std::map<double, std::uint64_t> kAll{{0, 128 << 10}, {25, 96 << 10}, {50, 64 << 10}, {75, 32 << 10}, {100, 16 << 10}};

TEST(Carveouts, AreMeasuredInEveryDiscoveryOfACardThatHasThem) {
  for (const auto depth : {structure::Depth::levels, structure::Depth::sets}) {
    KeepingDevice card(card_with(true));
    EXPECT_EQ(sizes_on(card, depth), kAll);
  }
}

TEST(Carveouts, AreNoneWhereTheyChangeNothing) {
  KeepingDevice card(card_with(false));
  EXPECT_TRUE(sizes_on(card, structure::Depth::sets).empty());
}

TEST(Carveouts, AreLeftAloneWhereOneWasAskedFor) {
  KeepingDevice card(card_with(true));
  const auto report = CachesStep(structure::Depth::levels).run(card, {{"carveout_percent", "50"}}, {});
  ASSERT_TRUE(report.has_value());
  for (const Finding& finding : report->findings) EXPECT_NE(finding.conditions.value("carveout_percent", 50.0), 0.0);
}

}  // namespace
}  // namespace chasescope
