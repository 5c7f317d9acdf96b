#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QListView>
#include <QMainWindow>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>

#include "widgets/document/selection.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/log_panel.h"
#include "widgets/shell/probe_list.h"
#include "widgets/shell/section_list.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

std::vector<DeviceEntry> devices() {
  return {{"model:gtx780", "GeForce GTX 780", "Kepler", DeviceEntry::Kind::model, DeviceEntry::State::closed},
          {"cuda:0", "NVIDIA H200", "Hopper", DeviceEntry::Kind::card, DeviceEntry::State::closed},
          {"model:c2070", "Tesla C2070", "Fermi", DeviceEntry::Kind::model, DeviceEntry::State::closed}};
}

TEST(DeviceList, groups_by_kind_and_tells_what_was_chosen) {
  Theme theme;
  DeviceList list(theme);
  list.resize(240, 300);
  list.show();
  list.setDevices(devices());
  QCoreApplication::processEvents();
  const auto text = [&](int row) { return list.list()->rows()->index(row, 0).data().toString(); };
  ASSERT_EQ(list.list()->rows()->rowCount(), 5);
  EXPECT_EQ(text(0), "Cards");
  EXPECT_EQ(text(1), "NVIDIA H200");
  EXPECT_EQ(text(2), "Classroom");
  QSignalSpy chosen(&list, &DeviceList::deviceChosen);
  QTest::mouseClick(list.list()->viewport(), Qt::LeftButton, Qt::NoModifier,
                    list.list()->visualRect(list.list()->rows()->index(1, 0)).center());
  ASSERT_EQ(chosen.size(), 1);
  EXPECT_EQ(chosen[0][0].toString(), "cuda:0");
  QTest::keyClick(list.list(), Qt::Key_Down);  // skips the heading and comes to the first model
  EXPECT_EQ(list.current(), "model:gtx780");
  EXPECT_EQ(chosen.size(), 2);
  list.setCurrent("model:c2070");
  list.setState("model:c2070", DeviceEntry::State::open);
  EXPECT_EQ(list.current(), "model:c2070");
  EXPECT_EQ(chosen.size(), 2);  // only a choice of the person is reported
}

TEST(DeviceList, models_stand_under_their_generations_oldest_first) {
  Theme theme;
  DeviceList list(theme);
  const auto model = [](const char* id, const char* generation, int year) {
    return DeviceEntry{id, id, {}, DeviceEntry::Kind::model, DeviceEntry::State::closed, generation, year};
  };
  list.setDevices({model("v100", "Volta, 2017", 2017), model("textbook", "", 0), model("k20", "Kepler, 2012", 2012),
                   model("gtx780", "Kepler, 2012", 2012)});
  QStringList rows;
  for (int row = 0; row < list.list()->rows()->rowCount(); ++row) rows << list.list()->rows()->index(row, 0).data().toString();
  EXPECT_EQ(rows, (QStringList{"Classroom", "textbook", "Kepler, 2012", "k20", "gtx780", "Volta, 2017", "v100"}));
}

TEST(SectionList, rows_with_another_state_stay_where_they_are) {
  Theme theme;
  SectionList list(theme, nullptr);
  const auto rows = [](const char* badge) {
    return std::vector<SectionRow>{{{}, "Heading", {}, {}, {}, {}}, {"a", "A", {}, {}, badge, {}}, {"b", "B", {}, {}, {}, {}}};
  };
  list.setRows(rows("idle"));
  list.setCurrentId("b");
  const QPersistentModelIndex kept = list.rows()->index(1, 0);
  QSignalSpy reset(list.rows(), &QAbstractItemModel::modelReset);
  QSignalSpy removed(list.rows(), &QAbstractItemModel::rowsRemoved);
  list.setRows(rows("running"));
  EXPECT_EQ(reset.count() + removed.count(), 0);
  EXPECT_TRUE(kept.isValid());
  EXPECT_EQ(list.currentId(), "b");
  list.setRows({{"c", "C", {}, {}, {}, {}}});
  EXPECT_EQ(list.rows()->rowCount(), 1);
}

TEST(ProbeList, shows_what_became_of_each) {
  Theme theme;
  ProbeList list(theme);
  list.resize(240, 300);
  list.show();
  list.setProbes({{"fine-grained", "Fine-grained chase", "Caches", "", "", {}}, {"tlb", "TLB", "Translation", "", "", {}}});
  list.setState("fine-grained", ProbeList::State::running);
  list.setUnavailable({{"tlb", "This device has no global memory."}});
  const auto index = [&](int row) { return list.list()->rows()->index(row, 0); };
  EXPECT_EQ(index(1).data(Qt::AccessibleTextRole).toString(), "Fine-grained chase, running");
  EXPECT_FALSE(index(3).flags() & Qt::ItemIsEnabled);
  EXPECT_EQ(index(3).data(Qt::ToolTipRole).toString(), "This device has no global memory.");
  QSignalSpy activated(&list, &ProbeList::probeActivated);
  list.setCurrent("fine-grained");
  QTest::keyClick(list.list(), Qt::Key_Return);
  ASSERT_EQ(activated.size(), 1);
  EXPECT_EQ(activated[0][0].toString(), "fine-grained");
}

