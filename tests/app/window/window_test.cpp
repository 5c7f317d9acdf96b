#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <set>

#include "app/documents/documents.h"
#include "app/tabs/view_tabs.h"
#include "app/window/main_window.h"
#include "app/window/model_numbers.h"
#include "engine/session/report/report.h"
#include "engine/trace/quantity_text.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/document/findings_model.h"
#include "widgets/shell/findings_panel.h"
#include "widgets/shell/offer_button.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/shell/probe_list.h"
#include "widgets/views/comparison/comparison_view.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/replacement/replacement_view.h"
#include "widgets/views/report/report_view.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/set_map/set_map_view.h"
#include "widgets/views/steps/step_plot.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {
namespace {

class WindowTest : public WindowFixture {
 protected:
  QWidget* button(QAction* action) { return window_.findChild<QToolBar*>("measure")->widgetForAction(action); }
};

TEST_F(WindowTest, ClickRunAndSeeTraceAndFindings) {
  open("model:textbook");
  type("bytes", "52");
  type("stride", "4");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QTest::mouseClick(button(window_.actions().run), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_EQ(ended.first().at(1).toString(), QString());
  EXPECT_THAT(window_.views().of<ScopeView>().facts().toStdString(), testing::HasSubstr("accesses"));
  EXPECT_TRUE(window_.actions().save->isEnabled());
}

TEST_F(WindowTest, ARecordingIsADeviceThatAnswersWhatItHolds) {
  open("model:textbook");
  open("recording:h200");
  Explorer& explorer = window_.explorer();
  EXPECT_EQ(explorer.deviceId(), "recording:h200");
  EXPECT_EQ(explorer.session().device.name, "NVIDIA H200");
  const auto runs = explorer.session().runs.size(), findings = explorer.session().findings.size();
  EXPECT_GT(findings, 200U);
  for (const auto* label : window_.findChildren<QLabel*>())
    EXPECT_FALSE(!label->isHidden() && label->text().contains("No device is open")) << label->text().toStdString();

  // The document already holds the runs of the recording. A second request brings nothing twice, and loses nothing.
  auto* list = window_.findChild<ProbeList*>();
  for (const QString& probe : {QStringLiteral("capacity"), QStringLiteral("tlb"), QStringLiteral("discover")}) {
    emit window_.views().probeRequested(probe, {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !explorer.busy(); }, kPatience));
    EXPECT_EQ(explorer.session().runs.size(), runs) << probe.toStdString();
    EXPECT_EQ(explorer.session().findings.size(), findings) << probe.toStdString();
    EXPECT_EQ(explorer.store().findings().size(), findings) << probe.toStdString();
  }
  EXPECT_FALSE(explorer.hasUnsavedRuns());

  // In an empty document, a probe brings the findings of its own part alone.
  explorer.newSession();
  emit window_.views().probeRequested(QStringLiteral("capacity"), {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !explorer.busy(); }, kPatience));
  EXPECT_FALSE(explorer.session().findings.empty());
  for (const Finding& finding : explorer.session().findings)
    EXPECT_TRUE(finding.quantity == "capacity_bytes" || finding.quantity == "contiguous_bytes") << finding.quantity;
  EXPECT_EQ(explorer.session().device.name, "NVIDIA H200");
  EXPECT_TRUE(window_.actions().run->isEnabled());
  EXPECT_TRUE(window_.actions().discover->isEnabled());
  EXPECT_FALSE(window_.actions().freeRun->isEnabled());

