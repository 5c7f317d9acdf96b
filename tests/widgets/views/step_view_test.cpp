#include <gtest/gtest.h>

#include <QButtonGroup>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "engine/device/software/software_device.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/steps/step_plot.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {
namespace {

constexpr int kPatience = 20000;  // ms; a limit for a hanging test, not a wait

/// The chase of the 2014 paper's §3.2 on its textbook cache: N = 13 words, s = 1 word, cold.
RunPtr stepped_textbook(const std::string& id, std::uint64_t accesses = 52) {
  auto device = *open_preset("textbook");
  Exchange<ChaseRequest> chase;
  chase.request.pattern = UniformPattern{52, 4};
  chase.request.accesses = accesses;
  chase.result = *device->chase(chase.request, {});
  auto run = std::make_shared<chasescope::Run>();
  run->id = id;
  run->probe = "fine-grained";
  run->exchange = chase;
  return run;
}

class StepViewTest : public testing::Test {
 protected:
  void SetUp() override {
    view.resize(900, 640);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view, kPatience));
  }
  void load(const RunPtr& run) {
    store.finishRun(run);
    selection.setCurrentRun(QString::fromStdString(run->id));
    EXPECT_TRUE(QTest::qWaitFor([&] { return view.player().state() == StepPlayer::State::ready; }, kPatience));
  }
  void loadTextbook(std::uint64_t accesses = 52) {
    view.player().setModel({std::make_shared<const model::Card>(*preset_card("textbook")), 1});
    load(stepped_textbook("run-1", accesses));
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&view, key, modifiers); }
  const StepPicture& picture() { return *view.plot()->picture(); }
  QString headline() { return QString::fromStdString(picture().words.headline); }
  QPushButton* button(const QString& text) {
    for (auto* candidate : view.findChildren<QPushButton*>())
      if (candidate->text() == text) return candidate;
    return nullptr;
  }

  Theme theme;
  RunStore store;
  Selection selection;
  StepView view{store, selection, theme};
};

TEST_F(StepViewTest, keys_step_through_the_textbook_cache) {
  EXPECT_TRUE(view.isEmpty());
  loadTextbook();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_TRUE(view.basis().startsWith("True state")) << view.basis().toStdString();
  EXPECT_EQ(view.player().at(), 0U);
  press(Qt::Key_Right);
  EXPECT_EQ(picture().title, "Access 1");
  EXPECT_EQ(headline(), "A hit. Line 0 is in set 0, way 0.");
  EXPECT_TRUE(picture().facts.endsWith("answered by cache")) << picture().facts.toStdString();
  press(Qt::Key_Left);
  press(Qt::Key_Left);  // stays at the beginning
  EXPECT_EQ(view.player().at(), 0U);
  press(Qt::Key_M);
  EXPECT_EQ(view.player().at(), 2U);
  press(Qt::Key_E);
  EXPECT_EQ(view.player().at(), 12U);
  EXPECT_EQ(headline(), "A miss. Line 6 belongs in set 0, and set 0 is full.");
  EXPECT_EQ(picture().words.reason, "Line 0 was used longest ago (11 accesses ago), so LRU throws it out.");
  ASSERT_EQ(picture().look.before.size(), 2U);
  EXPECT_EQ(picture().look.before[0].unit, 0U);
  EXPECT_EQ(picture().look.after[0].unit, 48U);
  press(Qt::Key_M, Qt::ShiftModifier);
  EXPECT_EQ(view.player().at(), 10U);
  press(Qt::Key_PageDown);
  EXPECT_EQ(view.player().at(), 23U);
  press(Qt::Key_End);
  EXPECT_EQ(view.player().at(), 51U);
  press(Qt::Key_M);  // there is none: it stays and says so
  EXPECT_EQ(view.player().at(), 51U);
  bool told = false;
  for (auto* label : view.findChildren<QLabel*>()) told = told || label->text() == "No miss follows.";
  EXPECT_TRUE(told);
  press(Qt::Key_Home);
  EXPECT_EQ(view.player().at(), 0U);
}

TEST_F(StepViewTest, buttons_do_what_the_keys_do_and_leave_them_the_keyboard) {
  loadTextbook();
  view.setFocus();
  QTest::mouseClick(button("Next eviction"), Qt::LeftButton);
  EXPECT_EQ(view.player().at(), 12U);
  QTest::mouseClick(button("Next miss"), Qt::LeftButton);
  EXPECT_EQ(view.player().at(), 13U);
  press(Qt::Key_Right);
  EXPECT_EQ(view.player().at(), 14U);
}

TEST_F(StepViewTest, the_selection_follows_the_steps_and_leads_them) {
  loadTextbook();
  press(Qt::Key_E);
  EXPECT_EQ(selection.access(), 12U);
  EXPECT_EQ(selection.set(), 0U);
  press(Qt::Key_Right);
  press(Qt::Key_Right);
  press(Qt::Key_Right);
  EXPECT_EQ(selection.access(), 15U);
  EXPECT_EQ(selection.set(), 1U);
  selection.setAccess(25);  // a click on a spike of the scope
  EXPECT_EQ(view.player().at(), 25U);
  EXPECT_EQ(headline(), "A miss. Line 6 belongs in set 0, and set 0 is full.");
}

