#include <gtest/gtest.h>

#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <ctime>

#include "engine/device/software/software_device.h"
#include "engine/session/document/session.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/chase/chase_view.h"
#include "widgets/views/chase/figure_chase.h"

namespace chasescope {
namespace {

constexpr int kChasePatience = 20000;  // ms; a limit for a hanging test, not a wait

/// A chase of a bundled card, warm for two passes.
RunPtr chaseOf(const std::string& card, const Pattern& pattern, const std::string& id = "run-1", std::uint64_t passes = 20) {
  auto device = *open_preset(card);
  Exchange<ChaseRequest> chase;
  chase.request.pattern = pattern;
  chase.request.warmup = 2 * accesses_per_pass(pattern);
  chase.request.accesses = passes * accesses_per_pass(pattern);
  chase.result = *device->chase(chase.request, {});
  auto run = std::make_shared<chasescope::Run>();
  run->id = id;
  run->probe = "fine-grained";
  run->exchange = chase;
  return run;
}

RunPtr textbook(std::uint64_t words, const std::string& id = "run-1") {
  return chaseOf("textbook", UniformPattern{words * 4, 4}, id);
}

std::vector<std::uint64_t> numbersOf(const ChasePicture& picture, const std::vector<std::size_t>& lines) {
  std::vector<std::uint64_t> numbers;
  for (const std::size_t line : lines) numbers.push_back(picture.lines[line].number);
  return numbers;
}

std::vector<std::uint64_t> heldBy(const ChasePicture& picture, const ChaseSet& set) {
  std::vector<std::size_t> lines;
  for (const ChaseWay& way : set.ways)
    if (way.state == step::Way::State::held) lines.push_back(way.line);
  std::sort(lines.begin(), lines.end());
  return numbersOf(picture, lines);
}

class ChaseViewTest : public testing::Test {
 protected:
  void SetUp() override {
    view.resize(900, 700);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view, kChasePatience));
  }
  void model(const std::string& card) { view.player().setModel({std::make_shared<const model::Card>(*preset_card(card)), 1}); }
  void load(const RunPtr& run) {
    store.finishRun(run);
    selection.setCurrentRun(QString::fromStdString(run->id));
    EXPECT_TRUE(QTest::qWaitFor([&] { return view.player().state() == StepPlayer::State::ready; }, kChasePatience));
  }
  void loadTextbook(std::uint64_t words) {
    model("textbook");
    load(textbook(words));
  }
  const ChasePicture& picture() { return *view.plot()->picture(); }
  /// The words of the labels that are seen.
  QString words() {
    QStringList all;
    for (auto* label : view.findChildren<QLabel*>())
      if (label->isVisible()) all << label->text();
    return all.join('\n');
  }
  QPoint at(const QRectF& box) { return (box.center() + QPointF(2, 2)).toPoint(); }

  Theme theme;
  RunStore store;
  Selection selection;
  ChaseView view{store, selection, theme};
};

