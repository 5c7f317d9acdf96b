// The floor plan and the halves of memory as views: empty, full, and what mouse and keys do.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include <bit>

#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/registry/figure_list.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/theme.h"
#include "widgets/views/chip/chip_plot.h"
#include "widgets/views/chip/chip_view.h"
#include "widgets/views/halves/halves_plot.h"
#include "widgets/views/halves/halves_view.h"

namespace chasescope {
namespace {

QByteArray csvOf(const FigureContent& figure) {
  QByteArray csv;
  figure.writeCsv([&](const QByteArray& line) {
    csv += line;
    return true;
  });
  return csv;
}

class ChipViewTest : public testing::Test {
 protected:
  ChipViewTest() {
    view.resize(700, 560);
    view.show();
    (void)QTest::qWaitForWindowExposed(&view);
  }
  Theme theme;
  RunStore store;
  Selection selection;
  ChipView view{store, selection, theme};
};

TEST_F(ChipViewTest, OffersItsProbeWhileItIsEmpty) {
  EXPECT_TRUE(view.isEmpty());
  QSignalSpy asked(&view, &MeasuredView::probeRequested);
  QTest::mouseClick(view.findChild<QPushButton*>(), Qt::LeftButton);
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0][0].toString(), "l2-map");
}

TEST_F(ChipViewTest, shows_every_sm_on_its_side_and_chooses_by_mouse_and_keys) {
  for (const RunPtr& run : sample::mapRuns()) store.finishRun(run);
  view.refresh();
  ASSERT_FALSE(view.isEmpty());
  const ChipScene& scene = view.plot()->scene();
  ASSERT_EQ(scene.sides.size(), 2U);
  std::size_t sms = 0;
  for (const auto& side : scene.sides)
    for (const ChipBox& box : side) sms += box.rows.size();
  EXPECT_EQ(sms, sample::kMapSms);
  EXPECT_TRUE(view.facts().contains("two sides")) << view.facts().toStdString();
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->middleOf(3).toPoint());
  EXPECT_TRUE(view.facts().contains("SM 3")) << view.facts().toStdString();
  EXPECT_TRUE(view.facts().contains("on the other side")) << view.facts().toStdString();
  EXPECT_EQ(selection.currentRun(), "run-4");
  const auto before = view.plot()->chosenRow();
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_NE(view.plot()->chosenRow(), before);
}

TEST(ChipFigure, has_a_row_for_every_sm) {
  Session session;
  session.device.name = "Card";
  EXPECT_TRUE(makeFigure("chip-map", session).error.contains("l2-map"));
  session.runs = sample::mapRuns();
  const FigureOutcome outcome = makeFigure("chip-map", session);
  ASSERT_TRUE(outcome) << outcome.error.toStdString();
  EXPECT_EQ(csvOf(*outcome.figure).count('\n'), static_cast<qsizetype>(1 + sample::kMapSms));
}

/// Two walks through 64 MiB: near and far by the parity of bits 12 and 14, and a constant for each page of 2 MiB.
std::vector<RunPtr> walks(bool one_block_off) {
  constexpr std::uint64_t kBytes = std::uint64_t{64} << 20;
  const auto cycles_at = [&](std::uint64_t offset) {
    bool far = std::popcount(offset & 0x5000) % 2 != 0;
    if (offset / (std::uint64_t{2} << 20) % 3 == 1) far = !far;
    if (one_block_off && offset / 4096 == 3) far = !far;
    return static_cast<float>((far ? 700 : 500) + offset / 128 % 5);
  };
  std::vector<RunPtr> all;
  for (const Pattern& pattern : {Pattern{UniformPattern{kBytes, 128}}, Pattern{ShuffledPattern{kBytes, 128, 1}}}) {
    ChaseRequest request;
    request.space = MemorySpace::global_cg;
    request.pattern = pattern;
    request.accesses = 8192;
    const AccessOrder order(pattern, 0);
    std::vector<float> cycles;
    for (std::uint64_t i = 0; i < request.accesses; ++i) cycles.push_back(cycles_at(order.offset(i)));
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    result.sm = 7;
    all.push_back(std::make_shared<const Run>(
        Run{"walk-" + std::to_string(all.size() + 1), kHalfMapProbe, "walk", false, Exchange<ChaseRequest>{request, result}}));
  }
  return all;
}

