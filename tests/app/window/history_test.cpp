// Undo and redo: the history by itself, and in the window with real keys.
#include "app/window/history.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "app/tabs/axis_links.h"
#include "app/tabs/view_tabs.h"
#include "app/window/main_window.h"
#include "widgets/plot/curve_plot.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/scope/scope_view.h"

namespace chasescope {
namespace {

constexpr int kHistoryPatience = 20000;  // ms; a limit for a hanging test, not a wait

class HistoryTest : public testing::Test {
 protected:
  HistoryTest() {
    history.setClock([this] { return clock; });
    for (const char* name : {"a", "b"})
      tracks.push_back(history.add({QString::fromLatin1(name), [this, name] { return values[name]; },
                                    [this, name](const nlohmann::json& value) { values[name] = value; }}));
  }
  /// A person changes the value of `track` to `to`, `later` ms after the last change.
  void change(int track, int to, qint64 later = 10000) {
    clock += later;
    values[track == 0 ? "a" : "b"] = to;
    history.changed(tracks[static_cast<std::size_t>(track)]);
  }
  History history;
  qint64 clock = 0;
  std::map<std::string, nlohmann::json> values{{"a", 0}, {"b", 0}};
  std::vector<int> tracks;
};

TEST_F(HistoryTest, goes_back_and_forth) {
  EXPECT_FALSE(history.canUndo() || history.canRedo());
  change(0, 1);
  change(1, 5);
  change(0, 2);
  EXPECT_EQ(history.undoName(), "a");
  history.undo();
  EXPECT_EQ(values["a"], 1);
  EXPECT_EQ(history.undoName(), "b");
  EXPECT_EQ(history.redoName(), "a");
  history.undo();
  history.undo();
  EXPECT_EQ(values["a"], 0);
  EXPECT_EQ(values["b"], 0);
  EXPECT_FALSE(history.canUndo());
  history.undo();  // there is nothing to undo
  for (int i = 0; i < 4; ++i) history.redo();
  EXPECT_EQ(values["a"], 2);
  EXPECT_EQ(values["b"], 5);
  EXPECT_FALSE(history.canRedo());
}

TEST_F(HistoryTest, a_new_change_drops_what_could_be_done_again) {
  change(0, 1);
  change(0, 2);
  history.undo();
  change(0, 7);
  EXPECT_FALSE(history.canRedo());
  history.undo();
  EXPECT_EQ(values["a"], 1);
}

TEST_F(HistoryTest, a_drag_is_one_step_and_the_next_drag_another) {
  for (int i = 1; i <= 20; ++i) change(0, i, 16);
  history.endGesture();
  for (int i = 30; i <= 40; ++i) change(0, i, 16);
  history.undo();
  EXPECT_EQ(values["a"], 20);
  history.undo();
  EXPECT_EQ(values["a"], 0);
  EXPECT_FALSE(history.canUndo());
}

TEST_F(HistoryTest, other_values_and_pauses_part_steps) {
  change(0, 1, 16);
  change(1, 1, 16);
  change(0, 2, 16);
  change(0, 3, 1000);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(history.canUndo());
    history.undo();
  }
  EXPECT_FALSE(history.canUndo());
}

TEST_F(HistoryTest, there_and_back_in_one_drag_is_no_step) {
  change(0, 1, 16);
  change(0, 0, 16);
  EXPECT_FALSE(history.canUndo());
}

TEST_F(HistoryTest, what_moves_by_itself_is_no_step) {
  values["a"] = 9;
  history.moved(tracks[0]);
  EXPECT_FALSE(history.canUndo());
  change(0, 10);
  history.undo();
  EXPECT_EQ(values["a"], 9);
}

TEST_F(HistoryTest, forgets_one_value_and_keeps_the_other) {
  change(0, 1);
  change(1, 1);
  change(0, 2);
  change(1, 2);
  history.undo();
  history.forget(tracks[0]);
  EXPECT_EQ(history.redoName(), "b");
  history.redo();
  EXPECT_EQ(values["b"], 2);
  history.undo();
  history.undo();
  EXPECT_EQ(values["b"], 0);
  EXPECT_EQ(values["a"], 2);
  EXPECT_FALSE(history.canUndo());
}

class UndoInWindow : public testing::Test {
 protected:
  UndoInWindow() : window(theme) {
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window, kHistoryPatience));
    window.openDevice(QStringLiteral("model:gtx560ti"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.explorer().device().has_value(); }, kHistoryPatience));
  }
  QLineEdit* field(const char* key) { return qobject_cast<QLineEdit*>(window.form().editor(QString::fromLatin1(key))); }
  std::string value(const char* key) { return window.form().values()[key]; }
  void measure() {
    QSignalSpy ended(&window.explorer(), &Explorer::probeEnded);
    window.actions().run->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kHistoryPatience));
    window.views().setCurrentIndex(0);
    window.views().of<ScopeView>().plot()->repaintNow();
  }
  static void undo(QWidget* in) { QTest::keyClick(in, Qt::Key_Z, Qt::ControlModifier); }
  static void redo(QWidget* in) { QTest::keyClick(in, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }

  Theme theme;
  MainWindow window;
};