TEST_F(ChaseViewTest, shows_figure_2_of_the_paper_with_thirteen_words) {
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(words().contains("What a pointer chase is"));
  loadTextbook(13);
  ASSERT_FALSE(view.isEmpty());
  EXPECT_EQ(picture().tiles.size(), 13U);
  EXPECT_EQ(picture().pass, 2U);
  EXPECT_EQ(picture().misses, 3U);
  EXPECT_EQ(picture().hits, 10U);
  for (const std::size_t word : {0U, 6U, 12U}) {
    EXPECT_EQ(picture().tiles[word].verdict(), step::Verdict::miss) << word;
    EXPECT_EQ(picture().tiles[word].set, 0U) << word;
    EXPECT_EQ(picture().tiles[word].slowest(), 100) << word;
  }
  ASSERT_EQ(picture().sets.size(), 3U);
  EXPECT_EQ(heldBy(picture(), picture().sets[0]), (std::vector<std::uint64_t>{3, 6}));  // words 6, 7 and 12
  EXPECT_EQ(numbersOf(picture(), picture().sets[0].lost), (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(picture().sets[0].lines, 3U);
  EXPECT_EQ(picture().sets[0].places, 2U);
  EXPECT_TRUE(picture().sets[1].lost.empty());
  EXPECT_EQ(heldBy(picture(), picture().sets[2]), (std::vector<std::uint64_t>{2, 5}));
  EXPECT_TRUE(words().contains("3 of 13 accesses of the pass miss.")) << words().toStdString();
  EXPECT_TRUE(words().contains("True state"));
  EXPECT_EQ(view.chosenRun(), "run-1");
  EXPECT_EQ(besideSet(picture(), picture().sets[1]), QStringList{"hits only"});
}

TEST_F(ChaseViewTest, says_that_twelve_words_fill_the_cache_and_all_hit) {
  loadTextbook(12);
  EXPECT_EQ(cacheTitle(picture()), "In the cache after a pass over 12 words: full, and no access misses");
  EXPECT_EQ(besideSet(picture(), picture().sets[1]), (QStringList{"2 lines,", "2 places"}));
  loadTextbook(11);
  EXPECT_FALSE(cacheTitle(picture()).contains("two"));
  EXPECT_EQ(picture().misses, 0U);
}

TEST_F(ChaseViewTest, the_lost_line_that_is_needed_next_comes_first) {
  model("textbook");
  load(chaseOf("textbook", OffsetsPattern{{48, 72, 24, 0}}));  // four lines of set 0, the last two are there in the end
  ASSERT_EQ(picture().sets.size(), 3U);
  EXPECT_EQ(picture().sets[0].misses, 4U);
  EXPECT_EQ(heldBy(picture(), picture().sets[0]), (std::vector<std::uint64_t>{0, 3}));
  EXPECT_EQ(numbersOf(picture(), picture().sets[0].lost), (std::vector<std::uint64_t>{6, 9}));
  EXPECT_EQ(picture().path, (std::vector<std::size_t>{2, 3, 1, 0}));  // tiles lie by address, the arrow goes by time
}

TEST_F(ChaseViewTest, sets_of_a_small_cache_that_the_array_does_not_touch_stand_empty_beside_the_others) {
  model("textbook");
  load(chaseOf("textbook", OffsetsPattern{{28, 52, 4}}));  // three lines of set 0, by words that are not their first
  ASSERT_EQ(picture().sets.size(), 3U);
  for (const std::size_t i : {1U, 2U}) {
    const ChaseSet& set = picture().sets[i];
    EXPECT_EQ(set.number, i);
    EXPECT_EQ(set.ways.size(), 2U);
    for (const ChaseWay& way : set.ways) EXPECT_EQ(way.state, step::Way::State::empty);
    EXPECT_TRUE(set.lost.empty());
    EXPECT_EQ(besideSet(picture(), set), QStringList{"no line"});
  }
  EXPECT_EQ(picture().sets[0].lines, 3U);
  EXPECT_FALSE(cacheTitles(picture()).front().contains("of its"));
}

TEST_F(ChaseViewTest, tells_the_tile_under_the_mouse_and_ties_its_set) {
  loadTextbook(13);
  const ChaseLayout& layout = view.plot()->geometry();
  QTest::mouseMove(view.plot(), at(layout.tiles[6]));
  EXPECT_EQ(view.plot()->tile(), 6U);
  EXPECT_EQ(selection.hoveredAccess(), 6U);
  EXPECT_TRUE(words().contains(
      "Word 6 (byte 24) lies in line 3, which belongs to set 0. It takes 100 cycles: a miss. Set 0 has 2 places for 3 lines."))
      << words().toStdString();
  // The bar below a tile and a word in a set choose their tile, too.
  QTest::mouseMove(view.plot(), QPoint(at(layout.tiles[7]).x(), static_cast<int>(layout.floor) - 2));
  EXPECT_EQ(view.plot()->tile(), 7U);
  QTest::mouseMove(view.plot(), at(layout.sets[1].ways[0].cells[1]));
  ASSERT_TRUE(view.plot()->tile());
  EXPECT_EQ(picture().tiles[*view.plot()->tile()].set, 1U);
  QTest::mouseClick(view.plot(), Qt::LeftButton, Qt::NoModifier, at(layout.tiles[4]));
  EXPECT_EQ(selection.access(), 4U);
  EXPECT_EQ(selection.set(), 2U);
  EXPECT_EQ(view.plot()->wordsAt(layout.sets[0].label.center()),
            "Set 0: 3 lines of the array belong here, and there are 2 places. Thrown out by the end of the pass, and needed in the "
            "next one: line 0. 3 of 5 "
            "accesses to it miss.");
  selection.setHoveredAccess(20);  // of another pass
  EXPECT_EQ(view.plot()->tile(), std::nullopt);
  selection.setHoveredAccess(2);
  EXPECT_EQ(view.plot()->tile(), 2U);
}

TEST_F(ChaseViewTest, keys_lead_from_tile_to_tile) {
  loadTextbook(13);
  view.plot()->setFocus();
  QTest::keyClick(view.plot(), Qt::Key_Right);
  EXPECT_EQ(view.plot()->tile(), 0U);
  QTest::keyClick(view.plot(), Qt::Key_Right);
  QTest::keyClick(view.plot(), Qt::Key_Return);
  EXPECT_EQ(selection.access(), 1U);
  EXPECT_EQ(view.plot()->hop(), 1U);
  EXPECT_TRUE(view.plot()->accessibleDescription().contains("Word 1 (byte 4)"))
      << view.plot()->accessibleDescription().toStdString();
  QTest::keyClick(view.plot(), Qt::Key_Escape);
  EXPECT_EQ(view.plot()->tile(), std::nullopt);
}

TEST_F(ChaseViewTest, space_lets_the_arrow_hop_and_stops_it) {
  loadTextbook(13);
  EXPECT_FALSE(view.player().isPlaying());  // nothing moves by itself
  EXPECT_EQ(view.plot()->hop(), std::nullopt);
  view.plot()->setFocus();
  view.player().setSpeed(60);
  QTest::keyClick(view.plot(), Qt::Key_Space);
  EXPECT_TRUE(view.player().isPlaying());
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.plot()->hop() == std::optional<std::size_t>(3); }, kChasePatience));
  QTest::keyClick(view.plot(), Qt::Key_Space);
  EXPECT_FALSE(view.player().isPlaying());
}

