// Conflicts as a view: empty, filling, full and stopped; what mouse, keys and slider do; and trials as they come in.
#include <QSlider>

#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/conflicts/conflict_plot.h"
#include "widgets/views/conflicts/conflict_view.h"

namespace chasescope {
namespace {

constexpr int kConflictPatience = 5000;  // ms; a limit for a hanging test, not a wait

/// Some of the trials of a run, as if they had been asked for by themselves.
RunPtr part(const RunPtr& run, std::uint64_t first, std::uint64_t trials) {
  chasescope::Run some = *run;
  auto& asked = *some.as<TrialsRequest>();
  const std::uint64_t each = asked.result.bytes_per_trial;
  asked.request.first = first;
  asked.request.trials = trials;
  const std::vector<std::uint8_t> all = asked.result.bits;
  asked.result.bits.assign(all.begin() + static_cast<std::ptrdiff_t>(first * each),
                           all.begin() + static_cast<std::ptrdiff_t>((first + trials) * each));
  return std::make_shared<const chasescope::Run>(std::move(some));
}

RunPtr changed(const RunPtr& run, const std::function<void(TrialsRequest&)>& change) {
  chasescope::Run other = *run;
  change(other.as<TrialsRequest>()->request);
  return std::make_shared<const chasescope::Run>(std::move(other));
}

/// The same trials as evidence of another cache.
sample::Measured another() {
  sample::Measured all = sample::conflicts();
  chasescope::Run run = *all.runs.front();
  run.id = "trials-2";
  run.as<TrialsRequest>()->request.space = MemorySpace::texture;
  all.runs.front() = std::make_shared<const chasescope::Run>(std::move(run));
  for (Finding& finding : all.findings) {
    finding.subject = "texture";
    finding.conditions = {{"space", "texture"}};
    finding.evidence = {"trials-2"};
  }
  return all;
}

class ConflictViewTest : public ViewFixture {
 protected:
  ConflictViewTest() { show(view, {900, 560}); }
  void fill(const sample::Measured& all = sample::conflicts()) {
    add(all);
    view.refresh();
  }
  /// Adds the findings that number the sets and tell how many lines a set holds.
  void addIndex() {
    Finding finding = sample::conflicts().findings.front();
    const auto add = [&](const char* quantity, nlohmann::json value) {
      finding.quantity = quantity;
      finding.value = std::move(value);
      store.addFinding(finding);
    };
    add("line_bytes", 128);
    add("ways", 2);
    add("set_index_bits", {7, 8});
    add("set_index_function", "bits");
    view.refresh();
  }
  void click(const ConflictPair& pair) {
    QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->middleOf(pair).toPoint());
  }

  ConflictView view{store, selection, theme};
};

TEST_F(ConflictViewTest, offers_its_probe_while_it_is_empty) {
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(view.state(), MeasuredView::State::empty);
  EXPECT_EQ(view.chosenRun(), QString());
  QSignalSpy asked(&view, &MeasuredView::probeRequested);
  auto* offer = view.findChild<QPushButton*>();
  ASSERT_NE(offer, nullptr);
  QTest::mouseClick(offer, Qt::LeftButton);
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0][0].toString(), "conflicts");
}

TEST_F(ConflictViewTest, says_why_no_sets_were_told) {
  Finding finding = sample::conflicts().findings.front();
  finding.status = FindingStatus::not_measurable;
  finding.value = nullptr;
  finding.evidence.clear();
  finding.reason = "No places hurt each other.";
  store.addFinding(finding);
  view.refresh();
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(view.findChild<EmptyState*>()->sentence().contains("No places hurt each other."));
}

// The ages are those of the nearest cache of a space, which need not be the cache whose sets are shown.
TEST_F(ConflictViewTest, names_the_cache_to_figures_of_sets_and_none_to_that_of_ages) {
  fill();
  EXPECT_EQ(view.choice("conflict-matrix").cache, "readonly");
  EXPECT_EQ(view.choice("set-occupancy").cache, "readonly");
  EXPECT_EQ(view.choice("victim-ages").cache, "");
  EXPECT_EQ(view.choice("victim-ages").run, "trials-1");
}

TEST_F(ConflictViewTest, shows_the_trials_of_a_finding_set_by_set) {
  fill();
  ASSERT_FALSE(view.isEmpty());
  EXPECT_EQ(view.facts(), "4 sets · 16 lines · 600 trials");
  EXPECT_EQ(view.chosenRun(), "trials-1");
  EXPECT_EQ(view.subject(), "readonly");
  const ConflictFacts& facts = *view.plot()->facts();
  ASSERT_EQ(facts.sets(), 4U);
  EXPECT_TRUE(view.plot()->showsSets());
  // Lines of a set are four lines apart, and conflict more often than chance explains.
  for (std::size_t a = 0; a < 16; ++a)
    for (std::size_t b = 0; b < 16; ++b) {
      EXPECT_EQ(facts.together(a, b), facts.places[a] / 128 % 4 == facts.places[b] / 128 % 4);
      if (a == b) continue;
      EXPECT_EQ(static_cast<double>(facts.at(a, b)) > facts.limit, facts.together(a, b)) << a << ' ' << b;
    }
  // A set has two ways: two of its lines in a trial never miss, and with three of them some miss.
  EXPECT_EQ(facts.loads[1].missed, 0);
  EXPECT_EQ(facts.loads[2].missed, 0);
  EXPECT_GT(facts.loads[3].missed, 0.3);
}