TEST_F(StepViewTest, an_access_chosen_while_nobody_looked_is_where_it_begins) {
  view.player().setModel({std::make_shared<const model::Card>(*preset_card("textbook")), 1});
  view.hide();
  store.finishRun(stepped_textbook("run-1"));
  selection.setCurrentRun("run-1");
  selection.setAccess(19);
  EXPECT_EQ(view.player().source(), nullptr);  // a hidden view replays nothing
  view.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.player().state() == StepPlayer::State::ready; }, kPatience));
  EXPECT_EQ(view.player().at(), 19U);
}

TEST_F(StepViewTest, a_click_on_the_strip_leads_there) {
  loadTextbook();
  const StepLayout& layout = view.timeline()->geometry();
  ASSERT_GT(layout.strip.size(), 30U);
  QTest::mouseClick(view.timeline(), Qt::LeftButton, Qt::NoModifier, layout.strip[19].center().toPoint());
  EXPECT_EQ(view.player().at(), 19U);
}

TEST_F(StepViewTest, the_timeline_is_in_sight_however_low_the_view_is) {
  loadTextbook();
  for (const double scale : {1.0, 2.0})
    for (const int high : {300, 360, 500, 900}) {
      theme.setFontScale(scale);
      view.resize(560, high);
      QCoreApplication::processEvents();
      const StepLayout& layout = view.timeline()->geometry();
      ASSERT_FALSE(layout.strip.empty());
      const QRect bars = layout.strip.front().united(layout.strip.back()).toAlignedRect();
      const QRect seen = QRect(view.timeline()->mapTo(&view, bars.topLeft()), bars.size());
      EXPECT_TRUE(view.rect().contains(seen)) << high << ' ' << scale;
      EXPECT_EQ(view.timeline()->visibleRegion().boundingRect(), view.timeline()->rect()) << high << ' ' << scale;
      EXPECT_GE(bars.height(), 36) << "high enough to tell hits from misses";
    }
}

TEST_F(StepViewTest, it_plays_to_the_end_and_stops) {
  loadTextbook(16);
  view.player().setSpeed(60);
  QSignalSpy playing(&view.player(), &StepPlayer::playingChanged);
  press(Qt::Key_Space);
  ASSERT_TRUE(view.player().isPlaying());
  ASSERT_TRUE(QTest::qWaitFor([&] { return playing.count() == 2; }, kPatience));
  EXPECT_EQ(view.player().at(), 15U);
  // Hiding the view stops the playing, too.
  press(Qt::Key_Home);
  press(Qt::Key_Space);
  view.hide();
  EXPECT_FALSE(view.player().isPlaying());
}

TEST_F(StepViewTest, a_click_chooses_the_part_and_its_misses) {
  view.player().setModel({std::make_shared<const model::Card>(*preset_card("gtx560ti")), 1});
  auto device = *open_preset("gtx560ti");
  Exchange<ChaseRequest> chase;
  chase.request.pattern = UniformPattern{std::uint64_t{40} << 20, std::uint64_t{1} << 20};
  chase.request.warmup = 40;
  chase.request.accesses = 400;
  chase.result = *device->chase(chase.request, {});
  auto run = std::make_shared<chasescope::Run>();
  run->id = "run-1";
  run->exchange = chase;
  load(run);
  EXPECT_EQ(view.player().at(), 40U);  // the first timed access
  QToolButton* tlb = nullptr;
  for (auto* candidate : view.findChildren<QToolButton*>())
    if (candidate->text() == "L1 TLB") tlb = candidate;
  ASSERT_NE(tlb, nullptr);
  QTest::mouseClick(tlb, Qt::LeftButton);
  EXPECT_EQ(picture().part.name, "l1_tlb");
  press(Qt::Key_E);
  EXPECT_TRUE(headline().startsWith("A miss. Page ")) << headline().toStdString();
  EXPECT_EQ(picture().look.before.size(), 16U);
  press(Qt::Key_Home, Qt::ShiftModifier);
  EXPECT_EQ(picture().title, "Warm-up access 0");
  EXPECT_TRUE(picture().facts.endsWith(QString::fromUtf8("answered by Memory · translated by Page table")))
      << picture().facts.toStdString();
  EXPECT_EQ(selection.access(), std::nullopt);
}

TEST_F(StepViewTest, a_card_without_findings_shows_what_is_not_known) {
  const RunPtr run = sample::chase("run-1", {}, 20 * 1024, 128, 160, 160 * 8);
  load(run);
  EXPECT_EQ(headline(), "Hit or miss: not known.");  // some accesses are slower than others, which is no evidence
  store.addFinding(sample::missRate(*run, 200));
  ASSERT_TRUE(QTest::qWaitFor([&] { return headline() == "A hit, by the recorded latency." || headline().startsWith("A miss"); }, kPatience));
  EXPECT_TRUE(view.basis().contains("no finding tells")) << view.basis().toStdString();
  EXPECT_TRUE(picture().look.before.empty());
  EXPECT_FALSE(button("Next eviction")->isEnabled());
  press(Qt::Key_M);
  EXPECT_EQ(headline(), "A miss, by the recorded latency.");
  press(Qt::Key_E);  // harmless
}

