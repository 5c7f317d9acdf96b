#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QListView>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/sample_runs.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/findings_model.h"
#include "widgets/document/run_store.h"
#include "widgets/shell/findings_panel.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

Finding of(const char* quantity, nlohmann::json value, const char* unit) {
  Finding finding;
  finding.subject = "l1_data";
  finding.quantity = quantity;
  finding.value = std::move(value);
  finding.unit = unit;
  finding.status = FindingStatus::measured;
  return finding;
}

TEST(FindingText, values_are_written_as_people_read_them) {
  EXPECT_EQ(valueText(of("capacity_bytes", 17408, "bytes")).value, "17");
  EXPECT_EQ(valueText(of("capacity_bytes", 17408, "bytes")).unit, "KiB");
  EXPECT_EQ(valueText(of("hit_latency_cycles", 116.21, "cycles")).value, "116.2");
  EXPECT_EQ(valueText(of("hit_latency_cycles", 1160, "cycles")).value, "1,160");
  EXPECT_EQ(valueText(of("miss_rate", 0.1204, "1")).joined(), QString::fromUtf8("12\u202f%"));
  EXPECT_EQ(valueText(of("set_index_bits", {7, 8, 9, 10, 11}, "1")).value, "7 to 11");
  EXPECT_EQ(valueText(of("set_index_bits", {7, 9}, "1")).value, "7, 9");
  EXPECT_EQ(valueText(of("ways_per_set", {17, 8, 8, 8, 8, 8, 8}, "1")).value, QString::fromUtf8("17, 6 × 8"));
  EXPECT_EQ(valueText(of("set_index_function", nlohmann::json::array({{7, 13}, {8, 14}}), "1")).value, "{7, 13}, {8, 14}");
  EXPECT_EQ(valueText(of("shares_with", nlohmann::json::array(), "1")).value, "none");
  EXPECT_EQ(valueText(of("replacement_policy", "weighted_way", "1")).value, "weighted way");
  EXPECT_EQ(valueText(of("replacement_policy", "lru", "1")).value, "LRU");
  EXPECT_EQ(valueText(of("capacity_bytes", nullptr, "bytes")).value, QString::fromUtf8("–"));
}

TEST(FindingsModel, spaces_tell_findings_of_one_quantity_apart) {
  FindingsModel model;
  QAbstractItemModelTester tester(&model);
  Finding first = of("contiguous_bytes", 786432, "bytes");
  first.conditions = {{"space", "global.cg"}, {"stride", 32}};
  model.add(first, 0);
  EXPECT_EQ(model.index(1).data(FindingsModel::ApartRole).toString(), "");
  Finding second = first;
  second.conditions["space"] = "local";
  const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  model.add(second, 1);
  EXPECT_EQ(model.index(1).data(FindingsModel::ApartRole).toString(), "global.cg");
  EXPECT_EQ(model.index(2).data(FindingsModel::ApartRole).toString(), "local");
  EXPECT_EQ(changed.size(), 1);
}

TEST(FindingsModel, what_differs_between_findings_of_one_quantity_tells_them_apart) {
  FindingsModel model;
  Finding first = of("miss_rate", 0.25, "1");
  first.conditions = {{"space", "global.ca"}, {"bytes", 16384}, {"stride", 32}};
  model.add(first, 0);
  first.conditions["bytes"] = 17408;
  model.add(first, 1);
  EXPECT_EQ(model.index(1).data().toString(), "Miss rate");
  EXPECT_EQ(model.index(1).data(FindingsModel::ApartRole).toString(), "N = 16 KiB");
  EXPECT_EQ(model.index(2).data(FindingsModel::ApartRole).toString(), "N = 17 KiB");
  Finding third = of("access_class_cycles", 116, "cycles");
  third.conditions = {{"space", "global.ca"}, {"class", 1}};
  model.add(third, 2);
  third.conditions["class"] = 2;
  third.conditions["space"] = "global.cg";
  model.add(third, 3);
  EXPECT_EQ(model.index(3).data(FindingsModel::ApartRole).toString(), "class 1, global.ca");
  EXPECT_EQ(model.index(4).data(FindingsModel::ApartRole).toString(), "class 2, global.cg");
  Finding sized = of("capacity_bytes", 16384, "bytes");
  for (const double percent : {25.0, 50.0}) {
    sized.conditions = {{"carveout_percent", percent}};
    model.add(sized, 4);
  }
  EXPECT_EQ(model.index(5).data(FindingsModel::ApartRole).toString(), "carve-out 25 %");
  Finding latency = of("hit_latency_cycles", 691, "cycles");
  for (const char* state : {"cold", "warm"}) {
    latency.conditions = {{"space", "global.cg"}, {"order", "random"}, {"state", state}};
    model.add(latency, 6);
  }
  EXPECT_EQ(model.index(7).data(FindingsModel::ApartRole).toString(), "state cold");
}

TEST(FindingsModel, what_the_name_says_of_banks_is_not_said_again) {
  FindingsModel model;
  Finding rows = of("conflict_latency_cycles", 25, "cycles");
  for (const int degree : {2, 4}) {
    rows.conditions = {{"bank_bytes", 4}, {"conflict_degree", degree}, {"word_bytes", 4}};
    model.add(rows, 0);
  }
  EXPECT_EQ(model.index(2).data().toString(), "4 rows");
  EXPECT_EQ(model.index(2).data(FindingsModel::ApartRole).toString(), "");
}

