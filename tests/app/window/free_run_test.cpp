// Free-running mode: hold, a single trace, the average, and the trigger that holds when the miss rate changes.
#include "app/measurement/free_run.h"

#include <QComboBox>
#include <QSlider>
#include <algorithm>

#include "app/measurement/trace_average.h"
#include "app/window/free_run_bar.h"
#include "engine/trace/quantity_text.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/shell/log_panel.h"

namespace chasescope {
namespace {

RunPtr runOf(std::vector<float> cycles, std::uint64_t bytes = 4096) {
  auto run = std::make_shared<Run>();
  run->id = "run-1";
  run->label = "trace";
  run->chase()->request.pattern = UniformPattern{bytes, 128};
  run->chase()->result.cycles = LatencyTrace(std::move(cycles));
  return run;
}

TEST(TraceAverage, is_the_mean_of_what_came_until_it_is_full_and_fades_then) {
  TraceAverage average(2);
  EXPECT_EQ(average.add(runOf({100, 200}))->cycles().copy(), (std::vector<float>{100, 200}));
  const RunPtr second = average.add(runOf({200, 200}));
  EXPECT_EQ(second->cycles().copy(), (std::vector<float>{150, 200}));
  EXPECT_EQ(second->label, "trace · average of 2");
  EXPECT_EQ(average.add(runOf({250, 200}))->cycles().copy(), (std::vector<float>{200, 200}));
  // A trace of another request begins a new average, and so does a trace of another length.
  EXPECT_EQ(average.add(runOf({10, 20}, 8192))->cycles().copy(), (std::vector<float>{10, 20}));
  EXPECT_EQ(average.add(runOf({30}, 8192))->cycles().copy(), (std::vector<float>{30}));
  TraceAverage none(1);
  const RunPtr run = runOf({1, 2});
  (void)none.add(run);
  EXPECT_EQ(none.add(run), run);
}

TEST(MissTrigger, fires_when_the_share_of_misses_is_another) {
  const auto trace = [](int misses, float miss = 400) {
    std::vector<float> cycles(1000, 100);
    for (int i = 0; i < misses; ++i) cycles[static_cast<std::size_t>(i * 1000 / std::max(misses, 1))] = miss;
    return LatencyTrace(std::move(cycles));
  };
  MissTrigger trigger;
  EXPECT_FALSE(trigger.feed({}));
  EXPECT_FALSE(trigger.feed(trace(100)));
  EXPECT_FALSE(trigger.feed(trace(100)));
  EXPECT_FALSE(trigger.feed(trace(110)));  // chance explains this difference
  const auto more = trigger.feed(trace(250));
  ASSERT_TRUE(more);
  EXPECT_DOUBLE_EQ(more->before, 0.1);
  EXPECT_DOUBLE_EQ(more->after, 0.25);
  // A trace of misses alone is a change, although it has one level of latency only. The first misses after a trace of hits are a
  // change, too.
  trigger.arm();
  EXPECT_FALSE(trigger.feed(trace(0)));
  ASSERT_TRUE(trigger.feed(LatencyTrace(std::vector<float>(1000, 400))));
  trigger.arm();
  EXPECT_FALSE(trigger.feed(trace(0)));
  EXPECT_TRUE(trigger.feed(trace(125)));
}

TEST(MissTrigger, what_is_known_to_hit_is_no_miss_however_slow) {
  // Two slices of an L2 answer after 265 and 300 cycles, memory after 700.
  const auto trace = [](std::size_t far, std::size_t missed) {
    std::vector<float> cycles(1000, 265);
    std::fill_n(cycles.begin(), far, 300.0F);
    std::fill_n(cycles.rbegin(), missed, 700.0F);
    return LatencyTrace(std::move(cycles));
  };
  MissTrigger trigger;
  const step::LatencyVerdicts told(400, 400);
  EXPECT_FALSE(trigger.feed(trace(400, 100), told));
  EXPECT_FALSE(trigger.feed(trace(600, 100), told));
  const auto more = trigger.feed(trace(400, 250), told);
  ASSERT_TRUE(more);
  EXPECT_TRUE(more->misses);
  EXPECT_DOUBLE_EQ(more->before, 0.1);
  EXPECT_DOUBLE_EQ(more->after, 0.25);
  // Without known latencies of hits, the trigger compares the share of slower accesses, and says so.
  trigger.arm();
  EXPECT_FALSE(trigger.feed(trace(400, 100)));
  const auto slower = trigger.feed(trace(600, 100));
  ASSERT_TRUE(slower);
  EXPECT_FALSE(slower->misses);
  // After a trace of misses alone, the first hits are a change.
  trigger.arm();
  EXPECT_FALSE(trigger.feed(trace(0, 1000), told));
  EXPECT_TRUE(trigger.feed(trace(0, 500), told));
}

class FreeRunTest : public WindowFixture {
 protected:
  FreeRun& mode() { return window_.freeRun(); }
  const FreeRunBar& bar() { return *window_.findChild<FreeRunBar*>(); }
  /// Waits for this many more traces.
  void traces(int count) {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() >= count; }, kPatience));
  }
  void begin() {
    open("model:gtx560ti");
    type("bytes", "15KiB");
    window_.actions().freeRun->trigger();
    ASSERT_TRUE(mode().active());
    traces(3);
  }
};