TEST_F(ConflictViewTest, tells_of_the_two_lines_under_the_mouse) {
  fill();
  const auto said = [&](std::size_t row, std::size_t column) {
    return view.plot()->wordsAt(view.plot()->middleOf({row, column})).join("|").toStdString();
  };
  const std::string partners = said(0, 1), strangers = said(0, 5), itself = said(3, 3);
  const QString z = QString::number(static_cast<double>(view.plot()->facts()->at(0, 1)), 'f', 1);
  EXPECT_TRUE(partners.starts_with("Z = " + z.toStdString() + " standard errors|")) << partners;
  EXPECT_NE(partners.find("i: 0x0|j: 0x200|"), std::string::npos) << partners;
  EXPECT_NE(partners.find("D(i, j) = 0."), std::string::npos) << partners;
  EXPECT_NE(partners.find("they share a set"), std::string::npos) << partners;
  EXPECT_NE(strangers.find("may be chance: up to "), std::string::npos) << strangers;
  EXPECT_NE(itself.find("of 600 trials"), std::string::npos) << itself;
  // The percentages of D are counted again from the trials.
  const ConflictFacts& facts = *view.plot()->facts();
  std::uint64_t with = 0, missed_with = 0;
  for (std::size_t t = 0; t < facts.trials; ++t) {
    if (!facts.table->in(0, t) || !facts.table->in(4, t)) continue;
    ++with;
    missed_with += facts.table->missed(0, t) ? 1 : 0;
  }
  EXPECT_NE(
      partners.find("i misses: " +
                    QString::number(100.0 * static_cast<double>(missed_with) / static_cast<double>(with), 'f', 0).toStdString() +
                    " % with j"),
      std::string::npos)
      << partners;
  EXPECT_TRUE(view.plot()->wordsAt({2, 2}).isEmpty());
}

TEST_F(ConflictViewTest, puts_lines_in_order_of_address_when_asked) {
  fill();
  const QPointF before = view.plot()->middleOf({0, 1});
  QAbstractButton* by_address = nullptr;
  for (auto* button : view.findChildren<QAbstractButton*>())
    if (button->text() == "By address") by_address = button;
  ASSERT_NE(by_address, nullptr);
  QTest::mouseClick(by_address, Qt::LeftButton);
  EXPECT_FALSE(view.plot()->showsSets());
  const QPointF after = view.plot()->middleOf({0, 1});
  EXPECT_NEAR(after.y(), before.y(), 0.01);
  EXPECT_GT(after.x(), before.x() + 1) << "the next line of the set lies three lines further";
  EXPECT_TRUE(view.plot()->wordsAt(after).join('|').contains("i: 0x0|j: 0x200"));
}

TEST_F(ConflictViewTest, a_click_on_a_set_shows_how_it_misses_alone) {
  fill();
  addIndex();
  EXPECT_EQ(view.facts(), "4 sets · 2 ways · 16 lines · 600 trials");
  const ConflictFacts& facts = *view.plot()->facts();
  click({5, 6});
  ASSERT_TRUE(view.plot()->chosen().has_value());
  EXPECT_EQ(*view.plot()->chosen(), 1U);
  EXPECT_EQ(selection.set(), facts.names[1].toULongLong());
  EXPECT_TRUE(view.plot()->describe().join('|').startsWith("Set 1|4 lines shown|2 ways|with 3 lines in, "));
  click({0, 15});
  EXPECT_FALSE(view.plot()->chosen().has_value());
  EXPECT_FALSE(selection.set().has_value());
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_Down);
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_EQ(selection.set(), facts.names[1].toULongLong());
  selection.setSet(3);
  EXPECT_EQ(view.plot()->facts()->names[*view.plot()->chosen()], "3");
  QTest::keyClick(view.plot(), Qt::Key_Escape);
  EXPECT_FALSE(selection.set().has_value());
}

TEST_F(ConflictViewTest, the_slider_goes_back_to_the_first_trials) {
  fill();
  view.slider()->setValue(0);
  const ConflictFacts& few = *view.plot()->facts();
  EXPECT_EQ(few.trials, 16U);
  EXPECT_EQ(few.sets(), 4U) << "the order stays";
  const double strongest = static_cast<double>(*std::max_element(few.z.begin(), few.z.end()));
  EXPECT_LT(strongest, few.limit) << "sixteen trials tell nothing";
  view.slider()->setValue(view.slider()->maximum());
  EXPECT_EQ(view.plot()->facts()->trials, 600U);
}

