// Disturbance by thread as a view and as a figure: empty, full, what mouse and keys do, and which threads have which mark.
#include "widgets/views/disturbance/disturbance_view.h"
#include "engine/findings/vocabulary.h"
#include "tests/widgets/sample_runs.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/disturbance/disturbance_plot.h"

namespace chasescope {
namespace {

using sample::disturbances;

class DisturbanceViewTest : public ViewFixture {
 protected:
  DisturbanceViewTest() { show(view, {640, 480}); }
  void fill() {
    for (const char* subject : {subject::texture, subject::constant_l1})
      for (const Finding& finding : disturbances(subject)) store.addFinding(finding);
    view.refresh();
  }

  DisturbanceView view{store, selection, theme};
};

TEST_F(DisturbanceViewTest, OffersItsProbeWhileItIsEmpty) {
  EXPECT_TRUE(view.isEmpty());
  QSignalSpy asked(&view, &MeasuredView::probeRequested);
  auto* offer = view.findChild<QPushButton*>();
  ASSERT_NE(offer, nullptr);
  QTest::mouseClick(offer, Qt::LeftButton);
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0][0].toString(), "disturbance");
}

TEST_F(DisturbanceViewTest, counts_the_threads_of_each_cache) {
  fill();
  EXPECT_FALSE(view.isEmpty());
  ASSERT_EQ(view.plot()->caches().size(), 2U);
  EXPECT_EQ(view.plot()->caches()[0].throwing(), 4U);
  EXPECT_TRUE(view.facts().contains("4 of 7 threads")) << view.facts().toStdString();
}

TEST_F(DisturbanceViewTest, a_click_chooses_a_thread_and_keys_go_on) {
  fill();
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->placeOfMark({0, 2}).toPoint());
  EXPECT_TRUE(view.facts().contains("thread 3")) << view.facts().toStdString();
  EXPECT_TRUE(view.facts().contains("evicts lines")) << view.facts().toStdString();
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_TRUE(view.facts().contains("thread 4")) << view.facts().toStdString();
  EXPECT_TRUE(view.facts().contains("evicts no lines of thread 0")) << view.facts().toStdString();
  const QString before = view.facts();
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_NE(view.facts(), before);  // the other cache
}

TEST(DisturbanceFigure, has_a_cross_for_each_thread_that_throws_lines_out) {
  Session session;
  session.device.name = "Card";
  session.findings = disturbances(subject::texture);
  const FigureOutcome made = makeFigure("disturbance", session);
  ASSERT_TRUE(made) << made.error.toStdString();
  const std::vector<SeriesPanel> panels = made.figure->series({});
  ASSERT_EQ(panels.size(), 1U);
  ASSERT_EQ(panels[0].series.size(), 2U);
  EXPECT_EQ(panels[0].series[0].mark, DataSeries::Mark::cross);
  ASSERT_EQ(panels[0].series[0].points.size(), 4U);
  EXPECT_EQ(panels[0].series[0].points[1].x, 3);
  QByteArray csv;
  made.figure->writeCsv([&](const QByteArray& line) {
    csv += line;
    return true;
  });
  EXPECT_TRUE(csv.contains("texture,3,80,1\n")) << csv.toStdString();
  EXPECT_TRUE(csv.contains("texture,4,1,0\n")) << csv.toStdString();
}

TEST(DisturbanceFigure, marks_no_thread_where_that_cant_be_told) {
  Session session;
  session.device.name = "Card";
  session.findings = disturbances(subject::texture, false);
  const FigureOutcome made = makeFigure("disturbance", session);
  ASSERT_TRUE(made) << made.error.toStdString();
  QByteArray csv;
  made.figure->writeCsv([&](const QByteArray& line) {
    csv += line;
    return true;
  });
  EXPECT_TRUE(csv.contains("texture,3,80,\n")) << csv.toStdString();
}

TEST(DisturbanceFigure, says_what_would_fill_it) {
  const FigureOutcome none = makeFigure("disturbance", Session{});
  EXPECT_FALSE(none);
  EXPECT_TRUE(none.error.contains("disturbance")) << none.error.toStdString();
}

}  // namespace
}  // namespace chasescope
