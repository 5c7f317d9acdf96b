#include "widgets/views/scope/scope_view.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/theme.h"
#include "widgets/style/verdict_look.h"

namespace chasescope {
namespace {

class ScopeViewTest : public testing::Test {
 protected:
  void SetUp() override {
    view.resize(900, 420);
    view.show();
    QCoreApplication::processEvents();
  }
  void load(const RunPtr& run) {
    store.finishRun(run);
    selection.setCurrentRun(QString::fromStdString(run->id));
    paint();
  }
  void paint() {
    QCoreApplication::processEvents();
    view.plot()->repaintNow();
  }
  PlotCanvas* canvas() { return static_cast<PlotCanvas*>(view.plot()->canvas()); }
  QPoint at(std::uint64_t access) { return view.plot()->positionOf(access); }
  void wheel(const QPoint& position, int steps, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(position, canvas()->mapToGlobal(position), QPoint(), QPoint(0, 120 * steps), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas(), &event);
    paint();
  }
  void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::mousePress(canvas(), Qt::LeftButton, modifiers, from);
    move(from + (to - from) / 2, modifiers);
    move(to, modifiers);
    QTest::mouseRelease(canvas(), Qt::LeftButton, modifiers, to);
    paint();
  }
  /// QTest::mouseMove does not hold buttons down on the offscreen platform.
  void move(const QPoint& to, Qt::KeyboardModifiers modifiers, Qt::MouseButtons buttons = Qt::LeftButton) {
    QMouseEvent event(QEvent::MouseMove, to, canvas()->mapToGlobal(to), Qt::NoButton, buttons, modifiers);
    QCoreApplication::sendEvent(canvas(), &event);
  }

  Theme theme;
  RunStore store;
  Selection selection;
  ScopeView view{store, selection, theme};
};

RunPtr standard() { return sample::chase("run-1", {}, 17 * 1024, 128, 0, 3264); }

TEST_F(ScopeViewTest, says_what_to_press_until_there_is_something) {
  EXPECT_TRUE(view.isEmpty());
  load(standard());
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(view.facts(), QString::fromUtf8("3,264 accesses · 3 levels · trace")) << "nobody told yet which of them hit";
  const Finding rate = sample::missRate(*standard(), 200);
  store.addFinding(rate);
  EXPECT_EQ(view.facts(), QString::fromUtf8("3,264 accesses · %1 missed · trace").arg(percentText(rate.value.get<double>())));
  store.clear();
  EXPECT_TRUE(view.isEmpty());
  paint();
}

TEST_F(ScopeViewTest, only_misses_look_other_than_only_hits) {
  const auto marks = [&](const char* id, std::optional<float> above) {
    const RunPtr run = sample::fromCycles(id, std::vector<float>(400, 300), 50);
    load(run);
    if (above) store.addFinding(sample::missRate(*run, *above));
    paint();
    const QImage image = canvas()->grab().toImage().copy(canvas()->axisRect()->rect());
    int hits = 0, misses = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        hits += QColor(image.pixel(x, y)) == verdictColour(step::Verdict::hit, lightPalette()) ? 1 : 0;
        misses += QColor(image.pixel(x, y)) == verdictColour(step::Verdict::miss, lightPalette()) ? 1 : 0;
      }
    return std::pair(hits > 0, misses > 0);
  };
  EXPECT_EQ(marks("hits", 301), std::pair(true, false));
  EXPECT_EQ(marks("misses", 299), std::pair(false, true));
  EXPECT_EQ(marks("untold", std::nullopt), std::pair(false, false));
}

TEST_F(ScopeViewTest, the_wheel_zooms_about_the_mouse) {
  load(standard());
  const auto whole = view.visibleAccesses();
  const QPoint point = at(1000);
  wheel(point, 3);
  const auto zoomed = view.visibleAccesses();
  EXPECT_LT(zoomed.end - zoomed.begin, (whole.end - whole.begin) * 0.7);
  EXPECT_NEAR(at(1000).x(), point.x(), 3);
  EXPECT_FALSE(view.isFollowing());
  wheel(point, -30);
  EXPECT_EQ(view.visibleAccesses(), whole);  // never out of the trace
}

