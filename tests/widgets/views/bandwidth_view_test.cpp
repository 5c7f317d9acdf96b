// The view of bandwidths: its states, the facts of a setting, and devices without a clock.
#include <gtest/gtest.h>

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "engine/findings/vocabulary.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/bandwidth/bandwidth_plot.h"
#include "widgets/views/bandwidth/bandwidth_view.h"
#include "widgets/views/bandwidth/figure_bandwidth.h"

namespace chasescope {
namespace {

Finding best(const char* part, double rate) {
  Finding finding;
  finding.subject = part;
  finding.quantity = quantity::read_bandwidth;
  finding.unit = "bytes/s";
  finding.status = FindingStatus::measured;
  finding.value = rate;
  return finding;
}

struct Sample {
  std::vector<RunPtr> runs = sample::bandwidthRuns();
  std::vector<Finding> findings{best(subject::l2, 2e12), best(subject::dram, 5e11)};
};

Description wideCard() {
  Description card;
  card.properties.memory_clock_khz = 1'000'000;  // two transfers of 512 B a nanosecond
  card.properties.memory_bus_bits = 4096;
  return card;
}

TEST(Bandwidths, stand_by_level_and_direction_with_every_setting) {
  const Sample made;
  const Bandwidths all = gatherBandwidths(made.runs, made.findings, wideCard());
  ASSERT_EQ(all.rows.size(), 3U);
  EXPECT_TRUE(all.in_seconds);
  EXPECT_EQ(all.rows[0].subject, subject::l2);
  EXPECT_EQ(all.rows[0].tries.size(), 2U);
  EXPECT_EQ(all.rows[0].found, 2e12);
  EXPECT_FALSE(all.rows[0].allowed) << "only memory has a bus";
  EXPECT_EQ(all.rows[1].subject, subject::dram);
  EXPECT_EQ(all.rows[1].allowed, 1.024e12);
  EXPECT_EQ(shareText(all.rows[1]), "48.8 % of what bus and clock allow");
  EXPECT_EQ(all.rows[2].direction, Direction::write);
  EXPECT_FALSE(all.rows[2].found) << "nothing was told of it";
  EXPECT_EQ(all.highest(), 2e12);
  EXPECT_EQ(all.highest(subject::dram), 1.024e12);
}

TEST(Bandwidths, of_an_l1_read_in_other_ways_stand_beside_it) {
  std::vector<RunPtr> runs;
  for (const char* level : {"constant", "texture", "l1", "readonly"})
    runs.push_back(std::make_shared<const chasescope::Run>(chasescope::Run{
        level, "bandwidth", "", false, Exchange<BandwidthRequest>{{level, Direction::read, 1024, 16, 264, 512}, {10, 10e9}}}));
  const Bandwidths all = gatherBandwidths(runs, {}, wideCard());
  ASSERT_EQ(all.rows.size(), 4U);
  EXPECT_EQ(all.rows[1].subject, subject::readonly);
  EXPECT_EQ(all.rows[3].subject, subject::constant_l1);
}

TEST(Bandwidths, are_told_by_cycle_where_the_device_has_no_clock) {
  const Bandwidths all = gatherBandwidths(sample::bandwidthRuns(0), {}, wideCard());
  ASSERT_EQ(all.rows.size(), 3U);
  EXPECT_FALSE(all.in_seconds);
  EXPECT_EQ(all.rows[0].tries[0].rate, 2000);
  EXPECT_EQ(all.rows[0].found, 2000) << "the best that was tried";
  EXPECT_EQ(rateText(2000, false), "2,000 B per cycle");
  EXPECT_TRUE(gatherBandwidths({}, {}, {}).empty());
}

TEST(Bandwidths, of_runs_with_and_without_a_clock_leave_the_latter_out) {
  std::vector<RunPtr> runs = sample::bandwidthRuns();
  const std::vector<RunPtr> more = sample::bandwidthRuns(0);
  runs.insert(runs.end(), more.begin(), more.end());
  const Bandwidths all = gatherBandwidths(runs, {}, wideCard());
  EXPECT_TRUE(all.in_seconds);
  EXPECT_EQ(all.rows[0].tries.size(), 2U);
}

TEST(Bandwidths, of_a_bus_need_its_clock_and_its_width) {
  EXPECT_EQ(busBandwidth(wideCard().properties), 1.024e12);
  Properties half = wideCard().properties;
  half.memory_clock_khz.reset();
  EXPECT_FALSE(busBandwidth(half));
}

class BandwidthViewTest : public testing::Test {
 protected:
  BandwidthViewTest() : view(store, selection, theme) {
    view.resize(900, 600);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
  }
  void fill() {
    store.setDevice(wideCard());
    for (const RunPtr& run : sample_.runs) store.finishRun(run);
    for (const Finding& finding : sample_.findings) store.addFinding(finding);
    view.refresh();
  }
  Sample sample_;
  Theme theme;
  RunStore store;
  Selection selection;
  BandwidthView view;
};

TEST_F(BandwidthViewTest, offers_its_probe_while_it_is_empty) {
  EXPECT_TRUE(view.isEmpty());
  QSignalSpy asked(&view, &View::probeRequested);
  QTest::mouseClick(view.findChild<QPushButton*>(), Qt::LeftButton);
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked.first().first().toString(), "bandwidth");
}

TEST_F(BandwidthViewTest, fills_as_runs_land_and_tells_the_best) {
  fill();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(view.facts(), "L2 2 TB/s · Memory 500 GB/s");
  EXPECT_EQ(view.chosenRun(), "");
  store.clear();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(BandwidthViewTest, a_click_on_a_mark_tells_its_setting_and_chooses_its_run) {
  fill();
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->placeOfMark({0, 1}).toPoint());
  EXPECT_EQ(view.chosenRun(), "bandwidth-2");
  EXPECT_EQ(selection.currentRun(), "bandwidth-2");
  EXPECT_TRUE(view.facts().contains("L2, read: 1 TB/s · 4 B per access · 264 blocks of 512 threads")) << view.facts().toStdString();
  // A click between two marks leaves the choice as it was.
  const QPointF between = (view.plot()->placeOfMark({0, 0}) + view.plot()->placeOfMark({0, 1})) / 2;
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, between.toPoint());
  EXPECT_EQ(view.chosenRun(), "bandwidth-2");
}