TEST_F(ConflictViewTest, draws_trials_while_they_come_in_and_what_was_kept_in_the_end) {
  const RunPtr all = sample::conflicts(3000).runs.front();
  store.beginProbe("conflicts");
  EXPECT_EQ(view.state(), MeasuredView::State::filling);
  EXPECT_TRUE(view.isEmpty());
  store.watchTrials(part(all, 0, 40));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !view.isEmpty(); }, kConflictPatience));
  EXPECT_TRUE(view.isLive());
  EXPECT_EQ(view.facts(), "readonly · no sets seen yet · 16 lines · 40 trials");
  EXPECT_FALSE(view.plot()->showsSets());
  EXPECT_EQ(view.chosenRun(), QString()) << "nobody knows yet whether they will be kept";
  store.watchTrials(part(all, 40, 300));
  store.watchTrials(part(all, 340, 2660));
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.plot()->facts()->trials == 3000; }, kConflictPatience));
  EXPECT_EQ(view.facts(), "readonly · 4 sets · 16 lines · 3,000 trials");
  EXPECT_TRUE(view.plot()->showsSets());
  EXPECT_EQ(view.state(), MeasuredView::State::filling);
  fill();
  EXPECT_FALSE(view.isLive());
  EXPECT_EQ(view.chosenRun(), "trials-1");
  store.endProbe("conflicts", ProbeEnd::done);
  EXPECT_EQ(view.state(), MeasuredView::State::full);
}

TEST_F(ConflictViewTest, what_came_in_before_a_stop_stays_and_goes_with_the_next_probe) {
  store.beginProbe("conflicts");
  store.watchTrials(sample::conflicts().runs.front());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !view.isEmpty(); }, kConflictPatience));
  store.endProbe("conflicts", ProbeEnd::stopped);
  view.refresh();
  EXPECT_EQ(view.state(), MeasuredView::State::stopped);
  EXPECT_EQ(view.plot()->facts()->trials, 600U);
  store.beginProbe("conflicts");
  EXPECT_TRUE(view.isEmpty());
  store.endProbe("conflicts", ProbeEnd::done);
  EXPECT_TRUE(view.isEmpty()) << "nothing was found";
  store.watchTrials(sample::conflicts().runs.front());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !view.isEmpty(); }, kConflictPatience));
  store.clear();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(ConflictViewTest, follows_the_run_that_somebody_chose) {
  fill();
  fill(another());
  EXPECT_EQ(view.chosenRun(), "trials-1");
  selection.setCurrentRun("trials-2");
  EXPECT_EQ(view.subject(), "texture");
  EXPECT_EQ(view.chosenRun(), "trials-2");
  selection.setSubject("readonly");
  EXPECT_EQ(view.chosenRun(), "trials-1");
}

TEST(LiveConflicts, puts_portions_together_as_if_they_were_one) {
  const RunPtr all = sample::conflicts().runs.front();
  LiveConflicts portions, whole;
  EXPECT_FALSE(portions.facts().has_value());
  for (std::uint64_t first = 0; first < 600; first += 100) EXPECT_TRUE(portions.add(part(all, first, 100)));
  EXPECT_TRUE(whole.add(all));
  EXPECT_EQ(portions.facts()->z, whole.facts()->z);
  EXPECT_EQ(portions.facts()->places, whole.facts()->places);
  EXPECT_EQ(portions.facts()->trials, 600U);
  EXPECT_FALSE(portions.facts()->places.empty());
}

TEST(LiveConflicts, a_short_look_does_not_put_a_long_search_aside) {
  const RunPtr all = sample::conflicts().runs.front();
  const auto other_places = [&](std::uint64_t trials) {
    return changed(part(all, 0, trials), [](TrialsRequest& request) { request.places = EvenPlaces{16, 256, 0}; });
  };
  LiveConflicts live;
  live.add(part(all, 0, 10));
  EXPECT_TRUE(live.add(other_places(20))) << "one look after another is shown";
  EXPECT_TRUE(live.add(all));
  EXPECT_FALSE(live.add(other_places(100)));
  EXPECT_EQ(live.facts()->trials, 600U);
  EXPECT_FALSE(live.add(changed(all, [](TrialsRequest& request) { request.probability = 1; }))) << "all in: nobody to compare with";
  EXPECT_FALSE(live.add(nullptr));
  EXPECT_TRUE(live.add(changed(part(all, 0, 30), [](TrialsRequest& request) { request.space = MemorySpace::constant; })))
      << "another cache";
  EXPECT_EQ(live.facts()->trials, 30U);
}

TEST(LiveConflicts, of_very_many_lines_the_first_are_shown_and_told_as_some) {
  TrialsRequest request;
  request.places = EvenPlaces{2000, 128, 0};
  request.trials = 64;
  chasescope::Run run{"run-1", "conflicts", "many", false, Exchange<TrialsRequest>{request, {}}};
  auto& result = run.as<TrialsRequest>()->result;
  result.bytes_per_trial = 250;
  result.bits.resize(64 * 250);
  LiveConflicts live;
  ASSERT_TRUE(live.add(std::make_shared<const chasescope::Run>(run)));
  EXPECT_EQ(live.facts()->places.size(), 256U);
  EXPECT_EQ(live.facts()->of_places, 2000U);
  EXPECT_EQ(live.facts()->sets(), 0U);
}

}  // namespace
}  // namespace chasescope
