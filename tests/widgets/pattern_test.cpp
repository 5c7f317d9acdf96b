#include <gtest/gtest.h>

#include <QTest>
#include <array>

#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/theme.h"
#include "widgets/style/verdict_look.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/pattern/pattern_ticker.h"

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
  /// Loads a run whose probe told its misses: the accesses of more than 200 cycles.
  void loadJudged(const RunPtr& run) {
    load(run);
    store.addFinding(sample::missRate(*run, 200));
    paint();
  }
  void paint() {
    QCoreApplication::processEvents();
    view.plot()->repaintNow();
    QCoreApplication::processEvents();
  }
  QWidget* canvas() { return view.plot()->canvas(); }
  /// The plot itself, without the legend.
  QImage shown() {
    paint();
    return canvas()->grab().toImage().copy(static_cast<PlotCanvas*>(canvas())->axisRect()->rect());
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

int pixelsOf(const QImage& image, const QColor& colour) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += QColor(image.pixel(x, y)) == colour ? 1 : 0;
  return count;
}

/// How far the mean colour of the picture's middle is from a colour, in the worst channel.
double distanceFrom(const QImage& image, const QColor& colour) {
  double red = 0, green = 0, blue = 0, count = 0;
  for (int y = 10; y < image.height() - 10; ++y)
    for (int x = 10; x < image.width() - 10; ++x, ++count) {
      const QColor at(image.pixel(x, y));
      red += at.red(), green += at.green(), blue += at.blue();
    }
  return std::max({std::abs(red / count - colour.red()), std::abs(green / count - colour.green()), std::abs(blue / count - colour.blue())});
}

QColor hitFill() { return verdictFill(step::Verdict::hit, lightPalette()); }
QColor missFill() { return verdictFill(step::Verdict::miss, lightPalette()); }

std::vector<float> hitsBut(std::size_t accesses, std::size_t missEvery) {
  std::vector<float> cycles(accesses, 100.0F);
  for (std::size_t at = 0; missEvery > 0 && at < accesses; at += missEvery) cycles[at] = 400.0F;
  return cycles;
}