TEST_F(UndoInWindow, parameters_even_while_their_field_has_the_keys) {
  const std::string before = value("bytes"), stride = value("stride");
  EXPECT_FALSE(window.actions().undo->isEnabled());
  field("bytes")->setFocus();
  field("bytes")->selectAll();
  QTest::keyClicks(field("bytes"), "17KiB");
  ASSERT_EQ(value("bytes"), "17KiB");
  field("stride")->setFocus();
  field("stride")->selectAll();
  QTest::mouseClick(field("stride"), Qt::LeftButton);
  field("stride")->selectAll();
  QTest::keyClicks(field("stride"), "256");
  ASSERT_EQ(value("stride"), "256");
  EXPECT_EQ(window.actions().undo->text(), "Undo parameters");
  for (int i = 0; i < 8 && value("stride") != stride; ++i) undo(field("stride"));  // each pause while typing begins a new step
  EXPECT_EQ(value("stride"), stride);
  EXPECT_EQ(value("bytes"), "17KiB");
  for (int i = 0; i < 8 && value("bytes") != before; ++i) undo(field("stride"));
  EXPECT_EQ(value("bytes"), before);
  EXPECT_FALSE(window.actions().undo->isEnabled());
  for (int i = 0; i < 16; ++i) redo(field("bytes"));
  EXPECT_EQ(value("bytes"), "17KiB");
  EXPECT_EQ(value("stride"), "256");
  EXPECT_FALSE(window.actions().redo->isEnabled());
}

TEST_F(UndoInWindow, zoom_and_selection_but_never_a_measurement) {
  measure();
  const std::size_t runs = window.explorer().session().runs.size(), findings = window.explorer().session().findings.size();
  ScopePlot* plot = window.views().of<ScopeView>().plot();
  plot->canvas()->setFocus();
  ASSERT_TRUE(plot->isFollowing());
  const auto whole = plot->visibleAccesses();
  QTest::keyClick(plot->canvas(), Qt::Key_Plus);
  ASSERT_FALSE(plot->isFollowing());
  const auto zoomed = plot->visibleAccesses();
  const QPoint place = plot->canvas()->mapFrom(plot, plot->positionOf(static_cast<std::uint64_t>((zoomed.begin + zoomed.end) / 2)));
  QTest::mouseClick(plot->canvas(), Qt::LeftButton, Qt::NoModifier, place);
  const auto access = window.explorer().selection().access();
  ASSERT_TRUE(access);
  undo(plot->canvas());
  EXPECT_FALSE(window.explorer().selection().access());
  EXPECT_EQ(plot->visibleAccesses(), zoomed);
  undo(plot->canvas());
  EXPECT_TRUE(plot->isFollowing());
  EXPECT_EQ(plot->visibleAccesses(), whole);
  redo(plot->canvas());
  EXPECT_EQ(plot->visibleAccesses(), zoomed);
  redo(plot->canvas());
  EXPECT_EQ(window.explorer().selection().access(), access);
  for (int i = 0; i < 10; ++i) undo(plot->canvas());
  EXPECT_EQ(window.explorer().session().runs.size(), runs);
  EXPECT_EQ(window.explorer().session().findings.size(), findings);
  EXPECT_FALSE(window.actions().undo->isEnabled());
}

