#include "widgets/views/report/report_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "tests/engine/findings/made_finding.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/report/report_model.h"

namespace chasescope {
namespace {

Finding made(const char* subject, const char* quantity, nlohmann::json value, FindingStatus status = FindingStatus::measured) {
  Finding finding = made_finding(subject, quantity, std::move(value), "bytes", nlohmann::json::object(), {"run-1"});
  finding.status = status;
  return finding;
}

QStringList titles(const ReportModel& model) {
  QStringList all;
  for (int section = 0; section < model.rowCount(); ++section) {
    const QModelIndex parent = model.index(section, 0);
    all << parent.data().toString().section(QStringLiteral("   "), 0, 0);
    for (int row = 0; row < model.rowCount(parent); ++row) all << model.index(row, 0, parent).data().toString();
  }
  return all;
}

TEST(ReportModel, sections_stand_in_the_order_of_a_report) {
  ReportModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setFindings({made("dram", "hit_latency_cycles", 655), made("l2", "capacity_bytes", 512), made("l1_data", "line_bytes", 128),
                     made("l1_data", "capacity_bytes", 16384)});
  EXPECT_EQ(titles(model),
            (QStringList{"L1 data cache", "Capacity", "Line", "L2 cache", "Capacity", "Main memory", "Hit latency"}));
  EXPECT_EQ(model.index(0, 0).data().toString(), "L1 data cache   2 measured");
}

TEST(ReportModel, what_lands_is_merged_in_and_nothing_else_is_touched) {
  ReportModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  std::vector<Finding> findings{made("l1_data", "capacity_bytes", 16384), made("l1_data", "sets", 32),
                                made("l2", "line_bytes", 128)};
  model.setFindings(findings);
  const QPersistentModelIndex sets = model.index(1, 0, model.index(0, 0)), l2 = model.index(1, 0);
  QSignalSpy reset(&model, &QAbstractItemModel::modelReset), inserted(&model, &QAbstractItemModel::rowsInserted),
      removed(&model, &QAbstractItemModel::rowsRemoved), changed(&model, &QAbstractItemModel::dataChanged);
  findings.push_back(made("l1_data", "line_bytes", 128));
  findings.push_back(made("l1_tlb", "entries", 16));
  model.setFindings(findings);
  EXPECT_EQ(inserted.size(), 2);
  EXPECT_EQ(removed.size() + reset.size(), 0);
  EXPECT_EQ(changed.size(), 1);  // the number of findings in the section's title
  EXPECT_EQ(sets.row(), 2);
  EXPECT_EQ(sets.data().toString(), "Sets");
  EXPECT_TRUE(l2.data().toString().startsWith("L2 cache"));
  // Another value of the same quantity changes its own row alone.
  inserted.clear();
  changed.clear();
  findings.push_back(made("l1_data", "sets", 64));
  model.setFindings(findings);
  EXPECT_EQ(inserted.size(), 0);
  ASSERT_EQ(changed.size(), 2);
  EXPECT_EQ(changed.first().at(0).toModelIndex(), model.index(2, 0, model.index(0, 0)));
  EXPECT_EQ(QModelIndex(sets).siblingAtColumn(ReportModel::ValueColumn).data().toString().left(2), "64");
  // Without new findings, the model sends no signal.
  changed.clear();
  model.setFindings(findings);
  EXPECT_EQ(changed.size() + inserted.size() + removed.size(), 0);
  // Findings that are gone take their own rows with them, and no others.
  findings.resize(1);
  model.setFindings(findings);
  EXPECT_EQ(titles(model), (QStringList{"L1 data cache", "Capacity"}));
  EXPECT_EQ(reset.size(), 0);
  EXPECT_FALSE(sets.isValid());
  model.setFindings({});
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(ReportModel, findings_under_several_conditions_tell_theirs) {
  ReportModel model;
  Finding first = made("l2", "hit_latency_cycles", 266), second = first;
  first.conditions = {{"space", "global.ca"}};
  second.conditions = {{"space", "global.cg"}};
  model.setFindings({first, second, made("l2", "line_bytes", 128)});
  EXPECT_EQ(titles(model), (QStringList{"L2 cache", "Line", QString::fromUtf8("Hit latency · global.ca"),
                                        QString::fromUtf8("Hit latency · global.cg")}));
}

TEST(ReportModel, many_rates_are_told_apart_by_their_footprints) {
  ReportModel model;
  std::vector<Finding> rates;
  for (const int kib : {16, 17, 18}) {
    rates.push_back(made("device", "miss_rate", 0.5));
    rates.back().conditions = {{"accesses", 64 * kib}, {"bytes", 1024 * kib}, {"space", "global.ca"}, {"warmup", 16 * kib}};
  }
  model.setFindings(rates);
  EXPECT_TRUE(titles(model).contains(QString::fromUtf8("Miss rate · N = 17 KiB"))) << titles(model).join("|").toStdString();
}

class ReportViewTest : public testing::Test {
 protected:
  ReportViewTest() : view(store, selection, theme) {
    view.resize(900, 600);
    view.show();
  }
  void fill() {
    store.setSession(sample::session());
    view.refresh();
    QCoreApplication::processEvents();
  }
  QModelIndex rowWith(FindingStatus status) const {
    for (int section = 0; section < view.model()->rowCount(); ++section)
      for (int row = 0; row < view.model()->rowCount(view.model()->index(section, 0)); ++row) {
        const QModelIndex index = view.model()->index(row, 0, view.model()->index(section, 0));
        if (index.data(ReportModel::StatusRole).toInt() == static_cast<int>(status)) return index;
      }
    return {};
  }

  Theme theme;
  RunStore store;
  Selection selection;
  ReportView view;
};

TEST_F(ReportViewTest, empty_filling_full_and_failed) {
  EXPECT_EQ(view.state(), MeasuredView::State::empty);
  EXPECT_TRUE(view.isEmpty());
  QPushButton* offer = view.findChild<QPushButton*>();
  ASSERT_NE(offer, nullptr);
  QSignalSpy wanted(&view, &MeasuredView::probeRequested);
  QTest::mouseClick(offer, Qt::LeftButton);
  ASSERT_EQ(wanted.size(), 1);
  EXPECT_EQ(wanted[0][0].toString(), "discover");
  store.beginProbe("latency");  // any probe fills it
  EXPECT_EQ(view.state(), MeasuredView::State::filling);
  EXPECT_FALSE(offer->isVisible());
  store.addFinding(made("l1_data", "capacity_bytes", 16384));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !view.isEmpty(); }, 5000));
  EXPECT_EQ(view.state(), MeasuredView::State::filling);
  EXPECT_TRUE(view.facts().contains("being measured"));
  store.endProbe("latency", ProbeEnd::done);
  EXPECT_EQ(view.state(), MeasuredView::State::full);
  EXPECT_EQ(view.facts(), "1 measured");
  store.beginProbe("tlb");
  store.endProbe("tlb", ProbeEnd::failed, "The card has gone.");
  EXPECT_EQ(view.state(), MeasuredView::State::failed);
  EXPECT_FALSE(view.isEmpty());  // earlier findings stay
  store.clear();
  EXPECT_EQ(view.state(), MeasuredView::State::empty);
}

