// A device fails in every known way while the window runs each probe, the discovery of a whole card included. The window says so in
// a sentence and stays usable, and its next run works.
#include <QLabel>
#include <set>

#include "engine/probe/discovery/registry.h"
#include "tests/app/window/window_fixture.h"
#include "tests/engine/made_up/failing_device.h"
#include "widgets/shell/log_panel.h"

namespace chasescope {
namespace {

using failing::FailingDevice, failing::Way;

const ParameterValues kChase = {{"bytes", "1088"}, {"stride", "32"}};
const QString kDouble = QStringLiteral("exec:a-double");  // the id of the test's own device; no program is started

class FailingUnderTheWindow : public WindowFixture {
 protected:
  ~FailingUnderTheWindow() override { window_.explorer().newSession(); }

  /// Opens a device that fails in this way at request number `step` (from 1; 0: never). `origin` is the kind of device that it
  /// claims to be.
  void openFailing(const std::string& probe, Way way, std::size_t step, Origin origin = Origin::external) {
    window_.explorer().newSession();
    window_.explorer().openWith([=, this](const std::string&, const OpenOptions&) -> Outcome<std::unique_ptr<Device>> {
      auto device =
          std::make_unique<FailingDevice>(failing::card_for(probe, CHASESCOPE_SOURCE_DIR), way, step, [this] { pressStop(); });
      device->pretend(origin);
      device_ = device.get();
      return std::unique_ptr<Device>(std::move(device));
    });
    QSignalSpy opened(&window_.explorer(), &Explorer::deviceOpened);
    window_.openDevice(kDouble);
    ASSERT_TRUE(opened.count() == 1 || opened.wait(kPatience));
  }
  /// Presses Stop, as a person who has waited long enough. May be called from any thread.
  void pressStop() {
    QMetaObject::invokeMethod(
        &window_,
        [this] {
          EXPECT_TRUE(window_.actions().stop->isEnabled());
          window_.actions().stop->trigger();
        },
        Qt::BlockingQueuedConnection);
  }
  /// Runs a probe until it ends, and returns the error that the window was told; empty if there was none.
  QString ended(const std::string& probe, const ParameterValues& values) {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    window_.runProbe(QString::fromStdString(probe), values);
    if (ended.count() == 0 && !ended.wait(kPatience)) ADD_FAILURE() << probe << " does not end";
    return ended.count() == 0 ? QString() : ended.first().at(1).toString();
  }
  static ParameterValues values_for(const Probe& probe) {
    return probe.info().parameter("budget") != nullptr ? ParameterValues{{"budget", "1000000"}} : ParameterValues{};
  }
  QString nextRun() { return ended("fine-grained", kChase); }
  /// The requests of one trace of a free run: the trace itself, and then the chases of single elements that it is held against.
  static std::size_t requestsOfATrace() {
    FailingDevice healthy(failing::card_for("fine-grained", CHASESCOPE_SOURCE_DIR), Way::refuses, 0, [] {});
    EXPECT_TRUE(find_probe("fine-grained")->run(healthy, kChase, {}));
    return healthy.requests;
  }
  bool says(const QString& words) const {
    const auto labels = window_.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
  }
  QString lastLogged() const {
    const LogModel& log = *window_.findChild<LogPanel*>()->model();
    return log.index(log.rowCount() - 1).data().toString();
  }
  /// Checks that the window told how the last probe ended, and that it is ready for the next one.
  void expectUsable(const QString& sentence, bool stopped) {
    Explorer& explorer = window_.explorer();
    EXPECT_FALSE(explorer.busy());
    EXPECT_TRUE(window_.actions().run->isEnabled());
    EXPECT_FALSE(window_.actions().stop->isEnabled());
    for (const auto& run : explorer.store().runs()) EXPECT_NE(run->state, ShownRun::State::running) << run->id.toStdString();
    EXPECT_TRUE(failing::is_sentence(lastLogged().toStdString())) << lastLogged().toStdString();
    EXPECT_EQ(explorer.cancelled(), stopped);
    if (sentence.isEmpty()) return;  // the probe was stopped, or it could do without the failed answer
    EXPECT_TRUE(failing::is_sentence(sentence.toStdString())) << sentence.toStdString();
    EXPECT_TRUE(lastLogged().contains(sentence)) << lastLogged().toStdString();
    EXPECT_FALSE(explorer.trouble().isEmpty());
    EXPECT_TRUE(says(explorer.trouble())) << explorer.trouble().toStdString();  // in the status bar
  }