TEST_F(UndoInWindow, the_zoom_of_curves_and_of_linked_plots_is_one_step) {
  measure();
  const std::vector<CurvePlot*>& curves = window.views().links().curves();
  ASSERT_GE(curves.size(), 6U);
  CurvePlot &first = *curves[0], &second = *curves[1];
  const Sights part{{QStringLiteral("footprint"), {8192, 16384}}};
  const auto zoomed = [&](CurvePlot& plot, const Sights& sights) {
    plot.setSights(sights);
    emit plot.sightsChanged();  // as the mouse wheel does
  };
  zoomed(first, part);
  EXPECT_EQ(second.sights(), part);  // they are linked
  EXPECT_EQ(window.actions().undo->text(), "Undo zoom");
  undo(window.views().of<ScopeView>().plot()->canvas());
  EXPECT_TRUE(first.sights().empty());
  EXPECT_TRUE(second.sights().empty());
  redo(window.views().of<ScopeView>().plot()->canvas());
  EXPECT_EQ(first.sights(), part);
  EXPECT_EQ(second.sights(), part);
  // When the axes are not linked, each plot has its own zoom.
  window.actions().linkAxes->trigger();
  zoomed(second, {});
  EXPECT_EQ(first.sights(), part);
  undo(window.views().of<ScopeView>().plot()->canvas());
  EXPECT_EQ(second.sights(), part);
  window.actions().linkAxes->trigger();
}

TEST_F(UndoInWindow, the_pattern_shows_the_passes_of_the_scope_and_goes_back_with_it) {
  measure();
  ScopePlot* scope = window.views().of<ScopeView>().plot();
  PatternPlot* pattern = window.views().of<MissPatternView>().plot();
  ASSERT_TRUE(pattern->isFitted());
  const QRectF whole = pattern->view();
  for (int i = 0; i < 8; ++i) QTest::keyClick(scope->canvas(), Qt::Key_Plus);
  EXPECT_FALSE(pattern->isFitted());
  EXPECT_LT(pattern->view().height(), whole.height() / 2);
  undo(scope->canvas());
  EXPECT_TRUE(scope->isFollowing());
  EXPECT_TRUE(pattern->isFitted());
  EXPECT_EQ(pattern->view(), whole);
  redo(scope->canvas());
  // The other way round, the scope shows the accesses of the rows that the pattern shows.
  QTest::keyClick(pattern->canvas(), Qt::Key_Home);
  QTest::keyClick(pattern->canvas(), Qt::Key_F);
  EXPECT_TRUE(scope->isFollowing());
}

TEST_F(UndoInWindow, a_brush_drawn_with_the_mouse_is_one_step) {
  measure();
  QWidget* canvas = window.views().of<ScopeView>().plot()->canvas();
  const QPoint from(canvas->width() / 3, canvas->height() / 2);
  QTest::mousePress(canvas, Qt::LeftButton, Qt::ControlModifier, from);
  for (int x = 0; x <= 100; x += 10) QTest::mouseMove(canvas, from + QPoint(x, 0));
  QTest::mouseRelease(canvas, Qt::LeftButton, Qt::ControlModifier, from + QPoint(100, 0));
  ASSERT_TRUE(window.explorer().selection().brush());
  undo(canvas);
  EXPECT_FALSE(window.explorer().selection().brush());
  redo(canvas);
  EXPECT_TRUE(window.explorer().selection().brush());
  // A new run is shown without anybody choosing it. That is no step of its own, so undo leads to the state before the brush.
  const auto run = window.explorer().selection().currentRun();
  measure();
  EXPECT_NE(window.explorer().selection().currentRun(), run);
  EXPECT_FALSE(window.explorer().selection().brush());
  undo(canvas);
  EXPECT_FALSE(window.explorer().selection().brush());
  // Another document has another history.
  window.explorer().newSession();
  EXPECT_FALSE(window.actions().undo->isEnabled());
}

}  // namespace
}  // namespace chasescope
