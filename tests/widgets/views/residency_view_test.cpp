// What stays in the L2: its charts, the view of them, and the figure.
#include <gmock/gmock.h>

#include <QSignalSpy>
#include <set>

#include "engine/findings/vocabulary.h"
#include "tests/widgets/sample_curves.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/residency/figure_residency.h"
#include "widgets/views/residency/residency_plot.h"
#include "widgets/views/residency/residency_view.h"

namespace chasescope {
namespace {

constexpr double kBytesOfMiB = 1 << 20;

Session cardWithResidency() {
  Session session;
  session.runs = sample::residency().runs;
  return session;
}

const DataSeries* seriesNamed(const RunChart& chart, const char* name) {
  for (const DataSeries& series : chart.chart.panel.series)
    if (series.name == QLatin1String(name)) return &series;
  return nullptr;
}

TEST(ResidencyCharts, have_a_curve_for_each_priority) {
  const ResidencyCharts all = gatherResidency(cardWithResidency().runs);
  ASSERT_EQ(all.size(), 4U);
  ASSERT_EQ(all[0].chart.panel.series.size(), 5U);
  const DataSeries* normal = seriesNamed(all[0], "evict_normal");
  const DataSeries* last = seriesNamed(all[0], "evict_last");
  ASSERT_TRUE(normal != nullptr && last != nullptr);
  ASSERT_EQ(normal->points.size(), 4U);
  EXPECT_EQ(normal->points[0].x, 16 * kBytesOfMiB) << "the size of the sweep";
  EXPECT_NEAR(normal->points[1].y, 76, 1e-9);
  EXPECT_LT(*normal->points[1].low, 76);
  EXPECT_GT(*normal->points[1].high, 76);
  ASSERT_EQ(last->points.size(), 4U) << "the array with the set-aside of a request is no point of it";
  EXPECT_NEAR(last->points.back().y, 90, 1e-9);
  const DataSeries* by_first = seriesNamed(all[0], "normal, evict_first sweep");
  ASSERT_NE(by_first, nullptr);
  ASSERT_EQ(by_first->points.size(), 1U);
  EXPECT_EQ(by_first->points[0].y, 100);
}

TEST(ResidencyCharts, have_arrays_by_their_size) {
  const ResidencyCharts all = gatherResidency(cardWithResidency().runs);
  ASSERT_EQ(all.size(), 4U);
  ASSERT_EQ(all[1].chart.panel.series.size(), 1U);
  const auto& points = all[1].chart.panel.series[0].points;
  ASSERT_EQ(points.size(), 5U);
  EXPECT_EQ(points.front().x, 4 * kBytesOfMiB) << "lines that were just read are a point, too";
  EXPECT_NEAR(points.back().y, 82, 1e-9);
}

TEST(ResidencyCharts, tell_persisting_lines_in_bytes_for_each_set_aside) {
  const ResidencyCharts all = gatherResidency(cardWithResidency().runs);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[2].chart.y_unit, "MiB");
  ASSERT_EQ(all[2].chart.panel.series.size(), 2U);
  const DataSeries* usual = seriesNamed(all[2], "driver's choice");
  const DataSeries* more = seriesNamed(all[2], "16 MiB");
  ASSERT_TRUE(usual != nullptr && more != nullptr);
  ASSERT_EQ(usual->points.size(), 4U);
  EXPECT_NEAR(usual->points[1].y, 7.2, 1e-9) << "0.9 of 8 MiB";
  EXPECT_NEAR(usual->points[3].y, 8, 1e-9);
  EXPECT_NEAR(more->points[3].y, 16, 1e-9);
}

TEST(ResidencyCharts, tell_what_a_miss_brings_for_each_setting) {
  const ResidencyCharts all = gatherResidency(cardWithResidency().runs);
  ASSERT_EQ(all.size(), 4U);
  const DataSeries* usual = seriesNamed(all[3], "driver's choice");
  const DataSeries* lines = seriesNamed(all[3], "128 B");
  ASSERT_TRUE(usual != nullptr && lines != nullptr);
  ASSERT_EQ(usual->points.size(), 4U) << "words that no fetch brings are no point";
  EXPECT_EQ(usual->points[0].y, 100);
  EXPECT_EQ(usual->points[1].y, 0);
  EXPECT_EQ(lines->points[2].y, 100);
  EXPECT_EQ(lines->points[3].x, 128);
}

TEST(ResidencyCharts, need_known_hits_and_known_misses) {
  std::vector<RunPtr> runs = sample::residency().runs;
  EXPECT_TRUE(gatherResidency({}).empty());
  runs.erase(runs.begin() + 1);
  EXPECT_TRUE(gatherResidency(runs).empty()) << "nothing is known to miss";
  const auto all = sample::residency().runs;
  EXPECT_TRUE(gatherResidency(std::vector(all.begin(), all.begin() + 2)).empty()) << "one point is no curve";
}

class ResidencyViewTest : public ViewFixture {
 protected:
  ResidencyViewTest() : view(store, selection, theme) { show(view); }
  void fill(bool with_findings = true) {
    sample::Measured all = sample::residency();
    if (!with_findings) all.findings.clear();
    add(all);
    view.refresh();
  }
  ResidencyView view;
};

TEST_F(ResidencyViewTest, offers_its_probe_while_it_is_empty) {
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(view.facts(), "");
  QSignalSpy asked(&view, &View::probeRequested);
  press(view, buttons(view).first());
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked.first().first().toString(), "residency");
}

