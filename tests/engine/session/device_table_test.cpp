// A table of any number of devices.
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
  add(sessions[2], subject::l2, quantity::capacity_bytes, 1 << 20);  // no other session has this quantity
  return sessions;
}

TEST(DeviceTable, has_a_row_for_what_two_know_and_says_who_agrees) {
  const DeviceTable table = device_table(three(), {"A", "B", "C"});
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[1].cells, (std::vector<std::string>{"128 B", "128 B", "128 B"}));
  EXPECT_TRUE(table.rows[1].alike);
  EXPECT_EQ(table.rows[0].cells, (std::vector<std::string>{"16 KiB", "", "48 KiB"}));
  EXPECT_FALSE(table.rows[0].alike);
  EXPECT_EQ(table.rows[0].why, (std::vector<std::string>{"", "can't tell", ""}));
  EXPECT_EQ(table.rows[0].values, (std::vector<std::optional<double>>{16384, std::nullopt, 49152}));
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
  // Only one session has findings about the L2, so that the L2 has no row.
  for (const DeviceTable::Row& row : table.rows) EXPECT_NE(row.subject, subject::l2);
  // A quantity that no session measured gets a row, and the rows of another part follow.
  std::vector<Session> two = three();
  for (Session& session : two) add(session, subject::dram, quantity::capacity_bytes, 1 << 30);
  const DeviceTable more = device_table(two, {"A", "B", "C"});
  ASSERT_EQ(more.rows.size(), 4U);
  EXPECT_EQ(more.rows[2].quantity, quantity::replacement_policy);
  EXPECT_EQ(more.rows[3].subject, subject::dram);
  // If one session has the value, the cells of the others say that they do not.
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
  EXPECT_EQ(json["rows"][0]["cells"][1], nullptr);
  EXPECT_EQ(json["rows"][1]["alike"], true);
}

Finding told(const char* subject, const char* quantity, nlohmann::json value, nlohmann::json conditions,
             FindingStatus status = FindingStatus::measured) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.unit = "cycles";
  finding.value = std::move(value);
  finding.conditions = std::move(conditions);
  finding.status = status;
  return finding;
}

TEST(DeviceTable, what_each_measured_stands_in_one_row_though_one_names_more_conditions) {
  std::vector<Session> sessions(3);
  for (double cycles = 100; Session & session : sessions)
    session.findings = {told("l2", "hit_latency_cycles", cycles++, {{"space", "global.cg"}})};
  // The third session has the value in another space as well. Each session has memory findings under conditions of its own.
  sessions[2].findings.push_back(told("l2", "hit_latency_cycles", 110, {{"space", "global.ca"}}));
  for (std::size_t i = 0; i < sessions.size(); ++i)
    sessions[i].findings.push_back(told("dram", "read_bandwidth", 5.0 + static_cast<double>(i), {{"blocks", 16 * (i + 1)}}));
  const DeviceTable table = device_table(sessions, {"A", "B", "C"});
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].what, "L2 cache: Hit latency");
  EXPECT_EQ(table.rows[0].cells, (std::vector<std::string>{"100 cycles", "101 cycles", "102 cycles"}));
  EXPECT_EQ(table.rows[1].cells, (std::vector<std::string>{"5 cycles", "6 cycles", "7 cycles"}));
}

TEST(DeviceTable, a_carve_out_that_only_one_card_has_is_named_in_its_cell) {
  std::vector<Session> sessions(2);
  sessions[0].findings = {told("l1_data", "sets", 32, {{"space", "global.ca"}})};
  sessions[1].findings = {told("l1_data", "sets", nullptr, {{"space", "global.ca"}}, FindingStatus::not_measurable),
                          told("l1_data", "sets", 512, {{"space", "global.ca"}, {"carveout_percent", 0}})};
  for (auto& session : sessions)
    for (Finding& finding : session.findings) finding.unit = "1";
  const DeviceTable table = device_table(sessions, {"A", "B"});
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].cells, (std::vector<std::string>{"32", "512 (carve-out 0 %)"}));
  EXPECT_EQ(table.rows[0].aside, "carve-out 0 % where there is one");
}

TEST(DeviceTable, has_no_row_for_what_nobody_compares) {
  std::vector<Session> sessions(2);
  for (Session& session : sessions)
    session.findings = {told("device", "notes", "A sentence.", {}),
                        told("l1_tlb", "miss_rate", {0, 1}, {{"from_bytes", 1024}}),
                        told("device", "access_class_cycles", 300, {{"class", 1}}),
                        told("l2", "plateau_cycles", 300, {{"from_bytes", 1024}}),
                        told("l2", "size_check", "agrees", {}),
                        told("device", "l2_bytes", 1024, {}, FindingStatus::reported),
                        told("l2", "capacity_bytes", 1024, {}, FindingStatus::reported),
                        told("l2", "sets", 2, {}),
                        told("l2", "ways", 4, {}),
                        told("l2", "ways_per_set", {4, 4}, {}),
                        told("distributed_shared_memory", "hit_latency_cycles", 200, {{"rank", 1}})};
  std::vector<std::string> rows;
  for (const DeviceTable::Row& row : device_table(sessions, {"A", "B"}).rows) rows.push_back(row.quantity);
  EXPECT_EQ(rows, (std::vector<std::string>{"capacity_bytes", "sets", "ways", "replacement_policy"}));
}

TEST(DeviceTable, its_text_is_as_wide_as_it_may_be) {
  std::vector<Session> sessions = three();
  for (Session& session : sessions)
    session.findings.push_back(told("l1_data", "set_index_function", nlohmann::json(std::vector<int>(60, 7)), {}));
  for (int i = 0; i < 60; ++i) sessions[0].findings.back().value[static_cast<std::size_t>(i)] = 3 * i;
  const DeviceTable table = device_table(sessions, {"A card with a long name", "B", "C"});
  for (const std::size_t width : {60U, 80U, 120U}) {
    const std::string text = device_table_report(table, ComparisonFormat::text, width);
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = text.find('\n', from);
      std::size_t columns = 0;
      for (std::size_t i = from; i < end; ++i) columns += (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U ? 1 : 0;
      EXPECT_LE(columns, width) << text.substr(from, end - from);
      from = end + 1;
    }
    EXPECT_NE(text.find("48 KiB"), std::string::npos) << text;
    EXPECT_EQ(text.find("  =\n"), std::string::npos) << "a column that nobody explains";
  }
}

TEST(DeviceTable, of_nothing_has_a_head_alone) {
  EXPECT_TRUE(device_table({}, {}).rows.empty());
  EXPECT_EQ(device_table_report(device_table({}, {}), ComparisonFormat::csv), "subject,quantity,what\n");
}

}  // namespace
}  // namespace chasescope
