// Whether the comparison of two sessions recognises one chip. The sessions are recorded cards, and software GPUs that are measured
// twice, with and without noise.
#include <gmock/gmock.h>

#include <fstream>
#include <random>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/bundled.h"
#include "engine/model/card_file/noise_reader.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/compare/chip_comparison.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/session/session_file.h"
#include "resources/resources.h"

namespace chasescope {
namespace {

Session recorded(const std::string& name) {
  auto read = read_session(recording_file(name));
  if (!read) throw std::runtime_error(read.error().message);
  return *std::move(read);
}

/// A session that holds only a map of the chip.
Session mapped(const std::string& id, std::uint64_t seed = 1, const std::string& noise = {}) {
  OpenOptions options;
  options.seed = seed;
  std::string complaint;
  if (!noise.empty()) options.noise = model::parse_noise(noise, complaint);
  auto device = open_device(id, options);
  if (!device || !complaint.empty()) throw std::runtime_error(device ? complaint : device.error().message);
  auto report = find_probe("l2-map")->run(**device, {}, {});
  if (!report) throw std::runtime_error(report.error().message);
  Session session;
  session.device = (*device)->description();
  session.runs = std::move(report->runs);
  session.findings = std::move(report->findings);
  return session;
}

/// An H100 on whose chip two TPCs of different groups have changed places.
Session another_h100() {
  auto card = nlohmann::json::parse(*resource_text("models/h100.json"));
  auto& groups = card["floor_plan"]["group"];
  std::size_t other = 2;
  while (groups[other] == groups[0]) other += 2;
  for (const char* member : {"group", "sm_cycles"})
    for (const std::size_t half : {0, 1})
      if (card["floor_plan"].contains(member) && card["floor_plan"][member].size() > other + half)
        std::swap(card["floor_plan"][member][half], card["floor_plan"][member][other + half]);
  const std::string file = testing::TempDir() + "another_h100.json";
  std::ofstream(file) << card.dump();
  Session session = mapped("file:" + file);
  session.device.name = mapped("model:h100").device.name;
  return session;
}

// The SMs of the recorded H100 whose group differs from that in the recorded H200.
const std::vector<std::size_t> kElsewhere{130, 131};

TEST(ComparedChips, of_two_recorded_cards_are_two) {
  const auto found = compare_maps(recorded("h100"), recorded("h200"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, ChipVerdict::another_kind);
  EXPECT_EQ(std::vector<std::size_t>(found->elsewhere.begin(), found->elsewhere.end()), kElsewhere);
  ASSERT_TRUE(found->wrong);
  EXPECT_LT(*found->wrong, 0.01);
  EXPECT_THAT(found->evidence,
              testing::HasSubstr("SMs 130, 131 share the way to the L2 with other SMs in A than in B."));
}

TEST(ComparedChips, of_one_card_that_is_measured_twice_are_one) {
  const Session first = mapped("model:h100", 1);
  for (const char* noise : {"", "jitter=1"}) {
    const auto found = compare_maps(first, mapped("model:h100", 7, noise));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->verdict, ChipVerdict::same) << noise << ": " << found->evidence;
    EXPECT_EQ(found->groups_a, 10U);
    EXPECT_TRUE(found->elsewhere.empty());
  }
}

TEST(ComparedChips, with_outliers_that_hide_groups_are_untold_and_never_two) {
  const Session first = mapped("model:h100", 1);
  std::size_t untold = 0;
  for (std::uint64_t seed = 2; seed < 6; ++seed) {
    const auto found = compare_maps(first, mapped("model:h100", seed, "jitter=1,outliers=0.001,low=100,high=400"));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->verdict == ChipVerdict::untold || found->verdict == ChipVerdict::same) << found->evidence;
    untold += found->verdict == ChipVerdict::untold ? 1 : 0;
  }
  EXPECT_GT(untold, 0U);
}

TEST(ComparedChips, with_two_TPCs_elsewhere_are_two_of_one_kind) {
  const auto found = compare_maps(mapped("model:h100"), another_h100());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, ChipVerdict::another) << found->evidence;
  EXPECT_FALSE(found->elsewhere.empty());
}

TEST(ComparedChips, without_a_map_on_one_side_are_untold_with_the_reason) {
  const Session map = mapped("model:h100");
  Session bare;
  EXPECT_FALSE(compare_maps(bare, bare));
  const auto found = compare_maps(map, bare);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, ChipVerdict::untold);
  EXPECT_EQ(found->evidence, "B holds no map of its chip; the probe l2-map makes one.");
  bare.device.properties.sm_count = 14;
  Session counted = map;
  counted.device.properties.sm_count = 132;
  EXPECT_EQ(compare_maps(counted, bare)->verdict, ChipVerdict::another_kind);
  bare.device.name = map.device.name + " MIG 1g.10gb";
  const auto part = compare_maps(counted, bare);
  EXPECT_EQ(part->verdict, ChipVerdict::untold);
  EXPECT_THAT(part->evidence,
              testing::HasSubstr("A has 132 SMs, and B 14: another chip, or one of them is a part of a card (MIG)."));
}

TEST(ComparedChips, stand_in_the_comparison_as_text_and_for_programs) {
  const Comparison comparison = compare_sessions(recorded("h100"), recorded("h200"));
  const std::string text = comparison_report(comparison, "a", "b", ComparisonFormat::text);
  EXPECT_THAT(text, testing::HasSubstr(
                        "\nChip: another chip. SMs 130, 131 share"));
  const auto json = nlohmann::json::parse(comparison_report(comparison, "a", "b", ComparisonFormat::json));
  EXPECT_EQ(json["chip"]["verdict"], "another chip");
  EXPECT_EQ(json["chip"]["elsewhere"], nlohmann::json(kElsewhere));
  EXPECT_EQ(json["chip"]["groups"], nlohmann::json({10, 12}));
  EXPECT_THAT(comparison_report(comparison, "a", "b", ComparisonFormat::markdown), testing::HasSubstr("another chip"));
}

}  // namespace
}  // namespace chasescope