TEST(ReportModel, what_is_to_come_has_a_section_of_its_own_below) {
  ReportModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  ReportOutlook outlook;
  outlook.begin({{"Facts", "Asks."}, {"Caches", "Walks."}, {"TLBs", "Turns pages."}});
  model.setOutlook(outlook.parts());
  EXPECT_EQ(titles(model), (QStringList{"Still to come", "Facts", "Caches", "TLBs"}));
  model.setFindings({made("l1_data", "capacity_bytes", 16384)});
  outlook.progress("Caches: global.ca");
  model.setOutlook(outlook.parts());
  EXPECT_EQ(titles(model), (QStringList{"L1 data cache", "Capacity", "Still to come", "Caches", "TLBs"}));
  const auto status = [&](int row) { return model.index(row, ReportModel::StatusColumn, model.index(1, 0)).data().toString(); };
  EXPECT_EQ(status(0), "under way");
  EXPECT_EQ(status(1), "to come");
  EXPECT_EQ(model.index(0, ReportModel::IntervalColumn, model.index(1, 0)).data().toString(), "global.ca");
  EXPECT_FALSE(model.index(0, 0, model.index(1, 0)).data(ReportModel::StatusRole).isValid());
  EXPECT_EQ(model.findings(), 1);
  outlook.end("The card has gone.");
  model.setOutlook(outlook.parts());
  EXPECT_EQ(titles(model), (QStringList{"L1 data cache", "Capacity", "Not reached", "Caches", "TLBs"}));
  EXPECT_EQ(status(1), "not reached");
  model.setOutlook({});
  EXPECT_EQ(titles(model), (QStringList{"L1 data cache", "Capacity"}));
}