TEST_F(FreeRunTest, held_it_keeps_its_trace_and_goes_on_when_let_go) {
  EXPECT_FALSE(bar().isVisible());
  EXPECT_FALSE(window_.actions().hold->isEnabled());
  begin();
  EXPECT_TRUE(bar().isVisible());
  QTest::keyClick(&window_, Qt::Key_F7);
  EXPECT_TRUE(mode().held());
  EXPECT_TRUE(mode().active());
  EXPECT_EQ(bar().says(), "Held.");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window_.explorer().busy(); }, kPatience));
  QSignalSpy started(&window_.explorer(), &Explorer::probeStarted);
  type("bytes", "16KiB");  // a change during the hold takes effect after it
  QCoreApplication::processEvents();
  EXPECT_EQ(started.count(), 0);
  const ShownRun* shown = window_.explorer().store().run(window_.explorer().selection().currentRun());
  ASSERT_NE(shown, nullptr);
  EXPECT_EQ(shown->trace.size(), 4096U);
  QTest::keyClick(&window_, Qt::Key_F7);
  EXPECT_FALSE(mode().held());
  traces(2);
  EXPECT_EQ(footprint_bytes(window_.explorer().session().runs.front()->chase()->request.pattern, 4), 16384U);
  // Switching the mode off ends the hold.
  QTest::keyClick(&window_, Qt::Key_F7);
  window_.actions().freeRun->trigger();
  EXPECT_FALSE(mode().held());
  EXPECT_FALSE(bar().isVisible());
}

TEST_F(FreeRunTest, what_takes_its_place_makes_no_error_of_it) {
  begin();
  const int lines = window_.findChild<LogPanel*>()->lines();
  window_.actions().run->trigger();
  traces(1);
  EXPECT_FALSE(mode().active());
  const LogModel& log = *window_.findChild<LogPanel*>()->model();
  for (int row = lines; row < log.rowCount(); ++row)
    EXPECT_NE(log.index(row).data(LogModel::LevelRole).toInt(), static_cast<int>(LogLevel::error))
        << log.index(row).data().toString().toStdString();
}

TEST_F(FreeRunTest, a_single_trace_is_taken_and_held) {
  open("model:gtx560ti");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QTest::keyClick(&window_, Qt::Key_F8);
  EXPECT_TRUE(mode().active());
  ASSERT_TRUE(QTest::qWaitFor([&] { return mode().held(); }, kPatience));
  EXPECT_EQ(ended.count(), 1);
  EXPECT_EQ(bar().says(), "Held after a single trace.");
  QTest::keyClick(&window_, Qt::Key_F8);
  ASSERT_TRUE(QTest::qWaitFor([&] { return mode().held() && ended.count() == 2; }, kPatience));
}

TEST_F(FreeRunTest, the_trigger_holds_when_a_drag_of_the_footprint_brings_misses) {
  begin();
  window_.actions().trigger->trigger();
  traces(3);
  ASSERT_FALSE(mode().held());
  auto* slider = window_.form().findChild<QSlider*>();
  ASSERT_TRUE(slider != nullptr && slider->isVisible());
  // Beyond 16 KiB, lines of the L1 evict each other.
  QSignalSpy held(&mode(), &FreeRun::heldChanged);
  for (int step = slider->value(); !mode().held() && step < slider->maximum(); ++step) {
    slider->setValue(step);
    traces(1);
  }
  ASSERT_TRUE(mode().held());
  // The slider may already be ahead of the trace that fired the trigger.
  const auto at = parse_bytes(window_.explorer().values().at("bytes"));
  ASSERT_TRUE(at);
  EXPECT_GT(*at, 16384U);
  EXPECT_TRUE(bar().says().startsWith(QStringLiteral("First misses at N = %1: ").arg(QString::fromStdString(format_bytes(*at)))))
      << bar().says().toStdString();
  EXPECT_EQ(held.count(), 1);
  // When the hold ends, the trigger takes the present share of misses as the expected one.
  window_.actions().hold->trigger();
  traces(3);
  EXPECT_FALSE(mode().held());
}

TEST_F(FreeRunTest, an_average_is_shown_and_what_was_measured_is_kept) {
  window_.actions().noise->setChecked(true);
  begin();
  auto* average = window_.findChild<FreeRunBar*>()->findChild<QComboBox*>();
  average->setCurrentIndex(average->findData(16));
  const auto shownAverage = [&] {
    const ShownRun* shown = window_.explorer().store().run(window_.explorer().selection().currentRun());
    return shown != nullptr && shown->run->label.ends_with("average of 16") && shown->trace.size() == 4096;
  };
  ASSERT_TRUE(QTest::qWaitFor(shownAverage, kPatience));
  const LatencyTrace mean = window_.explorer().store().run(window_.explorer().selection().currentRun())->trace;
  window_.actions().hold->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window_.explorer().busy(); }, kPatience));
  const LatencyTrace& kept = window_.explorer().session().runs.front()->cycles();
  ASSERT_EQ(kept.size(), mean.size());
  EXPECT_FALSE(kept == mean);
  // The mean of several traces has less jitter than a single trace.
  const auto spread = [](const LatencyTrace& trace) {
    std::vector<float> cycles = trace.copy();
    std::sort(cycles.begin(), cycles.end());
    return cycles[cycles.size() * 9 / 10] - cycles[cycles.size() / 10];  // without outliers
  };
  EXPECT_LT(spread(mean), spread(kept) / 2);
  for (const RunPtr& run : window_.explorer().session().runs) EXPECT_EQ(run->label.find("average"), std::string::npos);
}

}  // namespace
}  // namespace chasescope
