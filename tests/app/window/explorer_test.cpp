#include "app/measurement/explorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "engine/session/document/run_series.h"

namespace chasescope {
namespace {

constexpr int kRunPatience = 20000;  // ms; a limit for a hanging test, not a wait

class ExplorerTest : public testing::Test {
 protected:
  void open(const QString& id) {
    QSignalSpy opened(&explorer_, &Explorer::deviceOpened);
    explorer_.openDevice(id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kRunPatience));
  }
  QString run(const ParameterValues& values, bool repeated = false) {
    QSignalSpy ended(&explorer_, &Explorer::probeEnded);
    explorer_.run("fine-grained", values, repeated);
    if (!QTest::qWaitFor([&] { return ended.count() == 1; }, kRunPatience)) return "nothing came";
    return ended.first().at(1).toString();
  }
  /// The number of runs in the document that are no references.
  std::size_t traces() const { return data_runs(explorer_.session().runs).size(); }
  Explorer explorer_;
};

TEST_F(ExplorerTest, DeliversTraceAndFindings) {
  open("model:textbook");
  EXPECT_EQ(run({{"bytes", "52"}, {"stride", "4"}}), QString());
  ASSERT_EQ(traces(), 1U);
  const ShownRun* shown = explorer_.store().run(explorer_.selection().currentRun());
  ASSERT_NE(shown, nullptr);
  EXPECT_EQ(shown->state, ShownRun::State::finished);
  EXPECT_EQ(shown->trace, explorer_.session().runs[0]->chase()->result.cycles);
  EXPECT_EQ(explorer_.store().findings().size(), explorer_.session().findings.size());
  EXPECT_TRUE(explorer_.hasUnsavedRuns());
}

TEST_F(ExplorerTest, ProbesThatKeepSomeOfTheirRunsLeaveEachOthersFindingsAlone) {
  open("model:textbook");
  // Each makes some dozen runs, of which it keeps a few as evidence.
  const std::vector<std::string> probes{"capacity", "sets", "line"};
  for (const std::string& probe : probes) {
    QSignalSpy ended(&explorer_, &Explorer::probeEnded);
    explorer_.run(QString::fromStdString(probe), {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kRunPatience));
    EXPECT_EQ(ended.first().at(1).toString(), QString());
  }
  std::set<std::string> ids;
  for (const RunPtr& run : explorer_.session().runs) EXPECT_TRUE(ids.insert(run->id).second) << run->id;
  EXPECT_EQ(explorer_.store().findings().size(), explorer_.session().findings.size());
  // In a document that is opened again, new runs are numbered on from its last run.
  const QTemporaryDir folder;
  const QString file = folder.filePath("s.json");
  ASSERT_EQ(explorer_.saveSession(file), QString());
  ASSERT_EQ(explorer_.openSession(file), QString());
  EXPECT_EQ(run({{"bytes", "52"}, {"stride", "4"}}), QString());
  for (std::size_t i = ids.size(); i < explorer_.session().runs.size(); ++i)
    EXPECT_TRUE(ids.insert(explorer_.session().runs[i]->id).second) << explorer_.session().runs[i]->id;
  EXPECT_EQ(explorer_.store().findings().size(), explorer_.session().findings.size());
}

TEST_F(ExplorerTest, SaysWhatIsWrongAndGoesOn) {
  open("model:textbook");
  EXPECT_THAT(run({{"bytes", "50"}, {"stride", "4"}}).toStdString(), testing::HasSubstr("no multiple"));
  EXPECT_EQ(run({{"bytes", "48"}, {"stride", "4"}}), QString());
}

TEST_F(ExplorerTest, ReportsADeviceThatDoesNotOpen) {
  QSignalSpy failed(&explorer_, &Explorer::deviceFailed);
  explorer_.openDevice("model:nothing");
  ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, kRunPatience));
  EXPECT_THAT(failed.first().at(1).toString().toStdString(), testing::HasSubstr("gtx780"));
  EXPECT_FALSE(explorer_.device().has_value());
}