  FailingDevice* device_ = nullptr;  // belongs to the measuring thread; read only after that thread has told the end of the probe
};

/// The requests at which the device fails: the middle one, and the first or the last one in turn from way to way.
std::set<std::size_t> steps_of(std::size_t requests, Way way) {
  std::set<std::size_t> steps{(requests + 1) / 2, static_cast<int>(way) % 2 == 0 ? requests : std::min<std::size_t>(1, requests)};
  steps.erase(0);
  return steps;
}

class EachProbe : public FailingUnderTheWindow, public testing::WithParamInterface<std::string> {};

TEST_P(EachProbe, fails_with_a_sentence_and_the_next_run_works) {
  const Probe& probe = *find_probe(GetParam());
  FailingDevice healthy(failing::card_for(GetParam(), CHASESCOPE_SOURCE_DIR), Way::refuses, 0, [] {});
  ASSERT_TRUE(probe.run(healthy, values_for(probe), {}));
  EXPECT_EQ(healthy.requests == 0, GetParam() == "facts") << "only that probe asks nothing";
  for (const Way way : failing::kWays)
    for (const std::size_t step : steps_of(healthy.requests, way)) {
      SCOPED_TRACE(std::string(failing::words(way)) + " at request " + std::to_string(step) + " of " +
                   std::to_string(healthy.requests));
      openFailing(GetParam(), way, step);
      if (HasFatalFailure()) return;
      const QString sentence = ended(GetParam(), values_for(probe));
      ASSERT_TRUE(device_->failed) << "the test did not come to that request";
      const bool stopped = way == Way::hangs || way == Way::answers_late;
      EXPECT_TRUE(!stopped || sentence.isEmpty()) << sentence.toStdString();
      expectUsable(sentence, stopped);
      if (way == Way::dies) {
        EXPECT_FALSE(sentence.isEmpty());
        const QString again = nextRun();
        EXPECT_TRUE(again.contains(FailingDevice::kGone)) << again.toStdString();
        expectUsable(again, false);
        openFailing(GetParam(), way, 0);
        if (HasFatalFailure()) return;
      }
      EXPECT_EQ(nextRun(), QString());
      expectUsable({}, false);
      const auto* shown = window_.explorer().store().run(window_.explorer().selection().currentRun());
      ASSERT_NE(shown, nullptr);
      EXPECT_EQ(shown->state, ShownRun::State::finished);
    }
}

std::vector<std::string> each_name() {
  std::vector<std::string> names;
  for (const auto& probe : all_probes()) names.push_back(probe->info().name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(, EachProbe, testing::ValuesIn(each_name()), [](const auto& made) {
  std::string name = made.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST_F(FailingUnderTheWindow, a_free_run_ends_with_the_reason_and_can_be_begun_anew) {
  for (const Way way : failing::kWays) {
    SCOPED_TRACE(failing::words(way));
    openFailing("fine-grained", way, 2 * requestsOfATrace() + 1);
    ASSERT_FALSE(HasFatalFailure());
    window_.runProbe("fine-grained", kChase, true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window_.freeRun().active(); }, kPatience));
    ASSERT_TRUE(device_->failed);
    EXPECT_FALSE(window_.actions().freeRun->isChecked());
    EXPECT_FALSE(window_.explorer().busy());
    if (way != Way::hangs && way != Way::answers_late) {
      EXPECT_TRUE(failing::is_sentence(lastLogged().toStdString())) << lastLogged().toStdString();
      EXPECT_TRUE(says(window_.explorer().trouble()));
    }
    if (way == Way::dies) openFailing("fine-grained", way, 0);
    QSignalSpy traces(&window_.explorer(), &Explorer::probeEnded);
    window_.runProbe("fine-grained", kChase, true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return traces.count() >= 3; }, kPatience));
    for (const auto& trace : traces) EXPECT_EQ(trace.at(1).toString(), QString());
    window_.freeRun().setActive(false);
  }
}

// The trace is there and is shown; it only has no chase to be held against.
TEST_F(FailingUnderTheWindow, a_free_run_goes_on_when_only_the_chase_of_one_element_is_refused) {
  openFailing("fine-grained", Way::refuses, requestsOfATrace() + 2);
  ASSERT_FALSE(HasFatalFailure());
  QSignalSpy traces(&window_.explorer(), &Explorer::probeEnded);
  window_.runProbe("fine-grained", kChase, true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return traces.count() >= 4; }, kPatience));
  EXPECT_TRUE(window_.freeRun().active());
  for (const auto& trace : traces) EXPECT_EQ(trace.at(1).toString(), QString());
  window_.freeRun().setActive(false);
  EXPECT_TRUE(device_->failed);
}

