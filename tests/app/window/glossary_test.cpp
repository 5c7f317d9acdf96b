// Terms in the window are explained where people meet them, by mouse and by keys.
#include <QPushButton>
#include <QSplitter>

#include "app/window/lesson_mode.h"
#include "app/window/palette_commands.h"
#include "tests/app/window/person.h"
#include "widgets/glossary/explain.h"
#include "widgets/glossary/glossary_dialog.h"
#include "widgets/glossary/term_label.h"
#include "widgets/glossary/term_popover.h"
#include "widgets/glossary/term_text.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/report/report_view.h"

namespace chasescope {
namespace {

class GlossaryInWindow : public PersonFixture {
 protected:
  Glossary& glossary() { return *window_.findChild<Glossary*>(QString(), Qt::FindDirectChildrenOnly); }
  TermText& text(const char* name) {
    for (auto* one : window_.findChildren<TermText*>())
      if (one->accessibleName() == QLatin1String(name)) return *one;
    ADD_FAILURE() << "no text called " << name;
    std::abort();
  }
  QString explained() { return glossary().open() == nullptr ? QString() : glossary().open()->shown(); }
};

TEST_F(GlossaryInWindow, the_menu_opens_all_terms_and_the_palette_finds_one) {
  window_.actions().glossary->trigger();
  auto* dialog = window_.findChild<GlossaryDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_EQ(window_.actions().whatIsThis->shortcut(), QKeySequence("Shift+F1"));
  bool found = false;
  for (const Command& command : commandsOf(window_))
    if (command.text == "What is: TLB reach") {
      command.run();
      found = true;
    }
  EXPECT_TRUE(found);
  EXPECT_EQ(dialog->shown(), "tlb-reach");
  dialog->close();
}

TEST_F(GlossaryInWindow, a_search_without_a_hit_says_so_and_offers_the_nearest) {
  window_.actions().glossary->trigger();
  auto* dialog = window_.findChild<GlossaryDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->nothingFound(), "");
  QTest::keyClicks(dialog->search(), "stridee");
  EXPECT_TRUE(dialog->nothingFound().startsWith("No term has ‘stridee’ in it. Did you mean <a href=\"stride\">"))
      << dialog->nothingFound().toStdString();
  emit dialog->findChild<QLabel*>()->linkActivated("stride");
  EXPECT_EQ(dialog->shown(), "stride");
  EXPECT_EQ(dialog->nothingFound(), "");
  dialog->search()->clear();
  QTest::keyClicks(dialog->search(), "xyzzyplugh");
  EXPECT_EQ(dialog->nothingFound(), "No term has ‘xyzzyplugh’ in it.");
  dialog->search()->clear();
  QTest::keyClicks(dialog->search(), "<b>");
  EXPECT_TRUE(dialog->nothingFound().contains("&lt;b&gt;"));  // shown as typed, and never interpreted as HTML
  dialog->close();
}

TEST_F(GlossaryInWindow, the_head_of_a_view_explains_itself_and_leads_to_the_view) {
  bool heads = false;
  for (auto* label : window_.findChildren<TermLabel*>())
    if (label->text() == "TLBs" && label->term() != nullptr) {
      window_.views().showView("tlbs");
      QTest::mouseClick(label, Qt::LeftButton, {}, {6, label->height() / 2});
      heads = true;
    }
  ASSERT_TRUE(heads);
  EXPECT_EQ(explained(), "tlb");
  window_.views().showView("scope");
  glossary().open()->findChild<QPushButton*>("termView")->click();
  EXPECT_TRUE(window_.views().tabText(window_.views().currentIndex()).contains("TLB"));
}

TEST_F(GlossaryInWindow, a_probe_its_fields_its_answer_and_the_report_have_terms) {
  open("model:textbook");
  auto* list = window_.findChild<ProbeList*>();
  list->setCurrent("capacity");
  emit list->probeSelected("capacity");
  EXPECT_FALSE(text("What the probe does").terms().isEmpty());
  bool asked = false;
  for (auto* label : window_.form().findChildren<TermLabel*>())
    if (label->term() == find_term("memory-space") && label->buddy() != nullptr) {
      label->buddy()->setFocus();
      window_.actions().whatIsThis->trigger();
      EXPECT_EQ(explained(), "memory-space");
      asked = true;
    }
  EXPECT_TRUE(asked);
  runIt(window_.actions().run);
  EXPECT_TRUE(text("Terms of the answer").terms().contains("capacity"));
  window_.views().showView("report");
  window_.views().of<ReportView>().showRow("l2", "capacity_bytes");
  window_.views().of<ReportView>().showRow("l1_data", "capacity_bytes");
  EXPECT_TRUE(text("Terms of the chosen row").terms().contains("capacity"));
}

TEST_F(GlossaryInWindow, a_lesson_explains_its_words_offers_no_other_view_and_esc_closes_the_word_alone) {
  window_.playLesson("sets-and-ways");
  auto& player = window_.lessons().player();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value() && !player.isMeasuring(); }, kPatience));
  TermText& words = text("What the step says");
  ASSERT_TRUE(words.terms().contains("set"));
  words.setFocus(Qt::TabFocusReason);
  QTest::keyClick(&words, Qt::Key_Return);
  ASSERT_FALSE(explained().isEmpty());
  EXPECT_FALSE(glossary().open()->findChild<QPushButton*>("termView")->isVisible());
  QTest::keyClick(glossary().open(), Qt::Key_Escape);
  EXPECT_TRUE(QTest::qWaitFor([&] { return glossary().open() == nullptr; }));
  EXPECT_TRUE(player.active());
}

TEST_F(GlossaryInWindow, a_lesson_gives_most_of_a_shared_tab_to_the_view_that_it_means) {
  auto* together = window_.findChild<QSplitter*>("views");
  window_.playLesson("line-and-sector");
  auto& player = window_.lessons().player();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value() && !player.isMeasuring(); }, kPatience));
  const int pattern = together->indexOf(&window_.views().of<MissPatternView>());
  EXPECT_GT(together->sizes()[pattern], together->sizes()[1 - pattern]);
  player.leave();
  EXPECT_LT(together->sizes()[pattern], together->sizes()[1 - pattern]);
}

}  // namespace
}  // namespace chasescope