class HalvesViewTest : public testing::Test {
 protected:
  HalvesViewTest() {
    view.resize(700, 560);
    view.show();
    (void)QTest::qWaitForWindowExposed(&view);
  }
  void fill(bool one_block_off) {
    for (const RunPtr& run : walks(one_block_off)) store.finishRun(run);
    view.refresh();
  }
  Theme theme;
  RunStore store;
  Selection selection;
  HalvesView view{store, selection, theme};
};

TEST_F(HalvesViewTest, shows_blocks_and_pages_and_chooses_by_mouse_and_keys) {
  fill(false);
  ASSERT_FALSE(view.isEmpty());
  EXPECT_TRUE(view.facts().contains("12 and 14")) << view.facts().toStdString();
  EXPECT_TRUE(view.facts().contains("256 of 256 blocks of 4 KiB as predicted")) << view.facts().toStdString();
  const HalfMap& map = *view.plot()->scene().map;
  ASSERT_TRUE(map.pages) << map.no_pages;
  EXPECT_EQ(map.pages->page_bytes, std::uint64_t{2} << 20);
  for (std::size_t page = 0; page < 32; ++page) EXPECT_EQ(map.pages->pages[page].begins_far, page % 3 == 1) << page;
  using Part = HalvesPlace::Part;
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->middleOf({Part::blocks, 1}).toPoint());
  EXPECT_TRUE(view.facts().contains("block at 4 KiB")) << view.facts().toStdString();
  EXPECT_TRUE(view.facts().contains("far: 32 of 32 lines")) << view.facts().toStdString();
  EXPECT_EQ(selection.currentRun(), "walk-1");
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_TRUE(view.facts().contains("near: 32 of 32 lines")) << view.facts().toStdString();
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->middleOf({Part::pages, 4}).toPoint());
  EXPECT_TRUE(view.facts().contains("first block far")) << view.facts().toStdString();
  EXPECT_EQ(selection.currentRun(), "walk-2");
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->middleOf({Part::bits, 14}).toPoint());
  EXPECT_TRUE(view.facts().contains("belongs to the parity")) << view.facts().toStdString();
}

TEST_F(HalvesViewTest, says_why_nothing_is_told) {
  fill(true);  // one block does not follow the parity of the bits
  EXPECT_TRUE(view.isEmpty());
  auto* empty = view.findChild<EmptyState*>();
  EXPECT_EQ(empty->title(), "Nothing can be told");
  EXPECT_TRUE(empty->sentence().contains("but for 1 of")) << empty->sentence().toStdString();
  Session session;
  session.runs = walks(true);
  EXPECT_EQ(makeFigure("memory-halves", session).error, empty->sentence());
}

TEST(HalvesFigure, has_a_row_for_every_block) {
  Session session;
  EXPECT_TRUE(makeFigure("memory-halves", session).error.contains("memory"));
  session.runs = walks(false);
  const FigureOutcome outcome = makeFigure("memory-halves", session);
  ASSERT_TRUE(outcome) << outcome.error.toStdString();
  const QList<QByteArray> rows = csvOf(*outcome.figure).split('\n');
  EXPECT_EQ(rows.size(), 2 + 64 * 256);
  EXPECT_TRUE(rows[2].startsWith("4096,1,")) << rows[2].toStdString();
  EXPECT_EQ(outcome.figure->provenance()["runs"].size(), 2U);
}

}  // namespace
}  // namespace chasescope
