// The view of the set map: empty, filling, full and failed, and what mouse, keys and the selection do.
#include "widgets/views/set_map/set_map_view.h"

#include <QToolButton>

#include "tests/widgets/sample_runs.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/set_map/cache_choice.h"

namespace chasescope {
namespace {

class SetMapViewTest : public ViewFixture {
 protected:
  void fill() {
    for (const Finding& finding : sample::setFindings()) store.addFinding(finding);
  }
  RunPtr chase() {
    sample::Cache cache;
    cache.lru = false;
    RunPtr run = sample::chase("run-1", cache, 17 * 1024, 128, 272, 3264, 4);
    store.finishRun(run);
    store.addFinding(sample::missRate(*run, 200));
    selection.setCurrentRun("run-1");
    return run;
  }
  static RunPtr probing(const char* probe) {
    auto run = std::make_shared<chasescope::Run>(*sample::started(*sample::chase("sets-1", {}, 16 * 1024, 128, 0, 128)));
    run->probe = probe;
    return run;
  }
  static QPoint middleOf(const SetMapView& view, std::size_t set) {
    const SetMapLayout at = view.plot()->layoutOfSets();
    return at.column(at.columnOf(set), view.plot()->map()->cache.ways[set]).center().toPoint();
  }
};

TEST_F(SetMapViewTest, empty_it_says_what_will_be_here_and_offers_the_probes) {
  SetMapView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(view.subject(), QString());
  EXPECT_EQ(view.facts(), QString());
  EXPECT_EQ(buttons(view), (QStringList{"Run Sets", "Run TLB"}));
  QSignalSpy asked(&view, &SetMapView::probeRequested);
  press(view, "Run TLB");
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked.front().front().toString(), "tlb");
}

TEST_F(SetMapViewTest, while_the_probe_runs_it_says_so_and_fills_by_itself) {
  SetMapView view(store, selection, theme);
  show(view);
  store.beginProbe("sets");
  EXPECT_TRUE(says(view, "Measuring"));
  EXPECT_EQ(buttons(view), QStringList());
  fill();
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.facts().startsWith("32 sets × 4 ways · lines of 128 B"); }, 5000));
  EXPECT_FALSE(view.isEmpty());
}

TEST_F(SetMapViewTest, a_failure_is_told_and_what_was_found_stays) {
  SetMapView view(store, selection, theme);
  show(view);
  store.beginProbe("sets");
  store.startRun(probing("sets"));
  store.endProbe("sets", ProbeEnd::failed, "The card was lost.");
  EXPECT_TRUE(says(view, "The card was lost."));
  EXPECT_TRUE(view.isEmpty());
  EXPECT_FALSE(buttons(view).isEmpty());  // the probes are offered again
  fill();
  view.refresh();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_TRUE(says(view, "The card was lost."));
  store.beginProbe("sets");
  EXPECT_FALSE(says(view, "The card was lost."));
  store.endProbe("sets", ProbeEnd::done);
  // The view takes no notice of a failure of another probe.
  store.beginProbe("fine-grained");
  store.endProbe("fine-grained", ProbeEnd::failed, "Something else.");
  EXPECT_FALSE(says(view, "Something else."));
}

TEST_F(SetMapViewTest, what_cannot_be_told_is_said) {
  Finding ways;
  ways.subject = "l2";
  ways.quantity = "ways";
  ways.reason = "The set index is not known.";
  ways.evidence = {"run-9"};
  store.addFinding(ways);
  SetMapView view(store, selection, theme);
  show(view);
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(says(view, "The set index is not known."));
}

TEST_F(SetMapViewTest, a_click_on_a_set_selects_it_for_everybody) {
  fill();
  SetMapView view(store, selection, theme);
  show(view);
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, middleOf(view, 5));
  EXPECT_EQ(selection.set(), 5U);
  EXPECT_EQ(view.plot()->chosen(), 5U);
  EXPECT_TRUE(says(view, "Set 5 · 4 ways"));
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, middleOf(view, 9));
  EXPECT_EQ(selection.set(), 9U);
  const QPoint beside(view.plot()->width() - 1, view.plot()->height() - 1);
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, beside);
  EXPECT_FALSE(selection.set());
}