TEST_F(ChaseViewTest, a_chosen_access_brings_its_pass) {
  loadTextbook(13);
  selection.setAccess(5 * 13 + 2);
  EXPECT_EQ(picture().pass, 7U);
  EXPECT_EQ(view.plot()->hop(), 2U);
  EXPECT_EQ(picture().tiles[0].accesses.front().timed, 65U);
}

TEST_F(ChaseViewTest, long_passes_are_drawn_line_by_line) {
  model("gtx560ti");
  load(chaseOf("gtx560ti", UniformPattern{2048, 4}));
  ASSERT_FALSE(view.isEmpty());
  EXPECT_TRUE(picture().grouped);
  EXPECT_EQ(picture().tiles.size(), 16U);
  EXPECT_EQ(picture().tiles[3].number, 3U);
  EXPECT_EQ(picture().tiles[3].accesses.size(), 32U);
  EXPECT_EQ(picture().path.size(), 16U);
  EXPECT_EQ(arrayTitles(picture()).front(), "The array: 16 lines with 512 accesses, read in order, over and over");
  selection.setAccess(33);
  EXPECT_EQ(view.plot()->hop(), 1U);
}

TEST_F(ChaseViewTest, still_longer_ones_offer_a_chase_that_fits) {
  model("gtx560ti");
  load(chaseOf("gtx560ti", UniformPattern{17 * 1024, 128}));
  EXPECT_TRUE(view.isEmpty());
  EXPECT_TRUE(
      words().contains(QString::fromUtf8("A pass of 136 accesses is too long to be drawn one by one. N\u00a0=\u00a017\u00a0KiB "
                                         "with s\u00a0=\u00a01\u00a0KiB has 17 accesses, and that "
                                         "is just more than the L1 holds.")))
      << words().toStdString();
  QSignalSpy asked(&view, &ChaseView::probeRequested);
  QPushButton* offer = nullptr;
  for (auto* button : view.findChildren<QPushButton*>())
    if (button->isVisible()) offer = button;
  ASSERT_NE(offer, nullptr);
  QTest::mouseClick(offer, Qt::LeftButton);
  ASSERT_EQ(asked.count(), 1);
  const auto values = asked.front().at(1).value<ParameterValues>();
  EXPECT_EQ(values.at("bytes"), std::to_string(17 * 1024));
  EXPECT_EQ(values.at("stride"), "1024");
  // The offered chase does what was promised: one set has one line more than ways, and no other set has.
  load(chaseOf("gtx560ti", UniformPattern{17 * 1024, 1024}, "run-2"));
  ASSERT_FALSE(view.isEmpty());
  std::size_t over = 0;
  for (const ChaseSet& set : picture().sets) over += set.lines > *set.places ? 1 : 0;
  EXPECT_EQ(over, 1U);
  EXPECT_GT(picture().misses, 0U);
  EXPECT_GT(picture().hits, 0U);
}