  // A probe that a recording does not hold is off, and its view says why.
  open("recording:" CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-banks.cbor");
  list->setCurrent("spectrum");  // its row is grey, so it can't be chosen
  EXPECT_NE(list->current(), QStringLiteral("spectrum"));
  EXPECT_FALSE(window_.actions().freeRun->isEnabled());
  EXPECT_TRUE(explorer.store().whyNot({"spectrum"}).contains("holds no run of Latency spectrum"))
      << explorer.store().whyNot({"spectrum"}).toStdString();
  for (const char* title : {"Curves", "Spectrum"})
    for (int i = 0; i < window_.views().count(); ++i)
      if (window_.views().tabText(i) == QLatin1String(title)) {
        window_.views().setCurrentIndex(i);
        const auto* note = window_.views().widget(i)->findChild<WhyNotNote*>();
        EXPECT_TRUE(note->isVisible()) << title;
        EXPECT_TRUE(note->text().startsWith("The recording of NVIDIA H200 holds no run of ")) << note->text().toStdString();
        EXPECT_TRUE(note->text().contains("It holds")) << note->text().toStdString();
      }
  open("model:textbook");
  EXPECT_TRUE(window_.actions().run->isEnabled());
}

TEST_F(WindowTest, AClickOnAnEmptyBoxOfTheDiagramLeadsToItsNumberAndToTheTrace) {
  open("model:gtx560ti");
  auto* tabs = window_.findChild<QTabWidget*>("tabs");
  tabs->setCurrentWidget(&window_.views().of<MemoryView>());
  MemoryPlot* plot = window_.views().of<MemoryView>().plot();
  ASSERT_TRUE(QTest::qWaitFor([&] { return plot->handle("l1_data") != nullptr; }, kPatience));
  const auto size = [&] { return plot->diagram().find("l1_data")->lines.front().value; };
  EXPECT_EQ(size(), "?");
  QTest::mouseClick(plot->handle("l1_data"), Qt::LeftButton);
  QPushButton* measure = nullptr;
  for (auto* candidate : window_.views().of<MemoryView>().findChildren<QPushButton*>())
    if (candidate->text() == "Run Capacity") measure = candidate;
  ASSERT_NE(measure, nullptr);
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QTest::mouseClick(measure, Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_EQ(ended.first().at(1).toString(), QString());
  ASSERT_TRUE(QTest::qWaitFor([&] { return size() == "16 KiB"; }, kPatience));
  EXPECT_EQ(tabs->currentWidget(), &window_.views().of<MemoryView>());  // the view stays in front while it fills in
  // The list of findings follows the chosen box, and Enter opens the runs behind its numbers.
  QTest::mouseClick(plot->handle("l2"), Qt::LeftButton);
  const auto* list = window_.findChild<FindingsPanel*>()->list();
  EXPECT_EQ(list->currentIndex().data(FindingsModel::SubjectRole).toString(), "l2");
  QTest::keyClick(plot->handle("l2"), Qt::Key_Return);
  EXPECT_EQ(tabs->currentIndex(), 0);
}

TEST_F(WindowTest, ATeacherStepsThroughTheTextbookCache) {
  open("model:textbook");
  auto* tabs = window_.findChild<QTabWidget*>("tabs");
  tabs->setCurrentWidget(&window_.views().of<StepView>());
  EXPECT_TRUE(window_.views().of<StepView>().isEmpty());
  type("bytes", "52");
  type("stride", "4");
  type("accesses", "52");  // wide enough apart in the scope to be clicked at
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QTest::mouseClick(button(window_.actions().run), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  // The view stays in front, and the run can be stepped through at once.
  EXPECT_EQ(tabs->currentWidget(), &window_.views().of<StepView>());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.views().of<StepView>().player().state() == StepPlayer::State::ready; }, kPatience));
  EXPECT_TRUE(window_.views().of<StepView>().basis().startsWith("True state")) << window_.views().of<StepView>().basis().toStdString();
  window_.views().of<StepView>().setFocus();
  QTest::keyClick(&window_.views().of<StepView>(), Qt::Key_E);
  const auto access = window_.explorer().selection().access();
  ASSERT_TRUE(access);
  EXPECT_TRUE(window_.views().of<StepView>().plot()->picture()->words.headline.ends_with("belongs in set 0, and set 0 is full."));
  // The scope and the heatmap follow, and a click on a spike leads back to its set.
  tabs->setCurrentIndex(0);
  ScopePlot* scope = window_.views().of<ScopeView>().plot();
  ASSERT_TRUE(QTest::qWaitFor([&] { return scope->canvas()->isVisible(); }, kPatience));
  scope->repaintNow();
  EXPECT_EQ(scope->hoveredAccess(), access);
  const QPoint spike = scope->positionOf(*access + 13);
  QTest::mouseClick(scope->canvas(), Qt::LeftButton, Qt::NoModifier, scope->canvas()->mapFrom(scope, spike));
  EXPECT_EQ(window_.explorer().selection().access(), *access + 13);
  tabs->setCurrentWidget(&window_.views().of<StepView>());
  EXPECT_EQ(window_.views().of<StepView>().player().at(), window_.views().of<StepView>().player().source()->warmup() + *access + 13);
}

TEST_F(WindowTest, ASavedSessionOfAModelIsSteppedThroughInItsTrueState) {
  open("model:gtx560ti");  // its L1 replaces lines at random
  type("bytes", "20KiB");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  for (int run = 1; run <= 3; ++run) {
    window_.actions().run->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == run; }, kPatience));
  }
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("session.cbor"));
  ASSERT_EQ(window_.explorer().saveSession(path), QString());
  window_.explorer().newSession();
  window_.openSession(path);
  window_.findChild<QTabWidget*>("tabs")->setCurrentWidget(&window_.views().of<StepView>());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.views().of<StepView>().player().state() == StepPlayer::State::ready; }, kPatience));
  EXPECT_TRUE(window_.views().of<StepView>().basis().startsWith("True state")) << window_.views().of<StepView>().basis().toStdString();
  EXPECT_TRUE(window_.views().of<StepView>().basis().contains("agree")) << window_.views().of<StepView>().basis().toStdString();
}

