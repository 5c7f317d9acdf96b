// A cache behind another that always fetches several lines at once, and that no other path shows. The findings must allow for all
// possible sizes of lines.
#include <gmock/gmock.h>

#include <algorithm>
#include <tuple>

#include "engine/probe/caches/findings.h"
#include "engine/probe/discovery/registry.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

json card_with_l2_line_of(std::uint64_t line, std::uint64_t sets) {
  json card =
      card_around({{"l1", lru(128, 128, 32, 4, {{"kind", "modulo"}})}, {"l2", lru(line, line, sets, 8, {{"kind", "modulo"}})}},
                  {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}}}});
  card.erase("tlbs");
  return card;
}

const Finding& found(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity) return finding;
  throw std::runtime_error(subject + " has no " + quantity);
}

TEST(LinesInOne, AreNotToldApartFromOne) {
  for (const std::uint64_t line : {32, 128}) {
    const json card = card_with_l2_line_of(line, 64 * 1024 / line);
    const auto lines = found_on(card, "line"), sets = found_on(card, "sets"), capacity = found_on(card, "capacity");
    const Finding& told = found(lines, "l2", "line_bytes");
    EXPECT_EQ(told.status, FindingStatus::not_measurable);
    EXPECT_LE(*told.low, line);
    EXPECT_GE(*told.high, line);
    EXPECT_TRUE(told.value.is_null());
    EXPECT_THAT(told.reason, testing::HasSubstr("lines of 128 B in 512 sets of 8 ways explain all answers"));
    EXPECT_FALSE(told.evidence.empty());
    const Finding& count = found(sets, "l2", "sets");
    EXPECT_EQ(count.status, FindingStatus::not_measurable);
    EXPECT_LE(*count.low, 64 * 1024 / line);
    EXPECT_GE(*count.high, 64 * 1024 / line);
    // The capacity is the same for every possible line. A cache with none in front is found exactly.
    EXPECT_EQ(found(capacity, "l2", "capacity_bytes").value, 512 * 1024);
    EXPECT_EQ(found(lines, "l1_data", "line_bytes").value, 128);
    EXPECT_EQ(found(sets, "l1_data", "sets").value, 32);
  }
}

TEST(LinesInOne, AreToldThroughASpaceThatAsksForLess) {
  json card = card_with_l2_line_of(128, 512);
  card["caches"]["l2"]["sector_bytes"] = 32;
  card["paths"]["global.cg"] = {{"data", {"l2"}}, {"latency", {{"l2", 190}, {"dram", 490}}}};
  EXPECT_EQ(found(found_on(card, "line"), "l2", "line_bytes").value, 128);
  EXPECT_EQ(found(found_on(card, "sets"), "l2", "sets").value, 512);
}

json with_texture(json card, const json& data, double memory) {
  card["caches"]["texture_l1"] = lru(32, 32, 64, 4, {{"kind", "modulo"}});
  json latency = {{"texture_l1", 80}, {"dram", memory}};
  latency[data.back().get<std::string>()] = memory - 300;
  card["paths"]["texture"] = {{"data", data}, {"latency", latency}};
  return card;
}

TEST(LinesInOne, AreToldThroughTextureLoadsThatAskForLess) {
  for (const std::uint64_t line : {64, 128}) {
    const json card = with_texture(card_with_l2_line_of(line, 64 * 1024 / line), {"texture_l1", "l2"}, 550);
    for (const auto& [probe, quantity, value] : {std::tuple{"line", "line_bytes", line},
                                                 {"line", "fetch_bytes", line},
                                                 {"sets", "sets", 64 * 1024 / line},
                                                 {"sets", "ways", std::uint64_t{8}}}) {
      const auto findings = found_on(card, probe);
      const auto told = std::count_if(findings.begin(), findings.end(), [&, quantity = quantity](const Finding& finding) {
        return finding.subject == "l2" && finding.quantity == quantity && finding.status == FindingStatus::measured;
      });
      ASSERT_EQ(told, 1) << quantity;
      for (const Finding& finding : findings) {
        if (finding.subject != "l2" || finding.quantity != quantity || finding.status != FindingStatus::measured) continue;
        EXPECT_EQ(finding.value, value) << quantity;
        EXPECT_EQ(finding.conditions.at("space"), "texture");
        EXPECT_FALSE(finding.evidence.empty());
      }
    }
  }
}

// Texture loads that fetch 32 B can't tell lines of 32 B from larger ones either. Another cache shows nothing about this one: a
// cache with a farther memory, of another size, or with other sets.
TEST(LinesInOne, AreNotToldByAnotherCache) {
  const json same = card_with_l2_line_of(128, 512);
  const auto other = [&](json cache, double memory_behind) {
    json card = with_texture(same, {"texture_l1", "texture_l2"}, 200 + memory_behind);
    card["caches"]["texture_l2"] = std::move(cache);
    card["paths"]["texture"]["latency"]["texture_l2"] = 200;
    return card;
  };
  const std::vector<json> cards = {
      with_texture(card_with_l2_line_of(32, 2048), {"texture_l1", "l2"}, 550),
      other(lru(64, 64, 1024, 8, {{"kind", "modulo"}}), 400),
      other(lru(64, 64, 1024, 16, {{"kind", "modulo"}}), 300),
      other(lru(64, 64, 1024, 8, {{"kind", "xor"}, {"bits", {{6}, {7}, {8}, {9}, {10}, {11}, {12}, {13}, {14}, {15, 17}}}}), 300),
  };
  for (std::size_t i = 0; i < cards.size(); ++i)
    for (const char* probe : {"line", "sets"}) {
      for (const Finding& finding : found_on(cards[i], probe)) {
        if (finding.subject != "l2") continue;
        EXPECT_NE(finding.status, FindingStatus::measured) << i << " " << finding.quantity << finding.value;
      }
    }
}

// The line is examined before sets and ways are known, and these may stay unknown.
TEST(LinesInOne, AreSpokenOfWithoutSetsAndWays) {
  const auto device = opened(card_with_l2_line_of(128, 512));
  const ProbeControl control;
  Recorder recorder(find_probe("line")->info(), *device, control);
  structure::Budget budget{1000};
  structure::Lab lab(*device, recorder, {}, budget);
  structure::SpaceReport space;
  space.survey.fetch_bytes = {128, std::nullopt};
  structure::CacheReport cache;
  cache.subject = "l2";
  cache.level = 1;
  cache.shape.line_bytes = 128;
  const auto findings = structure::line_findings(lab, space, cache);
  const Finding& line = found(findings, "l2", "line_bytes");
  EXPECT_EQ(line.status, FindingStatus::not_measurable);
  EXPECT_THAT(line.reason, testing::HasSubstr("lines of 128 B explain all answers"));
}

}  // namespace
}  // namespace chasescope
