// A device that is another program dies in the middle of a run. The window says so, keeps the accesses that had arrived, and goes
// on.
#include <QLabel>

#include "tests/app/window/window_fixture.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/log_panel.h"
#include "widgets/shell/probe_list.h"
#include "widgets/shell/section_list.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/replacement/replacement_view.h"
#include "widgets/views/report/report_view.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/set_map/set_map_view.h"
#include "widgets/views/spectrum/spectrum_view.h"
#include "widgets/views/sweeps/sweep_view.h"
#include "widgets/views/tlb/tlb_view.h"

namespace chasescope {
namespace {

class DyingDevice : public WindowFixture {
 protected:
  ~DyingDevice() override { window_.explorer().newSession(); }
  /// A device that dies in the middle of its n-th trace.
  static QString mortal(int traces) {
    const QString root = QStringLiteral(CHASESCOPE_SOURCE_DIR);
    return QStringLiteral("exec:python3 %1/tests/app/window/mortal_device.py %1/resources/examples/cache_device.py %2")
        .arg(root)
        .arg(traces);
  }
  /// Runs the chosen probe until it ends, and returns the error; empty if there was none.
  QString ended() {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    window_.actions().run->trigger();
    if (!QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience)) return "nothing came";
    return ended.first().at(1).toString();
  }
  void small() {
    type("bytes", "1088");
    type("stride", "32");
  }
  bool says(const QString& words) const {
    for (const QLabel* label : window_.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  /// Whether the log has a line with these words at this level.
  bool logged(const QString& words, LogLevel level) {
    const LogModel& log = *window_.findChild<LogPanel*>()->model();
    for (int row = 0; row < log.rowCount(); ++row) {
      const QModelIndex line = log.index(row);
      if (line.data().toString().contains(words) && line.data(LogModel::LevelRole).toInt() == static_cast<int>(level)) return true;
    }
    return false;
  }
  /// The text that a screen reader gets for the probe with this title in the list of probes.
  QString stateOf(const QString& title) {
    const QAbstractItemModel& rows = *window_.findChild<ProbeList*>()->list()->model();
    for (int row = 0; row < rows.rowCount(); ++row)
      if (const QString said = rows.index(row, 0).data(Qt::AccessibleTextRole).toString(); said.startsWith(title)) return said;
    return {};
  }
};

TEST_F(DyingDevice, what_had_landed_stays_in_sight_with_the_reason_and_the_window_goes_on) {
  open(mortal(1));
  small();
  const QString sentence = ended();
  EXPECT_TRUE(sentence.contains("exit code 3")) << sentence.toStdString();
  EXPECT_TRUE(sentence.contains("the bus is gone")) << sentence.toStdString();
  EXPECT_FALSE(window_.explorer().busy());
  EXPECT_TRUE(says("exit code 3"));  // in the banner above the scope
  const ShownRun* shown = window_.explorer().store().run(window_.explorer().selection().currentRun());
  ASSERT_NE(shown, nullptr);
  EXPECT_EQ(shown->state, ShownRun::State::failed);
  EXPECT_FALSE(shown->trace.empty());
  EXPECT_FALSE(window_.views().of<ScopeView>().isEmpty());
  EXPECT_TRUE(window_.actions().run->isEnabled());
  EXPECT_FALSE(window_.actions().stop->isEnabled());
  // A second run on the dead device fails at once and says what to do. Opening a device works.
  EXPECT_FALSE(ended().isEmpty());
  const Answer discard(QMessageBox::Discard);  // of the part of the trace that arrived before the device died
  open(mortal(1000));
  small();
  EXPECT_EQ(ended(), QString());
  EXPECT_EQ(window_.explorer().store().run(window_.explorer().selection().currentRun())->state, ShownRun::State::finished);
  EXPECT_FALSE(says("exit code 3"));
  open("model:textbook");
  type("bytes", "52");
  type("stride", "4");
  measure();
  window_.explorer().newSession();
}

TEST_F(DyingDevice, in_free_run_it_ends_the_free_run_and_is_told_though_no_view_shows_the_run) {
  open(mortal(12));  // every second one is a reference
  small();
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().freeRun->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window_.freeRun().active(); }, kPatience));
  EXPECT_GT(ended.count(), 1);
  EXPECT_TRUE(ended.last().at(1).toString().contains("exit code 3"));
  EXPECT_FALSE(window_.actions().freeRun->isChecked());
  EXPECT_TRUE(says("exit code 3"));
  EXPECT_FALSE(window_.views().of<ScopeView>().isEmpty());
}