TEST_F(WindowTest, AFileOfFindingsAloneOpensWithThem) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("topology.json"));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(R"({"general": {"name": "Card"}, "memory": {"l1": {"lineSize": {"size": 128, "unit": "bytes", "confidence": 0.9}}}})");
  file.close();
  window_.openSession(path);
  ASSERT_TRUE(window_.explorer().hasFindings());
  EXPECT_TRUE(window_.views().of<ReportView>().isVisible());
}

TEST_F(WindowTest, ARecordedCardIsSteppedThroughAsFarAsItIsKnown) {
  window_.openSession(QStringLiteral(CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-l1-above.json"));
  window_.findChild<QTabWidget*>("tabs")->setCurrentWidget(&window_.views().of<StepView>());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.views().of<StepView>().player().state() == StepPlayer::State::ready; }, kPatience));
  EXPECT_EQ(window_.views().of<StepView>().player().footing(), step::Footing::trace);
  EXPECT_TRUE(window_.views().of<StepView>().basis().contains("no finding tells its line"))
      << window_.views().of<StepView>().basis().toStdString();
}

TEST_F(WindowTest, TheBundledRecordingIsSteppedThroughAndSaysThatItsStateIsInferred) {
  open("recording:h200");
  StepView& steps = window_.views().of<StepView>();
  window_.views().setCurrentWidget(&steps);
  std::set<std::string> spaces;
  for (const RunPtr& run : window_.explorer().session().runs) {
    const auto* chase = run->chase();
    if (chase == nullptr || run->auxiliary || run->cycles().empty()) continue;
    if (!spaces.insert(std::string(to_string(chase->request.space))).second) continue;  // one run of each space
    window_.explorer().selection().setCurrentRun(QString::fromStdString(run->id));
    ASSERT_TRUE(QTest::qWaitFor([&] { return steps.player().state() == StepPlayer::State::ready; }, kPatience)) << run->id;
    EXPECT_NE(steps.player().footing(), step::Footing::model) << run->id;
    EXPECT_TRUE(steps.basis().startsWith("Inferred")) << steps.basis().toStdString();
    const std::uint64_t first = steps.player().source()->warmup();
    EXPECT_EQ(steps.player().at(), first);
    QTest::keyClick(&steps, Qt::Key_Right);
    EXPECT_EQ(steps.player().at(), first + 1);
    EXPECT_EQ(window_.explorer().selection().access(), 1U);
    QTest::keyClick(&steps, Qt::Key_Left);
    EXPECT_EQ(steps.player().at(), first);
    EXPECT_FALSE(steps.plot()->picture()->words.headline.empty());
  }
  EXPECT_GE(spaces.size(), 2U);
}

TEST_F(WindowTest, FromAnEmptySetMapToTheLinesOfARunInTheirSets) {
  open("model:textbook");
  SetMapView& view = window_.views().of<SetMapView>();
  window_.views().setCurrentWidget(&view);
  const auto press = [&](QWidget& in, const QString& text) {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    QPushButton* offer = nullptr;
    const auto offered = [&] {
      for (auto* candidate : in.findChildren<QPushButton*>())
        if (candidate->isVisible() && candidate->isEnabled() && candidate->text() == text) offer = candidate;
      return offer != nullptr;
    };
    ASSERT_TRUE(QTest::qWaitFor(offered, kPatience)) << text.toStdString();
    QCoreApplication::processEvents();  // the layout gives the button its place
    QTest::mouseClick(offer, Qt::LeftButton);
    EXPECT_TRUE(window_.explorer().busy() || ended.count() > 0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience)) << text.toStdString();
    EXPECT_EQ(ended.first().at(1).toString(), QString());
  };
  press(view, "Run Sets");
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.facts().startsWith("3 sets × 2 ways"); }, kPatience)) << view.facts().toStdString();
  EXPECT_EQ(window_.views().currentWidget(), &view);  // the view stays in front while it fills in
  press(view, "Run Line");
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.facts().contains("lines of 8 B"); }, kPatience)) << view.facts().toStdString();
  // The paper's example: 13 words overflow set 0 alone.
  auto* probes = window_.findChild<ProbeList*>();
  probes->setCurrent("fine-grained");
  emit probes->probeSelected("fine-grained");
  type("bytes", "52");
  type("stride", "4");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().run->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.facts().endsWith("1 of 3 sets overflow"); }, kPatience))
      << view.facts().toStdString();
  EXPECT_TRUE(view.plot()->map()->missesKnown);
  const SetMapLayout at = view.plot()->layoutOfSets();
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, at.column(0, 2).center().toPoint());
  EXPECT_EQ(window_.explorer().selection().set(), 0U);
  // The view of the replacement says LRU, and its measured curve misses as LRU does.
  ReplacementView& replacement = window_.views().of<ReplacementView>();
  window_.views().setCurrentWidget(&replacement);
  press(replacement, "Run Replacement");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !replacement.isEmpty(); }, kPatience));
  EXPECT_EQ(replacement.plot()->facts()->verdict, "LRU");
  press(replacement, "Run Miss pattern over N");
  ASSERT_TRUE(QTest::qWaitFor([&] { return replacement.plot()->facts()->points.size() > 3; }, kPatience));
  const ReplacementFacts& facts = *replacement.plot()->facts();
  ASSERT_EQ(facts.points.size(), facts.lru.size());
  for (std::size_t i = 0; i < facts.points.size(); ++i) EXPECT_DOUBLE_EQ(facts.points[i].rate, facts.lru[i].rate) << i;
}

