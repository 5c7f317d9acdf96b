// The guesses of a class in a lesson: the view stays covered until there is one; numbers, votes, drawn curves, and input that is no
// guess.
#include <QLineEdit>
#include <QSlider>
#include <QStatusBar>

#include "app/lesson/cover_sheet.h"
#include "app/lesson/curve_pad.h"
#include "app/presenter/presenter_strip.h"
#include "tests/app/window/journeys/lesson_fixture.h"

namespace chasescope {
namespace {

class GuessesJourney : public LessonFixture {};

TEST_F(GuessesJourney, a_question_covers_the_view_until_there_is_a_guess_and_shows_both) {
  play();
  EXPECT_EQ(headline(), "Twelve words fit");
  EXPECT_FALSE(window_.statusBar()->isVisible());
  EXPECT_TRUE(window_.findChild<PresenterStrip*>()->isVisible());
  EXPECT_EQ(window_.findChild<CoverSheet*>(), nullptr);
  pressPageDown();
  waitForRun();
  EXPECT_EQ(headline(), "How many of 13 miss?");
  ASSERT_NE(window_.findChild<CoverSheet*>(), nullptr);
  EXPECT_TRUE(window_.findChild<CoverSheet*>()->isVisible());
  EXPECT_FALSE(button("lessonNext").isEnabled());
  EXPECT_FALSE(button("lessonReveal").isEnabled());
  pressPageDown();  // nothing was guessed
  EXPECT_EQ(headline(), "How many of 13 miss?");
  EXPECT_FALSE(player().revealed());
  for (auto* option : window_.findChildren<QPushButton*>())
    if (option->text() == QLatin1String("1") && option->isVisible()) QTest::mouseClick(option, Qt::LeftButton);
  ASSERT_TRUE(player().guess());
  EXPECT_EQ(*player().guess(), lesson::Answer(1.0));
  pressPageDown();
  EXPECT_TRUE(player().revealed());
  EXPECT_EQ(*player().truth(), lesson::Answer(3.0));
  EXPECT_TRUE(shown("lessonSaid").contains("1 of 13"));
  EXPECT_TRUE(shown("lessonTruth").contains("3 of 13"));
  EXPECT_EQ(window_.findChild<CoverSheet*>(), nullptr);
  pressPageDown();
  EXPECT_EQ(headline(), "Draw it");
}

TEST_F(GuessesJourney, the_settings_stay_as_the_question_has_them_and_the_next_step_measures_its_own) {
  QString lesson =
      QString::fromUtf8(kLesson).remove(QStringLiteral("probe: footprint-sweep\nview: curves\nask: curve\ntruth: measured\n"));
  write(lesson.remove(QStringLiteral("\n## Why\n\nIt leaps.\n")));
  play();
  const auto slider = [&] { return window_.findChild<PresenterStrip*>()->findChild<QSlider*>(); };
  EXPECT_TRUE(slider()->isEnabled());
  pressPageDown();
  waitForRun();
  EXPECT_FALSE(slider()->isEnabled());
  EXPECT_TRUE(slider()->toolTip().contains("Fixed")) << slider()->toolTip().toStdString();
  player().reveal();
  EXPECT_TRUE(slider()->isEnabled());
  EXPECT_FALSE(slider()->toolTip().contains("Fixed"));
  const auto words = [&] {
    const ShownRun* run = window_.explorer().store().run(window_.explorer().selection().currentRun());
    return run == nullptr ? 0 : run->order.period();
  };
  ASSERT_EQ(words(), 13U);
  QTest::keyClick(slider(), Qt::Key_Right);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window_.explorer().busy() && words() != 13; }, kPatience)) << words();
  pressPageDown();
  waitForRun();
  EXPECT_EQ(headline(), "Draw it");
  EXPECT_EQ(words(), 13U) << "the third step goes on with the settings of the second";
}

TEST_F(GuessesJourney, enter_goes_on_after_an_answer_was_typed_and_never_leaves) {
  write(QString::fromUtf8(kLesson).remove(QStringLiteral("options: 0 | 1 | 3\n")));
  play();
  pressPageDown();
  waitForRun();
  auto* field = window_.findChild<QLineEdit*>(QStringLiteral("lessonNumber"));
  ASSERT_NE(field, nullptr);
  ASSERT_TRUE(field->isVisible());
  field->setFocus();
  QTest::keyClicks(field, "3");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(player().revealed());
  QCoreApplication::processEvents();
  ASSERT_NE(QApplication::focusWidget(), nullptr);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  ASSERT_TRUE(player().active());
  EXPECT_EQ(headline(), "Draw it");
}

