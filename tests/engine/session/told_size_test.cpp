// The size of a cache, which all parts of the program show in the same way.
#include "engine/session/summary/told_size.h"

#include <gtest/gtest.h>

#include "engine/findings/vocabulary.h"
#include "engine/session/compare/generations.h"

namespace chasescope {
namespace {

Finding found(const char* quantity, nlohmann::json value, const char* unit, nlohmann::json conditions,
              FindingStatus status = FindingStatus::measured) {
  Finding finding;
  finding.subject = subject::l1_data;
  finding.quantity = quantity;
  finding.value = std::move(value);
  finding.unit = unit;
  finding.conditions = std::move(conditions);
  finding.status = status;
  return finding;
}

const nlohmann::json kDriver{{"space", "global.ca"}}, kWhole{{"space", "global.ca"}, {"carveout_percent", 0}};

/// The findings about an H100's L1: its capacity can't be told at the driver's carve-out, but its sets were found at carve-out 0.
std::vector<Finding> of_an_h100() {
  return {found(quantity::capacity_bytes, nullptr, "bytes", kDriver, FindingStatus::not_measurable),
          found(quantity::contiguous_bytes, 52736, "bytes", kDriver),
          found(quantity::contiguous_bytes, 245760, "bytes", kWhole),
          found(quantity::sets, 2, "1", kWhole),
          found(quantity::ways_per_set, nlohmann::json({4, 4}), "1", kWhole),
          found(quantity::line_bytes, 128, "bytes", kWhole)};
}

TEST(ToldSize, is_what_the_ways_of_all_sets_hold_where_no_capacity_was_measured) {
  const auto size = told_size(of_an_h100(), subject::l1_data);
  ASSERT_TRUE(size);
  EXPECT_EQ(size->quantity, quantity::capacity_bytes);
  EXPECT_EQ(size->value, 1024);
  EXPECT_EQ(size->conditions, kWhole);
}

TEST(ToldSize, is_what_fits_where_the_sets_have_tags_for_more) {
  std::vector<Finding> findings = of_an_h100();
  findings[2].value = 960;
  const auto size = told_size(findings, subject::l1_data);
  ASSERT_TRUE(size);
  EXPECT_EQ(size->quantity, quantity::capacity_bytes);
  EXPECT_EQ(size->value, 960);
}

TEST(ToldSize, of_caches_of_one_array_is_one_and_says_what_the_tags_are_for) {
  std::vector<Finding> findings = of_an_h100();
  findings[2].value = 960;
  for (const Finding& finding : std::vector<Finding>(findings.begin() + 3, findings.end())) {
    findings.push_back(finding);
    findings.back().subject = subject::texture;
    findings.back().conditions["space"] = "texture";
  }
  findings.push_back(found(quantity::shares_with, nlohmann::json({"l1_data"}), "1", kDriver));
  findings.back().subject = subject::texture;
  for (const char* subject : {subject::l1_data, subject::texture}) {
    const auto size = told_size(findings, subject);
    ASSERT_TRUE(size) << subject;
    EXPECT_EQ(size->subject, subject);
    EXPECT_EQ(size->value, 960) << subject;
    EXPECT_EQ(size->conditions["space"], subject == std::string(subject::texture) ? "texture" : "global.ca");
    EXPECT_EQ(size->reason, "It has tags for 1 KiB, of which 960 B fit without a miss.");
  }
}

TEST(ToldSize, is_none_where_only_a_footprint_fits) {
  EXPECT_FALSE(told_size({found(quantity::contiguous_bytes, 52736, "bytes", kDriver)}, subject::l1_data));
}

TEST(ToldSize, takes_the_place_of_what_could_not_be_told) {
  const std::vector<Finding> findings = with_told_sizes(of_an_h100());
  std::size_t sizes = 0;
  for (const Finding& finding : findings)
    if (finding.quantity == quantity::capacity_bytes) {
      ++sizes;
      EXPECT_EQ(finding.value, 1024);
    }
  EXPECT_EQ(sizes, 1U);
  EXPECT_EQ(with_told_sizes(findings), findings);
}

TEST(ToldSize, is_the_size_of_the_line_of_generations) {
  Session session;
  session.device.name = "A card";
  session.device.properties.compute_capability = "9.0";
  session.findings = of_an_h100();
  const GenerationLine line = generation_line(std::span(&session, 1), *generation_quantity("l1-size"));
  ASSERT_EQ(line.points.size(), 1U);
  EXPECT_EQ(line.points.front().value, 1024);
}

}  // namespace
}  // namespace chasescope
