// Levels under load, as an H200 was recorded: the curves that follow from its runs by Little's law, and the view of them.
#include <gmock/gmock.h>

#include <QAbstractButton>
#include <QSignalSpy>
#include <cmath>
#include <set>

#include "engine/findings/vocabulary.h"
#include "engine/session/session_file.h"
#include "tests/widgets/views/view_fixture.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/style/part_look.h"
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

/// The same with loads of 2 and 1 bytes, whose threads make as many loads in a cycle as those with loads of 4 bytes.
Session withNarrowLoads() {
  Session session = loadedCard();
  for (const RunPtr& run : loadedCard().runs) {
    const auto* words = run->as<BandwidthRequest>();
    if (words == nullptr || words->request.access_bytes != 4) continue;
    for (const unsigned width : {2U, 1U}) {
      auto narrow = std::make_shared<Run>(*run);
      narrow->id += "-of-" + std::to_string(width);
      Exchange<BandwidthRequest> exchange = *words;
      exchange.request.access_bytes = width;
      exchange.result.bytes_per_cycle *= width / 4.0;
      exchange.result.bytes_per_second *= width / 4.0;
      narrow->exchange = exchange;
      session.runs.push_back(std::move(narrow));
    }
  }
  return session;
}

/// The rate of a width at so many bytes in flight, interpolated between two points; 0 outside the points. The first point is left
/// out: the costs of a launch at its ends weigh most where an SM has an eighth of a block.
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
  EXPECT_EQ(busyText(l2), "Saturated by 2.185 MiB under way");
  EXPECT_EQ(busyText(*loads.find(subject::shared_memory)), "Saturated by at least 2.621 KiB in each SM");
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

TEST(Loads, of_five_widths_have_a_look_each) {
  const Loads loads = loadsOf(withNarrowLoads());
  for (const LoadedLevel& level : loads.levels) {
    std::vector<unsigned> widths;
    for (const LoadedWidth& width : level.widths) widths.push_back(width.access_bytes);
    EXPECT_EQ(widths, (std::vector{16U, 8U, 4U, 2U, 1U})) << level.subject;
    for (const Palette* palette : {&lightPalette(), &darkPalette(), &contrastPalette(), &greyPalette()})
      for (std::size_t a = 0; a < 5; ++a)
        for (std::size_t b = 0; b < a; ++b) {
          EXPECT_NE(levelMarker(a), levelMarker(b));
          EXPECT_GT(contrastRatio(widthColour(level, a, *palette), widthColour(level, b, *palette)), 1.05) << a << ' ' << b;
        }
  }
  std::set<std::pair<DataSeries::Line, DataSeries::Mark>> looks;
  for (const DataSeries& series : loadFigure(withNarrowLoads()).figure->series(PlotStyle()).at(0).series)
    looks.emplace(series.line, series.mark);
  EXPECT_EQ(looks.size(), 5U);
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
              testing::StartsWith("Memory: Saturated by 3.259 MiB under way · a load then takes 1,583 cycles"));
  EXPECT_EQ(view.subject(), subject::dram);
  ASSERT_NE(level("L2"), nullptr);
  level("L2")->click();
  EXPECT_EQ(view.subject(), subject::l2);
  EXPECT_THAT(view.facts().toStdString(), testing::StartsWith("L2: Saturated by 2.185 MiB"));
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

TEST_F(LoadViewTest, keys_reach_the_narrowest_width) {
  const Session session = withNarrowLoads();
  store.setDevice(session.device);
  add({session.runs, session.findings});
  view.refresh();
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_End);
  for (int i = 0; i < 6; ++i) QTest::keyClick(view.plot(), Qt::Key_Down);
  EXPECT_THAT(view.facts().toStdString(), testing::HasSubstr(" 1 B a load"));
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

TEST(LoadFigure, names_the_level_on_its_axis) {
  const Loads loads = loadsOf(loadedCard());
  for (const LoadedLevel& level : loads.levels) {
    const FigureOutcome made = loadFigure(loadedCard(), {.cache = QString::fromStdString(level.subject)});
    ASSERT_TRUE(made) << level.subject;
    EXPECT_TRUE(made.figure->series(PlotStyle()).at(0).y.title.startsWith(partName(level.subject))) << level.subject;
  }
}

}  // namespace
}  // namespace chasescope
