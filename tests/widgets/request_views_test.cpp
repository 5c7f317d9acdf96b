// The views of banks and of requests: empty, filling, full and failed, and what mouse and keys do.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/banks/bank_scene.h"
#include "widgets/views/banks/bank_view.h"
#include "widgets/views/requests/request_scene.h"
#include "widgets/views/requests/request_view.h"
#include "widgets/views/requests/thread_curves.h"

namespace chasescope {
namespace {

class RequestViews : public testing::Test {
 protected:
  void finish(const std::vector<RunPtr>& runs, std::size_t end = ~std::size_t{0}) {
    for (std::size_t i = 0; i < std::min(end, runs.size()); ++i) store.finishRun(runs[i]);
  }
  template <typename View>
  void show(View& view) {
    view.resize(900, 560);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.refresh();
  }
  static QString emptyTitle(const QWidget& view) { return view.findChild<EmptyState*>()->title(); }
  static QString emptySentence(const QWidget& view) { return view.findChild<EmptyState*>()->sentence(); }
  /// Whether something is drawn in any colour but the ground's.
  static int coloured(QWidget& widget) {
    const QImage image = widget.grab().toImage();
    int count = 0;
    for (int x = 0; x < image.width(); x += 2)
      for (int y = 0; y < image.height(); y += 2) count += QColor(image.pixel(x, y)).saturation() > 100 ? 1 : 0;
    return count;
  }