TEST_F(FailingUnderTheWindow, trying_again_runs_what_failed) {
  openFailing("banks", Way::kernel_fails, 1);
  ASSERT_FALSE(HasFatalFailure());
  const ParameterValues asked{{"strides", "0-7"}};
  ended("banks", asked);
  ASSERT_FALSE(window_.explorer().trouble().isEmpty()) << "the probe was to fail";
  const ParameterValues failed = window_.explorer().values();
  EXPECT_EQ(failed.at("strides"), "0-7");
  QSignalSpy again(&window_.explorer(), &Explorer::probeEnded);
  emit window_.views().probeRequested(QStringLiteral("banks"), {});  // the view's button below "Try again"
  ASSERT_TRUE(QTest::qWaitFor([&] { return again.count() == 1; }, kPatience));
  EXPECT_EQ(window_.explorer().values(), failed);
  // After it went well, the offer of an empty view runs the probe as it is.
  ASSERT_TRUE(window_.explorer().trouble().isEmpty()) << window_.explorer().trouble().toStdString();
  emit window_.views().probeRequested(QStringLiteral("banks"), {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return again.count() == 2; }, kPatience));
  EXPECT_NE(window_.explorer().values(), failed);
}

// At the start of the program a card is measured once, for the first page. Here no request fails.
TEST_F(FailingUnderTheWindow, what_the_program_measured_by_itself_is_no_unsaved_work) {
  Explorer& explorer = window_.explorer();
  window_.showStart(true);
  window_.measureWhenOpen();
  QSignalSpy measured(&explorer, &Explorer::probeEnded);
  openFailing("fine-grained", Way::refuses, 0, Origin::hardware);
  ASSERT_FALSE(HasFatalFailure());
  ASSERT_TRUE(QTest::qWaitFor([&] { return measured.count() == 1; }, kPatience));
  ASSERT_TRUE(explorer.hasRuns());
  EXPECT_FALSE(explorer.hasUnsavedRuns());
  {
    Answer none(QMessageBox::Cancel);
    window_.close();
    EXPECT_TRUE(none.said().isEmpty()) << none.said().join(QLatin1Char('|')).toStdString();
    EXPECT_FALSE(window_.isVisible());
  }
  window_.show();
  EXPECT_EQ(ended("fine-grained", kChase), QString());  // the person's own run is work
  EXPECT_TRUE(explorer.hasUnsavedRuns());
}

TEST_F(FailingUnderTheWindow, while_settings_that_suit_it_are_sought) {
  for (const Way way : {Way::refuses, Way::answers_garbage, Way::dies, Way::kernel_fails, Way::out_of_memory}) {
    SCOPED_TRACE(failing::words(way));
    QSignalSpy suited(&window_.explorer(), &Explorer::chaseSuited);
    openFailing("fine-grained", way, 2, Origin::model);
    ASSERT_FALSE(HasFatalFailure());
    ASSERT_TRUE(suited.count() > 0 || suited.wait(kPatience));
    ASSERT_TRUE(device_->failed);
    const QString sentence = nextRun();
    EXPECT_EQ(!sentence.isEmpty(), way == Way::dies) << sentence.toStdString();
    expectUsable(sentence, false);
  }
}

}  // namespace
}  // namespace chasescope
