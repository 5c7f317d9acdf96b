// One quantity of many cards, by the years of their generations.
#include "engine/session/compare/generations.h"

#include <gtest/gtest.h>

#include "engine/findings/vocabulary.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope {
namespace {

Session card(const char* name, const char* capability) {
  Session session;
  session.device.name = name;
  if (capability != nullptr) session.device.properties.compute_capability = capability;
  return session;
}

Finding generation_finding(const char* subject, const char* quantity, double value, const char* unit,
                           FindingStatus status = FindingStatus::measured) {
  Finding made = made_finding(subject, quantity, value, unit);
  made.status = status;
  return made;
}

TEST(Generations, are_in_the_order_of_their_years) {
  std::vector<Session> sessions{card("new", "9.0"), card("old", "2.1"), card("none", nullptr), card("silent", "7.0")};
  sessions[0].findings = {generation_finding(subject::l1_data, quantity::capacity_bytes, 256 << 10, "bytes")};
  sessions[1].findings = {generation_finding(subject::l1_data, quantity::capacity_bytes, 16 << 10, "bytes")};
  sessions[2].findings = sessions[1].findings;
  const GenerationLine line = generation_line(sessions, *generation_quantity("l1-size"));
  ASSERT_EQ(line.points.size(), 2U);
  EXPECT_EQ(line.points[0].device, "old");
  EXPECT_EQ(line.points[0].year, 2010);
  EXPECT_EQ(line.points[0].generation, "Fermi");
  EXPECT_EQ(line.points[0].words, "16 KiB");
  EXPECT_EQ(line.points[1].device, "new");
  EXPECT_EQ(line.points[1].session, 0U);
  EXPECT_EQ(line.no_year, std::vector<std::string>{"none"});
  EXPECT_EQ(line.no_value, std::vector<std::string>{"silent"});
}

TEST(Generations, take_what_was_measured_without_a_carve_out_first) {
  std::vector<Session> sessions{card("card", "9.0")};
  Finding carved = generation_finding(subject::l1_data, quantity::capacity_bytes, 200 << 10, "bytes");
  carved.conditions = {{"carveout_percent", 0}};
  sessions[0].findings = {
      generation_finding(subject::l1_data, quantity::capacity_bytes, 256 << 10, "bytes", FindingStatus::reported), carved,
      generation_finding(subject::l1_data, quantity::capacity_bytes, 61440, "bytes"),
      generation_finding(subject::l1_data, quantity::capacity_bytes, 1, "bytes", FindingStatus::not_measurable)};
  EXPECT_EQ(generation_line(sessions, *generation_quantity("l1-size")).points.front().value, 61440);
  sessions[0].findings.erase(sessions[0].findings.begin() + 2);
  EXPECT_EQ(generation_line(sessions, *generation_quantity("l1-size")).points.front().value, 200 << 10);
  sessions[0].findings.erase(sessions[0].findings.begin() + 1);
  EXPECT_TRUE(generation_line(sessions, *generation_quantity("l1-size")).points.front().reported);
}

TEST(Generations, bring_rates_into_one_unit_and_leave_others_out) {
  std::vector<Session> sessions{card("a", "9.0"), card("b", "8.0"), card("c", "7.0")};
  sessions[0].findings = {generation_finding(subject::dram, quantity::read_bandwidth, 3e12, "bytes/s")};
  sessions[1].findings = {generation_finding(subject::dram, quantity::read_bandwidth, 1000, "GiB/s")};
  sessions[2].findings = {generation_finding(subject::dram, quantity::read_bandwidth, 512, "bytes/cycle")};  // without a clock
  const GenerationLine line = generation_line(sessions, *generation_quantity("memory-bandwidth"));
  ASSERT_EQ(line.points.size(), 2U);
  EXPECT_DOUBLE_EQ(line.points[0].value, 1000 * 0x1p30);
  EXPECT_EQ(line.no_value, std::vector<std::string>{"c"});
}

TEST(Generations, know_what_the_device_says_of_itself) {
  std::vector<Session> sessions{card("a", "7.0")};
  sessions[0].device.properties.sm_count = 80;
  const GenerationLine line = generation_line(sessions, *generation_quantity("sm-count"));
  ASSERT_EQ(line.points.size(), 1U);
  EXPECT_EQ(line.points[0].value, 80);
  EXPECT_TRUE(line.points[0].reported);
  EXPECT_EQ(generation_quantity("beauty"), nullptr);
}

}  // namespace
}  // namespace chasescope