TEST_F(GuessesJourney, the_votes_of_a_room_count_as_a_guess_and_stay_beside_the_truth) {
  play();
  pressPageDown();
  waitForRun();
  for (int hand = 0; hand < 3; ++hand) player().vote(QStringLiteral("1"), 1);
  player().vote(QStringLiteral("3"), 2);
  player().vote(QStringLiteral("7"), 1);
  player().vote(QStringLiteral("some"), 1);  // no number
  EXPECT_EQ(player().hands(), 6);
  EXPECT_EQ(player().votes().back().words, "7");
  player().vote(QStringLiteral("7"), -5);
  EXPECT_EQ(player().hands(), 5);
  EXPECT_TRUE(button("lessonReveal").isEnabled());
  QTest::mouseClick(&button("lessonReveal"), Qt::LeftButton);
  bool said = false;
  for (const auto* label : window_.findChildren<QLabel*>())
    said = said || (label->isVisible() && label->text() == QLatin1String("2 of 5 were right"));
  EXPECT_TRUE(said);
}

TEST_F(GuessesJourney, a_curve_is_drawn_with_the_mouse_and_held_against_the_measured_one) {
  play();
  player().goTo(2);
  waitForRun();
  auto* pad = window_.findChild<CurvePad*>();
  ASSERT_NE(pad, nullptr);
  const int y = pad->height() / 2;
  QTest::mousePress(pad, Qt::LeftButton, {}, {80, y});
  QTest::mouseMove(pad, {pad->width() / 2, y});
  QTest::mouseMove(pad, {pad->width() - 40, y});
  QTest::mouseRelease(pad, Qt::LeftButton, {}, {pad->width() - 40, y});
  ASSERT_TRUE(player().guess());
  EXPECT_GT(std::get<std::vector<lesson::CurvePoint>>(*player().guess()).size(), 100U);
  player().reveal();
  ASSERT_TRUE(player().truth());
  // A flat curve is wrong, for the measured one leaps.
  EXPECT_FALSE(lesson::is_right(*player().step().question, *player().guess(), *player().truth()));
  EXPECT_TRUE(pad->isVisible());  // both curves are shown
}

TEST_F(GuessesJourney, what_is_typed_and_is_no_guess_is_told_why) {
  write(QString::fromUtf8(kLesson).replace("options: 0 | 1 | 3\n", ""));
  play();
  pressPageDown();
  waitForRun();
  QLineEdit* line = nullptr;
  for (auto* each : window_.findChildren<QLineEdit*>())
    if (each->accessibleName() == "Your guess" && each->isVisible()) line = each;
  ASSERT_NE(line, nullptr);
  QTest::keyClicks(line, "-5");
  EXPECT_FALSE(button("lessonReveal").isEnabled());
  const auto labels = window_.findChildren<QLabel*>();
  EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->isVisible() && label->text() == "'-5' is no number of accesses; write a whole number from 0.";
  }));
  const auto says = [this](const char* words) {
    const auto all = window_.findChildren<QLabel*>();
    return std::any_of(all.begin(), all.end(), [&](const QLabel* label) { return label->isVisible() && label->text() == words; });
  };
  line->clear();
  QTest::keyClicks(line, "99");
  EXPECT_TRUE(says("'99' can't be, for there are 13; write a number from 0 to 13."));
  EXPECT_FALSE(button("lessonReveal").isEnabled());
}

TEST_F(GuessesJourney, counts_of_a_room_are_typed_and_enter_goes_to_the_next) {
  play();
  pressPageDown();
  waitForRun();
  const auto count = [this](const QString& words) {
    for (auto* each : window_.findChildren<QLineEdit*>())
      if (each->accessibleName() == "Hands for " + words && each->isVisible()) return each;
    return static_cast<QLineEdit*>(nullptr);
  };
  ASSERT_NE(count("0"), nullptr);
  count("0")->setFocus();
  for (const char* hands : {"12", "31"}) {
    QTest::keyClicks(QApplication::focusWidget(), hands);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  }
  EXPECT_EQ(player().votes()[0].hands, 12);
  EXPECT_EQ(player().votes()[1].hands, 31);
  EXPECT_FALSE(player().revealed());  // Enter did not show the answer
  EXPECT_EQ(QApplication::focusWidget(), count("3"));
  player().vote(QStringLiteral("1"), 1);
  EXPECT_EQ(count("1")->text(), "32");
  count("1")->clear();
  emit count("1")->textEdited({});
  EXPECT_EQ(player().hands(), 12);
}

