#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

#include "widgets/style/theme.h"
#include "widgets/views/model_numbers/model_numbers_view.h"

namespace chasescope {
namespace {

using NumberOrigin = ModelNumber::Origin;

std::vector<ModelNumber> three() {
  return {{"cache l1", "line", "128 B", "MEI14 table 4", NumberOrigin::published},
          {"cache l1", "sets", "32", "assumed: nobody published it", NumberOrigin::assumed},
          {"TLB l1_tlb", "page", "2 MiB", "", NumberOrigin::unstated}};
}

class ModelNumbersTest : public testing::Test {
 protected:
  ModelNumbersTest() : view_(theme_) {
    view_.setNumbers(three());
    view_.resize(800, 400);
    view_.show();
  }
  int shown() const { return view_.table()->model()->rowCount(); }
  QString cell(int row, int column) const { return view_.table()->model()->index(row, column).data().toString(); }

  Theme theme_;
  ModelNumbersView view_;
};

TEST(ModelNumbersModel, keeps_the_rules_of_models) {
  ModelNumbersModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setNumbers(three());
  EXPECT_EQ(model.rowCount(), 3);
  EXPECT_EQ(model.assumed(), 1);
}

TEST_F(ModelNumbersTest, says_in_words_which_are_assumed) {
  EXPECT_EQ(cell(0, ModelNumbersModel::OriginColumn), "published");
  EXPECT_EQ(cell(1, ModelNumbersModel::OriginColumn), "assumed");
  EXPECT_EQ(cell(2, ModelNumbersModel::OriginColumn), "not stated");
  EXPECT_EQ(view_.facts(), "3 numbers, 1 of them assumed");
}

TEST_F(ModelNumbersTest, shows_only_the_assumed_ones_when_asked_by_the_keyboard) {
  view_.assumedOnly()->setFocus();
  QTest::keyClick(view_.assumedOnly(), Qt::Key_Space);
  ASSERT_EQ(shown(), 1);
  EXPECT_EQ(cell(0, ModelNumbersModel::QuantityColumn), "sets");
  QTest::keyClick(view_.all(), Qt::Key_Space);
  EXPECT_EQ(shown(), 3);
}

TEST_F(ModelNumbersTest, finds_every_word_in_any_column) {
  QTest::keyClicks(view_.search(), "L1 mei14");
  ASSERT_EQ(shown(), 1);
  EXPECT_EQ(cell(0, ModelNumbersModel::ValueColumn), "128 B");
  view_.search()->clear();
  QTest::keyClicks(view_.search(), "nothing like it");
  EXPECT_EQ(shown(), 0);
}

TEST_F(ModelNumbersTest, copies_what_is_selected_or_all_that_is_shown) {
  view_.copy();
  EXPECT_EQ(QGuiApplication::clipboard()->text().count('\n'), 2);
  view_.table()->selectRow(1);
  view_.activateWindow();
  view_.table()->setFocus();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&view_));
  QTest::keyClick(view_.table(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), "cache l1\tsets\t32\tassumed\tassumed: nobody published it");
}

}  // namespace
}  // namespace chasescope