TEST_F(MissPatternTest, cells_that_share_a_pixel_are_blended_by_their_share_of_misses) {
  // One access in eight misses: in passes wider than the screen, in more passes than it has rows, and in passes kept in bins.
  for (const auto& [period, passes] : {std::pair<std::size_t, std::size_t>{2043, 40}, {105, 4000}, {20'001, 40}}) {
    loadJudged(sample::fromCycles("run-" + std::to_string(period), hitsBut(period * passes, 8), period));
    for (const PatternShade shade : {PatternShade::hitMiss, PatternShade::latency}) {
      view.setShade(shade);
      const QImage image = shown();
      EXPECT_LT(distanceFrom(image, mixed(missFill(), hitFill(), 0.125)), 4) << period;
      EXPECT_EQ(pixelsOf(image, missFill()), 0) << period << ": an eighth of misses painted solid";
    }
  }
}

TEST(PatternOnPaper, blends_as_the_window_does) {
  const RunPtr run = sample::fromCycles("run-1", hitsBut(2040 * 40, 8), 2040);
  RunStore store;
  store.finishRun(run);
  const ShownRun& shown = *store.run("run-1");
  const step::LatencyVerdicts verdicts(200.0F, 200.0F);
  const PassPattern pattern(shown.trace, shown.levels, verdicts, shown.order, 128);
  for (const int width : {200, 900}) {  // fewer pixels than the cells that paper has room for, and more
    QImage image(width, 120, QImage::Format_RGB32);
    QPainter painter(&image);
    PlotStyle style;
    style.print = true;
    PatternGeometry g;
    g.plot = QRectF(image.rect());
    g.x1 = 2039.5;
    g.y1 = 39.5;
    paintPattern(painter, pattern, PatternShade::hitMiss, g, style);
    EXPECT_TRUE(patternBlends(painter, pattern, g, style));
    painter.end();
    EXPECT_LT(distanceFrom(image, mixed(missFill(), hitFill(), 0.125)), 4) << width;
    EXPECT_EQ(pixelsOf(image, missFill()), 0) << width;
  }
}

TEST(PatternColours, of_levels_that_are_told_are_those_of_hits_and_misses_beside_ones_that_are_not) {
  // Accesses of 371 and 398 cycles are known as hits, those of 700 as misses. Those of 482 are not known.
  std::vector<float> cycles;
  for (int i = 0; i < 4000; ++i) cycles.push_back(std::array{371.0F, 398.0F, 482.0F, 700.0F}[static_cast<std::size_t>(i % 4)]);
  const RunPtr run = sample::fromCycles("run-1", cycles, 4);
  RunStore store;
  store.finishRun(run);
  const ShownRun& shown = *store.run("run-1");
  const PassPattern pattern(shown.trace, shown.levels, step::LatencyVerdicts(400.0F, 600.0F), shown.order, 128);
  ASSERT_TRUE(pattern.tellsSome());
  ASSERT_FALSE(pattern.isTold());
  EXPECT_EQ(pattern.untold(), std::vector<float>{482});
  for (const PatternShade shade : {PatternShade::hitMiss, PatternShade::latency}) {
    QImage image(400, 100, QImage::Format_RGB32);
    QPainter painter(&image);
    PatternGeometry g;
    g.plot = QRectF(image.rect());
    g.x1 = 3.5;
    g.y1 = 999.5;
    paintPattern(painter, pattern, shade, g, {});
    painter.end();
    const auto at = [&](int column) { return QColor(image.pixel(100 * column + 50, 50)); };
    EXPECT_EQ(at(0), hitFill());
    EXPECT_EQ(at(1) == hitFill(), shade == PatternShade::hitMiss) << "by latency a slower hit is a stronger blue";
    EXPECT_GT(at(1).blueF(), at(1).redF());
    EXPECT_EQ(at(3), missFill());
    EXPECT_GT(at(2).greenF(), at(2).redF());
    EXPECT_GT(at(2).greenF(), at(2).blueF()) << "neither a hit nor a miss";
  }
}

TEST_F(MissPatternTest, only_misses_look_other_than_only_hits) {
  for (const PatternShade shade : {PatternShade::hitMiss, PatternShade::latency}) {
    view.setShade(shade);
    const auto id = [&](const char* what) { return what + std::to_string(static_cast<int>(shade)); };
    loadJudged(sample::fromCycles(id("hits"), std::vector<float>(4000, 100), 50));
    EXPECT_LT(distanceFrom(shown(), hitFill()), 12);
    loadJudged(sample::fromCycles(id("misses"), std::vector<float>(4000, 300), 50));
    EXPECT_LT(distanceFrom(shown(), missFill()), 12);
    load(sample::fromCycles(id("untold"), std::vector<float>(4000, 300), 50));
    EXPECT_EQ(pixelsOf(shown(), missFill()), 0) << "nobody told that these are misses";
    EXPECT_EQ(pixelsOf(shown(), hitFill()), 0);
  }
  EXPECT_TRUE(view.facts().isEmpty() || !view.facts().contains("by cycles"));
  view.setShade(PatternShade::hitMiss);
  EXPECT_TRUE(view.facts().contains("by cycles")) << view.facts().toStdString();
}

TEST(PatternGrid, tells_the_share_of_each_patch) {
  std::vector<float> cycles = hitsBut(100'000, 0);
  for (const std::size_t at : {31'415U, 50'000U, 77'777U}) cycles[at] = 400;
  const RunPtr run = sample::fromCycles("run-1", std::move(cycles), 100);
  RunStore store;
  store.finishRun(run);
  const ShownRun& shown = *store.run("run-1");
  const PassPattern pattern(shown.trace, shown.levels, {200.0F, 200.0F}, shown.order, 128);
  ASSERT_EQ(pattern.rows(), 1000U);
  const PatternGrid grid = readGrid(pattern, PatternValue::missShare, 0, 1000, 0, 100, 40, 10);
  ASSERT_EQ(grid.rows, 40U);
  double misses = 0;
  for (const float share : grid.values) misses += 250 * share;
  EXPECT_NEAR(misses, 3, 1e-4);
  EXPECT_FLOAT_EQ(grid.at(314 * 40 / 1000, 1), 1.0F / 250);  // pass 314, position 15
}

TEST(SweepPattern, shows_the_sets_filling_up_as_in_figure_3) {
  RunStore store;
  for (const RunPtr& run : sample::textbookSweep()) store.finishRun(run);
  std::vector<std::shared_ptr<const SweepPattern::Row>> rows;
  for (const auto& run : store.runs()) {
    const auto& request = run->run->chase()->request;
    rows.insert(rows.begin(),
                std::make_shared<const SweepPattern::Row>(
                    SweepPattern::makeRow(run->id, request, run->trace, run->order, run->levels, {200.0F, 200.0F})));
  }
  const SweepPattern sweep(std::move(rows));
  ASSERT_EQ(sweep.rows(), 9U);
  EXPECT_EQ(sweep.rowLabel(0), "40");  // sorted by footprint, whatever order they came in
  EXPECT_EQ(sweep.rowTitle(), "Footprint N (B)");
  const auto misses = [&](std::size_t row) {
    std::vector<float> cells(sweep.columns());
    sweep.read(PatternValue::missShare, row, row + 1, 0, sweep.columns(), cells);
    std::vector<std::size_t> at;
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (cells[c] > 0) at.push_back(c);
    return at;
  };
  EXPECT_TRUE(misses(2).empty());                                                   // N = 12 words fit
  EXPECT_EQ(misses(3), (std::vector<std::size_t>{0, 6, 12}));                       // N = 13: set 0, once a line
  EXPECT_EQ(misses(5), (std::vector<std::size_t>{0, 2, 6, 8, 12, 14}));             // N = 15: set 1 as well
  EXPECT_EQ(misses(8), (std::vector<std::size_t>{0, 2, 4, 6, 8, 10, 12, 14, 16}));  // N = 18: all of them
}

SweepPattern sweepOf(const std::vector<std::uint64_t>& footprints, std::uint32_t misses) {
  std::vector<std::shared_ptr<const SweepPattern::Row>> rows;
  for (const std::uint64_t bytes : footprints) {
    auto row = std::make_shared<SweepPattern::Row>();
    row->footprint = bytes;
    row->cells = {{.cycles = 400, .accesses = 4, .misses = misses}};
    rows.push_back(row);
  }
  return SweepPattern(std::move(rows));
}

TEST(SweepPattern, has_ticks_at_round_footprints) {
  EXPECT_EQ(PatternRowTicker::roundStep(5, 128), 8);    // 1 KiB, not 0.625
  EXPECT_EQ(PatternRowTicker::roundStep(1.3, 128), 2);  // 0.25 KiB
  EXPECT_EQ(PatternRowTicker::roundStep(3, 1), 4);
  EXPECT_EQ(PatternRowTicker::roundStep(3, 0), std::nullopt);
  EXPECT_EQ(PatternRowTicker::roundStep(3, 96), std::nullopt) << "no power of two is whole rows";
}

TEST(SweepPattern, has_one_unit_on_its_axis) {
  const SweepPattern kib = sweepOf({16384, 16512, 17408}, 0), bytes = sweepOf({16384, 16392}, 0), mib = sweepOf({1U << 20U, 1536U << 10U}, 0);
  EXPECT_EQ(kib.rowTitle(), "Footprint N (KiB)");
  EXPECT_EQ(kib.rowLabel(0), "16");
  EXPECT_EQ(kib.rowLabel(1), "16.125");
  EXPECT_EQ(bytes.rowTitle(), "Footprint N (B)");
  EXPECT_EQ(bytes.rowLabel(1), "16,392");
  EXPECT_EQ(mib.rowLabel(1), "1.5");
}

TEST(SweepPattern, tells_whether_a_cell_is_a_share) {
  EXPECT_TRUE(sweepOf({16384}, 1).mixes());
  EXPECT_FALSE(sweepOf({16384}, 0).mixes());
  EXPECT_FALSE(sweepOf({16384}, 4).mixes());
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
  // A click removes the brush.
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