TEST_F(WindowTest, AWrongValueIsExplainedAndRunIsOff) {
  open("model:textbook");
  type("bytes", "-5");
  EXPECT_FALSE(window_.actions().run->isEnabled());
  EXPECT_FALSE(window_.form().error("bytes").isEmpty());
  type("bytes", "48");
  EXPECT_TRUE(window_.actions().run->isEnabled());
}

TEST_F(WindowTest, FreeRunFollowsTheFormAndStops) {
  open("model:gtx560ti");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().freeRun->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() >= 5; }, kPatience));
  type("bytes", "16KiB");
  const auto shows16KiB = [&] {
    const ShownRun* run = window_.explorer().store().run(window_.explorer().selection().currentRun());
    return run != nullptr && footprint_bytes(run->run->chase()->request.pattern, 4) == 16384;
  };
  EXPECT_TRUE(QTest::qWaitFor(shows16KiB, kPatience));
  window_.actions().stop->trigger();
  EXPECT_FALSE(window_.freeRun().active());
  EXPECT_FALSE(window_.explorer().busy());
}

TEST_F(WindowTest, AMissingCardIsALineInTheLogAndTheWindowGoesOn) {
  QSignalSpy failed(&window_.explorer(), &Explorer::deviceFailed);
  window_.openDevice("cuda:77");
  ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, kPatience));
  EXPECT_FALSE(window_.actions().run->isEnabled());
  open("model:gtx780");
  EXPECT_TRUE(window_.actions().run->isEnabled());
}

TEST_F(WindowTest, NoiseSpreadsAModelsLatencies) {
  open("model:textbook");
  const auto levels = [&] {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    window_.actions().run->trigger();
    EXPECT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
    const auto cycles = window_.explorer().session().runs.at(0)->chase()->result.cycles.copy();
    return std::set<float>(cycles.begin(), cycles.end()).size();
  };
  type("bytes", "48");
  type("stride", "4");
  EXPECT_EQ(levels(), 1U);
  window_.explorer().newSession();  // drops the runs, so that no question comes up
  QSignalSpy opened(&window_.explorer(), &Explorer::deviceOpened);
  window_.actions().noise->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience));
  EXPECT_GT(levels(), 3U);
}

TEST_F(WindowTest, ATopologyFileIsShownAndCanBeComparedAndReported) {
  EXPECT_FALSE(window_.actions().exportReport->isEnabled());
  EXPECT_FALSE(window_.actions().compare->isEnabled());
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("card.json")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(R"({"general": {"name": "Card"}, "memory": {"l1": {"lineSize": {"size": 128, "unit": "bytes", "confidence": 0.9}}}})");
  file.close();
  window_.openSession(file.fileName());
  EXPECT_EQ(window_.explorer().session().device.name, "Card");
  ASSERT_EQ(window_.explorer().store().findings().size(), 1U);
  EXPECT_TRUE(window_.actions().exportReport->isEnabled());
  EXPECT_TRUE(window_.actions().compare->isEnabled());

  const Session& session = window_.explorer().session();
  ComparisonDialog dialog(compare_sessions(session, session), file.fileName(), theme_, &window_);
  dialog.show();
  EXPECT_EQ(dialog.view()->summary(), "1 agree");
  EXPECT_EQ(dialog.view()->table()->model()->rowCount(), 1);
}

