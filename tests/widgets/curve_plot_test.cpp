// Behaviour of all plots of curves: the zoom of their axis, and two cursors that are dragged along the curve.
#include "widgets/plot/curve_plot.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "tests/widgets/sample_curves.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/banks/bank_view.h"
#include "widgets/views/replacement/replacement_view.h"
#include "widgets/views/requests/copy_plot.h"
#include "widgets/views/requests/request_plot.h"
#include "widgets/views/requests/request_view.h"
#include "widgets/views/sweeps/footprint_plot.h"
#include "widgets/views/sweeps/stride_plot.h"
#include "widgets/views/sweeps/sweep_view.h"
#include "widgets/views/tlb/tlb_plot.h"
#include "widgets/views/tlb/tlb_view.h"

namespace chasescope {
namespace {

const QString kFootprint = QStringLiteral("footprint");

class CurvePlotTest : public testing::Test {
 protected:
  CurvePlotTest() {
    for (const auto& measured : {sample::footprints(), sample::strides(), sample::tlbs()}) {
      for (const RunPtr& run : measured.runs) store.finishRun(run);
      for (const Finding& finding : measured.findings) store.addFinding(finding);
    }
  }
  template <typename View>
  View& show(View& view) {
    view.resize(900, 600);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.refresh();
    return view;
  }
  static void wheel(QWidget& plot, const QPoint& at, int turn, Qt::KeyboardModifiers keys = {}) {
    QWheelEvent event(at, plot.mapToGlobal(at), {}, {0, turn}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&plot, &event);
  }
  static void drag(QWidget& plot, const QPoint& from, const QPoint& to, Qt::MouseButton button = Qt::LeftButton,
                   Qt::KeyboardModifiers keys = {}) {
    QTest::mousePress(&plot, button, keys, from);
    for (int i = 1; i <= 10; ++i) {
      const QPointF at = QPointF(from) + QPointF(to - from) * i / 10.0;
      QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, button, keys);
      QCoreApplication::sendEvent(&plot, &move);
    }
    QTest::mouseRelease(&plot, button, keys, to);
  }

  Theme theme;
  RunStore store;
  Selection selection;
};

TEST_F(CurvePlotTest, the_wheel_zooms_at_the_pointer_and_a_double_click_shows_all) {
  SweepView view(store, selection, theme);
  FootprintPlot& plot = *show(view).footprintPlot();
  QSignalSpy told(&plot, &CurvePlot::sightsChanged);
  const double x = plot.xOf(16384);
  const QPoint at(qRound(x), 120);
  for (int i = 0; i < 6; ++i) wheel(plot, at, 120);
  EXPECT_EQ(told.size(), 6);
  EXPECT_NEAR(plot.xOf(16384), x, 1);
  const Sight zoomed = plot.sights().at(kFootprint);
  EXPECT_GT(zoomed.from, 4096);
  EXPECT_LT(zoomed.to, 65536);
  wheel(plot, at, -240, Qt::ShiftModifier);  // moves the range, which keeps its size
  const Sight moved = plot.sights().at(kFootprint);
  EXPECT_GT(moved.from, zoomed.from);
  EXPECT_NEAR(moved.to / moved.from, zoomed.to / zoomed.from, 1e-6);
  wheel(plot, at, 120 * 200);  // the zoom ends at a smallest range
  EXPECT_GT(plot.sights().at(kFootprint).to, plot.sights().at(kFootprint).from * 1.001);
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, at);
  EXPECT_TRUE(plot.isWhole());
  EXPECT_TRUE(plot.sights().empty());
}

TEST_F(CurvePlotTest, shift_and_a_drag_zoom_into_a_range_and_the_middle_button_moves_it) {
  SweepView view(store, selection, theme);
  FootprintPlot& plot = *show(view).footprintPlot();
  const QPoint from(qRound(plot.xOf(8192)), 120), to(qRound(plot.xOf(32768)), 140);
  drag(plot, from, to, Qt::LeftButton, Qt::ShiftModifier);
  const Sight range = plot.sights().at(kFootprint);
  EXPECT_NEAR(range.from, 8192, 200);
  EXPECT_NEAR(range.to, 32768, 800);
  EXPECT_EQ(plot.point(), nullptr);  // the drag chose no point
  const double before = plot.xOf(16384);
  drag(plot, {400, 120}, {450, 120}, Qt::MiddleButton);
  EXPECT_NEAR(plot.xOf(16384), before + 50, 1);
  QTest::keyClick(&plot, Qt::Key_F);
  EXPECT_TRUE(plot.isWhole());
  QTest::keyClick(&plot, Qt::Key_Plus);
  EXPECT_FALSE(plot.isWhole());
  const Sight middle = plot.sights().at(kFootprint);
  QTest::keyClick(&plot, Qt::Key_Right, Qt::ControlModifier);
  EXPECT_GT(plot.sights().at(kFootprint).from, middle.from);
  EXPECT_EQ(plot.point(), nullptr);
  QTest::keyClick(&plot, Qt::Key_Minus);
  QTest::keyClick(&plot, Qt::Key_Minus);
  EXPECT_TRUE(plot.isWhole());
}

TEST_F(CurvePlotTest, what_is_chosen_is_what_lies_under_the_mouse_while_zoomed) {
  SweepView view(store, selection, theme);
  FootprintPlot& plot = *show(view).footprintPlot();
  plot.setSights({{kFootprint, {12000, 24000}}});
  QTest::mouseClick(&plot, Qt::LeftButton, {}, QPoint(qRound(plot.xOf(13312)), 150));
  ASSERT_NE(plot.point(), nullptr);
  EXPECT_NEAR(static_cast<double>(plot.point()->bytes), 13312, 1024);
  // A range that holds no part of the curve is ignored.
  plot.setSights({{kFootprint, {1e9, 2e9}}});
  EXPECT_TRUE(plot.isWhole());
}

