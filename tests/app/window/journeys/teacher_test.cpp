// The teacher: a preset, a chase over 1 KiB more than the L1 holds, and from a spike in the scope to the line that was evicted.
#include "tests/app/window/person.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/set_map/set_map_view.h"
#include "widgets/views/steps/step_plot.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {
namespace {

using TeacherJourney = PersonFixture;

TEST_F(TeacherJourney, from_a_preset_to_a_spike_and_to_the_line_that_had_to_go) {
  choose("GeForce GTX 560 Ti");
  chooseProbe("Fine-grained chase");
  type("bytes", "17KiB");
  type("stride", "128");
  type("accesses", "272");  // two passes, wide enough apart to be clicked at
  runIt(window_.actions().run);
  turnTo("Traces");
  // The trace shows hits and misses, and the first miss is a spike that can be clicked at.
  ScopePlot& scope = *window_.views().of<ScopeView>().plot();
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return scope.canvas()->isVisible() && !window_.views().of<ScopeView>().isEmpty(); }, kPatience));
  const LatencyTrace& trace = window_.explorer().session().runs.front()->cycles();
  ASSERT_EQ(trace.size(), 272U);
  std::uint64_t spike = 0;
  while (spike + 1 < trace.size() && trace[spike] < 200) ++spike;
  ASSERT_GT(trace[spike], 200);
  scope.repaintNow();
  QTest::mouseClick(scope.canvas(), Qt::LeftButton, {}, scope.canvas()->mapFrom(&scope, scope.positionOf(spike)));
  ASSERT_TRUE(window_.explorer().selection().access());
  const std::uint64_t chosen = *window_.explorer().selection().access();
  EXPECT_GT(trace[chosen], 200);

  // The step player shows the same access, which missed, in the true state of the cache.
  turnTo("Steps");
  StepView& steps = window_.views().of<StepView>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return steps.player().state() == StepPlayer::State::ready; }, kPatience));
  EXPECT_TRUE(steps.basis().startsWith("True state")) << steps.basis().toStdString();
  EXPECT_EQ(steps.player().at(), steps.player().source()->warmup() + chosen);
  EXPECT_EQ(steps.player().source()->verdict(steps.player().at(), steps.player().part()), step::Verdict::miss);

  // The key E leads on to the next eviction, and the scope follows the step player.
  QTest::keyClick(&steps, Qt::Key_E);
  EXPECT_GT(steps.player().at(), steps.player().source()->warmup() + chosen);
  EXPECT_TRUE(steps.player().source()->evicts(steps.player().at(), steps.player().part()));
  EXPECT_FALSE(steps.plot()->picture()->words.headline.empty());
  const auto access = window_.explorer().selection().access();
  ASSERT_TRUE(access);
  EXPECT_EQ(steps.player().at(), steps.player().source()->warmup() + *access);
  turnTo("Traces");
  EXPECT_EQ(scope.hoveredAccess(), access);
  // Undo leads back to the access that was chosen before.
  press(window_.actions().undo);
  EXPECT_EQ(window_.explorer().selection().access(), std::optional(chosen));
}

TEST_F(TeacherJourney, a_class_drags_the_footprint_until_misses_begin) {
  choose("GeForce GTX 560 Ti");
  type("bytes", "15KiB");
  press(window_.actions().trigger);
  press(window_.actions().freeRun);
  ASSERT_TRUE(window_.freeRun().active());
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() >= 3; }, kPatience));
  auto* slider = window_.form().findChild<QSlider*>();
  slider->setFocus();
  for (int step = 0; step < 60 && !window_.freeRun().held(); ++step) {
    const auto before = ended.count();
    QTest::keyClick(slider, Qt::Key_Right);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window_.freeRun().held() || ended.count() > before + 1; }, kPatience));
  }
  EXPECT_TRUE(window_.freeRun().held());
  press(window_.actions().stop);
  EXPECT_FALSE(window_.freeRun().active());
}

}  // namespace
}  // namespace chasescope