TEST_F(GuessesJourney, votes_stand_beside_their_options_and_none_is_out_of_sight) {
  window_.resize(1280, 720);
  for (const auto& [lesson, step] :
       {std::pair("01-first-chase", 3), {"04-sets-and-ways", 2}, {"06-lru-or-not", 2}, {"06-lru-or-not", 5}}) {
    SCOPED_TRACE(lesson);
    window_.playLesson(QString::fromLatin1(lesson));
    player().goTo(step - 1);
    waitForRun();
    QTest::qWait(50);  // time for the layout
    std::size_t seen = 0;
    for (const lesson::Step& asked = player().step(); const std::string& option : asked.question->options) {
      const QString words = QString::fromStdString(option);
      const auto named = [&](const auto* widget, const QString& name) {
        return widget->isVisible() && widget->accessibleName() == name;
      };
      const QLineEdit* count = nullptr;
      for (const auto* each : window_.findChildren<QLineEdit*>())
        if (named(each, QStringLiteral("Hands for ") + words)) count = each;
      const QPushButton* choice = nullptr;
      for (const auto* each : window_.findChildren<QPushButton*>())
        if (named(each, words)) choice = each;
      ASSERT_TRUE(count != nullptr && choice != nullptr) << option;
      EXPECT_EQ(count->visibleRegion().boundingRect(), count->rect()) << option;
      const int middle = count->mapTo(&window_, count->rect().center()).y();
      EXPECT_LE(std::abs(middle - choice->mapTo(&window_, choice->rect().center()).y()), 1) << option;
      ++seen;
    }
    EXPECT_GE(seen, 3U);
    player().leave();
  }
}

TEST_F(GuessesJourney, either_word_of_the_line_is_right_where_both_are) {
  window_.playLesson(QStringLiteral("04-sets-and-ways"));
  player().goTo(2);
  waitForRun();
  player().setGuess(lesson::Answer(1.0));
  player().reveal();
  EXPECT_TRUE(shown("lessonTruth").contains("word 0 or 1"));
  const auto labels = window_.findChildren<QLabel*>();
  EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->isVisible() && label->text() == QString::fromUtf8("✓ That is right.");
  }));
  player().leave();
}

TEST_F(GuessesJourney, more_misses_than_a_pass_has_accesses_are_no_guess) {
  write(QString::fromUtf8(kLesson).replace("options: 0 | 1 | 3\n", "").replace("unit: of 13\n", ""));
  play();
  pressPageDown();
  waitForRun();
  EXPECT_EQ(player().faultOf("14"), "'14' can't be, for a pass has 13 accesses.");
  EXPECT_EQ(player().faultOf("13"), "");
}

TEST_F(GuessesJourney, a_vote_for_what_can_not_be_is_told_why) {
  play();
  pressPageDown();
  waitForRun();
  const auto says = [this](const char* words) {
    const auto all = window_.findChildren<QLabel*>();
    return std::any_of(all.begin(), all.end(), [&](const QLabel* label) { return label->isVisible() && label->text() == words; });
  };
  QLineEdit* vote = nullptr;
  for (auto* each : window_.findChildren<QLineEdit*>())
    if (each->accessibleName() == "Vote for another number" && each->isVisible()) vote = each;
  ASSERT_NE(vote, nullptr);
  QTest::keyClicks(vote, "99");
  emit vote->returnPressed();
  EXPECT_TRUE(says("'99' can't be, for there are 13; write a number from 0 to 13."));
  EXPECT_EQ(player().hands(), 0);
  vote->clear();
  QTest::keyClicks(vote, "3");
  emit vote->returnPressed();
  EXPECT_TRUE(says("1 hand"));
  QTest::keyClicks(vote, "4");
  emit vote->returnPressed();
  EXPECT_TRUE(says("2 hands"));
}

}  // namespace
}  // namespace chasescope