TEST(ReportOutlook, a_single_probe_says_what_it_does_without_its_title) {
  ReportOutlook outlook;
  outlook.progress("nothing runs");
  EXPECT_TRUE(outlook.parts().empty());
  outlook.begin({{"Latency", "Times loads."}});
  outlook.progress("L2: reading");
  ASSERT_EQ(outlook.parts().size(), 1U);
  EXPECT_EQ(outlook.parts()[0].note, "L2: reading");
  EXPECT_EQ(outlook.text(), "Latency under way");
  outlook.end({});
  EXPECT_TRUE(outlook.text().isEmpty());
}

TEST_F(ReportViewTest, says_what_is_still_to_come_and_what_was_not_reached) {
  store.beginProbe("discover");
  view.expect({{"Facts", "Asks."}, {"Caches", "Walks."}, {"TLBs", "Turns pages."}});
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(view.facts(), "Facts under way, 2 parts to come");
  EXPECT_TRUE(view.table()->isExpanded(view.model()->index(0, 0)));
  store.addFinding(made("l1_data", "capacity_bytes", 16384));
  view.progress("Caches: global.ca");
  view.refresh();
  EXPECT_EQ(view.facts(), QString::fromUtf8("1 measured · Caches under way, 1 part to come"));
  store.endProbe("discover", ProbeEnd::failed, "The card has gone.");
  EXPECT_EQ(view.state(), MeasuredView::State::failed);
  EXPECT_EQ(view.facts(), QString::fromUtf8("1 measured · 2 parts not reached"));
  store.beginProbe("discover");
  view.expect({{"TLBs", "Turns pages."}});
  store.endProbe("discover", ProbeEnd::done);
  EXPECT_EQ(view.facts(), "1 measured");
  store.beginProbe("discover");
  view.expect({{"TLBs", "Turns pages."}});
  store.clear();
  EXPECT_EQ(view.model()->rowCount(), 0);
}

TEST_F(ReportViewTest, what_was_published_of_the_card_stands_beside_what_was_found) {
  EXPECT_TRUE(view.table()->isColumnHidden(ReportModel::PublishedColumn));  // without a device there are no published values
  Session session;
  session.device.name = "GeForce GTX 560 Ti";
  session.findings = {made("l1_data", "capacity_bytes", 16384), made("l1_data", "contiguous_bytes", 16384)};
  store.setSession(session);
  view.refresh();
  EXPECT_FALSE(view.table()->isColumnHidden(ReportModel::PublishedColumn));
  const QModelIndex capacity = view.model()->index(0, 0, view.model()->index(0, 0));
  EXPECT_EQ(capacity.siblingAtColumn(ReportModel::PublishedColumn).data().toString(), QString::fromUtf8("16\u202fKiB"));
  EXPECT_TRUE(capacity.data(ReportModel::DetailsRole).toStringList().join(' ').contains("NPC 2014"));
  EXPECT_TRUE(capacity.data(Qt::AccessibleTextRole).toString().contains("published: 16"));
  const QModelIndex contiguous = view.model()->index(1, ReportModel::PublishedColumn, view.model()->index(0, 0));
  EXPECT_EQ(contiguous.data().toString(), QString());
  view.resize(500, 600);  // in a narrow view, the published value is below the table
  QCoreApplication::processEvents();
  EXPECT_TRUE(view.table()->isColumnHidden(ReportModel::PublishedColumn));
  view.resize(900, 600);
  QCoreApplication::processEvents();
  EXPECT_FALSE(view.table()->isColumnHidden(ReportModel::PublishedColumn));
  session.device.name = "Another";
  store.setSession(session);
  view.refresh();
  EXPECT_TRUE(view.table()->isColumnHidden(ReportModel::PublishedColumn));
}

