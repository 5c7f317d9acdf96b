#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QTableView>
#include <QTest>

#include "widgets/style/theme.h"
#include "widgets/views/comparison/comparison_view.h"

namespace chasescope {
namespace {

Finding of(const char* quantity, double value, const char* unit) {
  Finding finding;
  finding.subject = "l1_data";
  finding.quantity = quantity;
  finding.value = value;
  finding.unit = unit;
  finding.status = FindingStatus::measured;
  return finding;
}

Comparison sample() {
  Session a, b;
  a.device.name = "Old card";
  b.device.name = "New card";
  a.findings = {of("line_bytes", 128, "bytes"), of("capacity_bytes", 16384, "bytes"), of("sets", 4, "1")};
  b.findings = {of("line_bytes", 128, "bytes"), of("capacity_bytes", 32768, "bytes")};
  return compare_sessions(a, b);
}

TEST(ComparisonModel, keeps_the_rules_of_models) {
  ComparisonModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setComparison(sample());
  EXPECT_EQ(model.rowCount(), 3);
  EXPECT_EQ(model.headerData(ComparisonModel::AColumn, Qt::Horizontal).toString(), "A: Old card");
}

TEST(ComparisonView, puts_what_differs_first_and_hides_the_rest_by_the_keyboard) {
  const Theme theme;
  ComparisonView view(theme);
  view.setComparison(sample());
  view.show();
  EXPECT_EQ(view.summary(), "1 differ, 1 only in A, 1 agree");
  const auto cell = [&](int row, int column) { return view.table()->model()->index(row, column).data().toString(); };
  ASSERT_EQ(view.table()->model()->rowCount(), 3);
  EXPECT_EQ(cell(0, ComparisonModel::VerdictColumn), "differs");
  EXPECT_EQ(cell(0, ComparisonModel::WhatColumn), "L1 data cache: Capacity");
  EXPECT_EQ(cell(0, ComparisonModel::AColumn), "16 KiB");
  EXPECT_EQ(cell(0, ComparisonModel::BColumn), "32 KiB");
  EXPECT_EQ(cell(2, ComparisonModel::VerdictColumn), "agrees");
  view.differencesOnly()->setFocus();
  QTest::keyClick(view.differencesOnly(), Qt::Key_Space);
  ASSERT_EQ(view.table()->model()->rowCount(), 2);
  EXPECT_EQ(cell(1, ComparisonModel::VerdictColumn), "only in A");
}

}  // namespace
}  // namespace chasescope
