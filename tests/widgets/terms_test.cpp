// The terms of the glossary: each has a picture, related terms and a view, and lessons mark only terms that exist.
#include "engine/findings/terms.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <set>

#include "engine/lesson/library.h"
#include "engine/probe/discovery/registry.h"
#include "widgets/glossary/explain.h"
#include "widgets/glossary/glossary_dialog.h"
#include "widgets/glossary/term_label.h"
#include "widgets/glossary/term_pictures.h"
#include "widgets/glossary/term_popover.h"
#include "widgets/glossary/term_text.h"
#include "widgets/registry/view_list.h"

namespace chasescope {
namespace {

QImage drawn(const Term& term, const Palette& palette) {
  QImage image(static_cast<int>(kSheetWidth), static_cast<int>(kSheetHeight), QImage::Format_RGB32);
  image.fill(palette.card);
  QPainter painter(&image);
  TermSketch sketch(painter, palette);
  if (const DrawTerm draw = pictureOfTerm(term.id)) draw(sketch);
  painter.end();
  return image;
}

TEST(Terms, each_has_a_picture_of_its_own_in_light_and_dark) {
  for (const Palette* palette : {&lightPalette(), &darkPalette(), &contrastPalette()}) {
    std::vector<QImage> seen;
    for (const Term& term : all_terms()) {
      ASSERT_NE(pictureOfTerm(term.id), nullptr) << term.id;
      const QImage image = drawn(term, *palette);
      int inked = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) inked += image.pixelColor(x, y) != palette->card ? 1 : 0;
      EXPECT_GT(inked, 800) << term.id;
      for (const QImage& other : seen) EXPECT_FALSE(image == other) << term.id;
      seen.push_back(image);
    }
  }
}

TEST(Terms, have_names_places_in_the_papers_neighbours_and_views_that_there_are) {
  std::set<std::string> views{""}, ids, words;
  for (const ViewEntry* view : allViews()) views.insert(view->id);
  for (const Term& term : all_terms()) {
    EXPECT_TRUE(ids.insert(term.id).second) << term.id;
    EXPECT_TRUE(views.contains(term.view)) << term.id << " " << term.view;
    EXPECT_GT(std::string_view(term.meaning).size(), 40U) << term.id;
    EXPECT_TRUE(std::string_view(term.meaning).ends_with('.')) << term.id;
    EXPECT_GT(std::string_view(term.paper).size(), 5U) << term.id;
    const auto related = related_terms(term);
    EXPECT_EQ(static_cast<std::ptrdiff_t>(related.size()), std::ranges::count(std::string_view(term.related), ' ') + 1) << term.id;
    for (const Term* other : related) EXPECT_NE(other, &term) << term.id;
    EXPECT_EQ(term_named(term.name), &term) << term.id;
    for (const QString& word : QString::fromUtf8(term.words).split('|', Qt::SkipEmptyParts)) {
      EXPECT_EQ(term_named(word.toStdString()), &term) << term.id << ": " << word.toStdString();
      EXPECT_TRUE(words.insert(word.toStdString()).second) << word.toStdString();
    }
  }
}

TEST(Terms, of_the_field_are_all_there) {
  for (const char* words : {"pointer chase",
                            "footprint",
                            "stride",
                            "line",
                            "sector",
                            "set",
                            "way",
                            "index function",
                            "replacement policy",
                            "LRU",
                            "FIFO",
                            "PLRU",
                            "random",
                            "hit",
                            "miss",
                            "miss penalty",
                            "pass",
                            "TLB",
                            "TLB reach",
                            "page",
                            "bank",
                            "bank conflict",
                            "MSHR",
                            "PRT",
                            "carve-out",
                            "L1",
                            "L2",
                            "SM",
                            "warp",
                            "slice",
                            "spectrum",
                            "latency",
                            "bandwidth",
                            "interval",
                            "can't tell"})
    EXPECT_NE(term_named(words), nullptr) << words;
  EXPECT_EQ(term_named("nothing of the kind"), nullptr);
  EXPECT_EQ(term_of_key("carveout_percent")->id, std::string("carve-out"));
  EXPECT_EQ(term_of_key("ways_per_set")->id, std::string("way"));
  EXPECT_EQ(term_of_key("seed"), nullptr);
}

TEST(Terms, are_found_in_a_text_once_each_and_as_whole_words) {
  const std::string text = "Bank conflicts over the stride; a bank, a conflicting offset and two strides.";
  const auto places = terms_in(text);
  ASSERT_EQ(places.size(), 3U);
  EXPECT_EQ(text.substr(places[0].begin, places[0].length), "Bank conflicts");
  EXPECT_EQ(places[1].term, find_term("stride"));
  EXPECT_EQ(text.substr(places[1].begin, places[1].length), "stride");
  EXPECT_EQ(places[2].term, find_term("bank"));
}

TEST(Terms, that_lessons_mark_are_known) {
  static const QRegularExpression mark(QStringLiteral("\\[([^\\]]+)\\]\\(([^)]*)\\)"));
  int marks = 0;
  for (const std::string& id : lesson::lesson_ids()) {
    const auto opened = lesson::open_lesson(id);
    ASSERT_TRUE(opened);
    int own = 0;
    for (const lesson::Step& step : opened->reading.lesson.steps)
      for (const std::string* text : {&step.text, &step.why})
        for (auto it = mark.globalMatch(QString::fromStdString(*text)); it.hasNext(); ++own) {
          const auto match = it.next();
          ASSERT_TRUE(match.captured(2).startsWith("term:")) << id << ": " << match.captured(0).toStdString();
          EXPECT_NE(find_term(match.captured(2).mid(5).toStdString()), nullptr) << id << ": " << match.captured(0).toStdString();
        }
    EXPECT_GT(own, 2) << id;
    marks += own;
  }
  EXPECT_GT(marks, 50);
}

TEST(TermText, opens_by_click_and_by_keys_and_takes_only_known_marks) {
  TermText text;
  text.setMarkdown("Lines of one [set](term:set) and a [way](term:way), not a [word](term:none) or [link](http://x).");
  EXPECT_EQ(text.terms(), (QStringList{"set", "way"}));
  EXPECT_TRUE(text.text().contains("not a word or link"));
  QSignalSpy asked(&text, &TermText::termRequested);
  text.resize(600, 40);
  text.show();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&text));
  text.setFocus(Qt::TabFocusReason);
  QTest::keyClick(&text, Qt::Key_Return);
  QTest::keyClick(&text, Qt::Key_Tab);
  QTest::keyClick(&text, Qt::Key_Space);
  ASSERT_EQ(asked.size(), 2);
  EXPECT_EQ(asked[0][0].toString(), "set");
  EXPECT_EQ(asked[1][0].toString(), "way");
  const int x = text.fontMetrics().horizontalAdvance("Lines of one s");
  QTest::mouseClick(&text, Qt::LeftButton, {}, {x, text.fontMetrics().height() / 2});
  ASSERT_EQ(asked.size(), 3);
  EXPECT_EQ(asked[2][0].toString(), "set");
  QTest::mouseClick(&text, Qt::LeftButton, {}, {4, text.fontMetrics().height() / 2});
  EXPECT_EQ(asked.size(), 3);
}

