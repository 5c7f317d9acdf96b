// Any number of devices in one table.
#include "engine/session/compare/device_table.h"

#include <gtest/gtest.h>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

void add(Session& session, const char* subject, const char* quantity, double value,
         FindingStatus status = FindingStatus::measured) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.unit = "bytes";
  finding.status = status;
  if (status == FindingStatus::measured) finding.value = value;
  session.findings.push_back(finding);
}

std::vector<Session> three() {
  std::vector<Session> sessions(3);
  for (Session& session : sessions) add(session, subject::l1_data, quantity::line_bytes, 128);
  add(sessions[0], subject::l1_data, quantity::capacity_bytes, 16384);
  add(sessions[1], subject::l1_data, quantity::capacity_bytes, 0, FindingStatus::not_measurable);
  add(sessions[2], subject::l1_data, quantity::capacity_bytes, 49152);
  add(sessions[2], subject::l2, quantity::capacity_bytes, 1 << 20);  // nobody else knows
  return sessions;
}

TEST(DeviceTable, has_a_row_for_what_two_know_and_says_who_agrees) {
  const DeviceTable table = device_table(three(), {"A", "B", "C"});
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0].cells, (std::vector<std::string>{"128 B", "128 B", "128 B"}));
  EXPECT_TRUE(table.rows[0].alike);
  EXPECT_EQ(table.rows[1].cells, (std::vector<std::string>{"16 KiB", "", "48 KiB"}));
  EXPECT_FALSE(table.rows[1].alike);
  EXPECT_EQ(table.rows[1].why, (std::vector<std::string>{"", "can't tell", ""}));
  EXPECT_EQ(table.rows[1].values, (std::vector<std::optional<double>>{16384, std::nullopt, 49152}));
}

TEST(DeviceTable, a_policy_that_was_not_measured_is_said) {
  std::vector<Session> sessions = three();
  sessions.emplace_back();
  add(sessions[3], subject::l1_data, quantity::replacement_policy, 0, FindingStatus::not_measurable);
  const DeviceTable table = device_table(sessions, {"A", "B", "C", "D"});
  const DeviceTable::Row& policy = table.rows.back();
  EXPECT_EQ(policy.what, "L1 data cache: Replacement policy");
  EXPECT_EQ(policy.cells, std::vector<std::string>(4));
  EXPECT_FALSE(policy.alike);
  EXPECT_EQ(cell_text(policy, 0), "not measured");
  EXPECT_EQ(cell_text(policy, 3), "can't tell");
  // The L2 is known to one alone: no row of it.
  for (const DeviceTable::Row& row : table.rows) EXPECT_NE(row.subject, subject::l2);
  // Nobody asked at all, and the rows of another part follow.
  std::vector<Session> two = three();
  for (Session& session : two) add(session, subject::dram, quantity::capacity_bytes, 1 << 30);
  const DeviceTable more = device_table(two, {"A", "B", "C"});
  ASSERT_EQ(more.rows.size(), 4U);
  EXPECT_EQ(more.rows[2].quantity, quantity::replacement_policy);
  EXPECT_EQ(more.rows[3].subject, subject::dram);
  // Where one knows it, the others say that they don't.
  Finding lru;
  lru.subject = subject::l1_data;
  lru.quantity = quantity::replacement_policy;
  lru.value = "lru";
  lru.status = FindingStatus::measured;
  two[0].findings.push_back(lru);
  const std::string text = device_table_report(device_table(two, {"A", "B", "C"}), ComparisonFormat::text);
  EXPECT_NE(text.find("LRU     not measured  not measured"), std::string::npos) << text;
}

TEST(DeviceTable, is_written_in_each_format) {
  const DeviceTable table = device_table(three(), {"A", "B|B", "=C"});
  const std::string text = device_table_report(table, ComparisonFormat::text);
  EXPECT_NE(text.find("128 B         128 B         128 B"), std::string::npos) << text;
  EXPECT_NE(text.find("can't tell"), std::string::npos) << text;
  const std::string markdown = device_table_report(table, ComparisonFormat::markdown);
  EXPECT_NE(markdown.find("B\\|B"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("| 16 KiB | can't tell | 48 KiB |"), std::string::npos) << markdown;
  const std::string csv = device_table_report(table, ComparisonFormat::csv);
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "subject,quantity,what,A,B|B,'=C");
  EXPECT_NE(csv.find("l1_data,capacity_bytes,L1 data cache: Capacity,16 KiB,,48 KiB\n"), std::string::npos) << csv;
  const auto json = nlohmann::json::parse(device_table_report(table, ComparisonFormat::json));
  EXPECT_EQ(json["rows"][1]["cells"][1], nullptr);
  EXPECT_EQ(json["rows"][0]["alike"], true);
}

TEST(DeviceTable, of_nothing_has_a_head_alone) {
  EXPECT_TRUE(device_table({}, {}).rows.empty());
  EXPECT_EQ(device_table_report(device_table({}, {}), ComparisonFormat::csv), "subject,quantity,what\n");
}

}  // namespace
}  // namespace chasescope
