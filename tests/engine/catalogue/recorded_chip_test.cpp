// The findings about the chips in the bundled recordings of two cards, and the floor plan of a software GPU as its card file states
// it.
#include <gmock/gmock.h>

#include <map>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/bundled.h"
#include "engine/findings/chip_map.h"
#include "engine/findings/half_map.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/chip/same_chip.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/session_file.h"
#include "resources/resources.h"

namespace chasescope {
namespace {

std::vector<RunPtr> runs_of(const std::string& name) {
  auto read = read_session(recording_file(name));
  if (!read) throw std::runtime_error(read.error().message);
  return read->runs;
}

TEST(RecordedHalves, are_told_page_by_page) {
  for (const auto& [name, bits, row] :
       {std::tuple{"h100", std::vector<unsigned>{12, 13, 16, 17, 19}, std::vector<unsigned>{23, 24, 25, 26}},
        {"h200", std::vector<unsigned>{12, 13, 15, 17, 19}, std::vector<unsigned>{21, 22, 24, 26}}}) {
    const HalfMapFound found = half_map(runs_of(name));
    ASSERT_TRUE(found.map) << name << ": " << found.undecided;
    const HalfMap& map = *found.map;
    EXPECT_EQ(map.bits(), bits) << name;
    EXPECT_EQ(map.parity.exceptions, 0U);
    ASSERT_TRUE(map.pages) << map.no_pages;
    EXPECT_EQ(map.pages->page_bytes, std::uint64_t{2} << 20);
    EXPECT_TRUE(map.pages->page_ends);
    EXPECT_EQ(map.pages->pages.size(), 128U);
    EXPECT_EQ(map.pages->told, 128U);
    EXPECT_GT(map.pages->agreeing, 0.93);
    EXPECT_LT(map.pages->wrong, 1e-12);
    ASSERT_TRUE(map.row) << map.no_row;
    EXPECT_THAT(map.row->bits, testing::IsSupersetOf(row)) << name;
    EXPECT_LT(map.row->by_chance, 1e-25);
    // The sequential walk finds the same kinds in the first page.
    std::size_t agreeing = 0;
    for (const auto& line : map.in_order) agreeing += map.is_far(line.offset) == (line.cycles > map.cut) ? 1 : 0;
    EXPECT_GT(agreeing, map.in_order.size() * 9 / 10) << name;
  }
}

TEST(RecordedChip, has_patterns_groups_and_TPCs) {
  for (const auto& [name, patterns, groups] : {std::tuple{"h100", 8U, 10U}, {"h200", 12U, 12U}}) {
    const auto map = chip_map(runs_of(name));
    ASSERT_TRUE(map);
    ASSERT_TRUE(map->patterns) << map->no_patterns;
    EXPECT_EQ(map->patterns->patterns.size(), patterns) << name;
    EXPECT_GT(map->patterns->explained, 0.97);
    ASSERT_TRUE(map->groups) << name << ": " << map->no_groups;
    EXPECT_EQ(map->groups->sizes.size(), groups) << name;
    EXPECT_GT(map->groups->least_z, 10);
    ASSERT_TRUE(map->neighbours);
    EXPECT_EQ(map->neighbours->size, 2U);
    EXPECT_LT(map->neighbours->by_chance, 1e-50);
    EXPECT_GT(map->places, 10U);
    EXPECT_LE(map->places, 64U);
    // No group lies on both sides, and no TPC is in two groups.
    ASSERT_TRUE(map->sides);
    std::map<std::size_t, bool> side_of;
    for (std::size_t row = 0; row < map->groups->group_of.size(); ++row) {
      const auto [at, is_new] = side_of.emplace(map->groups->group_of[row], map->on_first_side(row));
      EXPECT_EQ(at->second, map->on_first_side(row)) << name << ", SM " << row;
      EXPECT_EQ(map->groups->group_of[row], map->groups->group_of[row / 2 * 2]);
    }
  }
}

// Both cards have 132 SMs, but one TPC is in another group.
TEST(RecordedChip, tells_two_cards_apart) {
  const auto h100 = chip_map(runs_of("h100")), h200 = chip_map(runs_of("h200"));
  const auto compared = inference::compare_chips(h100->groups->group_of, h200->groups->group_of);
  EXPECT_EQ(compared.match, inference::ChipMatch::other);
  EXPECT_EQ(compared.elsewhere, (std::vector<std::size_t>{130, 131}));
}

const Finding& found(const ProbeReport& report, const char* quantity) {
  for (const Finding& finding : report.findings)
    if (finding.quantity == quantity) return finding;
  throw std::runtime_error(quantity);
}

TEST(ModelledChip, shows_the_floor_plan_of_its_card_file) {
  auto device = open_device("model:h100");
  ASSERT_TRUE(device);
  const auto report = find_probe("l2-map")->run(**device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto card = nlohmann::json::parse(*resource_text("models/h100.json"));
  const auto groups = card["floor_plan"]["group"].get<std::vector<std::size_t>>();
  const auto map = chip_map(report->runs);
  ASSERT_TRUE(map && map->groups) << map->no_groups;
  for (std::size_t a = 0; a < groups.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      ASSERT_EQ(groups[a] == groups[b], map->groups->group_of[a] == map->groups->group_of[b]) << a << " and " << b;
  EXPECT_EQ(found(*report, quantity::sm_groups).value, 10) << found(*report, quantity::sm_groups).reason;
  EXPECT_EQ(found(*report, quantity::sm_groups).low, 10) << "groups that lie close to each other may be told as one";
  EXPECT_FALSE(found(*report, quantity::sm_groups).high);
  EXPECT_EQ(found(*report, quantity::partitions).value, 2) << found(*report, quantity::partitions).reason;
  EXPECT_EQ(found(*report, quantity::slices_at_least).status, FindingStatus::measured);
  EXPECT_LE(found(*report, quantity::slices_at_least).value, 32) << "16 slices on either side";
}

TEST(ModelledChip, without_a_plan_says_that_it_can_not_be_told) {
  auto device = open_device("model:v100");
  ASSERT_TRUE(device);
  const auto report = find_probe("l2-map")->run(**device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(found(*report, quantity::sm_groups).status, FindingStatus::not_measurable);
  EXPECT_EQ(found(*report, quantity::sms_per_tpc).status, FindingStatus::not_measurable);
  EXPECT_EQ(found(*report, quantity::slices_at_least).status, FindingStatus::not_measurable);
}

TEST(ModelledHalves, show_the_bits_of_the_card_file) {
  auto device = open_device("model:h100");
  ASSERT_TRUE(device);
  const auto report = find_probe("memory")->run(**device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto card = nlohmann::json::parse(*resource_text("models/h100.json"));
  const auto bits = card["partitions"]["index"]["bits"][0].get<std::vector<unsigned>>();
  // The first of the card's address bits: those that change within the array.
  const auto told = found(*report, quantity::far_memory_bits).value.get<std::vector<unsigned>>();
  ASSERT_GE(told.size(), 4U);
  for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i], bits[i]);
  EXPECT_EQ(found(*report, quantity::far_memory_pages).status, FindingStatus::measured);
}

}  // namespace
}  // namespace chasescope