TEST_F(CurvePlotTest, a_cursor_is_dragged_by_its_line_and_by_its_flag_from_point_to_point) {
  SweepView view(store, selection, theme);
  FootprintPlot& plot = *show(view).footprintPlot();
  plot.setCursor(0, 4096);
  plot.setCursor(1, 65536);
  ASSERT_TRUE(plot.cursor(0) && plot.cursor(1));
  QSignalSpy told(&plot, &CurvePlot::cursorsChanged);
  drag(plot, QPoint(qRound(plot.xOf(*plot.cursor(0))) + 1, 150), QPoint(qRound(plot.xOf(16384)), 160));
  EXPECT_EQ(plot.cursor(0), std::optional(16384.0));
  EXPECT_GT(told.size(), 1);
  EXPECT_EQ(plot.point(), nullptr);  // a drag of a cursor chooses nothing
  const auto isPoint = [&](double x) {
    return std::any_of(plot.curve().points.begin(), plot.curve().points.end(),
                       [&](const SweepPoint& p) { return static_cast<double>(p.bytes) == x; });
  };
  EXPECT_TRUE(isPoint(*plot.cursor(1)));
  EXPECT_TRUE(plot.accessibleDescription().contains(plot.cursorText().first())) << plot.accessibleDescription().toStdString();
  // A cursor that is dragged beyond the edge stays on the last point.
  drag(plot, QPoint(qRound(plot.xOf(*plot.cursor(1))), 150), QPoint(5000, 150));
  EXPECT_EQ(plot.cursor(1), std::optional(static_cast<double>(plot.curve().points.back().bytes)));
  QTest::keyClick(&plot, Qt::Key_Escape);
  EXPECT_FALSE(plot.cursor(0) || plot.cursor(1));
  EXPECT_TRUE(plot.cursorText().isEmpty());
}

TEST_F(CurvePlotTest, every_view_of_curves_has_cursors_with_a_button_and_their_difference) {
  for (const auto& runs : {sample::bankRuns(), sample::burstRuns(), sample::copyRuns()})
    for (const RunPtr& run : runs) store.finishRun(run);
  for (const auto& findings : {sample::tableFindings(), sample::setFindings()})
    for (const Finding& finding : findings) store.addFinding(finding);
  SweepView sweeps(store, selection, theme);
  TlbView tlbs(store, selection, theme);
  BankView banks(store, selection, theme);
  RequestView requests(store, selection, theme);
  ReplacementView replacement(store, selection, theme);
  show(sweeps), show(tlbs), show(banks), show(requests), show(replacement);
  const auto differs = [](QWidget& view, CurvePlot& plot, const QString& unit) {
    const auto* button = view.findChild<QToolButton*>(QStringLiteral("cursors"));
    ASSERT_NE(button, nullptr);
    ASSERT_TRUE(plot.isVisible()) << plot.metaObject()->className();
    QTest::mouseClick(const_cast<QToolButton*>(button), Qt::LeftButton);
    const QStringList text = plot.cursorText();
    ASSERT_GE(text.size(), 2) << plot.metaObject()->className();
    EXPECT_TRUE(text[0].startsWith(QString::fromUtf8("B − A  +"))) << text[0].toStdString();
    EXPECT_TRUE(text.join(QChar(10)).contains(unit)) << text.join(QChar(10)).toStdString();
    QTest::mouseClick(const_cast<QToolButton*>(button), Qt::LeftButton);
    EXPECT_FALSE(plot.cursor(0) || plot.cursor(1));
    // A key zooms the same plot.
    QTest::keyClick(&plot, Qt::Key_Plus);
    EXPECT_FALSE(plot.isWhole()) << plot.metaObject()->className();
    QTest::mouseClick(view.findChild<QToolButton*>(QStringLiteral("fit")), Qt::LeftButton);
    EXPECT_TRUE(plot.isWhole()) << plot.metaObject()->className();
  };
  differs(sweeps, *sweeps.footprintPlot(), "cycles");
  sweeps.setPage(SweepView::Page::stride);
  differs(sweeps, *sweeps.stridePlot(), "cycles");
  differs(tlbs, *tlbs.plot(), "% missed");
  differs(banks, *banks.plot(), "cycles");
  differs(requests, *requests.plot(), "cycles");
  requests.setPage(RequestView::Page::copies);
  differs(requests, *requests.findChild<CopyPlot*>(), "not flushed");
  differs(replacement, *replacement.plot(), "% missed");
}

TEST_F(CurvePlotTest, tlbs_are_zoomed_each_by_itself_where_they_have_nothing_in_common) {
  TlbView view(store, selection, theme);
  TlbPlot& plot = *show(view).plot();
  // A zoom into the curve of the first TLB, which has 16 entries of 2 MiB.
  plot.setLevel("l1_tlb");
  const double x = plot.xOf(33.0 * 1048576);
  plot.setSights({{kFootprint, {32.0 * 1048576, 36.0 * 1048576}}});
  EXPECT_GT(std::abs(plot.xOf(33.0 * 1048576) - x), 20);
  plot.setLevel("l2_tlb");
  const double far = plot.xOf(140.0 * 1048576);
  plot.setSights({});
  EXPECT_EQ(plot.xOf(140.0 * 1048576), far);  // the second TLB was shown as a whole all the time
}

}  // namespace
}  // namespace chasescope
