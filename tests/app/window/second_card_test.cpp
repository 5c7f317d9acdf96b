// A second card beside the first follows its probes, settings, views and selection. A line tells what the two have in common.
#include "app/beside/second_card.h"

#include <QDropEvent>
#include <QMimeData>

#include "app/beside/card_drop.h"
#include "app/beside/card_head.h"
#include "app/beside/likeness.h"
#include "app/beside/shared_zoom.h"
#include "app/lesson/question_card.h"
#include "app/tabs/axis_links.h"
#include "app/window/lesson_mode.h"
#include "engine/findings/vocabulary.h"
#include "tests/app/window/person.h"
#include "widgets/plot/curve_plot.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/section_list.h"
#include "widgets/views/chase/chase_view.h"
#include "widgets/views/overlay/figure_overlay.h"
#include "widgets/views/overlay/overlay_plot.h"
#include "widgets/views/overlay/overlay_view.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/sweeps/footprint_plot.h"
#include "widgets/views/sweeps/sweep_view.h"

namespace chasescope {
namespace {

class SecondCardJourney : public PersonFixture {
 protected:
  void putBeside(const QString& id) {
    window_.putBeside(id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return second().device().has_value() && !second().busy(); }, kPatience));
  }
  Explorer& second() { return window_.second().explorer(); }
  std::optional<ChaseRequest> lastChase(const Explorer& explorer) {
    std::optional<ChaseRequest> last;
    for (const RunPtr& run : explorer.session().runs)
      if (!run->auxiliary && run->chase() != nullptr) last = run->chase()->request;
    return last;
  }
};

TEST_F(SecondCardJourney, the_second_measures_what_the_first_does) {
  open(QStringLiteral("model:c2070"));
  type(QStringLiteral("bytes"), QStringLiteral("17KiB"));
  type(QStringLiteral("stride"), QStringLiteral("128"));
  measure();
  putBeside(QStringLiteral("model:gtx560ti"));  // the run that is shown is measured on the second card without a click
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()).has_value(); }, kPatience));
  EXPECT_EQ(lastChase(second()), lastChase(window_.explorer()));
  type(QStringLiteral("bytes"), QStringLiteral("18KiB"));
  measure();
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()) == lastChase(window_.explorer()); }, kPatience));
  EXPECT_FALSE(second().hasUnsavedRuns());  // the second card only repeats the runs of the first
  EXPECT_TRUE(window_.second().firstHead()->share().endsWith(QLatin1Char('%')));
}

TEST_F(SecondCardJourney, tab_access_and_line_are_chosen_in_both) {
  open(QStringLiteral("model:textbook"));
  measure();
  putBeside(QStringLiteral("model:textbook"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()).has_value(); }, kPatience));
  turnTo(QStringLiteral("Steps"));
  EXPECT_EQ(window_.second().views().currentIndex(), window_.views().currentIndex());
  window_.explorer().selection().setAccess(7);
  EXPECT_EQ(second().selection().access(), 7U);
  second().selection().setAccess(9);
  EXPECT_EQ(window_.explorer().selection().access(), 9U);
  window_.explorer().selection().setLine(3);
  EXPECT_EQ(second().selection().line(), 3U);
}

TEST_F(SecondCardJourney, it_is_put_there_by_its_key_and_taken_away) {
  open(QStringLiteral("model:textbook"));
  EXPECT_EQ(window_.findChild<SecondCard*>(), nullptr);
  window_.actions().beside->trigger();
  auto* card = window_.findChild<SecondCard*>();
  ASSERT_NE(card, nullptr);
  ASSERT_TRUE(QTest::qWaitFor([&] { return second().device().has_value(); }, kPatience));
  EXPECT_TRUE(card->isVisible());
  EXPECT_NE(second().deviceId(), window_.explorer().deviceId());
  window_.actions().beside->trigger();
  EXPECT_FALSE(card->isVisible());
  EXPECT_FALSE(window_.second().firstHead()->isVisible());
  measure();
  EXPECT_FALSE(second().busy());  // a second card that is hidden measures nothing
}

TEST_F(SecondCardJourney, a_device_that_is_not_there_is_said) {
  open(QStringLiteral("model:textbook"));
  window_.putBeside(QStringLiteral("file:/no/such.json"));
  bool said = false;
  ASSERT_TRUE(QTest::qWaitFor(
      [&] {
        for (const auto* label : window_.second().findChildren<QLabel*>())
          said = said || label->toolTip().contains(QStringLiteral("/no/such.json")) ||
                 label->text().contains(QStringLiteral("/no/such.json"));
        return said;
      },
      kPatience));
  measure();  // the first card still measures
}

