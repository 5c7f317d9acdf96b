#include <gtest/gtest.h>

#include <QTest>

#include "tests/widgets/sample_runs.h"
#include "widgets/miss_pattern_view.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/run_store.h"
#include "widgets/selection.h"
#include "widgets/theme.h"

namespace chasescope {
namespace {

class MissPatternTest : public testing::Test {
 protected:
  void SetUp() override {
    view.resize(700, 400);
    view.show();
    paint();
  }
  void load(const RunPtr& run) {
    store.finishRun(run);
    selection.setCurrentRun(QString::fromStdString(run->id));
    paint();
  }
  void paint() {
    QCoreApplication::processEvents();
    view.plot()->repaintNow();
    QCoreApplication::processEvents();
  }
  QWidget* canvas() { return view.plot()->canvas(); }
  int pixelsOf(const QColor& colour) {
    paint();
    const QImage image = canvas()->grab().toImage();
    // The legend has the colour too, so only the plot itself counts.
    const QRect plot = static_cast<PlotCanvas*>(canvas())->axisRect()->rect();
    int count = 0;
    for (int y = plot.top(); y <= plot.bottom(); ++y)
      for (int x = plot.left(); x <= plot.right(); ++x) count += QColor(image.pixel(x, y)) == colour ? 1 : 0;
    return count;
  }
  void move(const QPoint& to, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers) {
    QMouseEvent event(QEvent::MouseMove, to, canvas()->mapToGlobal(to), Qt::NoButton, buttons, modifiers);
    QCoreApplication::sendEvent(canvas(), &event);
  }