TEST_F(SetMapViewTest, a_set_that_is_selected_elsewhere_shows_here) {
  fill();
  SetMapView view(store, selection, theme);
  show(view);
  selection.setSet(31);
  EXPECT_EQ(view.plot()->chosen(), 31U);
  EXPECT_TRUE(view.plot()->accessibleDescription().startsWith("Set 31"));
  selection.setSet(32);  // there is none
  EXPECT_FALSE(view.plot()->chosen());
  selection.setSet(std::nullopt);
  EXPECT_FALSE(view.plot()->chosen());
}

TEST_F(SetMapViewTest, keys_go_from_set_to_set) {
  fill();
  SetMapView view(store, selection, theme);
  show(view);
  QTest::keyClick(view.plot(), Qt::Key_Home);
  EXPECT_EQ(selection.set(), 0U);
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(selection.set(), 1U);
  QTest::keyClick(view.plot(), Qt::Key_Left);
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_EQ(selection.set(), 0U);
  QTest::keyClick(view.plot(), Qt::Key_Down);
  const std::size_t band = view.plot()->layoutOfSets().perBand;
  EXPECT_EQ(selection.set(), band < 32 ? band : 0U);
  QTest::keyClick(view.plot(), Qt::Key_End);
  EXPECT_EQ(selection.set(), 31U);
  QTest::keyClick(view.plot(), Qt::Key_Escape);
  EXPECT_FALSE(selection.set());
}

TEST_F(SetMapViewTest, the_chosen_run_puts_its_lines_into_the_sets) {
  fill();
  SetMapView view(store, selection, theme);
  show(view);
  EXPECT_EQ(view.plot()->map()->contents, SetMap::Contents::array);
  chase();
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.facts().endsWith("8 of 32 sets overflow"); }, 5000)) << view.facts().toStdString();
  EXPECT_EQ(view.chosenRun(), "run-1");
  EXPECT_TRUE(view.plot()->map()->missesKnown);
  // A click on a line selects its place in the pass; the line of a place that is selected elsewhere is marked.
  const SetMapLayout at = view.plot()->layoutOfSets();
  QTest::mouseClick(view.plot(), Qt::LeftButton, {}, at.cell(3, 2).center().toPoint());
  EXPECT_EQ(selection.set(), 3U);
  EXPECT_EQ(selection.line(), 67U);
  selection.setLine(131);
  EXPECT_EQ(view.plot()->line(), 131U);
  selection.setHoveredAccess(136 + 4);  // the warm-up is two passes of 136
  EXPECT_EQ(view.plot()->line(), 4U);
  // The button Array shows the array instead of the run.
  for (QToolButton* button : view.findChildren<QToolButton*>())
    if (button->text() == "Array") QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_EQ(view.plot()->map()->contents, SetMap::Contents::array);
}

TEST_F(SetMapViewTest, the_cache_is_chosen_from_the_list_and_by_the_diagram) {
  fill();
  SetMapView view(store, selection, theme);
  show(view);
  EXPECT_EQ(view.subject(), "l1_data");
  auto* list = view.findChild<CacheChoice*>();
  ASSERT_EQ(list->count(), 3);
  list->setFocus();
  QTest::keyClick(list, Qt::Key_Down);
  EXPECT_EQ(view.subject(), "texture");
  EXPECT_EQ(selection.subject(), "texture");
  selection.setSubject("l2_tlb");
  EXPECT_EQ(view.subject(), "l2_tlb");
  EXPECT_EQ(list->currentIndex(), 2);
  EXPECT_TRUE(view.facts().startsWith("7 sets: 17 + 6 × 8 ways · pages of 2 MiB"));
  selection.setSubject("dram");  // it has no sets: the view stays where it is
  EXPECT_EQ(view.subject(), "l2_tlb");
}

TEST_F(SetMapViewTest, what_landed_unseen_is_there_when_it_is_shown) {
  SetMapView view(store, selection, theme);
  fill();
  view.show();
  EXPECT_EQ(view.subject(), "l1_data");
}

}  // namespace
}  // namespace chasescope