TEST_F(StepViewTest, findings_that_land_later_are_used) {
  load(sample::chase("run-1", {}, 17 * 1024, 128, 136, 1280));  // eight of the 32 sets overflow
  ASSERT_TRUE(picture().look.before.empty());
  const auto add = [&](const char* quantity, nlohmann::json value) {
    Finding finding;
    finding.subject = "l1_data";
    finding.quantity = quantity;
    finding.value = std::move(value);
    finding.conditions = {{"space", "global.ca"}};
    finding.status = FindingStatus::measured;
    store.addFinding(finding);
  };
  add("line_bytes", 128);
  add("sets", 32);
  add("ways", 4);
  add("set_index_bits", {7, 8, 9, 10, 11});
  add("set_index_function", "bits");
  add("replacement_policy", "lru");
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.basis().startsWith("Inferred state"); }, kPatience)) << view.basis().toStdString();
  EXPECT_TRUE(view.basis().contains("It predicts all 1,280 recorded hits and misses")) << view.basis().toStdString();
  EXPECT_EQ(picture().look.before.size(), 4U);
}

TEST_F(StepViewTest, says_what_keeps_it_from_playing) {
  const RunPtr run = stepped_textbook("run-1");
  store.startRun(sample::started(*run));
  selection.setCurrentRun("run-1");
  EXPECT_EQ(view.player().state(), StepPlayer::State::measuring);
  EXPECT_TRUE(view.isEmpty());
  store.failRun("run-1", "The card was lost.");
  EXPECT_EQ(view.player().state(), StepPlayer::State::impossible);
  bool banner = false;
  for (auto* label : view.findChildren<QLabel*>()) banner = banner || (label->isVisible() && label->text() == "The card was lost.");
  EXPECT_TRUE(banner);
  store.clear();
  EXPECT_EQ(view.player().state(), StepPlayer::State::empty);
  store.finishRun(sample::bankRuns().front());
  selection.setCurrentRun(store.runs().front()->id);
  EXPECT_EQ(view.player().state(), StepPlayer::State::impossible);
  press(Qt::Key_Right);  // without a source, the key does nothing
}

TEST_F(StepViewTest, free_running_keeps_the_place) {
  loadTextbook();
  press(Qt::Key_E);
  const RunPtr again = stepped_textbook("run-1");
  store.startRun(sample::started(*again));
  EXPECT_EQ(view.player().state(), StepPlayer::State::ready);  // the run before is shown until the new one is there
  store.finishRun(again);
  EXPECT_TRUE(QTest::qWaitFor([&] { return view.player().state() == StepPlayer::State::ready; }, kPatience));
  EXPECT_EQ(view.player().at(), 12U);
}

TEST(StepLayout, boxes_do_not_overlap_at_any_width_and_size) {
  auto device = *open_preset("gtx780");
  Exchange<ChaseRequest> chase;
  chase.request.space = MemorySpace::texture;
  chase.request.pattern = UniformPattern{14 * 1024, 32};
  chase.request.accesses = 2000;
  chase.result = *device->chase(chase.request, {});
  const auto levels = inference::find_latency_levels(chase.result.cycles);
  auto made = step::make_source({"run-1", chase.request, chase.result, chase.result.cycles, levels}, {},
                                {std::make_shared<const model::Card>(*preset_card("gtx780")), 1});
  while (!made.source->complete()) made.source->extend(1000);
  for (const std::size_t part : {0U, 1U, 2U})
    for (const double width : {280.0, 640.0, 1500.0})
      for (const double size : {12.0, 24.0}) {
        PlotStyle style;
        style.textPixels = size;
        const StepPicture picture = gatherStepPicture(*made.source, 1500, part, 4, 250.0F);
        const StepLayout layout = layOutStep(picture, width, style);
        std::vector<QRectF> boxes{layout.title, layout.sentence, layout.words};
        for (const BitField& field : layout.fields) boxes.push_back(field.box);
        boxes.insert(boxes.end(), layout.before.begin(), layout.before.end());
        boxes.insert(boxes.end(), layout.after.begin(), layout.after.end());
        ASSERT_EQ(layout.before.size(), picture.look.before.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) {
          ASSERT_LE(boxes[i].right(), width) << part << ' ' << width << ' ' << size << ' ' << i;
          ASSERT_LE(boxes[i].bottom(), layout.height);
          for (std::size_t k = i + 1; k < boxes.size(); ++k)
            ASSERT_FALSE(boxes[i].intersects(boxes[k])) << part << ' ' << width << ' ' << size << ' ' << i << ' ' << k;
        }
        const StepLayout timeline = layOutTimeline(picture, width, style);
        ASSERT_FALSE(timeline.strip.empty());
        for (const QRectF& column : timeline.strip) {
          ASSERT_FALSE(column.intersects(timeline.strip_title));
          ASSERT_LE(column.right(), width);
          ASSERT_LE(column.bottom(), timeline.height);
        }
      }
}

}  // namespace
}  // namespace chasescope