  Theme theme;
  RunStore store;
  Selection selection;
};

TEST_F(RequestViews, empty_banks_say_what_will_be_here_and_what_to_run) {
  BankView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(emptySentence(view).contains("Bank conflicts"));
  EXPECT_EQ(view.facts(), QString());
  EXPECT_EQ(view.chosenRun(), QString());
  // Chases are none of its business.
  store.finishRun(sample::chase("run-1", {}, 1024, 128, 0, 100));
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(RequestViews, banks_fill_stride_by_stride) {
  BankView view(store, selection, theme);
  show(view);
  const auto runs = sample::bankRuns();
  store.beginProbe("banks");
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(emptyTitle(view), "Measuring …");
  finish(runs, 3);
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(view.facts(), "3 strides");  // too few to know a layout
  EXPECT_GT(coloured(view), 20);
  finish(runs);
  view.refresh();
  EXPECT_EQ(view.facts(), "32 banks of 4 B");
  EXPECT_EQ(view.plot()->stride(), 2U);
  EXPECT_EQ(view.plot()->describe(),
            QStringList{"4-byte banks, stride 2: 87.4 cycles. Lanes 0 and 16 want different rows of bank 0: 2 rows in turn."});
  EXPECT_EQ(view.chosenRun(), "bank-4-2");
}

TEST_F(RequestViews, two_bank_modes_are_overlaid_and_begin_where_they_differ) {
  finish(sample::bankRuns(4));
  finish(sample::bankRuns(8));
  BankView view(store, selection, theme);
  show(view);
  EXPECT_EQ(view.plot()->stride(), 2U);
  EXPECT_EQ(view.plot()->describe(),
            (QStringList{"4-byte banks, stride 2: 87.4 cycles. Lanes 0 and 16 want different rows of bank 0: 2 rows in turn.",
                         "8-byte banks, stride 2: 50 cycles. No two lanes want different rows of one bank."}));
  EXPECT_EQ(view.facts(), "32 banks of 4 B · 32 banks of 8 B");
  store.clear();
  finish(sample::bankRuns(4));
  view.refresh();
  EXPECT_EQ(view.plot()->describe().size(), 1);
}

TEST_F(RequestViews, the_curves_of_two_bank_modes_lie_over_each_other_in_their_colours) {
  const PlotStyle style = theme.plotStyle();
  const auto painted = [&](std::initializer_list<unsigned> modes, std::size_t level) {
    std::vector<RunPtr> runs;
    for (const unsigned mode : modes)
      for (const RunPtr& run : sample::bankRuns(mode)) runs.push_back(run);
    const BankCurves curves = gatherBankCurves(runs);
    QImage image(800, 300, QImage::Format_RGB32);
    image.fill(style.palette.card);
    QPainter painter(&image);
    paintBankCurve(painter, bankAxes(QRectF(image.rect()), curves, 4, style), curves, 4, style);
    painter.end();
    int count = 0;
    for (int x = 0; x < image.width(); ++x)
      for (int y = 0; y < image.height(); ++y) count += image.pixelColor(x, y) == levelColour(level, style.palette) ? 1 : 0;
    return count;
  };
  EXPECT_GT(painted({4}, 0), 100);
  EXPECT_EQ(painted({4}, 1), 0);
  EXPECT_GT(painted({4, 8}, 0), 100);
  EXPECT_GT(painted({4, 8}, 1), 100);
}

TEST_F(RequestViews, wide_words_are_explained_by_their_turns_and_what_collides_in_each) {
  const inference::BankLayout layout{.banks = 32, .width_bytes = 4, .row_bytes = 8};
  EXPECT_EQ(bankExplanation(layout, {1, 16, 32}), "Words of 16 bytes are wider than a row: the warp is served in 2 turns.");
  EXPECT_EQ(bankExplanation(layout, {3, 16, 32}),
            "Words of 16 bytes are wider than a row: the warp is served in 2 turns. Lanes 0 and 8 want different rows of bank 0: "
            "2 rows in turn.");
}

TEST_F(RequestViews, keys_and_clicks_choose_a_stride) {
  finish(sample::bankRuns());
  BankView view(store, selection, theme);
  show(view);
  QSignalSpy chosen(view.plot(), &BankPlot::strideChosen);
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(view.plot()->stride(), 3U);
  QTest::keyClick(view.plot(), Qt::Key_Left);
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_EQ(view.plot()->stride(), 1U);
  QTest::keyClick(view.plot(), Qt::Key_End);
  EXPECT_EQ(view.plot()->stride(), 64U);
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(view.plot()->stride(), 64U);
  QTest::keyClick(view.plot(), Qt::Key_Home);
  EXPECT_EQ(view.plot()->stride(), 0U);
  EXPECT_EQ(chosen.size(), 5);
  EXPECT_TRUE(view.plot()->describe().first().contains("All lanes want one word"));
  // The right half of the drawing is the curve: a click near its right end takes one of the last strides.
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, QPoint(view.plot()->width() - 90, view.plot()->height() - 80));
  EXPECT_GT(view.plot()->stride(), 50U);
  // Evidence of a finding leads here.
  selection.setCurrentRun("bank-4-16");
  EXPECT_EQ(view.plot()->stride(), 16U);
}

TEST_F(RequestViews, a_failed_sweep_of_banks_keeps_what_it_has_and_says_why) {
  BankView view(store, selection, theme);
  show(view);
  const auto runs = sample::bankRuns();
  store.beginProbe("banks");
  store.startRun(runs[0]);
  EXPECT_EQ(emptyTitle(view), "Measuring …");
  store.failRun("bank-4-0", "The card was lost.");
  store.endProbe("banks", ProbeEnd::failed, "The card was lost.");
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(emptyTitle(view), "No stride was measured");
  finish(runs, 40);
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  const auto said = [&view](const QString& look) {
    const auto* banner = view.findChild<Banner*>();
    return banner->isVisible() && banner->property("class") == look ? banner->text() : QString();
  };
  EXPECT_EQ(said("banner"), "The card was lost.");
  // Another probe is none of its business; the same again is, and a request that was refused within it is no failure.
  store.beginProbe("tlb");
  store.endProbe("tlb", ProbeEnd::failed, "Something else.");
  EXPECT_EQ(said("banner"), "The card was lost.");
  store.beginProbe("banks");
  EXPECT_EQ(said("banner"), QString());
  store.startRun(runs[40]);
  store.stopRun("bank-4-40", "The banks are always 4 bytes wide.");
  store.endProbe("banks", ProbeEnd::done);
  EXPECT_EQ(said("banner") + said("note"), QString());
  // Stopping is said, but not in red.
  store.beginProbe("banks");
  store.endProbe("banks", ProbeEnd::stopped);
  EXPECT_EQ(said("banner"), QString());
  EXPECT_TRUE(said("note").startsWith("Stopped"));
  store.clear();
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(emptySentence(view).contains("Bank conflicts"));
}

Finding unserved(const std::string& subject) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = "banks";
  finding.reason = "The card does not serve the request.";
  return finding;
}

TEST_F(RequestViews, a_device_that_cannot_be_asked_is_told) {
  BankView banks(store, selection, theme);
  RequestView requests(store, selection, theme);
  show(banks);
  show(requests);
  store.addFinding(unserved("shared_memory"));
  store.addFinding(unserved("request_table"));
  requests.refresh();
  EXPECT_EQ(emptySentence(banks), "The card does not serve the request.");
  EXPECT_EQ(emptySentence(requests), "The card does not serve the request.");
  requests.setPage(RequestView::Page::copies);
  EXPECT_TRUE(emptySentence(requests).contains("Copies through the L2"));
}

TEST_F(RequestViews, empty_requests_say_what_will_be_here_and_what_to_run) {
  RequestView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(emptySentence(view).contains("Outstanding requests"));
  view.setPage(RequestView::Page::copies);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(emptySentence(view).contains("Copies through the L2"));
}

TEST_F(RequestViews, requests_fill_and_the_table_comes_with_the_findings) {
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
  EXPECT_EQ(view.facts(), "full after 128 threads");
  EXPECT_EQ(view.plot()->threads(), 128U);
  EXPECT_EQ(view.plot()->describe(),
            (QStringList{"128 threads × 1 load: 392.7 cycles.", "full after 128 threads", "128 of 128 entries"}));
  EXPECT_GT(coloured(view), 1000);
}

TEST_F(RequestViews, keys_go_along_the_curve_and_the_table_follows) {
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

TEST_F(RequestViews, loads_and_sharing_are_chosen_from_what_was_measured) {
  finish(sample::burstRuns());
  RequestView view(store, selection, theme);
  show(view);
  const auto boxes = view.findChildren<QComboBox*>();
  ASSERT_EQ(boxes.size(), 2);
  EXPECT_EQ(boxes[0]->count(), 2);
  boxes[0]->setCurrentIndex(1);
  EXPECT_EQ(view.plot()->loads(), 2U);
  EXPECT_EQ(view.facts(), "full after 64 threads");
  boxes[1]->setCurrentIndex(1);
  EXPECT_EQ(view.plot()->sharing(), 2U);
  EXPECT_EQ(view.facts(), "full after 128 threads");
  selection.setCurrentRun("burst-1-1-256");
  EXPECT_EQ(view.plot()->loads(), 1U);
  EXPECT_EQ(view.plot()->threads(), 256U);
}

TEST_F(RequestViews, copies_have_a_page_of_their_own) {
  finish(sample::copyRuns());
  RequestView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  view.setPage(RequestView::Page::copies);
  EXPECT_FALSE(view.isEmpty());
  EXPECT_EQ(view.facts(), "saturates at 768 KiB");
  EXPECT_GT(coloured(view), 200);
  view.setPage(RequestView::Page::threads);
  selection.setCurrentRun("copy-65536");
  EXPECT_EQ(view.page(), RequestView::Page::copies);
}

TEST_F(RequestViews, a_failed_study_keeps_what_it_has_and_says_why) {
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

TEST_F(RequestViews, a_table_whose_merging_has_no_end_is_never_called_full) {
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

TEST_F(RequestViews, both_are_drawn_in_the_dark_and_in_little_room) {
  theme.setMode(Theme::Mode::dark);
  finish(sample::bankRuns());
  finish(sample::burstRuns());
  for (const Finding& finding : sample::tableFindings()) store.addFinding(finding);
  BankView banks(store, selection, theme);
  RequestView requests(store, selection, theme);
  for (QWidget* view : {static_cast<QWidget*>(&banks), static_cast<QWidget*>(&requests)})
    for (const QSize size : {QSize(900, 560), QSize(420, 620), QSize(300, 260)}) {
      view->setStyleSheet(themeSheet(theme.plotStyle().palette, 1.0));  // as the application dresses it
      view->resize(size);
      view->show();
      EXPECT_TRUE(QTest::qWaitForWindowExposed(view));
      const QImage image = view->grab().toImage();
      // Dark everywhere: within the rounded corners, in the margin and in most of what is drawn.
      int dark = 0;
      int all = 0;
      for (int x = 10; x < image.width() - 10; x += 2)
        for (int y = 4; y < image.height() - 4; y += 2, ++all) dark += image.pixelColor(x, y).lightness() < 80 ? 1 : 0;
      EXPECT_GT(dark, all * 2 / 3) << size.width();
      EXPECT_EQ(image.pixelColor(image.width() / 2, image.height() - 4), theme.plotStyle().palette.card) << size.width();
      EXPECT_GT(coloured(*view), 50) << size.width();
    }
}

}  // namespace
}  // namespace chasescope