TEST_F(SecondCardJourney, both_are_zoomed_together_while_the_lock_is_closed) {
  open(QStringLiteral("model:c2070"));
  type(QStringLiteral("bytes"), QStringLiteral("17KiB"));
  type(QStringLiteral("stride"), QStringLiteral("128"));
  measure();
  putBeside(QStringLiteral("model:gtx560ti"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()).has_value() && !second().busy(); }, kPatience));
  ScopePlot& first = *window_.views().of<ScopeView>().plot();
  ScopePlot& other = *window_.second().views().of<ScopeView>().plot();
  ASSERT_TRUE(QTest::qWaitFor([&] { return other.visibleAccesses().end > 1000; }, kPatience));
  // The C2070 misses in 350 cycles, the GTX 560 Ti in 377: one axis has room for both.
  const ScopePlot::Range cycles = other.visibleCycles();
  EXPECT_GE(cycles.end, 377);
  EXPECT_NE(first.ownTop(), other.ownTop());
  EXPECT_EQ(cycles.end, std::max(first.ownTop(), other.ownTop()));
  EXPECT_EQ(first.visibleCycles(), cycles);
  first.showAccesses(100, 200);
  EXPECT_EQ(other.visibleAccesses(), first.visibleAccesses());
  EXPECT_EQ(other.visibleCycles(), cycles);  // all latencies, as before
  other.showRanges({300, 400}, {50, 150});
  EXPECT_EQ(first.visibleAccesses(), (ScopePlot::Range{300, 400}));
  EXPECT_EQ(first.visibleCycles(), (ScopePlot::Range{50, 150}));
  other.fit();
  EXPECT_TRUE(first.isFollowing());

  QTest::mouseClick(window_.second().head()->lock(), Qt::LeftButton);
  first.showAccesses(10, 20);
  EXPECT_TRUE(other.isFollowing());
  EXPECT_EQ(other.visibleCycles().end, other.ownTop());  // each scope has its own axis again
  QTest::mouseClick(window_.second().head()->lock(), Qt::LeftButton);
  EXPECT_EQ(other.visibleAccesses(), (ScopePlot::Range{10, 20}));  // the second scope follows the first

  // A zoom of one curve over footprints zooms all such curves of both cards.
  const auto& curves = window_.views().links().curves();
  const auto& others = window_.second().views().links().curves();
  ASSERT_EQ(curves.size(), others.size());
  curves.front()->setSights({{QStringLiteral("footprint"), {1024, 4096}}});
  emit curves.front()->sightsChanged();
  for (const CurvePlot* curve : others) EXPECT_EQ(curve->sights(), curves.front()->sights());
  others.back()->fit();
  for (const CurvePlot* curve : curves) EXPECT_TRUE(curve->sights().empty());

  window_.second().close();
  first.showAccesses(30, 40);
  EXPECT_NE(other.visibleAccesses(), (ScopePlot::Range{30, 40}));
}

TEST_F(SecondCardJourney, a_zoom_is_taken_back_on_both) {
  open(QStringLiteral("model:c2070"));
  type(QStringLiteral("bytes"), QStringLiteral("17KiB"));
  type(QStringLiteral("stride"), QStringLiteral("128"));
  measure();
  putBeside(QStringLiteral("model:gtx560ti"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()).has_value() && !second().busy(); }, kPatience));
  const ScopePlot& other = *window_.second().views().of<ScopeView>().plot();
  CurvePlot& curve = *window_.views().links().curves().front();
  const CurvePlot& besideIt = *window_.second().views().links().curves().front();
  PatternPlot& pattern = *window_.views().of<MissPatternView>().plot();
  const PatternPlot& patternBeside = *window_.second().views().of<MissPatternView>().plot();
  const auto zoomPattern = [&] {
    pattern.showView({2, 2, 10, 4});
    emit pattern.viewMoved();
  };
  ASSERT_TRUE(QTest::qWaitFor([&] { return other.visibleAccesses().end > 1000; }, kPatience));
  window_.views().of<ScopeView>().plot()->showAccesses(100, 200);
  curve.setSights({{QStringLiteral("footprint"), {1024, 4096}}});
  emit curve.sightsChanged();
  zoomPattern();
  ASSERT_EQ(other.visibleAccesses(), window_.views().of<ScopeView>().plot()->visibleAccesses());
  ASSERT_FALSE(besideIt.sights().empty());
  ASSERT_FALSE(patternBeside.isFitted());
  for (int steps = 0; window_.actions().undo->isEnabled() && steps < 50; ++steps) {
    window_.actions().undo->trigger();
    EXPECT_EQ(other.isFollowing(), window_.views().of<ScopeView>().plot()->isFollowing());
    EXPECT_EQ(besideIt.sights(), curve.sights());
    EXPECT_EQ(patternBeside.isFitted(), pattern.isFitted());
    if (!pattern.isFitted()) {
      EXPECT_EQ(patternBeside.view(), pattern.view());
    }
  }
  EXPECT_TRUE(besideIt.sights().empty());
  EXPECT_TRUE(patternBeside.isFitted());
}