TEST(ReportFilters, EachStandsForAFormat) {
  for (const QString& filter : reportFilters()) {
    EXPECT_TRUE(report_format_from(reportFormatOf(filter).toStdString())) << filter.toStdString();
    EXPECT_TRUE(filter.contains(reportEndingOf(filter)) && reportEndingOf(filter).startsWith('.')) << filter.toStdString();
  }
  EXPECT_EQ(reportFormatOf("All files (*)"), QString());
}

TEST_F(WindowTest, SaysHowManyNumbersOfAModelAreAssumed) {
  EXPECT_FALSE(window_.actions().modelNumbers->isEnabled());
  open("model:v100");
  EXPECT_TRUE(window_.actions().modelNumbers->isEnabled());
  const auto numbers = model_numbers_of("model:v100");
  const auto assumed = [&](const char* part, const char* quantity) {
    for (const ModelNumber& number : numbers)
      if (number.part == QLatin1String(part) && number.quantity == QLatin1String(quantity))
        return number.origin == ModelNumber::Origin::assumed;
    ADD_FAILURE() << part << " has no " << quantity;
    return false;
  };
  EXPECT_TRUE(assumed("cache l1", "ways"));
  EXPECT_FALSE(assumed("cache l1", "capacity"));
  EXPECT_FALSE(assumed("loads through global.ca", "latency, l1"));
  auto* button = window_.statusBar()->findChild<QToolButton*>();
  ASSERT_NE(button, nullptr);
  EXPECT_TRUE(button->isVisible());
  EXPECT_EQ(button->text().toStdString(),
            std::to_string(assumedAmong(numbers)) + " of " + std::to_string(numbers.size()) + " numbers assumed");
  EXPECT_TRUE(model_numbers_of("exec:cat").empty());
}

TEST_F(WindowTest, RemembersItsLayout) {
  window_.findChild<QWidget*>("log")->hide();
  window_.close();
  MainWindow again(theme_);
  again.show();
  EXPECT_TRUE(again.findChild<QWidget*>("log")->isHidden());
  EXPECT_FALSE(again.findChild<QWidget*>("findings")->isHidden());
  again.actions().resetLayout->trigger();
  EXPECT_FALSE(again.findChild<QWidget*>("log")->isHidden());
  again.close();
}

TEST_F(WindowTest, ThemeAndTextSizeFollowTheirActions) {
  const double before = theme_.fontScale();
  window_.actions().largerText->trigger();
  EXPECT_GT(theme_.fontScale(), before);
  window_.actions().resetText->trigger();
  EXPECT_EQ(theme_.fontScale(), 1.0);
  window_.actions().darkTheme->trigger();
  EXPECT_EQ(theme_.mode(), Theme::Mode::dark);
}

/// A footprint of 17 KiB would show no miss on a card whose nearest cache holds 233 KiB.
TEST_F(WindowTest, the_footprint_suits_the_device_until_somebody_chooses_one) {
  const auto bytes = [&] { return parse_bytes(window_.form().values()["bytes"]).value_or(0); };
  const auto opened = [&](const QString& id) {
    QSignalSpy suited(&window_.explorer(), &Explorer::chaseSuited);
    open(id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return suited.count() == 1; }, kPatience));
  };
  opened(QStringLiteral("model:gtx560ti"));
  EXPECT_EQ(bytes(), 17U * 1024);
  opened(QStringLiteral("model:v100"));
  const std::uint64_t suits = bytes();
  EXPECT_GT(suits, 17U * 1024);
  measure();
  const Finding* rate = nullptr;
  for (const Finding& finding : window_.explorer().session().findings)
    if (finding.quantity == "miss_rate") rate = &finding;
  ASSERT_NE(rate, nullptr);
  EXPECT_GT(rate->value.get<double>(), 0);
  EXPECT_LT(rate->value.get<double>(), 1);
  window_.explorer().newSession();  // drops the runs, so that no question comes up
  opened(QStringLiteral("model:gtx560ti"));
  EXPECT_EQ(bytes(), 17U * 1024);
  type(QStringLiteral("bytes"), QStringLiteral("20KiB"));
  // Settings belong to a device. A choice on one device does not hold for another, and it comes back with its device.
  opened(QStringLiteral("model:v100"));
  EXPECT_EQ(bytes(), suits);
  opened(QStringLiteral("model:gtx560ti"));
  EXPECT_EQ(bytes(), 20U * 1024);
}

}  // namespace
}  // namespace chasescope
