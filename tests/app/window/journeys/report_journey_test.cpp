// The report in the window: it fills while a discovery runs, leads to the runs, and is written with its figures.
#include <QDir>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTreeView>

#include "app/documents/report_files.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/views/report/report_model.h"
#include "widgets/views/report/report_view.h"

namespace chasescope {
namespace {

class ReportJourney : public WindowFixture {};

TEST_F(ReportJourney, FillsWhileADiscoveryRunsAndLeadsToItsRuns) {
  open("model:gtx560ti");
  ReportView& report = window_.views().of<ReportView>();
  window_.views().setCurrentWidget(&report);
  EXPECT_EQ(report.state(), MeasuredView::State::empty);
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded), inserted(report.model(), &QAbstractItemModel::rowsInserted),
      reset(report.model(), &QAbstractItemModel::modelReset);
  bool filling = false;
  QObject::connect(report.model(), &QAbstractItemModel::rowsInserted, &report,
                   [&] { filling = filling || report.state() == MeasuredView::State::filling; });
  window_.actions().discover->trigger();
  const std::size_t parts = report.outlook().parts().size();
  EXPECT_GT(parts, 8U);
  EXPECT_TRUE(QTest::qWaitFor([&] { return report.outlook().parts().size() + 1 < parts; }, 3 * kPatience));  // some parts are done
  EXPECT_GT(report.outlook().parts().size(), 0U);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, 3 * kPatience));
  report.refresh();
  EXPECT_EQ(window_.views().currentWidget(), &report);
  EXPECT_TRUE(filling);
  EXPECT_EQ(reset.size(), 0);
  EXPECT_EQ(report.state(), MeasuredView::State::full);
  EXPECT_TRUE(report.outlook().parts().empty());
  EXPECT_GT(inserted.size(), 1);
  // The arrow keys lead down to a row with evidence, and Enter opens its run.
  report.showPage(ReportView::Page::findings);
  report.table()->setFocus();
  for (int step = 0; step < 50 && report.table()->currentIndex().data(ReportModel::EvidenceRole).toStringList().isEmpty(); ++step)
    QTest::keyClick(report.table(), Qt::Key_Down);
  const QStringList runs = report.table()->currentIndex().siblingAtColumn(0).data(ReportModel::EvidenceRole).toStringList();
  ASSERT_FALSE(runs.isEmpty());
  QTest::keyClick(report.table(), Qt::Key_Return);
  EXPECT_NE(window_.views().currentWidget(), &report);
  EXPECT_TRUE(runs.contains(window_.explorer().selection().currentRun()));

  const QTemporaryDir folder;
  const auto path = std::filesystem::path(folder.path().toStdString()) / "card.md";
  const auto written = write_document_with_figures(window_.explorer().session(), path, "markdown");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(written->files.size(), 2U);
  EXPECT_TRUE(QDir(folder.filePath(QStringLiteral("card_figures"))).exists(QStringLiteral("memory-diagram.svg")));
  // The report and the folder of its figures, and nothing else.
  EXPECT_EQ(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 2);
}

}  // namespace
}  // namespace chasescope