TEST_F(DyingDevice, each_view_that_a_probe_fills_says_why_it_is_empty) {
  open(mortal(3));
  const auto check = [&](const QString& probe, QWidget& view) {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    window_.explorer().run(probe, {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience)) << probe.toStdString();
    window_.views().setCurrentWidget(&view);
    EXPECT_TRUE(says("exit code 3")) << probe.toStdString();
  };
  check("sets", window_.views().of<SetMapView>());
  check("replacement", window_.views().of<ReplacementView>());
  check("latency", window_.views().of<MemoryView>());
  check("tlb", window_.views().of<TlbView>());
  check("footprint-sweep", window_.views().of<SweepView>());
  check("spectrum", window_.views().of<SpectrumView>());
}

TEST_F(DyingDevice, a_discovery_keeps_what_it_had_and_names_what_was_not_reached) {
  const QTemporaryDir folder;
  open(mortal(40) + ' ' + folder.filePath("grave"));  // a device that is started again ends at once
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().discover->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_FALSE(window_.explorer().session().findings.empty());
  bool told = false;
  for (const Finding& finding : window_.explorer().session().findings)
    told = told || (finding.status == FindingStatus::not_measurable && finding.reason.find("exit code 3") != std::string::npos);
  EXPECT_TRUE(told);
  window_.views().setCurrentWidget(&window_.views().of<ReportView>());
  EXPECT_FALSE(window_.views().of<ReportView>().isEmpty());
  EXPECT_TRUE(window_.actions().exportReport->isEnabled());
  // The discovery is reported as ended early, not as done.
  const QString sentence = ended.first().at(1).toString();
  EXPECT_TRUE(sentence.startsWith("Whole card ended early: 1 part failed and ")) << sentence.toStdString();
  EXPECT_TRUE(sentence.contains("exit code 3")) << sentence.toStdString();
  EXPECT_TRUE(says("Whole card ended early: 1 part failed and "));  // in the status bar
  EXPECT_TRUE(logged("Whole card ended early", LogPanel::Level::error));
  EXPECT_FALSE(logged("Whole card is done", LogPanel::Level::good));
  EXPECT_EQ(stateOf("Whole card"), "Whole card, failed");
  EXPECT_TRUE(window_.views().of<ReportView>().facts().contains("parts not reached"));
  for (const auto& run : window_.explorer().store().runs())
    EXPECT_NE(run->state, ShownRun::State::running) << run->id.toStdString();
}

TEST_F(DyingDevice, a_discovery_of_a_device_that_serves_little_but_lives_is_done) {
  open(QStringLiteral("exec:python3 %1/resources/examples/cache_device.py").arg(QStringLiteral(CHASESCOPE_SOURCE_DIR)));
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.explorer().run("discover", {{"effort", "quick"}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_EQ(ended.first().at(1).toString(), QString());
  EXPECT_TRUE(logged("Whole card is done", LogPanel::Level::good));
  EXPECT_FALSE(says("Whole card ended"));
}

TEST_F(DyingDevice, a_probe_whose_request_the_device_does_not_serve_is_not_called_done) {
  open("model:gtx560ti");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.explorer().run("residency", {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_EQ(ended.first().at(1).toString(), QString());
  EXPECT_EQ(stateOf("L2 residency"), QString::fromUtf8("L2 residency, can’t tell"));
  EXPECT_FALSE(logged("L2 residency is done", LogPanel::Level::good));
  EXPECT_TRUE(logged("does not serve the request residency", LogPanel::Level::warning));
}

}  // namespace
}  // namespace chasescope