TEST(LogModel, keeps_the_rules_of_models) {
  LogModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  for (int i = 0; i < 20; ++i) model.add(LogLevel::good, QString::number(i), QDateTime());
  model.clear();
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(LogModel, forgets_the_oldest) {
  LogModel model;
  const QDateTime when(QDate(2026, 1, 2), QTime(3, 4, 5, 678));
  for (int i = 0; i < LogModel::kLimit + 3; ++i) model.add(LogLevel::info, QString::number(i), when);
  EXPECT_EQ(model.rowCount(), LogModel::kLimit);
  EXPECT_EQ(model.index(0).data().toString(), "3");
  EXPECT_EQ(model.line(0), "03:04:05.678  info  3");
}

TEST(LogPanel, copies_what_is_selected_or_all) {
  Theme theme;
  LogPanel panel(theme);
  const QDateTime when(QDate(2026, 1, 2), QTime(3, 4, 5));
  panel.add(LogPanel::Level::warning, "one", when);
  panel.add(LogPanel::Level::error, "two", when);
  panel.copy();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), "03:04:05.000  warning  one\n03:04:05.000  error  two");
  panel.list()->setCurrentIndex(panel.model()->index(1));
  panel.copy();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), "03:04:05.000  error  two");
  panel.clear();
  EXPECT_EQ(panel.lines(), 0);
}

TEST(LogPanel, shows_the_whole_reason_of_a_failure) {
  Theme theme;
  QMainWindow window;
  window.setCentralWidget(new QWidget);
  auto* panel = new LogPanel(theme);
  auto* dock = new QDockWidget(&window);
  dock->setTitleBarWidget(panel->header());
  dock->setWidget(panel);
  window.addDockWidget(Qt::BottomDockWidgetArea, dock);
  window.resize(700, 500);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  const auto resize = [&](int height) { window.resizeDocks({dock}, {height}, Qt::Vertical); };
  QObject::connect(panel, &LogPanel::heightWanted, dock, resize);
  resize(60);  // two lines
  QCoreApplication::processEvents();
  panel->add(LogPanel::Level::info, "A short line.");
  const int low = panel->list()->height(), row = panel->list()->visualRect(panel->model()->index(0)).height();
  QSignalSpy back(panel, &LogPanel::heightWanted);
  const QString why =
      QStringLiteral("Whole card failed: the program ended before it answered the request chase. Its last words were: ") +
      QString(QStringLiteral("no memory for the array of 4 GiB; ")).repeated(6);
  panel->add(LogPanel::Level::error, why);
  const QModelIndex last = panel->model()->index(1);
  EXPECT_GT(panel->list()->sizeHintForIndex(last).height(), 2 * row) << "the reason is wrapped";
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel->list()->viewport()->rect().contains(panel->list()->visualRect(last)); }))
      << "the panel grows until all of the reason is in sight";
  EXPECT_GT(panel->list()->height(), low);
  panel->list()->setCurrentIndex(last);
  QTest::keyClick(panel->list(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_TRUE(QGuiApplication::clipboard()->text().endsWith(why.trimmed()) || QGuiApplication::clipboard()->text().endsWith(why));
  EXPECT_EQ(back.size(), 0);
  panel->add(LogPanel::Level::good, "Whole card is done.");
  ASSERT_EQ(back.size(), 1);  // the room is given back
  EXPECT_TRUE(QTest::qWaitFor([&] { return panel->list()->height() <= low + 2; })) << panel->list()->height() << ' ' << low;
}

TEST(Selection, another_run_drops_what_was_selected_in_the_old_one) {
  Selection selection;
  selection.setCurrentRun("run-1");
  selection.setBrush(AccessRange{1, 5});
  selection.setLine(3);
  QSignalSpy brush(&selection, &Selection::brushChanged), run(&selection, &Selection::currentRunChanged);
  selection.setBrush(AccessRange{1, 5});
  EXPECT_EQ(brush.size(), 0);
  selection.setCurrentRun("run-2");
  EXPECT_FALSE(selection.brush());
  EXPECT_FALSE(selection.line());
  EXPECT_EQ(brush.size(), 1);
  EXPECT_EQ(run.size(), 1);
  selection.setBrush(AccessRange{5, 5});
  EXPECT_FALSE(selection.brush());
}

}  // namespace
}  // namespace chasescope