TEST_F(ScopeViewTest, zoom_is_kept_while_the_trace_streams) {
  const RunPtr run = sample::chase("run-1", {}, 17 * 1024, 128, 0, 50'000);
  store.startRun(sample::started(*run));
  selection.setCurrentRun("run-1");
  const auto part = [&](std::size_t begin, std::size_t end) {
    store.appendPart("run-1", std::make_shared<const std::vector<float>>(run->chase()->result.cycles.copy(begin, end)));
    paint();
  };
  part(0, 5000);
  EXPECT_DOUBLE_EQ(view.visibleAccesses().end, 4999.5);
  part(5000, 10'000);
  EXPECT_DOUBLE_EQ(view.visibleAccesses().end, 9999.5);  // the view follows the trace

  wheel(at(2000), 4);
  const auto zoomed = view.visibleAccesses();
  const auto cycles = view.plot()->visibleCycles();
  for (std::size_t i = 10'000; i < 50'000; i += 5000) part(i, i + 5000);
  store.finishRun(run);
  paint();
  EXPECT_EQ(view.visibleAccesses(), zoomed);
  EXPECT_EQ(view.plot()->visibleCycles().end, cycles.end);

  QTest::keyClick(canvas(), Qt::Key_F);
  EXPECT_TRUE(view.isFollowing());
  EXPECT_DOUBLE_EQ(view.visibleAccesses().end, 49'999.5);
}

TEST_F(ScopeViewTest, free_running_keeps_zoom_and_cursors) {
  load(standard());
  view.showAccesses(500, 700);
  view.setCursor(ScopeView::Cursor::a, 600);
  for (int i = 0; i < 5; ++i) {
    const RunPtr next = sample::chase("run-1", {}, 17 * 1024, 128, 0, 3264, 10 + i);
    store.startRun(sample::started(*next));
    paint();
    EXPECT_FALSE(view.isEmpty());  // no flicker between two traces
    store.finishRun(next);
    paint();
    EXPECT_EQ(view.visibleAccesses(), (ScopePlot::Range{500, 700}));
    EXPECT_EQ(view.cursor(ScopeView::Cursor::a), 600U);
  }
  // A shorter trace has no access under the cursor.
  store.finishRun(sample::chase("run-1", {}, 17 * 1024, 128, 0, 300));
  paint();
  EXPECT_EQ(view.cursor(ScopeView::Cursor::a), std::nullopt);
}

TEST_F(ScopeViewTest, dragging_pans_and_shift_drags_a_box) {
  load(standard());
  view.showAccesses(1000, 2000);
  paint();
  drag(at(1500), at(1500) + QPoint(100, 0));
  EXPECT_LT(view.visibleAccesses().begin, 1000);
  EXPECT_NEAR(view.visibleAccesses().end - view.visibleAccesses().begin, 1000, 1);
  view.showAccesses(1000, 2000);
  paint();
  drag(QPoint(at(1200).x(), 100), QPoint(at(1400).x(), 105), Qt::ShiftModifier);
  EXPECT_NEAR(view.visibleAccesses().begin, 1200, 5);
  EXPECT_NEAR(view.visibleAccesses().end, 1400, 5);
}

TEST_F(ScopeViewTest, control_drag_brushes_for_every_view) {
  load(standard());
  drag(QPoint(at(500).x(), 120), QPoint(at(900).x(), 180), Qt::ControlModifier);
  ASSERT_TRUE(selection.brush());
  EXPECT_NEAR(static_cast<double>(selection.brush()->begin), 500, 8);
  EXPECT_NEAR(static_cast<double>(selection.brush()->end), 900, 8);
  EXPECT_TRUE(view.isFollowing());
  QTest::keyClick(canvas(), Qt::Key_Escape);
  EXPECT_FALSE(selection.brush());
}

TEST_F(ScopeViewTest, cursors_snap_to_the_access_under_the_mouse) {
  std::vector<float> cycles(2000, 100.0F);
  cycles[700] = 600.0F;
  cycles[1300] = 600.0F;
  cycles[1999] = 600.0F;  // three make a level
  load(sample::fromCycles("run-1", cycles, 100));
  // The mouse is a few pixels beside the mark of access 700. Of the many accesses of that pixel column, the cursor takes the one at
  // that height.
  move(at(700) + QPoint(2, 3), Qt::NoModifier, Qt::NoButton);
  QTest::keyClick(canvas(), Qt::Key_A);
  EXPECT_EQ(view.cursor(ScopeView::Cursor::a), 700U);
  // Without a mouse over the plot the keys work too.
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(canvas(), &leave);
  QTest::keyClick(canvas(), Qt::Key_B);
  ASSERT_TRUE(view.cursor(ScopeView::Cursor::b));
  paint();
  // A drag of its line moves the cursor to the other slow access.
  const QPoint from(at(*view.cursor(ScopeView::Cursor::b)).x(), at(0).y() - 60);
  drag(from, at(1300) + QPoint(-2, 2));
  EXPECT_EQ(view.cursor(ScopeView::Cursor::b), 1300U);
  EXPECT_TRUE(view.isFollowing());  // a cursor's drag is no pan
  const QStringList difference = view.plot()->differenceText();
  ASSERT_EQ(difference.size(), 3);
  EXPECT_TRUE(difference[0].contains("+600 accesses"));
  EXPECT_TRUE(difference[1].contains("0 cycles"));
  EXPECT_TRUE(difference[2].contains("exactly 6 passes"));
}

TEST_F(ScopeViewTest, a_button_brings_both_cursors_into_sight_and_takes_them_away) {
  load(sample::chase("a", {}, 17 * 1024, 128, 272, 3264));
  view.showAccesses(1000, 1300);
  paint();
  QToolButton* button = nullptr;
  for (auto* one : view.findChildren<QToolButton*>())
    if (one->accessibleName().startsWith("Cursors")) button = one;
  ASSERT_NE(button, nullptr);
  QTest::mouseClick(button, Qt::LeftButton);
  const auto a = view.cursor(ScopeView::Cursor::a), b = view.cursor(ScopeView::Cursor::b);
  ASSERT_TRUE(a && b);
  EXPECT_NEAR(static_cast<double>(*a), 1100, 15);
  EXPECT_NEAR(static_cast<double>(*b), 1200, 15);
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_FALSE(view.cursor(ScopeView::Cursor::a) || view.cursor(ScopeView::Cursor::b));
}

TEST_F(ScopeViewTest, cursors_read_the_level_where_an_access_lies_on_one) {
  std::vector<float> cycles(3000);
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] = (i % 3 == 0 ? 600.0F : 100.0F) + (i % 7 == 1 ? -1.0F : i % 7 == 3 ? 1.0F : 0.0F);
  cycles[1000] = 640;  // an outlier above the levels
  load(sample::fromCycles("run-1", cycles, 100));
  const ScopePlot& plot = *view.plot();
  ASSERT_EQ(store.run("run-1")->levels.size(), 2U);
  EXPECT_EQ(cycles[1], 99);
  EXPECT_EQ(plot.cursorCycles(1), 100);
  EXPECT_EQ(cycles[3], 601);
  EXPECT_EQ(plot.cursorCycles(3), 600);
  EXPECT_EQ(plot.cursorCycles(1000), 640);
  view.setCursor(ScopeView::Cursor::a, 1);
  view.setCursor(ScopeView::Cursor::b, 3);
  QStringList difference = plot.differenceText();
  ASSERT_EQ(difference.size(), 3);
  EXPECT_EQ(difference[1], "+500 cycles  (100 → 600)");
  EXPECT_EQ(difference[2], "levels; the accesses: 99 → 601");
  view.setCursor(ScopeView::Cursor::b, 1000);
  difference = plot.differenceText();
  EXPECT_EQ(difference[1], "+540 cycles  (100 → 640)");
}

TEST_F(ScopeViewTest, hovering_is_told_to_the_other_views) {
  load(standard());
  QSignalSpy hovered(&selection, &Selection::hoveredAccessChanged);
  view.showAccesses(100, 140);
  paint();
  move(at(120) + QPoint(1, 1), Qt::NoModifier, Qt::NoButton);
  EXPECT_EQ(selection.hoveredAccess(), 120U);
  const QStringList box = view.plot()->describe(120);
  ASSERT_EQ(box.size(), 4);
  EXPECT_EQ(box[2], "pass 0, position 120");
  EXPECT_EQ(box[3], "offset 15 KiB");
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(canvas(), &leave);
  EXPECT_EQ(selection.hoveredAccess(), std::nullopt);
}

TEST_F(ScopeViewTest, keys_zoom_and_pan) {
  load(standard());
  QTest::keyClick(canvas(), Qt::Key_Plus);
  const auto zoomed = view.visibleAccesses();
  EXPECT_NEAR(zoomed.end - zoomed.begin, 3264 / 1.5, 2);
  QTest::keyClick(canvas(), Qt::Key_Right);
  EXPECT_GT(view.visibleAccesses().begin, zoomed.begin);
  QTest::keyClick(canvas(), Qt::Key_Home);
  EXPECT_DOUBLE_EQ(view.visibleAccesses().begin, -0.5);
  QTest::mouseDClick(canvas(), Qt::LeftButton, Qt::NoModifier, at(1000));
  EXPECT_TRUE(view.isFollowing());
}

TEST_F(ScopeViewTest, many_parts_make_one_repaint) {
  const RunPtr run = sample::chase("run-1", {}, 17 * 1024, 128, 0, 20'000);
  store.startRun(sample::started(*run));
  selection.setCurrentRun("run-1");
  store.appendPart("run-1", std::make_shared<const std::vector<float>>(run->chase()->result.cycles.copy(0, 10)));
  paint();
  QSignalSpy replots(canvas(), &QCustomPlot::afterReplot);
  for (std::size_t i = 10; i < 20'000; i += 10)
    store.appendPart("run-1", std::make_shared<const std::vector<float>>(run->chase()->result.cycles.copy(i, i + 10)));
  EXPECT_EQ(replots.size(), 0);  // two thousand parts, and the event loop has not run yet
  EXPECT_TRUE(QTest::qWaitFor([&] { return replots.size() == 1; }, 5000));
}

TEST_F(ScopeViewTest, a_failed_run_keeps_what_had_landed_and_says_why) {
  const RunPtr run = standard();
  store.startRun(sample::started(*run));
  selection.setCurrentRun("run-1");
  store.appendPart("run-1", std::make_shared<const std::vector<float>>(run->chase()->result.cycles.copy(0, 100)));
  store.failRun("run-1", "The card was lost; open the device again.");
  EXPECT_FALSE(view.isEmpty());
  bool said = false;
  for (const QLabel* label : view.findChildren<QLabel*>())
    said = said || (label->isVisible() && label->text() == "The card was lost; open the device again.");
  EXPECT_TRUE(said);
}

TEST_F(ScopeViewTest, following_can_be_switched_by_its_button) {
  load(standard());
  wheel(at(1000), 2);
  QToolButton* follow = nullptr;
  for (QToolButton* button : view.findChildren<QToolButton*>())
    if (button->text() == "Follow") follow = button;
  ASSERT_NE(follow, nullptr);
  EXPECT_FALSE(follow->isChecked());
  QTest::mouseClick(follow, Qt::LeftButton);
  EXPECT_TRUE(view.isFollowing());
  EXPECT_DOUBLE_EQ(view.visibleAccesses().begin, -0.5);
}

}  // namespace
}  // namespace chasescope