  Theme theme;
  RunStore store;
  Selection selection;
  MissPatternView view{store, selection, theme};
};

/// A million hits and a few misses.
std::vector<float> hitsBut(std::size_t accesses, std::initializer_list<std::size_t> misses) {
  std::vector<float> cycles(accesses, 100.0F);
  for (const std::size_t at : misses) cycles[at] = 400.0F;
  return cycles;
}

TEST_F(MissPatternTest, three_misses_of_a_million_stay_visible) {
  // 7,000 passes of 150 accesses on some 300 rows of pixels. Three make a level.
  load(sample::fromCycles("run-1", hitsBut(1'050'000, {123'456, 500'000, 999'999}), 150));
  view.setShade(PatternShade::hitMiss);
  EXPECT_GE(pixelsOf(levelColour(2, lightPalette())), 3);
  load(sample::fromCycles("run-2", hitsBut(1'050'000, {}), 150));
  EXPECT_EQ(pixelsOf(levelColour(2, lightPalette())), 0);
}

TEST_F(MissPatternTest, misses_of_passes_longer_than_the_screen_stay_visible) {
  load(sample::fromCycles("run-1", hitsBut(1'200'000, {123'456, 500'001, 999'999}), 400'000));
  view.setShade(PatternShade::hitMiss);
  EXPECT_GE(pixelsOf(levelColour(2, lightPalette())), 3);
}

TEST(PatternGrid, takes_the_slowest_of_each_patch) {
  const RunPtr run = sample::fromCycles("run-1", hitsBut(100'000, {31'415, 50'000, 77'777}), 100);
  RunStore store;
  store.finishRun(run);
  const ShownRun& shown = *store.run("run-1");
  const PassPattern pattern(shown.trace, shown.pyramid, shown.levels, shown.order, 128);
  ASSERT_EQ(pattern.rows(), 1000U);
  const PatternGrid grid = readGrid(pattern, 0, 1000, 0, 100, 40, 10);
  ASSERT_EQ(grid.rows, 40U);
  int misses = 0;
  for (const float c : grid.cycles) misses += c == 400 ? 1 : 0;
  EXPECT_EQ(misses, 3);
  EXPECT_EQ(grid.at(314 * 40 / 1000, 1), 400);  // pass 314, position 15
}

TEST(SweepPattern, shows_the_sets_filling_up_as_in_figure_3) {
  RunStore store;
  for (const RunPtr& run : sample::textbookSweep()) store.finishRun(run);
  std::vector<std::shared_ptr<const SweepPattern::Row>> rows;
  for (const auto& run : store.runs()) {
    const auto& request = run->run->chase()->request;
    rows.insert(rows.begin(),
                std::make_shared<const SweepPattern::Row>(SweepPattern::makeRow(
                    run->id, footprint_bytes(request.pattern, 4), 4, request.warmup, run->trace, run->order, run->levels)));
  }
  const SweepPattern sweep(std::move(rows));
  ASSERT_EQ(sweep.rows(), 9U);
  EXPECT_EQ(sweep.rowLabel(0), "40 B");  // sorted by footprint, whatever order they came in
  const auto misses = [&](std::size_t row) {
    std::vector<float> cells(sweep.columns());
    sweep.maxima(row, row + 1, 0, sweep.columns(), cells);
    std::vector<std::size_t> at;
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (cells[c] >= 0 && sweep.isMiss(cells[c])) at.push_back(c);
    return at;
  };
  EXPECT_TRUE(misses(2).empty());                                                   // N = 12 words fit
  EXPECT_EQ(misses(3), (std::vector<std::size_t>{0, 6, 12}));                       // N = 13: set 0, once a line
  EXPECT_EQ(misses(5), (std::vector<std::size_t>{0, 2, 6, 8, 12, 14}));             // N = 15: set 1 as well
  EXPECT_EQ(misses(8), (std::vector<std::size_t>{0, 2, 4, 6, 8, 10, 12, 14, 16}));  // N = 18: all of them
}

TEST_F(MissPatternTest, brushing_passes_selects_their_accesses_and_back) {
  load(sample::chase("run-1", {}, 16 * 1024, 128, 0, 128 * 20));
  const QPoint from = view.plot()->positionOf({5, 30}), to = view.plot()->positionOf({8, 90});
  QTest::mousePress(canvas(), Qt::LeftButton, Qt::ControlModifier, from);
  move(from + QPoint(20, 10), Qt::LeftButton, Qt::ControlModifier);
  move(to, Qt::LeftButton, Qt::ControlModifier);
  QTest::mouseRelease(canvas(), Qt::LeftButton, Qt::ControlModifier, to);
  ASSERT_TRUE(selection.brush());
  EXPECT_EQ(*selection.brush(), (AccessRange{5 * 128, 9 * 128}));
  // A click drops it again.
  QTest::mouseClick(canvas(), Qt::LeftButton, Qt::NoModifier, from);
  EXPECT_FALSE(selection.brush());
}

TEST_F(MissPatternTest, hovering_a_cell_is_hovering_its_access) {
  load(sample::chase("run-1", {}, 16 * 1024, 128, 128, 128 * 20));
  move(view.plot()->positionOf({3, 40}), Qt::NoButton, Qt::NoModifier);
  EXPECT_EQ(selection.hoveredAccess(), 3U * 128 + 40);
  QTest::mouseClick(canvas(), Qt::LeftButton, Qt::NoModifier, view.plot()->positionOf({3, 40}));
  EXPECT_EQ(selection.line(), 40U);
}

TEST_F(MissPatternTest, a_row_of_the_sweep_leads_to_its_run) {
  for (const RunPtr& run : sample::textbookSweep()) store.finishRun(run);
  selection.setCurrentRun("sweep-18");
  view.setRows(MissPatternView::Rows::sweep);
  paint();
  EXPECT_EQ(view.facts(), "9 footprints");
  QTest::mouseClick(canvas(), Qt::LeftButton, Qt::NoModifier, view.plot()->positionOf({3, 2}));
  EXPECT_EQ(selection.currentRun(), "sweep-13");
}

TEST_F(MissPatternTest, zoom_is_kept_while_it_streams) {
  const RunPtr run = sample::chase("run-1", {}, 16 * 1024, 128, 0, 128 * 40);
  store.startRun(sample::started(*run));
  selection.setCurrentRun("run-1");
  const auto part = [&](std::size_t begin, std::size_t end) {
    store.appendPart("run-1", std::make_shared<const std::vector<float>>(run->chase()->result.cycles.copy(begin, end)));
    paint();
  };
  part(0, 1280);
  QTest::keyClick(canvas(), Qt::Key_Plus);
  EXPECT_FALSE(view.plot()->isFitted());
  const QCPRange before = static_cast<PlotCanvas*>(canvas())->xAxis->range();
  for (std::size_t i = 1280; i < 5120; i += 640) part(i, i + 640);
  store.finishRun(run);
  paint();
  EXPECT_EQ(static_cast<PlotCanvas*>(canvas())->xAxis->range(), before);
  QTest::keyClick(canvas(), Qt::Key_F);
  EXPECT_TRUE(view.plot()->isFitted());
}

TEST_F(MissPatternTest, survives_clearing_and_runs_without_a_trace) {
  EXPECT_TRUE(view.isEmpty());
  load(sample::chase("run-1", {}, 16 * 1024, 128, 0, 1280));
  EXPECT_FALSE(view.isEmpty());
  store.clear();
  paint();
  EXPECT_TRUE(view.isEmpty());
  auto mean = std::make_shared<chasescope::Run>(*sample::chase("run-2", {}, 1024, 128, 0, 8));
  mean->chase()->result = {};
  mean->chase()->result.mean_cycles = 117.5;
  store.startRun(sample::started(*mean));
  selection.setCurrentRun("run-2");
  store.finishRun(mean);
  paint();
  EXPECT_TRUE(view.isEmpty());
}

}  // namespace
}  // namespace chasescope