TEST_F(SecondCardJourney, curves_of_both_lie_over_each_other) {
  EXPECT_FALSE(window_.actions().over->isEnabled());  // there is only one card
  open(QStringLiteral("model:textbook"));
  putBeside(QStringLiteral("model:c2070"));
  QTest::keySequence(&window_, QKeySequence(QStringLiteral("Ctrl+Shift+B")));
  SecondCard& card = window_.second();
  ASSERT_TRUE(card.isOver());
  EXPECT_TRUE(window_.actions().over->isChecked());
  EXPECT_FALSE(window_.views().isVisible());
  EXPECT_TRUE(card.overlay().isVisible());
  EXPECT_TRUE(card.overlay().plot()->overlay().empty());
  EXPECT_STREQ(card.overlay().kind().id, "latency-footprint");
  // A curve that nobody measured yet is offered, and then measured on both cards.
  QSignalSpy ended(&second(), &Explorer::probeEnded);
  emit card.overlay().probeRequested(QString::fromLatin1(card.overlay().kind().probe));
  // Until then, each curve says that its measurement is under way.
  for (const NamedCurve& curve : card.overlay().plot()->overlay().curves) {
    EXPECT_TRUE(curve.points.empty());
    EXPECT_TRUE(curve.coming) << curve.card.toStdString();
  }
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() > 0 && !window_.explorer().busy(); }, kPatience));
  for (const NamedCurve& curve : card.overlay().plot()->overlay().curves) EXPECT_FALSE(curve.coming);
  ASSERT_TRUE(card.isOver());  // the view that the probe fills shows these curves, so they stay over each other
  const CurveOverlay& both = card.overlay().plot()->overlay();
  ASSERT_EQ(both.curves.size(), 2U);
  EXPECT_EQ(both.curves[0].card, QStringLiteral("Textbook cache"));
  EXPECT_EQ(both.curves[1].card, QStringLiteral("Tesla C2070"));
  for (const NamedCurve& curve : both.curves) EXPECT_GT(curve.points.size(), 5U) << curve.card.toStdString();
  EXPECT_EQ(both.curves[0].points, overlayOf(std::vector{cardData(window_.explorer().session())}, *both.kind).curves[0].points);
  // A view without curves brings back the two cards side by side. Its key works although its tab is hidden.
  window_.views().showView("memory");
  EXPECT_FALSE(card.isOver());
  EXPECT_TRUE(window_.views().isVisible());
  EXPECT_FALSE(card.head()->over()->isChecked());
  QTest::mouseClick(card.head()->over(), Qt::LeftButton);
  EXPECT_TRUE(card.isOver());
  card.close();
  EXPECT_FALSE(card.isOver());
  EXPECT_TRUE(window_.views().isVisible());
  EXPECT_FALSE(window_.actions().over->isEnabled());
}

TEST_F(SecondCardJourney, a_device_dropped_on_a_curve_lies_over_it) {
  open(QStringLiteral("model:textbook"));
  turnTo(QStringLiteral("Curves"));
  CardDrop& drop = *window_.findChild<CardDrop*>();
  QWidget& place = window_.cards();
  QMimeData nothing;
  nothing.setText(QStringLiteral("words"));
  QDragEnterEvent other(QPoint(30, 30), Qt::CopyAction, &nothing, Qt::LeftButton, {});
  other.ignore();
  QCoreApplication::sendEvent(&place, &other);
  EXPECT_FALSE(other.isAccepted());
  EXPECT_FALSE(drop.sign()->isVisible());
  QMimeData device;
  device.setData(QString::fromLatin1(DeviceList::kDragType), "model:c2070");
  QDragEnterEvent enter(QPoint(30, 30), Qt::CopyAction, &device, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&place, &enter);
  EXPECT_TRUE(enter.isAccepted());
  EXPECT_TRUE(drop.sign()->isVisible());
  QDropEvent letGo(QPoint(30, 30), Qt::CopyAction, &device, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&place, &letGo);
  EXPECT_TRUE(letGo.isAccepted());
  EXPECT_FALSE(drop.sign()->isVisible());
  ASSERT_TRUE(QTest::qWaitFor([&] { return second().device().has_value(); }, kPatience));
  EXPECT_EQ(second().deviceId(), QStringLiteral("model:c2070"));
  EXPECT_TRUE(window_.second().isOver());
  EXPECT_STREQ(window_.second().overlay().kind().id, "latency-footprint");
  window_.second().close();
}