TEST_F(ResidencyViewTest, says_what_stays) {
  fill();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_GT(coloured(view), 200);
  EXPECT_EQ(view.facts(), "holds arrays of up to 28 MiB · keeps 8 MiB of evict_last lines · a miss fetches 64 B")
      << "with the driver's settings";
  store.clear();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(ResidencyViewTest, says_why_there_is_nothing_to_see) {
  Finding finding;
  finding.subject = subject::l2;
  finding.quantity = quantity::effective_bytes;
  finding.status = FindingStatus::not_measurable;
  finding.reason = "Time does not tell.";
  add({{}, {finding}});
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
  EXPECT_THAT(emptySentence(view).toStdString(), testing::HasSubstr("Time does not tell."));
}

TEST_F(ResidencyViewTest, keys_go_along_a_curve_and_choose_its_run) {
  fill();
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(view.facts(), "100 % · Lines left after a sweep of other lines · evict_normal · Size of the sweep: 16 MiB");
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(view.facts(), "76 % · Lines left after a sweep of other lines · evict_normal · Size of the sweep: 32 MiB");
  EXPECT_EQ(selection.currentRun(), view.chosenRun());
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("evict_first"));
  for (int i = 0; i < 4; ++i) QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("of an array that all SMs read"));
  for (int i = 0; i < 2; ++i) QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("Persisting lines left, by set-aside · 16 MiB"));
  EXPECT_THAT(view.facts().toStdString(), testing::StartsWith("4 MiB"));
  QTest::keyClick(view.plot(), Qt::Key_Up);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("driver's choice"));
}

TEST_F(ResidencyViewTest, clicks_choose_points_of_all_charts) {
  fill();
  view.plot()->grab();  // a click looks for the points where they were painted
  const QRect plot = view.plot()->rect();
  std::set<std::size_t> charts;
  for (int y = plot.top(); y < plot.bottom(); y += 10)
    for (int x = plot.left(); x < plot.right(); x += 20) {
      QTest::mouseClick(view.plot(), Qt::LeftButton, {}, {x, y});
      if (const auto mark = markOf(view.plot()->charts(), view.plot()->run())) charts.insert(mark->chart);
    }
  EXPECT_EQ(charts, (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST_F(ResidencyViewTest, a_run_that_is_chosen_elsewhere_is_marked) {
  fill();
  const std::string run = gatherResidency(cardWithResidency().runs)[3].runs[1][2];
  selection.setCurrentRun(QString::fromStdString(run));
  EXPECT_EQ(view.plot()->run(), run);
  EXPECT_EQ(view.facts(), "100 % · Bytes that a miss fetches, by setting · 128 B · 96 B after the word that was read");
}

TEST(ResidencyFigure, has_a_panel_for_each_picture_and_all_points_as_numbers) {
  const FigureOutcome made = residencyFigure(cardWithResidency());
  ASSERT_TRUE(made);
  EXPECT_EQ(made.figure->traits().panels.size(), 4);
  QByteArray csv;
  made.figure->writeCsv([&](const QByteArray& part) {
    csv += part;
    return true;
  });
  EXPECT_TRUE(csv.startsWith("picture,curve,bytes,value,unit,low,high,run\n"));
  EXPECT_EQ(csv.count('\n'), 1 + (4 * 4 + 1) + 5 + 2 * 4 + 2 * 4);
  EXPECT_TRUE(csv.contains(",evict_normal,33554432,76,%,")) << csv.toStdString();
  EXPECT_TRUE(residencyFigure({}).unmeasured);
}

TEST(ResidencyFigure, has_two_columns_on_a_wide_page) {
  const FigureOutcome made = residencyFigure(cardWithResidency());
  ASSERT_TRUE(made);
  const FigureOptions paper;
  EXPECT_EQ(made.figure->panelsBeside(88.9, paperStyle(paper)), 1);
  EXPECT_EQ(made.figure->panelsBeside(177.8, paperStyle(paper)), 2);
  EXPECT_LT(made.figure->heightFor(177.8, paperStyle(paper)), 177.8);
}

}  // namespace
}  // namespace chasescope
