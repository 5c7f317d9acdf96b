// An engineer looks at address translation: from the empty views of the TLBs and of the spectrum to the paths of accesses and the
// traces behind them.

#include <QPushButton>
#include <QTabWidget>

#include "tests/app/window/window_fixture.h"
#include "widgets/shell/findings_panel.h"
#include "widgets/shell/probe_list.h"
#include "widgets/views/conflicts/conflict_plot.h"
#include "widgets/views/conflicts/conflict_view.h"
#include "widgets/views/spectrum/spectrum_plot.h"
#include "widgets/views/spectrum/spectrum_view.h"
#include "widgets/views/sweeps/sweep_view.h"
#include "widgets/views/tlb/tlb_plot.h"
#include "widgets/views/tlb/tlb_view.h"

namespace chasescope {
namespace {

class CurvesJourney : public WindowFixture {
 protected:
  CurvesJourney() { open("model:gtx560ti"); }
  QTabWidget& tabs() { return *window_.findChild<QTabWidget*>("tabs"); }
  /// Presses the button that an empty view offers, and waits until its probe has ended.
  template <typename View>
  View& fill() {
    View& view = *window_.findChild<View*>();
    tabs().setCurrentWidget(&view);
    EXPECT_TRUE(view.isEmpty());
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    QTest::mouseClick(view.template findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(view.state(), MeasuredView::State::filling);
    EXPECT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, 3 * kPatience));
    EXPECT_EQ(ended.first().at(1).toString(), QString());
    EXPECT_EQ(tabs().currentWidget(), &view);
    return view;
  }
};

TEST_F(CurvesJourney, tlbs_are_filled_by_their_own_button_and_lead_to_their_traces) {
  TlbView& view = fill<TlbView>();
  EXPECT_EQ(view.state(), MeasuredView::State::full);
  EXPECT_EQ(view.facts(), "L1 TLB: 16 entries, reach 32 MiB · L2 TLB: 65 entries, reach 130 MiB");
  QTest::keyClick(view.plot(), Qt::Key_Down);
  QTest::keyClick(view.plot(), Qt::Key_Down);
  QTest::keyClick(view.plot(), Qt::Key_End);
  const QString run = view.chosenRun();
  EXPECT_FALSE(run.isEmpty());
  EXPECT_EQ(window_.explorer().selection().currentRun(), run);
  EXPECT_EQ(window_.explorer().selection().subject(), "l2_tlb");
  EXPECT_EQ(window_.explorer().store().run(run)->run->probe, "tlb");
}

TEST_F(CurvesJourney, the_spectrum_shows_the_classes_of_table_3) {
  SpectrumView& view = fill<SpectrumView>();
  EXPECT_EQ(view.state(), MeasuredView::State::full);
  QTest::keyClick(view.plot(), Qt::Key_Home);
  ASSERT_NE(view.plot()->chosenClass(), nullptr);
  EXPECT_EQ(view.plot()->chosenClass()->cycles, 116);
  EXPECT_EQ(view.plot()->chosenClass()->paths, (std::vector<AccessPath>{{"l1_data", "l1_tlb"}}));
  QTest::keyClick(view.plot(), Qt::Key_End);
  EXPECT_EQ(view.plot()->chosenClass()->cycles, 1259);
  EXPECT_FALSE(view.chosenRun().isEmpty());
}

TEST_F(CurvesJourney, a_probe_brings_up_the_page_that_it_fills) {
  SweepView& view = *window_.findChild<SweepView*>();
  window_.explorer().run("stride-sweep", {{"picture", "no"}, {"space", "global.ca"}});
  EXPECT_EQ(tabs().currentWidget(), &view);
  EXPECT_EQ(view.page(), SweepView::Page::stride);
  window_.explorer().cancel();
  EXPECT_EQ(view.state(), MeasuredView::State::stopped);
}

TEST_F(CurvesJourney, sets_come_out_of_random_trials_and_a_finding_leads_back_to_them) {
  ConflictView& view = window_.views().of<ConflictView>();
  auto* probes = window_.findChild<ProbeList*>();
  probes->setCurrent("conflicts");
  emit probes->probeSelected("conflicts");
  EXPECT_EQ(window_.views().currentWidget(), &view) << "its name alone explains little";
  EXPECT_TRUE(view.isEmpty());
  window_.views().setCurrentIndex(0);

  std::size_t portions = 0;
  bool drawn = false, unsorted = false;
  QObject::connect(&window_.explorer().store(), &RunStore::trialsMade, &view, [&] { ++portions; });
  window_.form().setValues({{"space", "global.ca"}});
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().run->trigger();
  EXPECT_EQ(window_.views().currentWidget(), &view);
  ASSERT_TRUE(QTest::qWaitFor(
      [&] {
        drawn = drawn || (view.isLive() && !view.isEmpty());
        unsorted = unsorted || (drawn && !view.plot()->showsSets());
        return ended.count() == 1;
      },
      3 * kPatience));
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(unsorted) << "sets come out of the noise";
  EXPECT_GT(portions, 10U);
  EXPECT_LT(window_.explorer().session().runs.size(), portions) << "only evidence is kept";

  ASSERT_TRUE(QTest::qWaitFor([&] { return !view.isLive() && !view.isEmpty(); }, 3 * kPatience));
  EXPECT_EQ(view.state(), MeasuredView::State::full);
  EXPECT_TRUE(view.facts().startsWith("12 of 32 sets · 4 ways · ")) << view.facts().toStdString();
  EXPECT_EQ(view.subject(), "l1_data");
  EXPECT_EQ(window_.views().figureOf(&view), "conflict-matrix");
  EXPECT_EQ(window_.views().choiceOfFigure("conflict-matrix").run, view.chosenRun());

  window_.views().setCurrentIndex(0);
  for (const Finding& finding : window_.explorer().session().findings)
    if (finding.subject == "l1_data" && finding.quantity == "sets") {
      ASSERT_FALSE(finding.evidence.empty());
      emit window_.findChild<FindingsPanel*>()->evidenceRequested({QString::fromStdString(finding.evidence.front())});
    }
  EXPECT_EQ(window_.views().currentWidget(), &view);
  EXPECT_EQ(window_.explorer().selection().currentRun(), view.chosenRun());
}

}  // namespace
}  // namespace chasescope