TEST_F(ChaseViewTest, says_what_is_not_known_of_the_cache) {
  load(sample::chase("run-1", {}, 17 * 128, 128, 34, 340));  // no model and no finding
  ASSERT_FALSE(view.isEmpty());
  EXPECT_EQ(picture().tiles.size(), 17U);
  EXPECT_TRUE(picture().sets.empty());
  EXPECT_EQ(picture().unit, ChasePicture::Unit::word);
  EXPECT_EQ(whyNoSets(picture()),
            "What the cache holds can’t be told: no finding says its line, which addresses share a set and how many lines a set "
            "holds. The probes Line, Sets and "
            "Replacement find it out.");
  EXPECT_FALSE(picture().tellsVerdicts());
  EXPECT_TRUE(view.plot()->geometry().brackets.empty());
}

TEST_F(ChaseViewTest, a_finding_that_lands_later_names_hits_and_misses) {
  const RunPtr run = sample::chase("run-1", {}, 17 * 128, 128, 0, 340);
  load(run);
  ASSERT_FALSE(picture().tellsVerdicts());
  store.addFinding(sample::missRate(*run, 200));
  ASSERT_TRUE(QTest::qWaitFor([&] { return picture().tellsVerdicts(); }, kChasePatience));
  EXPECT_EQ(picture().misses, 0U);
  EXPECT_EQ(picture().hits, 17U);
}

TEST_F(ChaseViewTest, a_covered_part_is_told_nowhere) {
  loadTextbook(12);
  view.setCovered(ChaseView::Part::pass, true);
  load(textbook(13, "run-2"));
  EXPECT_TRUE(view.isCovered(ChaseView::Part::pass));
  // The sets stay those of the run before, and the new line has no set yet.
  ASSERT_NE(view.plot()->cachePicture(), nullptr);
  EXPECT_EQ(view.plot()->cachePicture()->tiles.size(), 12U);
  EXPECT_EQ(picture().tiles.size(), 13U);
  EXPECT_EQ(view.plot()->newFrom(), 12U);
  for (const QString& told : {words(), view.facts(), view.plot()->accessibleDescription(),
                              view.plot()->wordsAt(view.plot()->geometry().tiles[0].center() + QPointF(2, 2))})
    for (const char* word : {"miss", "100", " hit", "True state"}) EXPECT_FALSE(told.contains(word)) << told.toStdString();
  // A place in the covered pass tells nothing.
  EXPECT_EQ(view.plot()->wordsAt(QPointF(view.plot()->geometry().tiles[0].center().x(), view.plot()->geometry().floor - 2)), "");
  EXPECT_TRUE(view.figure().isEmpty());
  QImage image(view.plot()->size(), QImage::Format_ARGB32);
  view.plot()->render(&image);
  const auto vermilion = [](const QImage& seen, const QColor& miss) {
    std::size_t dots = 0;
    for (int y = 0; y < seen.height(); ++y)
      for (int x = 0; x < seen.width(); ++x) dots += seen.pixelColor(x, y) == miss ? 1U : 0U;
    return dots;
  };
  EXPECT_EQ(vermilion(image, theme.colours().miss), 0U);
  view.setCovered(ChaseView::Part::pass, false);
  EXPECT_EQ(view.plot()->cachePicture()->tiles.size(), 13U);
  view.plot()->render(&image);
  EXPECT_GT(vermilion(image, theme.colours().miss), 1000U);
  EXPECT_EQ(view.figure(), "chase");

  view.setCovered(ChaseView::Part::cache, true);
  EXPECT_TRUE(view.plot()->geometry().brackets.empty());
  EXPECT_FALSE(view.plot()->wordsAt(view.plot()->geometry().tiles[0].center() + QPointF(2, 2)).contains("set"));
  view.setCovered(ChaseView::Part::array, true);
  EXPECT_EQ(view.plot()->wordsAt(view.plot()->geometry().tiles[0].center() + QPointF(2, 2)), "");
}

