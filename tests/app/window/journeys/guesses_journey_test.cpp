// What a class guesses in a lesson: the view is covered until then; numbers, votes and drawn curves, and what is no guess.
#include <QLineEdit>
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
  EXPECT_FALSE(lesson::is_right(*player().step().question, *player().guess(), *player().truth()));  // a level line is no leap
  EXPECT_TRUE(pad->isVisible());                                                                    // both stand there
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
