// What instructions wait for: the charts of code and the view of them. Their figures are in part_figures_test.cpp.
#include <gmock/gmock.h>

#include <QSignalSpy>
#include <set>

#include "engine/findings/vocabulary.h"
#include "tests/widgets/sample_parts.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/code/code_plot.h"
#include "widgets/views/code/code_view.h"

namespace chasescope {
namespace {

RunPtr scatteredBlocks(std::uint64_t bytes, double cycles) {
  auto run = std::make_shared<Run>();
  run->id = std::to_string(bytes) + '-' + std::to_string(static_cast<int>(cycles));
  run->exchange = Exchange<InstructionsRequest>{{bytes, 8, CodeOrder::scattered}, {cycles, 16, 256}};
  return run;
}

TEST(CodeCharts, have_a_curve_for_each_cache_and_for_each_order) {
  const sample::Measured all = sample::instructions();
  const CodeCharts charts = gatherCode(all.runs, all.findings);
  ASSERT_EQ(charts.size(), 2U);
  ASSERT_EQ(charts[0].chart.panel.series.size(), 2U);
  EXPECT_EQ(charts[0].chart.panel.series[0].points.back().x, 16384) << "the last length that fits";
  EXPECT_EQ(charts[0].runs[1], (std::vector<std::string>{"code-32", "code-64"}));
  ASSERT_EQ(charts[0].chart.places.size(), 1U);
  EXPECT_EQ(charts[0].chart.places[0].at, 16384);
  ASSERT_EQ(charts[1].chart.panel.series.size(), 2U);
  EXPECT_EQ(charts[1].chart.panel.series[0].name, "Scattered");
  EXPECT_EQ(charts[1].chart.panel.series[0].points.back().y, 9 * 16) << "16 instructions a block";
  EXPECT_EQ(charts[1].runs[1].front(), "blocks-in_order-8");
}

TEST(CodeCharts, have_one_curve_of_straight_code_without_findings) {
  const CodeCharts charts = gatherCode(sample::instructions().runs, {});
  ASSERT_EQ(charts.size(), 2U);
  ASSERT_EQ(charts[0].chart.panel.series.size(), 1U);
  EXPECT_EQ(charts[0].chart.panel.series[0].points.size(), 7U);
  EXPECT_TRUE(charts[0].chart.places.empty());
}

TEST(CodeCharts, need_two_lengths) {
  const auto runs = sample::instructions().runs;
  EXPECT_TRUE(gatherCode({}, {}).empty());
  EXPECT_TRUE(gatherCode(std::vector(runs.begin(), runs.begin() + 1), {}).empty());
  EXPECT_EQ(gatherCode(std::vector(runs.begin(), runs.begin() + 2), {}).size(), 1U);
}

TEST(CodeCharts, show_the_middle_of_several_runs_and_name_it) {
  std::vector<RunPtr> runs;
  for (const std::uint64_t bytes : {8192, 65536})
    for (const double cycles : {9.0, 2.0, 3.0}) runs.push_back(scatteredBlocks(bytes, cycles));
  const auto chart = blockCodeChart(runs);
  ASSERT_TRUE(chart);
  ASSERT_EQ(chart->chart.panel.series.size(), 1U) << "no block was run in the order of memory";
  EXPECT_EQ(chart->chart.panel.series[0].points[1].y, 3 * 16);
  EXPECT_EQ(chart->runs[0], (std::vector<std::string>{"8192-3", "65536-3"}));
}

class CodeViewTest : public ViewFixture {
 protected:
  CodeViewTest() : view(store, selection, theme) { show(view); }
  void fill() {
    add(sample::instructions());
    view.refresh();
  }
  CodeView view;
};

TEST_F(CodeViewTest, offers_both_probes_while_it_is_empty) {
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(view.facts(), "");
  QSignalSpy asked(&view, &View::probeRequested);
  ASSERT_EQ(buttons(view).size(), 2);
  for (const QString& button : buttons(view)) press(view, button);
  ASSERT_EQ(asked.size(), 2);
  EXPECT_EQ(asked[0].first().toString(), "instructions");
  EXPECT_EQ(asked[1].first().toString(), "prefetch");
}

TEST_F(CodeViewTest, says_what_the_caches_hold_and_whether_code_is_fetched_ahead) {
  sample::Measured all = sample::instructions();
  Finding prefetch;
  prefetch.subject = subject::instruction_l1;
  prefetch.quantity = quantity::prefetch;
  prefetch.status = FindingStatus::measured;
  prefetch.value = "no";
  all.findings.push_back(prefetch);
  add(all);
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_GT(coloured(view), 200);
  EXPECT_EQ(view.facts(), "Instruction L1: 16 KiB · not fetched ahead");
  store.clear();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(CodeViewTest, says_why_there_is_nothing_to_see) {
  Finding finding;
  finding.subject = subject::instruction_l1;
  finding.quantity = quantity::capacity_bytes;
  finding.status = FindingStatus::not_measurable;
  finding.reason = "The device runs no code.";
  add({{}, {finding}});
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
  EXPECT_THAT(emptySentence(view).toStdString(), testing::HasSubstr("The device runs no code."));
}

TEST_F(CodeViewTest, keys_go_from_chart_to_chart_and_the_figure_follows) {
  fill();
  EXPECT_EQ(view.figure(), "instruction-caches");
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(view.facts(), "Cycles an instruction: 1 · Straight code · Instruction L1: 1 cycles · Size of the code: 1 KiB");
  EXPECT_EQ(selection.currentRun(), "code-1");
  for (int i = 0; i < 2; ++i) QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("Code in blocks · Scattered"));
  EXPECT_EQ(view.figure(), "instruction-prefetch");
  EXPECT_EQ(view.chosenRun(), selection.currentRun());
}

TEST_F(CodeViewTest, clicks_choose_points_of_both_charts) {
  fill();
  view.plot()->grab();  // a click looks for the points where they were painted
  const QRect plot = view.plot()->rect();
  std::set<std::size_t> charts;
  for (int y = plot.top(); y < plot.bottom(); y += 10)
    for (int x = plot.left(); x < plot.right(); x += 20) {
      QTest::mouseClick(view.plot(), Qt::LeftButton, {}, {x, y});
      if (const auto mark = markOf(view.plot()->charts(), view.plot()->run())) charts.insert(mark->chart);
    }
  EXPECT_EQ(charts, (std::set<std::size_t>{0, 1}));
}

}  // namespace
}  // namespace chasescope