// "Stays 0 %" says nothing without the lines that it is of.
TEST(FindingsModel, a_share_that_stays_always_says_of_which_lines_and_after_which) {
  FindingsModel model;
  Finding stays = of("retained_share", 0, "1");
  stays.conditions = {{"kept", "first"}, {"swept", "normal"}};
  model.add(stays, 0);
  EXPECT_EQ(model.index(1).data(FindingsModel::ApartRole).toString(), "lines read with evict_first, after a sweep of normal lines");
  EXPECT_EQ(conditionsText(stays), "lines read with evict_first, after a sweep of normal lines");
  stays.conditions = {{"kept", "normal"}, {"swept", "first"}};
  EXPECT_EQ(conditionsText(stays), "normal lines, after a sweep with evict_first");
}

TEST(FindingText, intervals_name_the_unit_once) {
  Finding finding = of("capacity_bytes", 16384, "bytes");
  EXPECT_EQ(intervalText(finding), "");
  finding.low = 15872;
  finding.high = 16384;
  EXPECT_EQ(intervalText(finding), "15.5 to 16 KiB");
  finding = of("hit_latency_cycles", 116, "cycles");
  finding.low = 115;
  finding.high = 117;
  EXPECT_EQ(intervalText(finding), "115 to 117 cycles");
}

TEST(FindingText, conditions_are_told_shortly) {
  Finding finding = of("capacity_bytes", 1, "bytes");
  finding.conditions = {{"space", "global.ca"}, {"carveout_percent", 50}};
  EXPECT_EQ(conditionsText(finding), QString::fromUtf8("carve-out 50 %, global.ca"));
}

TEST(FindingsModel, keeps_the_rules_of_models) {
  FindingsModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const Session session = sample::session();
  for (std::size_t i = 0; i < session.findings.size(); ++i) model.add(session.findings[i], static_cast<int>(i));
  EXPECT_EQ(model.findings(), static_cast<int>(session.findings.size()));
  EXPECT_EQ(model.rowCount(), model.findings() + 4);  // a heading for each of four subjects
  EXPECT_TRUE(model.index(0).data(FindingsModel::HeadingRole).toBool());
  EXPECT_EQ(model.index(0).data().toString(), "L1 data");
  model.clear();
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(FindingsModel, a_newer_finding_replaces_the_older_one) {
  FindingsModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.add(of("capacity_bytes", 1024, "bytes"), 0);
  model.add(of("line_bytes", 128, "bytes"), 1);
  QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  model.add(of("capacity_bytes", 2048, "bytes"), 2);
  EXPECT_EQ(model.findings(), 2);
  EXPECT_EQ(changed.size(), 1);
  EXPECT_EQ(model.index(1).data(FindingsModel::ValueRole).toString(), "2");
  EXPECT_EQ(model.index(1).data(FindingsModel::IndexRole).toInt(), 2);
  Finding other = of("capacity_bytes", 4096, "bytes");
  other.conditions = {{"space", "texture"}};
  model.add(other, 3);
  EXPECT_EQ(model.findings(), 3);  // under other conditions it is another finding
}

TEST(FindingsModel, status_is_told_in_words_for_ears_too) {
  FindingsModel model;
  Finding finding = of("count_per_sm", nullptr, "1");
  finding.status = FindingStatus::not_measurable;
  finding.reason = "Passes differ.";
  model.add(finding, 0);
  EXPECT_EQ(model.index(1).data(FindingsModel::StatusTextRole).toString(), QString::fromUtf8("can’t tell"));
  EXPECT_EQ(model.index(1).data(Qt::AccessibleTextRole).toString(), QString::fromUtf8("Count per SM of L1 data: –, can’t tell"));
  EXPECT_TRUE(model.index(1).data(Qt::ToolTipRole).toString().contains("Passes differ."));
}

TEST(FindingsPanel, a_click_leads_to_the_evidence) {
  Theme theme;
  RunStore store;
  FindingsPanel panel(store, theme);
  panel.resize(360, 500);
  panel.show();
  store.setSession(sample::session());
  QCoreApplication::processEvents();
  QSignalSpy evidence(&panel, &FindingsPanel::evidenceRequested);
  const QModelIndex row = panel.model()->index(2);
  QTest::mouseClick(panel.list()->viewport(), Qt::LeftButton, Qt::NoModifier, panel.list()->visualRect(row).center());
  ASSERT_EQ(evidence.size(), 1);
  EXPECT_EQ(evidence[0][0].toStringList(), QStringList{"run-1"});
  QCoreApplication::processEvents();
  // The open row has grown to show its details; a heading does nothing.
  EXPECT_GT(panel.list()->visualRect(row).height(), panel.list()->visualRect(panel.model()->index(3)).height() * 2);
  QTest::mouseClick(panel.list()->viewport(), Qt::LeftButton, Qt::NoModifier,
                    panel.list()->visualRect(panel.model()->index(0)).center());
  EXPECT_EQ(evidence.size(), 1);
  store.clear();
  EXPECT_EQ(panel.model()->rowCount(), 0);
}

}  // namespace
}  // namespace chasescope
