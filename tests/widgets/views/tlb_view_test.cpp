// The view of TLBs: the TLBs gathered from findings, its states, and what mouse and keys do.
#include "widgets/views/tlb/tlb_view.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/tlb/tlb_plot.h"

namespace chasescope {
namespace {

class TlbViewTest : public ViewFixture {};

TEST_F(TlbViewTest, tlbs_go_through_their_states) { goesThroughItsStates<TlbView>(sample::tlbs()); }

TEST_F(TlbViewTest, tlbs_are_told_with_their_sets_reach_and_penalty) {
  add(sample::tlbs());
  const TlbLevels tlbs = gatherTlbs(store.findings());
  ASSERT_EQ(tlbs.levels.size(), 2U);
  EXPECT_EQ(tlbFacts(tlbs.levels[0]),
            "16 entries · pages of 2 MiB · reach 32 MiB · a miss costs 288 cycles with data from L1 data");
  EXPECT_EQ(tlbSets(tlbs.levels[0]), "one set: any entry can hold any page");
  EXPECT_EQ(tlbSets(tlbs.levels[1]), "7 sets of different size: 1 of 17, 6 of 8 ways");
  EXPECT_EQ(tlbs.levels[1].reach_bytes, 130U << 20);
}

TEST_F(TlbViewTest, a_miss_rate_that_can_not_be_told_has_the_reason_of_its_probe) {
  sample::Measured all = sample::tlbs();
  for (Finding& finding : all.findings)
    if (finding.quantity == "miss_rate") {
      finding.status = FindingStatus::not_measurable;
      finding.value = nullptr;
      finding.reason = "Some lines are nearer than others.";
    }
  add(all);
  const TlbLevels tlbs = gatherTlbs(store.findings());
  for (const TlbLevel& level : tlbs.levels) EXPECT_EQ(level.why_no_rates, "Some lines are nearer than others.");
  EXPECT_EQ(rateReason(tlbs.levels[0]), "Its miss rate over N can’t be told. Some lines are nearer than others.");
  TlbLevel level = tlbs.levels[0];
  level.why_no_rates.clear();
  EXPECT_EQ(rateReason(level), "Its miss rate over N was not measured.") << "its pages and sets are known";
  level.ways.clear();
  EXPECT_EQ(rateReason(level), "Its miss rate over N was not recorded: for that, its pages and its sets must be known.");
}

TEST_F(TlbViewTest, unequal_sets_stand_at_their_true_heights) {
  add(sample::tlbs());
  const TlbLevels tlbs = gatherTlbs(store.findings());
  const PlotStyle style = theme.plotStyle();
  const TlbLayout layout = layOutTlbs(QRectF(0, 0, 900, 600), tlbs, style);
  const QRectF tall = setBar(layout.rows[1].sets, tlbs.levels[1], 0, style),
               low = setBar(layout.rows[1].sets, tlbs.levels[1], 3, style);
  EXPECT_NEAR(tall.height() / low.height(), 17.0 / 8, 1e-6);
  EXPECT_EQ(tall.bottom(), low.bottom());
  EXPECT_LT(tall.right(), low.left());
}

TEST_F(TlbViewTest, the_miss_rate_rises_in_steps_as_high_as_the_sets) {
  add(sample::tlbs());
  const TlbLevels tlbs = gatherTlbs(store.findings());
  const auto& rates = tlbs.levels[1].rates;
  ASSERT_EQ(rates.size(), 16U);
  EXPECT_EQ(rates[4].bytes, 130U << 20);
  EXPECT_EQ(rates[4].rate, 0);
  EXPECT_EQ(rates[5].bytes, 132U << 20);
  EXPECT_NEAR(rates[5].rate, 18.0 / 66, 1e-9);
  EXPECT_EQ(rates[5].run, "l2_tlb-66");
  const RateAxes axes = rateAxes(QRectF(0, 0, 500, 200), tlbs.levels[1], theme.plotStyle());
  EXPECT_EQ(axes.unit, 1048576);
  EXPECT_GT(axes.at(rates[4]).y(), axes.at(rates[5]).y() + 10);
  EXPECT_NEAR(axes.axes.fromX(axes.at(rates[5]).x()), 132, 1e-6);
}

TEST_F(TlbViewTest, keys_and_clicks_choose_a_point_of_a_tlb_and_its_run) {
  add(sample::tlbs());
  TlbView view(store, selection, theme);
  show(view);
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(selection.subject(), "l1_tlb");
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(selection.subject(), "l2_tlb");
  QTest::keyClick(view.plot(), Qt::Key_End);
  EXPECT_EQ(selection.currentRun(), "l2_tlb-76");
  EXPECT_TRUE(view.facts().contains("76 pages in turn"));
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_EQ(view.chosenRun(), "l2_tlb-75");
  QTest::keyClick(view.plot(), Qt::Key_Up);
  EXPECT_EQ(view.plot()->level()->subject, "l1_tlb");
  // The curve of the second TLB lies in the lower right corner.
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, QPoint(view.plot()->width() - 30, view.plot()->height() - 90));
  EXPECT_EQ(view.plot()->level()->subject, "l2_tlb");
  EXPECT_GE(view.plot()->point()->pages, 74U);
  // A run or a part that is chosen elsewhere leads here, too.
  selection.setCurrentRun("l1_tlb-17");
  EXPECT_EQ(view.plot()->point()->pages, 17U);
  selection.setSubject("l1_tlb");
  EXPECT_EQ(view.plot()->point()->pages, 17U);  // this TLB is chosen already
  selection.setSubject("l2_tlb");
  EXPECT_EQ(view.plot()->level()->subject, "l2_tlb");
  EXPECT_EQ(view.plot()->point(), nullptr);
}

TEST_F(TlbViewTest, a_tlb_that_is_not_known_is_a_question_mark_and_none_is_a_sentence) {
  Finding none;
  none.subject = "l1_tlb";
  none.quantity = "entries";
  none.reason = "No access took longer for its page.";
  store.addFinding(none);
  TlbView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(emptyTitle(view), "Nothing can be told");
  EXPECT_EQ(view.findChild<EmptyState*>()->sentence(), "No access took longer for its page.");
  Finding penalty = none;
  penalty.quantity = "miss_penalty_cycles";
  penalty.status = FindingStatus::measured;
  penalty.value = 29.0;
  store.addFinding(penalty);
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(tlbFacts(gatherTlbs(store.findings()).levels.front()), "? entries · pages of ? · reach ? · a miss costs 29 cycles");
}

TEST_F(TlbViewTest, a_tlb_without_sets_covers_what_neighbouring_pages_showed) {
  Finding contiguous;
  contiguous.subject = "l2_tlb";
  contiguous.quantity = "contiguous_bytes";
  contiguous.status = FindingStatus::measured;
  contiguous.value = std::uint64_t{63} << 30;
  Finding reach;
  reach.subject = "l2_tlb";
  reach.quantity = "reach_bytes";
  reach.status = FindingStatus::not_measurable;
  reach.reason = "It would take too many pages.";
  const TlbLevel level = gatherTlbs(std::vector{contiguous, reach}).levels.front();
  EXPECT_FALSE(level.reach_bytes);
  EXPECT_EQ(level.covers(), std::uint64_t{63} << 30);
  EXPECT_TRUE(tlbFacts(level).contains("holds 63 GiB of neighbouring pages")) << tlbFacts(level).toStdString();
  EXPECT_FALSE(tlbFacts(level).contains("reach"));
  reach.status = FindingStatus::measured;
  reach.value = std::uint64_t{64} << 30;
  EXPECT_EQ(gatherTlbs(std::vector{contiguous, reach}).levels.front().covers(), std::uint64_t{64} << 30);
}

TEST_F(TlbViewTest, is_drawn_in_the_dark_and_in_little_room) {
  theme.setMode(Theme::Mode::dark);
  add(sample::tlbs());
  TlbView view(store, selection, theme);
  for (const QSize size : {QSize(900, 600), QSize(420, 620), QSize(300, 300)}) {
    isDark(view, size);
    EXPECT_GT(coloured(view), 50) << size.width();
  }
}

}  // namespace
}  // namespace chasescope