TEST_F(BandwidthViewTest, keys_go_from_setting_to_setting_and_from_row_to_row) {
  fill();
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(view.chosenRun(), "bandwidth-1") << "the fastest first";
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_EQ(view.chosenRun(), "bandwidth-2");
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_EQ(view.chosenRun(), "bandwidth-2") << "there is no slower one";
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(view.chosenRun(), "bandwidth-3");
  QTest::keyClick(view.plot(), Qt::Key_Down);
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(view.chosenRun(), "bandwidth-4") << "the last row";
}

TEST_F(BandwidthViewTest, what_was_chosen_stays_chosen_while_more_lands) {
  fill();
  QTest::keyClick(view.plot(), Qt::Key_Down);
  ASSERT_EQ(view.chosenRun(), "bandwidth-1");
  chasescope::Run nearer = *sample_.runs.front();  // of a level nearer to the SM
  nearer.id = "nearer";
  nearer.as<BandwidthRequest>()->request.level = "l1";
  store.finishRun(std::make_shared<const chasescope::Run>(nearer));
  view.refresh();
  EXPECT_EQ(view.chosenRun(), "bandwidth-1");
}

TEST_F(BandwidthViewTest, follows_the_run_that_is_chosen_elsewhere) {
  fill();
  selection.setCurrentRun("bandwidth-3");
  EXPECT_EQ(view.chosenRun(), "bandwidth-3");
  selection.setCurrentRun("another");
  EXPECT_EQ(view.chosenRun(), "bandwidth-3") << "which is none of these";
}

TEST_F(BandwidthViewTest, a_scale_for_each_level_spreads_its_marks) {
  fill();
  const auto apart = [this] { return view.plot()->placeOfMark({1, 0}).x() - view.plot()->placeOfMark({2, 0}).x(); };
  const double together = apart();
  view.setScale(BandwidthScale::each);
  EXPECT_GT(apart(), 1.5 * together);
}

TEST(BandwidthFigure, has_every_setting_in_its_table_and_is_refused_without_any) {
  const Sample all;
  Session session;
  session.device = wideCard();
  EXPECT_FALSE(bandwidthFigure(session));
  session.runs = all.runs;
  session.findings = all.findings;
  const FigureOutcome made = bandwidthFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  QByteArray csv;
  made.figure->writeCsv([&](const QByteArray& line) {
    csv += line;
    return true;
  });
  EXPECT_EQ(csv.count('\n'), 1 + 4);
  EXPECT_TRUE(csv.contains("\nl2,read,1048576,4,264,512,1e+12,,bandwidth-2\n")) << csv.toStdString();
}

TEST(BandwidthFigure, marks_the_run_that_is_named_and_refuses_one_that_is_not_there) {
  Session session;
  session.runs = sample::bandwidthRuns();
  EXPECT_TRUE(bandwidthFigure(session, "bandwidth-2"));
  const FigureOutcome none = bandwidthFigure(session, "run-999");
  EXPECT_FALSE(none);
  EXPECT_TRUE(none.error.contains("run-999")) << none.error.toStdString();
  EXPECT_FALSE(none.unmeasured) << "to measure again would not help";
  const Bandwidths facts = gatherBandwidths(session.runs, {}, {});
  EXPECT_EQ(facts.markOf("bandwidth-3"), (BandwidthMark{1, 0}));
  EXPECT_EQ(facts.markOf(""), std::nullopt);
}

TEST(BandwidthFigure, says_that_a_device_without_a_clock_tells_no_seconds) {
  Session session;
  session.runs = sample::bandwidthRuns(0);
  EXPECT_TRUE(bandwidthFigure(session).figure->caption().contains("tells no seconds"));
  session.runs = sample::bandwidthRuns();
  EXPECT_FALSE(bandwidthFigure(session).figure->caption().contains("tells no seconds"));
}

}  // namespace
}  // namespace chasescope
