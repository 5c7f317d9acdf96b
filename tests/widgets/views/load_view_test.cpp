// Levels under load, as an H200 showed them: what Little's law makes of its runs, and the view of them.
#include <gmock/gmock.h>

#include <QAbstractButton>
#include <QSignalSpy>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "engine/session/session_file.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/views/load/figure_load.h"
#include "widgets/views/load/load_plot.h"
#include "widgets/views/load/load_view.h"

namespace chasescope {
namespace {

const Session& loadedCard() {
  static const Session session = *read_session(CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-load.cbor");
  return session;
}

Loads loadsOf(const Session& session) { return gatherLoads(session.runs, session.findings, session.device); }

/// The rate of a width with so many bytes under way, between two points; 0 beside them. The first point is left out: what a launch
/// costs at its ends weighs most where an SM has an eighth of a block.
double rateAt(const LoadedWidth& width, double bytes) {
  for (std::size_t i = 2; i < width.points.size(); ++i) {
    const LoadedPoint &a = width.points[i - 1], &b = width.points[i];
    if (bytes < a.bytes || bytes > b.bytes) continue;
    const double share = std::log(bytes / a.bytes) / std::log(b.bytes / a.bytes);
    return a.rate * std::pow(b.rate / a.rate, share);
  }
  return 0;
}

TEST(Loads, of_every_width_are_one_curve_over_the_bytes_under_way) {
  const Loads loads = loadsOf(loadedCard());
  ASSERT_EQ(loads.levels.size(), 4U);
  EXPECT_TRUE(loads.in_seconds);
  for (const char* subject : {subject::l2, subject::dram}) {
    const LoadedLevel* level = loads.find(subject);
    ASSERT_NE(level, nullptr);
    ASSERT_EQ(level->widths.size(), 3U) << subject;
    EXPECT_EQ(level->widths.front().access_bytes, 16U);
    EXPECT_FALSE(level->at_least);
    int compared = 0;
    for (std::size_t w = 1; w < 3; ++w)
      for (const LoadedPoint& point : level->widths[w].points) {
        const double rate = rateAt(level->widths[0], point.bytes);
        if (rate == 0) continue;
        ++compared;
        EXPECT_NEAR(point.rate / rate, 1, 0.12) << subject << ' ' << level->widths[w].access_bytes << " B, " << point.bytes;
      }
    EXPECT_GT(compared, 15) << subject;
  }
}

TEST(Loads, begin_with_what_a_lone_chase_takes_and_end_with_threads_that_wait) {
  const Loads loads = loadsOf(loadedCard());
  const LoadedLevel& l2 = *loads.find(subject::l2);
  EXPECT_NEAR(l2.widths[0].points[2].cycles, l2.lone, 0.05 * l2.lone);
  EXPECT_GT(l2.widths[0].points.back().cycles, 10 * l2.lone);
  EXPECT_EQ(busyText(l2), "2.185 MiB under way keep it busy");
  EXPECT_EQ(busyText(*loads.find(subject::shared_memory)), "At least 2.621 KiB in each SM keep it busy");
  EXPECT_TRUE(loads.find(subject::shared_memory)->at_least);
  EXPECT_TRUE(loads.find(subject::l1_data)->each_sm);
}

TEST(Loads, are_none_without_the_number_of_sms_or_the_lone_latency) {
  Session session = loadedCard();
  session.device.properties.sm_count.reset();
  EXPECT_TRUE(loadsOf(session).empty());
  session = loadedCard();
  session.findings.clear();
  EXPECT_TRUE(loadsOf(session).empty());
  EXPECT_TRUE(loadsOf({}).empty());
}

class LoadViewTest : public ViewFixture {
 protected:
  LoadViewTest() : view(store, selection, theme) { show(view); }
  void fill() {
    store.setDevice(loadedCard().device);
    add({loadedCard().runs, loadedCard().findings});
    view.refresh();
  }
  QAbstractButton* level(const QString& name) const {
    for (QAbstractButton* button : view.findChildren<QAbstractButton*>())
      if (button->text() == name) return button;
    return nullptr;
  }
  LoadView view;
};

TEST_F(LoadViewTest, offers_its_probe_while_it_is_empty) {
  EXPECT_TRUE(view.isEmpty());
  EXPECT_EQ(view.facts(), "");
  QSignalSpy asked(&view, &View::probeRequested);
  press(view, buttons(view).first());
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked.first().first().toString(), "load");
}

TEST_F(LoadViewTest, shows_memory_first_and_each_level_by_its_button) {
  fill();
  EXPECT_FALSE(view.isEmpty());
  EXPECT_GT(coloured(view), 200);
  EXPECT_THAT(view.facts().toStdString(),
              testing::StartsWith("Memory: 3.259 MiB under way keep it busy · a load then takes 1,583 cycles"));
  EXPECT_EQ(view.subject(), subject::dram);
  ASSERT_NE(level("L2"), nullptr);
  level("L2")->click();
  EXPECT_EQ(view.subject(), subject::l2);
  EXPECT_THAT(view.facts().toStdString(), testing::StartsWith("L2: 2.185 MiB"));
  store.clear();
  EXPECT_TRUE(view.isEmpty());
}

TEST_F(LoadViewTest, keys_go_along_a_width_and_choose_its_run) {
  fill();
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_End);
  EXPECT_THAT(view.facts().toStdString(), testing::StartsWith("2,048 threads in each SM, 16 B a load"));
  const QString last = view.chosenRun();
  EXPECT_EQ(selection.currentRun(), last);
  QTest::keyClick(view.plot(), Qt::Key_Left);
  EXPECT_THAT(view.facts().toStdString(), testing::StartsWith("1,024 threads in each SM, 16 B a load"));
  QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr("8 B a load"));
  selection.setCurrentRun(last);
  EXPECT_THAT(view.facts().toStdString(), testing::StartsWith("2,048 threads"));
}

TEST_F(LoadViewTest, a_run_of_another_level_turns_to_it) {
  fill();
  const std::string run = loadsOf(loadedCard()).find(subject::l1_data)->widths[0].points[0].run;
  selection.setCurrentRun(QString::fromStdString(run));
  EXPECT_EQ(view.subject(), subject::l1_data);
  EXPECT_TRUE(level("L1 data")->isChecked());
}

TEST(LoadFigure, is_of_the_level_that_is_named_and_of_memory_else) {
  EXPECT_EQ(loadFigure(loadedCard()).figure->title(), "Memory under load");
  EXPECT_EQ(loadFigure(loadedCard(), {.cache = "shared_memory"}).figure->title(), "Shared memory under load");
  EXPECT_FALSE(loadFigure(loadedCard(), {.cache = "l3"}));
  EXPECT_TRUE(loadFigure({}).unmeasured);
  EXPECT_THAT(loadFigure(loadedCard(), {.run = "run-nobody"}).error.toStdString(), testing::HasSubstr("run-nobody"));
}

}  // namespace
}  // namespace chasescope