TEST_F(ExplorerTest, CancelKeepsWhatLandedAndFreesTheDevice) {
  open("model:gtx560ti");
  explorer_.run("fine-grained", {{"bytes", "16MiB"}, {"stride", "128"}, {"accesses", "400000000"}});
  const auto landed = [&] {
    const ShownRun* shown = explorer_.store().run("run-1");
    return shown != nullptr && !shown->trace.empty();
  };
  ASSERT_TRUE(QTest::qWaitFor(landed, kRunPatience));
  explorer_.cancel();
  EXPECT_FALSE(explorer_.busy());
  const ShownRun* shown = explorer_.store().run("run-1");
  EXPECT_EQ(shown->state, ShownRun::State::stopped);
  const std::size_t then = shown->trace.size();
  EXPECT_LT(then, 400000000U);
  EXPECT_EQ(run({{"bytes", "16KiB"}, {"stride", "128"}}), QString()) << "the device serves again";
  EXPECT_EQ(explorer_.store().run("run-1")->trace.size(), then) << "nothing late was added";
}

TEST_F(ExplorerTest, FreeRunningKeepsOnlyTheNewestRun) {
  open("model:gtx560ti");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run({{"bytes", "17KiB"}, {"stride", "128"}, {"accesses", "4096"}}, true), QString());
  EXPECT_EQ(traces(), 1U);
  EXPECT_EQ(explorer_.store().runs().size(), 1U);
  EXPECT_EQ(explorer_.store().findings().size(), explorer_.session().findings.size());
  EXPECT_FALSE(explorer_.hasUnsavedRuns());
  // When a free run is stopped in the middle of a trace, the last complete trace is shown and kept.
  const auto last = explorer_.session().runs[0]->chase()->result.cycles;
  explorer_.run("fine-grained", {{"bytes", "16MiB"}, {"stride", "128"}, {"accesses", "400000000"}}, true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return explorer_.store().run("run-1")->trace.size() > 4096; }, kRunPatience));
  explorer_.cancel();
  EXPECT_EQ(explorer_.store().run("run-1")->trace, last);
  EXPECT_EQ(explorer_.session().runs[0]->chase()->result.cycles, last);
  EXPECT_EQ(explorer_.store().findings().size(), explorer_.session().findings.size());
  EXPECT_EQ(run({{"bytes", "17KiB"}, {"stride", "128"}}), QString());
  EXPECT_EQ(run({{"bytes", "18KiB"}, {"stride", "128"}}), QString());
  EXPECT_EQ(traces(), 2U);
  EXPECT_EQ(explorer_.store().findings().size(), explorer_.session().findings.size());
}

// A name of one file must not become a file for each trace beside it.
TEST_F(ExplorerTest, SavesOneTraceAsAFileAndSeveralInAFolder) {
  const QTemporaryDir folder;
  const QDir saved(folder.path());
  open("model:textbook");
  run({{"bytes", "52"}, {"stride", "4"}});
  EXPECT_EQ(explorer_.saveSession(folder.filePath("one.csv")), QString());
  EXPECT_EQ(saved.entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot).join(' ').toStdString(), "one-findings.csv one.csv");
  run({{"bytes", "48"}, {"stride", "4"}});
  EXPECT_EQ(explorer_.saveSession(folder.filePath("two.csv")), QString());
  EXPECT_FALSE(saved.exists("two.csv"));
  EXPECT_EQ(QDir(folder.filePath("two")).entryList({"*.csv"}, QDir::Files).size(), 3) << "two traces and the findings";
  EXPECT_THAT(explorer_.saveSession(folder.filePath("two.csv")).toStdString(), testing::HasSubstr("two"));
}

TEST_F(ExplorerTest, SavesAndOpensAgainAndRefusesABrokenFile) {
  const QTemporaryDir folder;
  open("model:textbook");
  run({{"bytes", "52"}, {"stride", "4"}});
  const QString path = folder.filePath("s.json");
  EXPECT_EQ(explorer_.saveSession(path), QString());
  EXPECT_FALSE(explorer_.hasUnsavedRuns());
  const auto trace = explorer_.session().runs[0]->chase()->result.cycles;

  QFile broken(folder.filePath("broken.json"));
  ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
  broken.write("{\"schema\": 3");
  broken.close();
  EXPECT_THAT(explorer_.openSession(broken.fileName()).toStdString(), testing::HasSubstr("broken.json"));
  EXPECT_EQ(traces(), 1U) << "the window stays as it was";

  explorer_.newSession();
  EXPECT_TRUE(explorer_.store().runs().empty());
  EXPECT_EQ(explorer_.openSession(path), QString());
  EXPECT_EQ(explorer_.session().runs[0]->chase()->result.cycles, trace);
  EXPECT_EQ(explorer_.selection().currentRun(), QString("run-1")) << "not the auxiliary run";
}

}  // namespace
}  // namespace chasescope
