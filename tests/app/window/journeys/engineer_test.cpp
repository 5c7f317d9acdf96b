// The engineer: discovers a card, reads the report, follows a number to the runs that show it, writes report and session, and
// compares the card with another.
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>
#include <QProgressBar>
#include <QTemporaryDir>
#include <QTreeView>

#include "app/documents/memory_comparison.h"
#include "tests/app/window/person.h"
#include "widgets/shell/log_panel.h"
#include "widgets/views/memory/memory_plot.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/report/report_model.h"
#include "widgets/views/report/report_view.h"

namespace chasescope {
namespace {

class EngineerJourney : public PersonFixture {
 protected:
  /// Puts a path into a file dialog, as from the clipboard, and presses the button that accepts it.
  static void name(QDialog& dialog, const QString& path) {
    auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    auto* buttons = dialog.findChild<QDialogButtonBox*>();
    ASSERT_TRUE(field != nullptr && buttons != nullptr);
    field->setText(path);
    for (QAbstractButton* button : buttons->buttons())
      if (buttons->buttonRole(button) == QDialogButtonBox::AcceptRole) return QTest::mouseClick(button, Qt::LeftButton);
    ADD_FAILURE() << "no button";
  }
  QModelIndex rowOf(const QString& section, const QString& name) {
    const ReportModel& model = *window_.views().of<ReportView>().model();
    for (int s = 0; s < model.rowCount(); ++s) {
      const QModelIndex parent = model.index(s, 0);
      if (!parent.data().toString().startsWith(section)) continue;
      for (int row = 0; row < model.rowCount(parent); ++row)
        if (model.index(row, 0, parent).data().toString().startsWith(name)) return model.index(row, 0, parent);
    }
    return {};
  }
};

TEST_F(EngineerJourney, a_discovery_shows_how_far_it_is_and_can_be_stopped) {
  choose("GeForce GTX 560 Ti");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  press(window_.actions().discover);
  ASSERT_TRUE(window_.actions().stop->isEnabled());
  auto* progress = window_.findChild<QProgressBar*>("progress");
  EXPECT_TRUE(progress->isVisible());
  ASSERT_TRUE(QTest::qWaitFor([&] { return progress->value() > 0; }, kPatience));
  press(window_.actions().stop);
  ASSERT_EQ(ended.count(), 1);
  EXPECT_EQ(ended.first().at(1).toString(), QString()) << "stopping is no failure";
  EXPECT_TRUE(window_.explorer().cancelled());
  EXPECT_FALSE(window_.actions().stop->isEnabled());
  EXPECT_FALSE(progress->isVisible());
  const LogModel& log = *window_.findChild<LogPanel*>()->model();
  for (int row = 0; row < log.rowCount(); ++row)
    EXPECT_NE(log.index(row).data(LogModel::LevelRole).toInt(), static_cast<int>(LogLevel::error)) << "stopping is no failure";
  turnTo("Report");
  EXPECT_EQ(window_.views().of<ReportView>().state(), MeasuredView::State::stopped);
  EXPECT_TRUE(window_.views().of<ReportView>().facts().contains("not reached"))
      << window_.views().of<ReportView>().facts().toStdString();
}

TEST_F(EngineerJourney, from_discover_to_a_report_and_a_session) {
  choose("GeForce GTX 560 Ti");
  turnTo("Report");
  runIt(window_.actions().discover);
  ReportView& report = window_.views().of<ReportView>();
  EXPECT_EQ(report.state(), MeasuredView::State::full);
  EXPECT_TRUE(report.outlook().parts().empty());

  // A number, and the runs that show it.
  const QModelIndex capacity = rowOf("L1 data", "Capacity");
  ASSERT_TRUE(capacity.isValid());
  EXPECT_EQ(capacity.siblingAtColumn(ReportModel::ValueColumn).data().toString(), QString::fromUtf8("16\u202fKiB"));
  report.showPage(ReportView::Page::findings);
  QTreeView& table = *report.table();
  table.scrollTo(capacity);
  const QModelIndex link = capacity.siblingAtColumn(ReportModel::EvidenceColumn);
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(link).center());
  EXPECT_NE(window_.views().currentWidget(), &report);
  const QStringList evidence = capacity.data(ReportModel::EvidenceRole).toStringList();
  EXPECT_TRUE(evidence.contains(window_.explorer().selection().currentRun()));

  // The report with its figures, and the session, by their keys.
  const QTemporaryDir folder;
  const QString written = folder.filePath("card.md"), saved = folder.filePath("card.cbor");
  answer([&] { press(window_.actions().exportReport); }, [&](QDialog& dialog) { name(dialog, written); });
  ASSERT_TRUE(QFile::exists(written));
  QFile file(written);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QString text = QString::fromUtf8(file.readAll());
  EXPECT_TRUE(text.contains("GeForce GTX 560 Ti"));
  EXPECT_TRUE(text.contains("16 KiB"));
  EXPECT_TRUE(QFile::exists(folder.filePath("card_figures/memory-diagram.svg")));
  answer([&] { press(window_.actions().save); }, [&](QDialog& dialog) { name(dialog, saved); });
  EXPECT_TRUE(QFile::exists(saved));
  EXPECT_FALSE(window_.explorer().hasUnsavedRuns());

  // Later: the session again, with another card beside it.
  press(window_.actions().newSession);
  EXPECT_EQ(report.model()->rowCount(), 0);
  answer([&] { press(window_.actions().open); }, [&](QDialog& dialog) { name(dialog, saved); });
  EXPECT_TRUE(QTest::qWaitFor([&] { return report.model()->findings() > 30; }, kPatience));
  turnTo("Memory");
  MemoryPlot& diagram = *window_.views().of<MemoryView>().plot();
  EXPECT_TRUE(diagram.handle("l1_data") != nullptr);
  QTest::mouseClick(diagram.handle("l1_data"), Qt::LeftButton);
  EXPECT_EQ(window_.explorer().selection().subject(), "l1_data");
  QMenu& cards = *window_.views().of<MemoryView>().comparison()->menu();
  cards.popup(window_.mapToGlobal(QPoint(400, 200)));
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&cards, kPatience));
  ASSERT_TRUE(cards.actions().front()->text().startsWith("NVIDIA H100"));
  QTest::mouseClick(&cards, Qt::LeftButton, {}, cards.actionGeometry(cards.actions().front()).center());
  ASSERT_NE(window_.explorer().other(), nullptr);
  EXPECT_FALSE(window_.views().of<MemoryView>().otherPlot()->diagram().empty());
  EXPECT_TRUE(window_.views().of<MemoryView>().facts().contains("differ"))
      << window_.views().of<MemoryView>().facts().toStdString();
}

}  // namespace
}  // namespace chasescope
