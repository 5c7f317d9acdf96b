// The banner above a view: it is red where something failed, and nowhere else.
#include "tests/app/window/window_fixture.h"
#include "widgets/views/banks/bank_view.h"
#include "widgets/views/probe_watch.h"
#include "widgets/views/tlb/tlb_view.h"

namespace chasescope {
namespace {

class BannersTest : public WindowFixture {
 protected:
  ~BannersTest() override { window_.explorer().newSession(); }  // so that no question about unsaved runs comes up

  void run(const QString& probe, const ParameterValues& values = {}) {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    emit window_.views().probeRequested(probe, values);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, 3 * kPatience));
  }
  /// Begins a probe and stops it after its fourth report of progress.
  void stop(const QString& probe, const ParameterValues& values = {}) {
    QSignalSpy progress(&window_.explorer(), &Explorer::progressMade);
    emit window_.views().probeRequested(probe, values);
    ASSERT_TRUE(QTest::qWaitFor([&] { return progress.count() > 3; }, kPatience));
    window_.actions().stop->trigger();
    ASSERT_TRUE(window_.explorer().cancelled());
  }
  /// The texts of all visible banners of one class ("banner" is red, "note" is not), in the tab in front and in the others.
  QStringList said(const QString& look) {
    QStringList sentences;
    for (const auto* banner : window_.findChildren<Banner*>())
      if (!banner->isHidden() && banner->property("class").toString() == look) sentences << banner->text();
    return sentences;
  }
};

TEST_F(BannersTest, WhatADeviceDoesNotHaveIsNoFailure) {
  open("model:gtx560ti");
  run("banks");  // Fermi's banks have one width: the other mode is refused
  EXPECT_TRUE(QTest::qWaitFor([&] { return !window_.views().of<BankView>().isEmpty(); }, kPatience));
  EXPECT_EQ(said("banner"), QStringList());
  EXPECT_EQ(said("note"), QStringList());
  for (const auto& shown : window_.explorer().store().runs())
    EXPECT_NE(shown->state, ShownRun::State::running) << shown->id.toStdString() << " was never ended";
}

TEST_F(BannersTest, StoppingIsSaidButNotInRed) {
  open("model:gtx560ti");
  stop("banks", {{"samples", "1000"}});  // so many samples that the probe does not end before it is stopped
  EXPECT_EQ(said("banner"), QStringList());
  EXPECT_TRUE(said("note").contains("Stopped. What had been measured until then is shown."));
}

TEST_F(BannersTest, WhatOfAWholeWasStoppedSaysNothingOfWhatAnotherProbeMeasured) {
  open("model:gtx560ti");
  run("tlb");
  auto& tlbs = *window_.findChild<TlbView*>();
  ASSERT_EQ(tlbs.state(), MeasuredView::State::full);
  stop("discover");
  EXPECT_EQ(tlbs.state(), MeasuredView::State::full);
  EXPECT_TRUE(tlbs.findChild<Banner*>()->isHidden());
  EXPECT_EQ(said("banner"), QStringList());
}

TEST_F(BannersTest, AFailureIsRedAboveTheViewsOfItsProbeAlone) {
  open("model:gtx560ti");
  run("tlb");
  run("banks", {{"samples", "0"}});
  EXPECT_FALSE(window_.views().of<BankView>().findChild<Banner*>()->isHidden());
  EXPECT_TRUE(window_.findChild<TlbView*>()->findChild<Banner*>()->isHidden());
  const QStringList red = said("banner");
  EXPECT_FALSE(red.isEmpty());
  for (const QString& sentence : red) EXPECT_TRUE(sentence.contains("measurements per stride")) << sentence.toStdString();
}

}  // namespace
}  // namespace chasescope