// A press on a device may be the begin of a drag. So a device is opened only when the button is released, and never after a drag.
TEST_F(SecondCardJourney, a_device_is_chosen_when_the_button_is_let_go) {
  open(QStringLiteral("model:textbook"));
  auto* devices = window_.findChild<DeviceList*>();
  SectionList* list = devices->list();
  QSignalSpy chosen(devices, &DeviceList::deviceChosen);
  const QModelIndexList found =
      list->model()->match(list->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("Tesla C2070"), 1, Qt::MatchExactly);
  ASSERT_EQ(found.size(), 1);
  list->scrollTo(found.front());
  const QPoint at = list->visualRect(found.front()).center();
  QTest::mousePress(list->viewport(), Qt::LeftButton, {}, at);
  EXPECT_EQ(chosen.count(), 0);
  QTest::mouseRelease(list->viewport(), Qt::LeftButton, {}, at);
  EXPECT_EQ(chosen.count(), 1);
}

TEST_F(SecondCardJourney, boxes_of_both_are_in_line) {
  window_.resize(1280, 720);
  open(QStringLiteral("model:c2070"));
  measure();
  putBeside(QStringLiteral("model:gtx560ti"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return lastChase(second()).has_value() && !second().busy(); }, kPatience));
  const auto placeOf = [&](const QWidget& widget) { return QRect(widget.mapTo(&window_, QPoint()), widget.size()); };
  turnTo(QStringLiteral("Chase"));
  QTest::qWait(50);
  const QRect first = placeOf(window_.views().of<ChaseView>()), other = placeOf(window_.second().views().of<ChaseView>());
  EXPECT_EQ(first.top(), other.top());
  EXPECT_EQ(first.bottom(), other.bottom());
  // The name of the second card has enough room to be read.
  const QComboBox& devices = *window_.second().head()->devices();
  QStyleOptionComboBox option;
  option.initFrom(&devices);
  option.editable = false;
  const QRect room = devices.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &devices);
  EXPECT_GE(room.width(), devices.fontMetrics().horizontalAdvance(devices.currentText()));
}

TEST_F(SecondCardJourney, chases_of_lessons_fit_a_small_screen) {
  window_.resize(1280, 720);
  for (const auto& [lesson, step] : {std::pair("05-set-index", 4), {"07-policies", 4}, {"07-policies", 5}}) {
    SCOPED_TRACE(std::string(lesson) + " step " + std::to_string(step));
    window_.playLesson(QString::fromLatin1(lesson));
    LessonPlayer& player = window_.lessons().player();
    player.goTo(step - 1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !player.isMeasuring() && second().device() && !second().busy(); }, kPatience));
    player.reveal();
    for (ViewTabs* views : {&window_.views(), &window_.second().views()}) {
      ChaseView& chase = views->of<ChaseView>();
      ASSERT_TRUE(QTest::qWaitFor([&] { return !chase.isEmpty(); }, kPatience));
      const auto* bar = chase.findChild<QScrollArea*>()->verticalScrollBar();
      EXPECT_TRUE(QTest::qWaitFor([&] { return bar->maximum() == 0; }, 2000)) << bar->maximum() << " px are out of sight";
    }
    player.leave();
  }
}

TEST_F(SecondCardJourney, what_both_have_in_common_is_covered_with_a_question_about_them) {
  window_.resize(1280, 720);
  window_.playLesson(QStringLiteral("05-set-index"));
  LessonPlayer& player = window_.lessons().player();
  player.goTo(3);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !player.isMeasuring() && lastChase(second()) && !second().busy(); }, kPatience));
  const Likeness& likeness = *window_.second().likeness();
  EXPECT_FALSE(likeness.isVisible());
  player.reveal();
  EXPECT_TRUE(likeness.isVisible());
  player.leave();
}