TEST_F(ChaseViewTest, a_pass_covered_from_the_beginning_covers_the_cache_too) {
  view.setCovered(ChaseView::Part::pass, true);
  loadTextbook(13);
  EXPECT_EQ(view.plot()->cachePicture(), nullptr);
}

TEST_F(ChaseViewTest, follows_a_free_run_and_keeps_what_it_shows_between_two_traces) {
  loadTextbook(12);
  const RunPtr next = textbook(13);
  store.startRun(sample::started(*next));
  EXPECT_EQ(picture().tiles.size(), 12U);
  store.finishRun(next);
  ASSERT_TRUE(QTest::qWaitFor([&] { return picture().tiles.size() == 13; }, kChasePatience));
  EXPECT_EQ(view.plot()->newFrom(), 12U);
  // The same trace again brings nothing new.
  store.startRun(sample::started(*next));
  store.finishRun(next);
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.player().state() == StepPlayer::State::ready; }, kChasePatience));
  EXPECT_EQ(view.plot()->newFrom(), 12U);
}

TEST_F(ChaseViewTest, tells_of_runs_that_have_no_pass) {
  const RunPtr run = textbook(13);
  store.startRun(sample::started(*run));
  selection.setCurrentRun("run-1");
  EXPECT_TRUE(words().contains("Measuring …")) << words().toStdString();
  store.failRun("run-1", "The card was lost.");
  EXPECT_TRUE(words().contains("The card was lost."));
  EXPECT_TRUE(view.isEmpty());
  store.clear();
  auto part = std::make_shared<chasescope::Run>(*run);
  part->exchange = Exchange<ChaseRequest>(*run->chase());
  part->chase()->request.accesses = 5;
  part->chase()->result.cycles = LatencyTrace(std::vector<float>(5, 10));
  load(part);
  EXPECT_TRUE(words().contains("A pass has 13 accesses, and the run timed no pass as a whole.")) << words().toStdString();
  store.finishRun(sample::bankRuns().front());
  selection.setCurrentRun(store.runs().back()->id);
  EXPECT_EQ(view.player().state(), StepPlayer::State::impossible);
  EXPECT_TRUE(view.isEmpty());
  QTest::keyClick(&view, Qt::Key_Space);  // harmless
}

// A trace lands thirty times a second in a free run, and the mouse moves while it does.
TEST_F(ChaseViewTest, is_drawn_within_a_frame) {
  model("gtx560ti");
  load(chaseOf("gtx560ti", UniformPattern{40 * 128, 4}));  // 40 lines of 32 accesses: the most that is drawn
  ASSERT_EQ(picture().tiles.size(), 40U);
  QImage image(view.plot()->size(), QImage::Format_RGB32);  // the format of a window's pixels
  view.plot()->render(&image);                              // glyphs are made at the first painting
  constexpr int kFrames = 20;
  const std::clock_t begin = std::clock();  // processor time of this program alone
  for (int i = 0; i < kFrames; ++i) {
    view.plot()->setTile(static_cast<std::size_t>(i));
    view.plot()->render(&image);
  }
  EXPECT_LT(static_cast<double>(std::clock() - begin) * 1000 / CLOCKS_PER_SEC / kFrames, 16);
}

