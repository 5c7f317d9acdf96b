// Memory operations: their charts and bars, the view of them, and the figure.
#include <gmock/gmock.h>

#include <QSignalSpy>

#include "engine/findings/vocabulary.h"
#include "tests/widgets/sample_curves.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/operations/figure_operations.h"
#include "widgets/views/operations/operations_plot.h"
#include "widgets/views/operations/operations_view.h"

namespace chasescope {
namespace {

Session operatedCard() {
  Session session;
  session.runs = sample::operations().runs;
  return session;
}

double latency(const OperationCharts& all, const char* subject, const char* name) {
  for (const OperationLatency& one : all.latencies)
    if (one.subject == subject && one.name == QLatin1String(name)) return one.cycles;
  return -1;
}

TEST(OperationCharts, have_a_curve_for_each_kind_of_places) {
  const OperationCharts all = gatherOperations(operatedCard().runs);
  ASSERT_EQ(all.charts.size(), 3U);
  EXPECT_EQ(all.charts[0].subject, subject::shared_memory);
  EXPECT_EQ(all.charts[1].subject, subject::l2);
  for (std::size_t c = 0; c < 2; ++c) {
    const auto& series = all.charts[c].chart.panel.series;
    ASSERT_EQ(series.size(), 3U);
    EXPECT_EQ(series[0].points.front().x, 1);
    EXPECT_EQ(series[0].points.back().x, 1024);
    EXPECT_EQ(series[0].points.back().y, (c == 0 ? 40 : 500) + 1023) << "without what clocks cost";
    EXPECT_LT(series[1].points.back().y, series[0].points.back().y) << "neighbours take no turns";
  }
  ASSERT_EQ(all.charts[2].chart.panel.series.size(), 3U);
  EXPECT_EQ(all.charts[2].chart.panel.series[2].points.back().x, 16384) << "bulk copies";
}

TEST(OperationCharts, tell_a_store_from_its_fence) {
  const OperationCharts all = gatherOperations(operatedCard().runs);
  EXPECT_EQ(latency(all, subject::l2, "fence of the card"), 750);
  EXPECT_EQ(latency(all, subject::l2, "store and fence"), 900);
  EXPECT_EQ(latency(all, subject::shared_memory, "store and fence"), 30);
  EXPECT_EQ(latency(all, subject::l2, "load, hits the L1"), 33);
  EXPECT_EQ(latency(all, subject::l2, "load, misses the L1"), 280);
  EXPECT_EQ(latency(all, subject::l2, "hit under a miss"), 36);
  EXPECT_EQ(latency(all, subject::l2, "after a store to a cached line"), -1) << "nobody measured it";
  EXPECT_TRUE(gatherOperations({}).empty());
}

/// A card whose atomics take 290 cycles at half of the lines and 490 at the others, and whose loads do likewise or do not.
Session halvedCard(bool loadsAgree) {
  Session session = operatedCard();
  using enum MemoryOperation;
  for (std::uint64_t line = 1; line <= 64; ++line)
    for (const MemoryOperation operation : {load_after_atomic, atomic, load}) {
      const bool far = operation == load ? false : operation == atomic || loadsAgree ? line % 2 == 1 : line % 3 == 1;
      const double cycles = (operation == atomic ? 292 : 272) + (far ? 200 : 0);
      auto run = std::make_shared<Run>();
      run->id = "line-" + std::to_string(session.runs.size());
      run->probe = "operations";
      run->exchange = Exchange<OperationsRequest>{{.operation = operation, .repeats = 3, .offset_bytes = 4096 * line},
                                                  {{cycles, cycles, cycles}, 2}};
      session.runs.push_back(std::move(run));
    }
  return session;
}

TEST(OperationCharts, have_a_bar_for_each_half_of_the_l2_where_loads_agree) {
  const OperationCharts plain = gatherOperations(operatedCard().runs), halved = gatherOperations(halvedCard(true).runs);
  EXPECT_EQ(latency(halved, subject::l2, "atomic, near L2 half"), 290);
  EXPECT_EQ(latency(halved, subject::l2, "atomic, far L2 half"), 490);
  EXPECT_EQ(latency(halved, subject::l2, "atomic"), 500) << "at the array's beginning, as before";
  EXPECT_EQ(halved.latencies.size(), plain.latencies.size() + 2);
  ASSERT_EQ(halved.charts.size(), plain.charts.size());
  for (std::size_t i = 0; i < plain.charts.size(); ++i)
    EXPECT_EQ(halved.charts[i].runs, plain.charts[i].runs) << "other lines are no points of these curves";
  EXPECT_EQ(gatherOperations(halvedCard(false).runs).latencies.size(), plain.latencies.size());
  const FigureOutcome made = operationsFigure(halvedCard(true));
  ASSERT_TRUE(made);
  EXPECT_THAT(made.figure->caption().toStdString(),
              testing::HasSubstr("atomic in its near half of the L2 290, atomic in its far half of the L2 490"));
}

class OperationsViewTest : public ViewFixture {
 protected:
  OperationsViewTest() : view(store, selection, theme) { show(view); }
  void fill() {
    add({sample::operations().runs, {}});
    view.refresh();
  }
  OperationsView view;
};

TEST_F(OperationsViewTest, offers_its_probe_while_it_is_empty) {
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(view.facts(), "");
  QSignalSpy asked(&view, &View::probeRequested);
  press(view, buttons(view).first());
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked.first().first().toString(), "operations");
}

TEST_F(OperationsViewTest, says_what_an_atomic_takes) {
  fill();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_GT(coloured(view), 200);
  EXPECT_EQ(view.facts(), "atomic in shared memory: 40 cycles · in global memory: 500");
  store.clear();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(OperationsViewTest, keys_go_along_a_curve_and_choose_its_run) {
  fill();
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(view.facts(), "40 cycles · Atomics in shared memory · all at one word · 1 thread");
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_THAT(view.facts().toStdString(), testing::EndsWith("2 threads"));
  EXPECT_EQ(selection.currentRun(), view.chosenRun());
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("neighbouring words"));
  for (int i = 0; i < 2; ++i) QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("Atomics in global memory"));
  QTest::keyClick(view.plot(), Qt::Key_Up);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("Atomics in shared memory · lines of their own"));
}