TEST_F(ReportViewTest, a_link_and_enter_open_the_evidence) {
  fill();
  const QModelIndex row = rowWith(FindingStatus::measured);
  ASSERT_TRUE(row.isValid());
  const QStringList runs = row.data(ReportModel::EvidenceRole).toStringList();
  ASSERT_FALSE(runs.isEmpty());
  QSignalSpy evidence(&view, &ReportView::evidenceRequested);
  const auto click = [&](int column) {
    QTest::mouseClick(view.table()->viewport(), Qt::LeftButton, Qt::NoModifier,
                      view.table()->visualRect(row.siblingAtColumn(column)).center());
  };
  click(ReportModel::ValueColumn);
  EXPECT_EQ(evidence.size(), 0);
  EXPECT_EQ(selection.subject(), row.data(ReportModel::SubjectRole).toString());
  click(ReportModel::EvidenceColumn);
  ASSERT_EQ(evidence.size(), 1);
  EXPECT_EQ(evidence[0][0].toStringList(), runs);
  QTest::keyClick(view.table(), Qt::Key_Return);
  ASSERT_EQ(evidence.size(), 2);
  EXPECT_EQ(evidence[1][0].toStringList(), runs);
}

TEST_F(ReportViewTest, names_and_values_have_room_as_soon_as_it_is_shown) {
  fill();
  QTabWidget tabs;
  auto* late = new ReportView(store, selection, theme);  // hidden behind another tab until all findings are there
  tabs.addTab(new QWidget, "first");
  tabs.addTab(late, "report");
  tabs.resize(1000, 600);
  tabs.show();
  QCoreApplication::processEvents();
  tabs.setCurrentWidget(late);
  QCoreApplication::processEvents();
  const auto width = [&](int column) { return late->table()->header()->sectionSize(column); };
  const QFontMetrics words(theme.text());
  EXPECT_GE(width(ReportModel::QuantityColumn), words.horizontalAdvance("Set index function"));
  EXPECT_GE(width(ReportModel::ValueColumn), words.horizontalAdvance("236.5 cycles"));
  EXPECT_GE(width(ReportModel::EvidenceColumn), words.horizontalAdvance("run-1234"));
  // In a narrow view, the column of reasons keeps some width.
  tabs.resize(560, 600);
  QCoreApplication::processEvents();
  EXPECT_GE(width(ReportModel::IntervalColumn), 60);
}

TEST_F(ReportViewTest, says_why_it_cannot_tell) {
  fill();
  const QModelIndex row = rowWith(FindingStatus::not_measurable);
  ASSERT_TRUE(row.isValid());
  const QString reason = row.siblingAtColumn(ReportModel::IntervalColumn).data().toString();
  EXPECT_GT(reason.size(), 10);
  EXPECT_EQ(row.siblingAtColumn(ReportModel::StatusColumn).data().toString(), QString::fromUtf8("can’t tell"));
  const QString spoken = row.data(Qt::AccessibleTextRole).toString();
  EXPECT_TRUE(spoken.contains(QString::fromUtf8("can’t tell")) && spoken.contains(reason)) << spoken.toStdString();
  view.table()->setCurrentIndex(row);
  EXPECT_TRUE(view.details().contains(reason)) << view.details().toStdString();
}

TEST_F(ReportViewTest, follows_a_box_that_was_chosen_elsewhere) {
  fill();
  selection.setSubject("l2");
  ASSERT_TRUE(view.table()->currentIndex().isValid());
  EXPECT_EQ(view.table()->currentIndex().data(ReportModel::SubjectRole).toString(), "l2");
  EXPECT_EQ(selection.subject(), "l2");
}

TEST_F(ReportViewTest, follows_what_was_chosen_before_it_had_a_row) {
  selection.setSubject("l2");
  fill();
  EXPECT_EQ(view.table()->currentIndex().data(ReportModel::SubjectRole).toString(), "l2");
}

TEST_F(ReportViewTest, what_a_person_chose_stays_while_findings_land) {
  fill();
  const QModelIndex row = rowWith(FindingStatus::measured);
  view.table()->setCurrentIndex(row);
  const QString name = row.data().toString(), subject = selection.subject();
  store.addFinding(made("l1_data", "banks", 32));
  store.addFinding(made("constant_l1", "capacity_bytes", 2048));
  view.refresh();
  EXPECT_EQ(view.table()->currentIndex().data().toString(), name);
  EXPECT_EQ(selection.subject(), subject);
  EXPECT_TRUE(view.table()->isExpanded(view.model()->sectionOf("constant_l1")));
}

}  // namespace
}  // namespace chasescope
