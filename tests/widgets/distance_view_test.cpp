// The L2 map as a view: empty, full, and what mouse and keys do.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "engine/trace/random.h"
#include "widgets/distance_view.h"
#include "widgets/plot/distance_plot.h"
#include "widgets/plot/figure.h"
#include "widgets/run_store.h"
#include "widgets/selection.h"
#include "widgets/theme.h"

namespace chasescope {
namespace {

constexpr std::size_t kSms = 12, kLines = 16;

// SMs with even numbers are near to the first half of the lines.
std::vector<RunPtr> runs() {
  Random random(7);
  std::vector<std::uint64_t> offsets;
  for (std::size_t i = 0; i < kLines; ++i) offsets.push_back((i * 7 % kLines) * 4096);
  std::vector<RunPtr> all;
  for (unsigned sm = 0; sm < kSms; ++sm) {
    ChaseRequest request;
    request.space = MemorySpace::global_cg;
    request.pattern = OffsetsPattern{offsets};
    request.warmup = kLines;
    request.accesses = 3 * kLines;
    request.sm = sm;
    std::vector<float> cycles;
    for (std::size_t i = 0; i < request.accesses; ++i) {
      const bool low_half = offsets[i % kLines] < kLines / 2 * 4096;
      cycles.push_back(static_cast<float>((low_half == (sm % 2 == 0) ? 200 : 240) + random.below(4)));
    }
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    result.sm = sm;
    all.push_back(std::make_shared<const Run>(
        Run{"run-" + std::to_string(sm + 1), kDistanceMapProbe, "SM " + std::to_string(sm), false, Exchange<ChaseRequest>{request, result}}));
  }
  return all;
}

class DistanceViewTest : public testing::Test {
 protected:
  DistanceViewTest() {
    view.resize(640, 480);
    view.show();
    (void)QTest::qWaitForWindowExposed(&view);
  }
  void fill() {
    for (const RunPtr& run : runs()) store.finishRun(run);
    view.refresh();
  }
  void click(const DistanceCell& cell) {
    QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->middleOf(cell).toPoint());
  }

  Theme theme;
  RunStore store;
  Selection selection;
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

TEST_F(DistanceViewTest, PutsSidesTogetherAndSaysWhatTheyTake) {
  fill();
  ASSERT_FALSE(view.isEmpty());
  const DistanceScene& scene = view.plot()->scene();
  ASSERT_TRUE(scene.sides.has_value());
  EXPECT_EQ(scene.rows_of_first, kSms / 2);
  EXPECT_EQ(scene.columns_of_first, kLines / 2);
  for (std::size_t r = 0; r < scene.rows_of_first; ++r) EXPECT_EQ(scene.map.sms[scene.rows[r]] % 2, 0U);
  EXPECT_TRUE(view.facts().contains("two sides")) << view.facts().toStdString();
  view.setBySide(false);
  EXPECT_EQ(view.plot()->scene().rows_of_first, kSms);
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
  click({0, kLines - 1});
  EXPECT_TRUE(view.facts().contains("far"));
}

TEST_F(DistanceViewTest, IsAFigureWithItsNumbers) {
  Session session;
  session.device.name = "Card";
  EXPECT_TRUE(makeFigure("l2-map", session).error.contains("l2-map"));
  session.runs = runs();
  const FigureOutcome outcome = makeFigure("l2-map", session);
  ASSERT_TRUE(outcome) << outcome.error.toStdString();
  EXPECT_TRUE(outcome.figure->caption().contains("two sides"));
  QByteArray csv;
  outcome.figure->writeCsv([&](const QByteArray& line) {
    csv += line;
    return true;
  });
  EXPECT_EQ(csv.count('\n'), static_cast<qsizetype>(1 + kSms * kLines));
  EXPECT_EQ(outcome.figure->provenance()["runs"].size(), kSms);
}

}  // namespace
}  // namespace chasescope