// The curves begin with one run in common.
TEST_F(OperationsViewTest, a_run_of_several_curves_stays_on_the_curve_where_it_was_chosen) {
  fill();
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_Right);
  const std::string run = view.plot()->run();
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(view.plot()->run(), run);
  EXPECT_EQ(view.facts(), "40 cycles · Atomics in shared memory · neighbouring words · 1 thread");
}

TEST_F(OperationsViewTest, a_click_on_a_bar_chooses_its_run) {
  fill();
  const QRect plot = view.plot()->rect();
  std::set<std::string> runs;
  for (int y = plot.center().y(); y < plot.bottom(); y += 4) {
    QTest::mouseClick(view.plot(), Qt::LeftButton, {}, {plot.width() * 3 / 4, y});
    if (!view.plot()->run().empty()) runs.insert(view.plot()->run());
  }
  EXPECT_GT(runs.size(), 5U);
}

TEST_F(OperationsViewTest, a_run_that_is_chosen_elsewhere_is_marked) {
  fill();
  const std::string run = gatherOperations(operatedCard().runs).charts[2].runs[0][1];
  selection.setCurrentRun(QString::fromStdString(run));
  EXPECT_EQ(view.plot()->run(), run);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("through registers"));
}

TEST(OperationsFigure, has_a_panel_for_each_picture) {
  const FigureOutcome made = operationsFigure(operatedCard());
  ASSERT_TRUE(made);
  EXPECT_EQ(made.figure->traits().panels.size(), 3);
  EXPECT_THAT(made.figure->caption().toStdString(), testing::HasSubstr("atomic in shared memory 40"));
  EXPECT_TRUE(operationsFigure({}).unmeasured);
}

}  // namespace
}  // namespace chasescope
