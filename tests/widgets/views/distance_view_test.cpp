// The L2 map as a view: empty, full, and what mouse and keys do.
#include <functional>

#include "engine/trace/number_text.h"
#include "tests/widgets/sample_runs.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/distance/distance_plot.h"
#include "widgets/views/distance/distance_scene.h"
#include "widgets/views/distance/distance_view.h"

namespace chasescope {
namespace {

using sample::kMapLines;
using sample::kMapSms;

class DistanceViewTest : public ViewFixture {
 protected:
  DistanceViewTest() { show(view, {640, 480}); }
  void fill() {
    for (const RunPtr& run : sample::mapRuns()) store.finishRun(run);
    view.refresh();
  }
  void click(const DistanceCell& cell) {
    QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->middleOf(cell).toPoint());
  }

  DistanceView view{store, selection, theme};
};

TEST_F(DistanceViewTest, OffersItsProbeWhileItIsEmpty) {
  EXPECT_TRUE(view.isEmpty());
  QSignalSpy asked(&view, &MeasuredView::probeRequested);
  auto* offer = view.findChild<QPushButton*>();
  ASSERT_NE(offer, nullptr);
  QTest::mouseClick(offer, Qt::LeftButton);
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0][0].toString(), "l2-map");
}

TEST_F(DistanceViewTest, SaysWhyADeviceHasNoMap) {
  store.clear();
  Finding finding;
  finding.subject = "l2";
  finding.quantity = "capacity_bytes";
  finding.status = FindingStatus::not_measurable;
  finding.reason = "The sweep ended too early.";
  store.addFinding(finding);
  view.refresh();
  auto* empty = view.findChild<EmptyState*>();
  EXPECT_EQ(empty->title(), "Latency by SM and address");  // a finding about the capacity says nothing of the map
  finding.quantity = "partitions";
  finding.reason = "This device has one SM.";
  store.addFinding(finding);
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(empty->title(), "Nothing can be told");
  EXPECT_EQ(empty->sentence(), "This device has one SM.");
}

TEST_F(DistanceViewTest, PutsSidesTogetherAndSaysWhatTheyTake) {
  fill();
  ASSERT_FALSE(view.isEmpty());
  const DistanceScene& scene = view.plot()->scene();
  ASSERT_TRUE(scene.sides.has_value());
  EXPECT_EQ(scene.rows_of_first, kMapSms / 2);
  EXPECT_EQ(scene.columns_of_first, kMapLines / 2);
  for (std::size_t r = 0; r < scene.rows_of_first; ++r) EXPECT_EQ(scene.map.sms[scene.rows[r]] % 2, 0U);
  EXPECT_TRUE(view.facts().contains("two sides")) << view.facts().toStdString();
  view.setBySide(false);
  EXPECT_EQ(view.plot()->scene().rows_of_first, kMapSms);
  EXPECT_EQ(view.plot()->scene().map.sms[view.plot()->scene().rows[1]], 1U);
}

TEST_F(DistanceViewTest, AClickChoosesTheRunOfItsSm) {
  fill();
  click({0, 0});
  EXPECT_EQ(selection.currentRun(), "run-1");
  EXPECT_TRUE(view.facts().contains("SM 0"));
  EXPECT_TRUE(view.facts().contains("near"));
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(selection.currentRun(), "run-3") << "the next SM of the side";
  QTest::keyClick(view.plot(), Qt::Key_Up);
  QTest::keyClick(view.plot(), Qt::Key_Up);
  EXPECT_EQ(selection.currentRun(), "run-1");
  click({0, kMapLines - 1});
  EXPECT_TRUE(view.facts().contains("far"));
}

/// The runs of a map with other cycles.
std::vector<RunPtr> mapOf(const std::function<float(float)>& cycles) {
  std::vector<RunPtr> runs;
  for (const RunPtr& run : sample::mapRuns()) {
    auto other = std::make_shared<Run>(*run);
    std::vector<float> changed = run->cycles().copy();
    for (float& each : changed) each = cycles(each);
    other->chase()->result.cycles = LatencyTrace(std::move(changed));
    runs.push_back(std::move(other));
  }
  return runs;
}

TEST_F(DistanceViewTest, ItsNumbersReadAsInTheFindings) {
  // With one place behind the point, 201.25 could be 201.3 in the figure and 201.2 in the findings.
  Session session;
  session.runs = mapOf([](float cycles) { return cycles < 220 ? 201.25F : 241.25F; });
  const FigureOutcome outcome = makeFigure("l2-map", session);
  ASSERT_TRUE(outcome) << outcome.error.toStdString();
  EXPECT_TRUE(outcome.figure->caption().contains("near slice " + QString::fromStdString(number_text(201.25)) + ", far slice " +
                                                 QString::fromStdString(number_text(241.25)) + " cycles"))
      << outcome.figure->caption().toStdString();
}

TEST_F(DistanceViewTest, OneLatencyEverywhereHasNoScale) {
  const DistanceScene scene = makeDistanceScene(mapOf([](float) { return 342.0F; }), true);
  ASSERT_FALSE(scene.empty());
  EXPECT_EQ(scene.low, 342);
  EXPECT_EQ(scene.high, 342);
}

TEST_F(DistanceViewTest, one_latency_everywhere_is_no_figure) {
  Session session;
  session.runs = mapOf([](float) { return 342.0F; });
  EXPECT_TRUE(makeFigure("l2-map", session).error.contains("of one colour"));
}

TEST_F(DistanceViewTest, IsAFigureWithItsNumbers) {
  Session session;
  session.device.name = "Card";
  EXPECT_TRUE(makeFigure("l2-map", session).error.contains("l2-map"));
  session.runs = sample::mapRuns();
  const FigureOutcome outcome = makeFigure("l2-map", session);
  ASSERT_TRUE(outcome) << outcome.error.toStdString();
  EXPECT_TRUE(outcome.figure->caption().contains("two sides"));
  QByteArray csv;
  outcome.figure->writeCsv([&](const QByteArray& line) {
    csv += line;
    return true;
  });
  EXPECT_EQ(csv.count('\n'), static_cast<qsizetype>(1 + kMapSms * kMapLines));
  EXPECT_EQ(outcome.figure->provenance()["runs"].size(), kMapSms);
}

}  // namespace
}  // namespace chasescope