class TermWindow : public testing::Test {
 protected:
  TermWindow() {
    window_.resize(900, 700);
    glossary_.setViews({{"set-map", "Set map"}});
    label_.setGeometry(30, 30, 200, 30);
    window_.show();
  }
  Theme theme_;
  QWidget window_;
  Glossary glossary_{theme_, window_};
  TermLabel label_{"Sets", &window_};
};

TEST_F(TermWindow, a_word_is_explained_beside_it_with_its_view_and_its_neighbours) {
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
  label_.setFocus();
  QTest::keyClick(&label_, Qt::Key_Return);
  ASSERT_NE(glossary_.open(), nullptr);
  EXPECT_EQ(glossary_.open()->shown(), "set");
  EXPECT_TRUE(window_.rect().contains(glossary_.open()->geometry()));
  QSignalSpy turned(&glossary_, &Glossary::viewRequested);
  auto* view = glossary_.open()->findChild<QAbstractButton*>("termView");
  EXPECT_TRUE(view->text().contains("Set map"));
  view->click();
  ASSERT_EQ(turned.size(), 1);
  EXPECT_EQ(turned[0][0].toString(), "set-map");
}

TEST_F(TermWindow, esc_and_a_click_elsewhere_close_it_and_a_covered_view_is_not_offered) {
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
  QTest::mouseClick(&label_, Qt::LeftButton, {}, {4, 15});
  ASSERT_NE(glossary_.open(), nullptr);
  QTest::keyClick(glossary_.open(), Qt::Key_Escape);
  EXPECT_TRUE(QTest::qWaitFor([&] { return glossary_.open() == nullptr; }));
  glossary_.setMayTurn([] { return false; });
  QTest::mouseClick(&label_, Qt::LeftButton, {}, {4, 15});
  EXPECT_FALSE(glossary_.open()->findChild<QAbstractButton*>("termView")->isVisible());
  QTest::mouseClick(&window_, Qt::LeftButton, {}, {880, 690});
  EXPECT_TRUE(QTest::qWaitFor([&] { return glossary_.open() == nullptr; }));
}

TEST_F(TermWindow, the_whole_list_is_searched_by_names_and_by_other_words) {
  GlossaryDialog dialog(glossary_, &window_);
  dialog.show("tlb");
  EXPECT_EQ(dialog.shown(), "tlb");
  QTest::keyClicks(dialog.search(), "associativity");
  EXPECT_EQ(dialog.shown(), "way");
  dialog.search()->clear();
  QTest::keyClicks(dialog.search(), "fifo");
  EXPECT_EQ(dialog.shown(), "fifo");
  int shown = 0;
  for (int row = 0; row < dialog.list()->count(); ++row) shown += dialog.list()->item(row)->isHidden() ? 0 : 1;
  EXPECT_LT(shown, 5);
  EXPECT_EQ(dialog.list()->count(), static_cast<int>(all_terms().size()));
}

TEST_F(TermWindow, what_is_no_term_is_a_plain_label) {
  TermLabel plain("Something else", &window_);
  EXPECT_EQ(plain.term(), nullptr);
  EXPECT_EQ(plain.focusPolicy(), Qt::NoFocus);
  QTest::mouseClick(&plain, Qt::LeftButton);
  EXPECT_EQ(glossary_.open(), nullptr);
}

}  // namespace
}  // namespace chasescope