TEST(ChaseLayout, boxes_do_not_overlap_at_any_width_and_size) {
  struct Case {
    const char* card;
    Pattern pattern;
  };
  for (const auto& [name, pattern] :
       {Case{"textbook", UniformPattern{52, 4}}, Case{"textbook", UniformPattern{160, 4}},
        Case{"gtx560ti", UniformPattern{17 * 1024, 1024}}, Case{"gtx560ti", UniformPattern{40 * 128, 128}},
        Case{"gtx780", ShuffledPattern{20 * 256, 256, 3}}}) {
    const RunPtr run = chaseOf(name, pattern);
    const auto& chase = *run->chase();
    const auto levels = inference::find_latency_levels(chase.result.cycles);
    auto made = step::make_source({run->id, chase.request, chase.result, chase.result.cycles, levels}, {},
                                  {std::make_shared<const model::Card>(*preset_card(name)), 1});
    while (!made.source->complete()) made.source->extend(1000);
    const ChasePicture picture = gatherChase(*made.source, *passToShow(*made.source, {}), {chase.request, chase.result.cycles, {}});
    ASSERT_FALSE(picture.tooMany()) << name;
    for (const double width : {300.0, 640.0, 1500.0})
      for (const double pixels : {12.0, 24.0}) {
        PlotStyle style;
        style.textPixels = pixels;
        const ChaseLayout layout = layOutChase(picture, &picture, width, 0, style);
        std::vector<QRectF> boxes{layout.cache_title, layout.array_title, layout.pass_title, layout.cycles_title, layout.pass};
        boxes.insert(boxes.end(), layout.tiles.begin(), layout.tiles.end());
        for (const ChaseSetBox& set : layout.sets) {
          boxes.push_back(set.label);
          boxes.push_back(set.frame);
          if (set.lost.empty()) continue;
          for (const QRectF& each : {set.over, set.under, set.more_lost})
            if (!each.isNull()) boxes.push_back(each);
          for (const ChaseRow& row : set.lost) boxes.push_back(row.box);
        }
        for (const ChaseBracket& bracket : layout.brackets) boxes.push_back(bracket.box);
        ASSERT_EQ(layout.tiles.size(), picture.tiles.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) {
          ASSERT_LE(boxes[i].right(), width + 0.5) << name << ' ' << width << ' ' << pixels << ' ' << i;
          ASSERT_LE(boxes[i].bottom(), layout.height);
          for (std::size_t k = i + 1; k < boxes.size(); ++k)
            ASSERT_FALSE(boxes[i].adjusted(0.1, 0.1, -0.1, -0.1).intersects(boxes[k].adjusted(0.1, 0.1, -0.1, -0.1)))
                << name << ' ' << width << ' ' << pixels << ' ' << i << ' ' << k;
        }
      }
  }
}

TEST(ChaseFigure, is_of_the_last_run_that_can_be_drawn) {
  Session session;
  session.environment = {{"device_id", "model:textbook"}};
  session.device.origin = Origin::model;
  session.device.name = "Textbook cache";
  EXPECT_TRUE(chaseFigure(session, {}).unmeasured);
  session.runs = {textbook(13, "run-1"), chaseOf("textbook", UniformPattern{1024, 4}, "run-2")};
  const FigureOutcome made = chaseFigure(session, {});
  ASSERT_TRUE(made) << made.error.toStdString();
  EXPECT_TRUE(made.figure->caption().contains("True state")) << made.figure->caption().toStdString();
  QByteArray csv;
  made.figure->writeCsv([&](const QByteArray& lines) {
    csv += lines;
    return true;
  });
  EXPECT_TRUE(csv.startsWith("access,pass,offset_bytes,line,set,cycles,miss\n0,2,0,0,0,100,1\n1,2,4,0,0,10,0\n2,2,8,1,1,10,0\n"))
      << csv.toStdString();
  EXPECT_EQ(csv.count('\n'), 14);
  const FigureOutcome none = chaseFigure(session, "run-2");
  EXPECT_FALSE(none);
  EXPECT_TRUE(none.error.startsWith("A pass of 256 accesses is too long")) << none.error.toStdString();
}

}  // namespace
}  // namespace chasescope
