#include "widgets/shell/command_palette.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QListView>
#include <QTest>

#include "widgets/shell/command_match.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

TEST(CommandMatch, every_word_must_be_found) {
  EXPECT_GT(matchScore("Export figure", "fig exp"), 0);
  EXPECT_EQ(matchScore("Export figure", "fig rep"), 0);
  EXPECT_GT(matchScore("Export figure", ""), 0);
}

TEST(CommandMatch, the_beginning_comes_before_a_word_before_the_middle_before_letters) {
  const int beginning = matchScore("Line", "li"), word = matchScore("Cache line", "li"), inside = matchScore("Outlined", "li"),
            letters = matchScore("Log in", "li");
  EXPECT_GT(beginning, word);
  EXPECT_GT(word, inside);
  EXPECT_GT(inside, letters);
  EXPECT_GT(letters, 0);
  EXPECT_EQ(matchScore("Plasma", "sm"), 41);       // inside a word, not only as single letters
  EXPECT_EQ(matchScore("Asymm", "am"), 21);        // a word begins with a
  EXPECT_EQ(matchScore("Basem", "am"), 0);         // no word begins with a
}

TEST(CommandMatch, case_and_accents_do_not_count) {
  EXPECT_EQ(matchScore("Café", "CAFE"), matchScore("Cafe", "cafe"));
  EXPECT_GT(matchScore("Café", "CAFE"), 0);
}

class PaletteOfThree : public testing::Test {
 protected:
  PaletteOfThree() : palette_(theme_, &window_) {
    window_.resize(900, 600);
    window_.show();
    palette_.showCommands({{"Run", "Measure", "F5", "Runs the chosen probe.", "no device is open.", [this] { ran_ << "run"; }},
                           {"Set map", "Views", "Alt+4", "Shows the sets.", "", [this] { ran_ << "sets"; }},
                           {"Save", "Session", "Ctrl+S", "Saves.", "", [this] { ran_ << "save"; }}});
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&palette_));
  }
  QString chosen() const { return palette_.list()->currentIndex().data().toString(); }

  Theme theme_;
  QWidget window_;
  CommandPalette palette_;
  QStringList ran_;
};

TEST_F(PaletteOfThree, typing_narrows_and_enter_runs_what_is_chosen_once_it_has_closed) {
  QTest::keyClicks(palette_.field(), "sav");
  EXPECT_EQ(palette_.list()->model()->rowCount(), 1);
  EXPECT_EQ(chosen(), "Save");
  QTest::keyClick(palette_.field(), Qt::Key_Return);
  EXPECT_FALSE(palette_.isVisible());
  EXPECT_TRUE(ran_.isEmpty());
  EXPECT_TRUE(QTest::qWaitFor([this] { return ran_ == QStringList{"save"}; }));
}

TEST_F(PaletteOfThree, arrows_choose_and_stop_at_the_ends) {
  EXPECT_EQ(chosen(), "Run");
  QTest::keyClick(palette_.field(), Qt::Key_Up);
  EXPECT_EQ(chosen(), "Run");
  QTest::keyClick(palette_.field(), Qt::Key_Down);
  EXPECT_EQ(chosen(), "Set map");
  QTest::keyClick(palette_.field(), Qt::Key_PageDown);
  EXPECT_EQ(chosen(), "Save");
  QTest::keyClick(palette_.field(), Qt::Key_Down);
  EXPECT_EQ(chosen(), "Save");
  QTest::keyClick(palette_.field(), Qt::Key_Escape);
  EXPECT_FALSE(palette_.isVisible());
}

TEST_F(PaletteOfThree, what_cannot_be_had_says_why_and_stays) {
  EXPECT_EQ(palette_.explanation(), "Not now: no device is open.");
  EXPECT_EQ(palette_.field()->accessibleDescription(), "Run, Measure, F5, not now: no device is open.");
  QTest::keyClick(palette_.field(), Qt::Key_Return);
  EXPECT_TRUE(palette_.isVisible());
  QTest::keyClicks(palette_.field(), "qqq");
  EXPECT_EQ(palette_.list()->model()->rowCount(), 0);
  EXPECT_EQ(palette_.explanation(), "Nothing fits. Fewer letters find more.");
  QTest::keyClick(palette_.field(), Qt::Key_Return);
  EXPECT_TRUE(palette_.isVisible());
  QCoreApplication::processEvents();
  EXPECT_TRUE(ran_.isEmpty());
}

TEST_F(PaletteOfThree, a_click_runs_too_and_opening_it_again_forgets_what_was_typed) {
  QTest::keyClicks(palette_.field(), "map");
  const QRect row = palette_.list()->visualRect(palette_.list()->model()->index(0, 0));
  QTest::mouseClick(palette_.list()->viewport(), Qt::LeftButton, {}, row.center());
  EXPECT_TRUE(QTest::qWaitFor([this] { return ran_ == QStringList{"sets"}; }));
  palette_.showCommands({{"One", "", "", "", "", {}}, {"Two", "", "", "", "", {}}});
  EXPECT_EQ(palette_.field()->text(), "");
  EXPECT_EQ(palette_.list()->model()->rowCount(), 2);
}

TEST(CommandModel, of_equals_what_can_be_had_comes_first) {
  CommandModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setCommands({{"Run sets", "", "", "", "off", {}}, {"Run line", "", "", "", "", {}}});
  EXPECT_EQ(model.at(0)->text, "Run sets");  // nothing is typed, so they keep their order
  model.setTyped("run");
  EXPECT_EQ(model.at(0)->text, "Run line");
  EXPECT_EQ(model.at(2), nullptr);
  EXPECT_EQ(model.at(-1), nullptr);
}

}  // namespace
}  // namespace chasescope