TEST_F(SecondCardJourney, shows_the_same_view_of_those_that_share_a_tab) {
  window_.resize(1280, 720);
  window_.playLesson(QStringLiteral("06-lru-or-not"));
  LessonPlayer& player = window_.lessons().player();
  player.goTo(2);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !player.isMeasuring() && lastChase(second()) && !second().busy(); }, kPatience));
  QTest::qWait(50);
  for (ViewTabs* views : {&window_.views(), &window_.second().views()}) EXPECT_TRUE(views->of<MissPatternView>().isVisible());
  player.leave();
}

TEST_F(SecondCardJourney, no_word_beside_two_cards_is_cut_off) {
  window_.resize(1280, 720);
  window_.playLesson(QStringLiteral("09-latency-classes"));
  LessonPlayer& player = window_.lessons().player();
  player.goTo(5);  // a step whose options are long
  ASSERT_TRUE(QTest::qWaitFor([&] { return !player.isMeasuring() && second().device() && !second().busy(); }, kPatience));
  QTest::qWait(50);
  const auto* words = window_.findChild<QuestionCard*>()->findChild<QScrollArea*>();
  EXPECT_LE(words->widget()->width(), words->viewport()->width());
  player.leave();
}

TEST_F(SecondCardJourney, a_lesson_with_two_cards_leaves_the_window_as_wide_as_it_was) {
  window_.resize(1280, 720);
  for (const auto& [lesson, step] : {std::pair("05-set-index", 4), {"06-lru-or-not", 3}, {"12-fermi-to-hopper", 8}}) {
    SCOPED_TRACE(lesson);
    window_.playLesson(QString::fromLatin1(lesson));
    LessonPlayer& player = window_.lessons().player();
    player.goTo(step - 1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !player.isMeasuring() && second().device() && !second().busy(); }, kPatience));
    QTest::keyClick(&window_, Qt::Key_Escape);
    ASSERT_FALSE(player.active());
    QTest::qWait(100);  // the widgets that were hidden are laid out anew
    EXPECT_EQ(window_.size(), QSize(1280, 720));
  }
}

TEST(LikenessWords, say_what_both_measured) {
  Session a, b;
  const auto add = [](Session& session, const char* what, double value) {
    Finding finding;
    finding.subject = subject::l1_data;
    finding.quantity = what;
    finding.unit = "bytes";
    finding.value = value;
    finding.status = FindingStatus::measured;
    session.findings.push_back(finding);
  };
  add(a, quantity::capacity_bytes, 16384);
  add(b, quantity::capacity_bytes, 16384);
  add(a, quantity::line_bytes, 128);
  add(b, quantity::line_bytes, 64);
  add(a, quantity::fetch_bytes, 32);  // only the first session knows it
  const LikenessWords words = likeness_words(a, b, 4);
  EXPECT_TRUE(words.alike.contains("16 KiB")) << words.alike.toStdString();
  EXPECT_FALSE(words.alike.contains("32"));
  EXPECT_TRUE(words.different.contains("128 B and 64 B")) << words.different.toStdString();
  EXPECT_TRUE(likeness_words(a, Session{}, 4).alike.isEmpty());
  add(a, quantity::miss_rate, 1);
  add(b, quantity::miss_rate, 2);
  EXPECT_TRUE(likeness_words(a, b, 1).different.endsWith("and 1 more"));
}

TEST(LikenessWords, tell_that_one_chase_repeats_itself_and_the_other_never_does) {
  const auto with_period = [](FindingStatus status, const nlohmann::json& value) {
    Finding finding;
    finding.subject = subject::device;
    finding.quantity = quantity::period_accesses;
    finding.unit = "accesses";
    finding.value = value;
    finding.status = status;
    Session session;
    session.findings.push_back(finding);
    return session;
  };
  const Session repeats = with_period(FindingStatus::measured, 129), never = with_period(FindingStatus::absent, nullptr);
  EXPECT_EQ(likeness_words(never, repeats, 4).different, "period none and 129 accesses");
  EXPECT_EQ(likeness_words(repeats, never, 4).different, "period 129 accesses and none");
  EXPECT_TRUE(likeness_words(with_period(FindingStatus::measured, 1), never, 4).different.isEmpty());
  EXPECT_TRUE(likeness_words(with_period(FindingStatus::measured, 5), repeats, 4).different.isEmpty());
  EXPECT_TRUE(likeness_words(with_period(FindingStatus::not_measurable, nullptr), repeats, 4).different.isEmpty());
}

}  // namespace
}  // namespace chasescope
