// The view of outstanding requests: empty, filling, full and failed, and what mouse and keys do.
#include <QComboBox>

#include "engine/findings/vocabulary.h"
#include "tests/widgets/sample_runs.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/requests/request_scene.h"
#include "widgets/views/requests/request_table_scene.h"
#include "widgets/views/requests/request_view.h"
#include "widgets/views/requests/thread_curves.h"

namespace chasescope {
namespace {

class RequestViewTest : public ViewFixture {
 protected:
  void finish(const std::vector<RunPtr>& runs, std::size_t end = ~std::size_t{0}) {
    for (std::size_t i = 0; i < std::min(end, runs.size()); ++i) store.finishRun(runs[i]);
  }
};

TEST_F(RequestViewTest, empty_requests_say_what_will_be_here_and_what_to_run) {
  RequestView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(emptySentence(view).contains("Outstanding requests"));
  view.setPage(RequestView::Page::copies);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(emptySentence(view).contains("Copies through the L2"));
}

TEST_F(RequestViewTest, requests_fill_and_the_table_comes_with_the_findings) {
  RequestView view(store, selection, theme);
  show(view);
  const auto runs = sample::burstRuns();
  store.beginProbe("outstanding");
  view.refresh();
  EXPECT_EQ(emptyTitle(view), "Measuring …");
  finish(runs, 50);
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(view.facts(), "no saturation up to 100 threads");
  EXPECT_EQ(view.plot()->describe().size(), 1);  // no table yet
  finish(runs);
  for (const Finding& finding : sample::tableFindings()) store.addFinding(finding);
  view.refresh();
  EXPECT_EQ(view.facts(), "request table full after 128 threads");
  EXPECT_EQ(view.plot()->threads(), 128U);
  EXPECT_EQ(view.plot()->describe(),
            (QStringList{"128 threads × 1 load: 392.7 cycles.", "full after 128 threads", "128 of 128 entries"}));
  EXPECT_GT(coloured(view), 1000);
}

TEST_F(RequestViewTest, keys_go_along_the_curve_and_the_table_follows) {
  finish(sample::burstRuns());
  for (const Finding& finding : sample::tableFindings()) store.addFinding(finding);
  RequestView view(store, selection, theme);
  show(view);
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(view.plot()->threads(), 130U);
  EXPECT_EQ(view.plot()->describe().last(), "128 of 128 entries · 2 requests wait");
  QTest::keyClick(view.plot(), Qt::Key_Home);
  EXPECT_EQ(view.plot()->describe().last(), "2 of 128 entries");
  QTest::keyClick(view.plot(), Qt::Key_PageDown);  // to the next spike
  EXPECT_EQ(view.plot()->threads(), 128U);
  QTest::keyClick(view.plot(), Qt::Key_End);
  EXPECT_EQ(view.plot()->threads(), 512U);
  QTest::keyClick(view.plot(), Qt::Key_PageUp);
  EXPECT_LT(view.plot()->threads(), 512U);
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, QPoint(90, view.plot()->height() / 2));
  EXPECT_LT(view.plot()->threads(), 40U);
  EXPECT_EQ(view.chosenRun(), QStringLiteral("burst-1-1-%1").arg(view.plot()->threads()));
}

TEST_F(RequestViewTest, loads_and_sharing_are_chosen_from_what_was_measured) {
  finish(sample::burstRuns());
  RequestView view(store, selection, theme);
  show(view);
  const auto boxes = view.findChildren<QComboBox*>();
  ASSERT_EQ(boxes.size(), 2);
  EXPECT_EQ(boxes[0]->count(), 2);
  boxes[0]->setCurrentIndex(1);
  EXPECT_EQ(view.plot()->loads(), 2U);
  EXPECT_EQ(view.facts(), "request table full after 64 threads");
  boxes[1]->setCurrentIndex(1);
  EXPECT_EQ(view.plot()->sharing(), 2U);
  EXPECT_EQ(view.facts(), "request table full after 128 threads");
  selection.setCurrentRun("burst-1-1-256");
  EXPECT_EQ(view.plot()->loads(), 1U);
  EXPECT_EQ(view.plot()->threads(), 256U);
}

TEST_F(RequestViewTest, copies_have_a_page_of_their_own) {
  finish(sample::copyRuns());
  RequestView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  view.setPage(RequestView::Page::copies);
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(view.facts(), "difference saturates at 768 KiB");
  EXPECT_GT(coloured(view), 200);
  view.setPage(RequestView::Page::threads);
  selection.setCurrentRun("copy-65536");
  EXPECT_EQ(view.page(), RequestView::Page::copies);
}

TEST_F(RequestViewTest, a_failed_study_keeps_what_it_has_and_says_why) {
  RequestView view(store, selection, theme);
  show(view);
  const auto runs = sample::burstRuns();
  store.beginProbe("outstanding");
  store.endProbe("outstanding", ProbeEnd::failed, "The card was lost.");
  EXPECT_EQ(emptyTitle(view), "Nothing was measured");
  finish(runs, 100);
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  const auto* banner = view.findChild<Banner*>();
  EXPECT_TRUE(banner->isVisible());
  EXPECT_EQ(banner->text(), "The card was lost.");
  view.setPage(RequestView::Page::copies);  // another probe fills this one
  EXPECT_FALSE(banner->isVisible());
}

TEST_F(RequestViewTest, a_table_whose_merging_has_no_end_is_never_called_full) {
  std::vector<Finding> findings = sample::tableFindings();
  EXPECT_FALSE(tableOf(findings)->merges_more);
  Finding& merges = findings.back();
  ASSERT_EQ(merges.quantity, "merges_per_entry");
  merges.status = FindingStatus::not_measurable;
  merges.value = nullptr;
  merges.low = 16;
  merges.high.reset();
  const auto table = tableOf(findings);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->merges, 16);
  EXPECT_TRUE(table->merges_more);
  // 32 threads that share a block: nothing shows that they need a second entry.
  EXPECT_EQ(tableText(*table, 32, 1, 32), "1 of 128 entries");
}

TEST_F(RequestViewTest, a_device_that_cannot_be_asked_is_told) {
  RequestView view(store, selection, theme);
  show(view);
  Finding unserved;
  unserved.subject = subject::request_table;
  unserved.quantity = quantity::banks;
  unserved.reason = "The card does not serve the request.";
  store.addFinding(unserved);
  view.refresh();
  EXPECT_EQ(emptySentence(view), "The card does not serve the request.");
  view.setPage(RequestView::Page::copies);
  EXPECT_TRUE(emptySentence(view).contains("Copies through the L2"));
}

TEST_F(RequestViewTest, is_drawn_in_the_dark_and_in_little_room) {
  theme.setMode(Theme::Mode::dark);
  finish(sample::burstRuns());
  for (const Finding& finding : sample::tableFindings()) store.addFinding(finding);
  RequestView view(store, selection, theme);
  for (const QSize size : {QSize(900, 560), QSize(420, 620), QSize(300, 260)}) {
    isDark(view, size);
    EXPECT_GT(coloured(view), 50) << size.width();
  }
}

}  // namespace
}  // namespace chasescope
