// The view of banks: empty, filling, full and failed, and what mouse and keys do.
#include <QPainter>

#include "engine/findings/vocabulary.h"
#include "tests/widgets/sample_runs.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/banks/bank_curve_scene.h"
#include "widgets/views/banks/bank_picture.h"
#include "widgets/views/banks/bank_view.h"

namespace chasescope {
namespace {

class BankViewTest : public ViewFixture {
 protected:
  void finish(const std::vector<RunPtr>& runs, std::size_t end = ~std::size_t{0}) {
    for (std::size_t i = 0; i < std::min(end, runs.size()); ++i) store.finishRun(runs[i]);
  }
};

TEST_F(BankViewTest, empty_banks_say_what_will_be_here_and_what_to_run) {
  BankView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(emptySentence(view).contains("Bank conflicts"));
  EXPECT_EQ(view.facts(), QString());
  EXPECT_EQ(view.chosenRun(), QString());
  // The view takes no notice of chases.
  store.finishRun(sample::chase("run-1", {}, 1024, 128, 0, 100));
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(BankViewTest, banks_fill_stride_by_stride) {
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
  EXPECT_EQ(view.plot()->describe(), QStringList{"4-byte banks, stride 2: 87.4 cycles. Lanes 0 and 16 read different rows of bank "
                                                 "0, which delivers the 2 rows one after another."});
  EXPECT_EQ(view.chosenRun(), "bank-4-2");
}

TEST_F(BankViewTest, two_bank_modes_are_overlaid_and_begin_where_they_differ) {
  finish(sample::bankRuns(4));
  finish(sample::bankRuns(8));
  BankView view(store, selection, theme);
  show(view);
  EXPECT_EQ(view.plot()->stride(), 2U);
  EXPECT_EQ(view.plot()->describe(),
            (QStringList{"4-byte banks, stride 2: 87.4 cycles. Lanes 0 and 16 read different rows of bank 0, which delivers the 2 "
                         "rows one after another.",
                         "8-byte banks, stride 2: 50 cycles. No two lanes read different rows of the same bank."}));
  EXPECT_EQ(view.facts(), "32 banks of 4 B · 32 banks of 8 B");
  store.clear();
  finish(sample::bankRuns(4));
  view.refresh();
  EXPECT_EQ(view.plot()->describe().size(), 1);
}

TEST_F(BankViewTest, the_curves_of_two_bank_modes_lie_over_each_other_in_their_colours) {
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

TEST_F(BankViewTest, wide_words_are_explained_by_their_turns_and_what_collides_in_each) {
  const inference::BankLayout layout{.banks = 32, .width_bytes = 4, .row_bytes = 8};
  EXPECT_EQ(bankExplanation(layout, {1, 16, 32}), "Words of 16 bytes are wider than a row: the warp is served in 2 turns.");
  EXPECT_EQ(bankExplanation(layout, {3, 16, 32}),
            "Words of 16 bytes are wider than a row: the warp is served in 2 turns. Lanes 0 and 8 read different rows of bank 0, "
            "which delivers the 2 rows one after another.");
}

TEST_F(BankViewTest, keys_and_clicks_choose_a_stride) {
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
  EXPECT_TRUE(view.plot()->describe().first().contains("All lanes read the same word"));
  // The right half of the drawing is the curve: a click near its right end takes one of the last strides.
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, QPoint(view.plot()->width() - 90, view.plot()->height() - 80));
  EXPECT_GT(view.plot()->stride(), 50U);
  // A run that is the evidence of a finding is chosen here, too.
  selection.setCurrentRun("bank-4-16");
  EXPECT_EQ(view.plot()->stride(), 16U);
}

TEST_F(BankViewTest, a_failed_sweep_of_banks_keeps_what_it_has_and_says_why) {
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
  // A failure of another probe changes nothing. When the same probe begins again, the message goes, and a request that was refused
  // within it is no failure.
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

TEST_F(BankViewTest, a_device_that_cannot_be_asked_is_told) {
  BankView view(store, selection, theme);
  show(view);
  Finding unserved;
  unserved.subject = subject::shared_memory;
  unserved.quantity = quantity::banks;
  unserved.reason = "The card does not serve the request.";
  store.addFinding(unserved);
  view.refresh();
  EXPECT_EQ(emptySentence(view), "The card does not serve the request.");
}

TEST_F(BankViewTest, is_drawn_in_the_dark_and_in_little_room) {
  theme.setMode(Theme::Mode::dark);
  finish(sample::bankRuns());
  BankView view(store, selection, theme);
  for (const QSize size : {QSize(900, 560), QSize(420, 620), QSize(300, 260)}) {
    isDark(view, size);
    EXPECT_GT(coloured(view), 50) << size.width();
  }
}

}  // namespace
}  // namespace chasescope
