// A mystery card in the window: what a student sees, which probes are locked, and how the answers reach the lecturer.
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>
#include <fstream>

#include "app/mystery/answer_panel.h"
#include "app/mystery/mystery_desk.h"
#include "app/mystery/new_mystery_dialog.h"
#include "engine/device/mystery/attempt.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/trace/quantity_text.h"
#include "tests/app/window/person.h"

namespace chasescope {
namespace {

class Mystery : public PersonFixture {
 protected:
  Mystery() {
    path_ = folder_.filePath("lab3.mystery");
    EXPECT_EQ(mystery::write_mystery(file(), path_.toStdString()), std::nullopt);
  }
  static mystery::MysteryFile file() {
    return {{4711, mystery::Level::hard, mystery::kGenerator}, 200'000, mystery::answering_probes()};
  }
  void openCard() {
    open("mystery:" + path_);
    ASSERT_TRUE(dock().isVisible());
  }
  MysteryDesk& desk() { return *window_.findChild<MysteryDesk*>(); }
  AnswerPanel& panel() { return desk().panel(); }
  QDockWidget& dock() { return *window_.findChild<QDockWidget*>("mystery"); }
  /// The text of every label of the sheet.
  QString said() {
    QStringList words;
    for (const auto* label : panel().findChildren<QLabel*>()) words << label->text();
    return words.join('\n');
  }
  void write(int row, const QString& answer, const QString& because) {
    AnswerRow& one = *panel().rows()[static_cast<std::size_t>(row)];
    if (auto* choice = qobject_cast<QComboBox*>(one.field())) {
      choice->setCurrentText(answer);
    } else {
      auto* line = qobject_cast<QLineEdit*>(one.field());
      line->clear();
      QTest::keyClicks(line, answer);
    }
    QTest::keyClicks(one.because(), because);
  }
  void chase(const QString& bytes, const QString& accesses) {
    type("bytes", bytes);
    type("stride", "256");
    type("accesses", accesses);
    runIt(window_.actions().run);
  }

  const QTemporaryDir folder_;
  QString path_;
};

TEST_F(Mystery, the_sheet_is_there_only_with_a_card) {
  EXPECT_FALSE(dock().isVisible());
  window_.actions().resetLayout->trigger();
  EXPECT_FALSE(dock().isVisible());
  openCard();
  EXPECT_EQ(panel().rows().size(), 5U);
  window_.openDevice("model:textbook");
  EXPECT_FALSE(dock().isVisible());
}

TEST_F(Mystery, opens_like_a_session_and_stands_in_the_list) {
  window_.openSession(path_);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience));
  EXPECT_EQ(window_.findChild<DeviceList*>()->current(), "mystery:" + path_);
  EXPECT_EQ(window_.explorer().device()->name, "Mystery GPU");
}

TEST_F(Mystery, locked_probes_say_so_and_cannot_be_run) {
  chooseProbe("Capacity");
  openCard();
  // The chosen probe is locked, so the fine-grained chase is chosen instead.
  EXPECT_EQ(window_.findChild<ProbeList*>()->current(), "fine-grained");
  EXPECT_TRUE(window_.actions().run->isEnabled());
  chooseProbe("Capacity");
  EXPECT_EQ(window_.findChild<ProbeList*>()->current(), "fine-grained");
  EXPECT_TRUE(window_.explorer().store().whyNot({"capacity"}).contains("The lecturer has locked the probe Capacity"));
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.explorer().run("capacity", {});  // as a caller that does not ask first whether the probe is locked
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_TRUE(ended.first().at(1).toString().contains("The lecturer has locked the probe Capacity"));
  EXPECT_TRUE(WindowActions::whyOff(*window_.actions().discover).contains("The lecturer has locked the probe Whole card"));
  EXPECT_FALSE(window_.actions().discover->isEnabled());
  EXPECT_FALSE(window_.actions().freeRun->isEnabled());
  EXPECT_TRUE(WindowActions::whyOff(*window_.actions().freeRun).contains("spend all accesses"));
  window_.freeRun().setActive(true);
  EXPECT_FALSE(window_.freeRun().active());
  EXPECT_TRUE(said().contains("Locked by the lecturer: Whole card, Capacity"));
  // The window measured nothing without a click, so no access was spent.
  EXPECT_EQ(*mystery::spent_on(file(), path_.toStdString()), 0U);
}

TEST_F(Mystery, nothing_tells_of_its_structure) {
  openCard();
  EXPECT_FALSE(window_.actions().modelNumbers->isEnabled());
  chase("40KiB", "644");
  for (const auto* label : window_.findChildren<QLabel*>()) {
    EXPECT_FALSE(label->text().contains("FIFO")) << label->text().toStdString();
    EXPECT_FALSE(label->text().contains("4711")) << label->text().toStdString();
  }
}

TEST_F(Mystery, accesses_are_counted_down) {
  openCard();
  EXPECT_TRUE(said().contains("200,000"));
  chase("40KiB", "644");
  const auto spent = *mystery::spent_on(file(), path_.toStdString());
  EXPECT_GT(spent, 644U);
  EXPECT_TRUE(said().contains(QString::fromStdString(format_count(200'000 - spent))));
  // A run that needs more accesses than are left is refused in a sentence, and spends none.
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  type("accesses", "300000");
  press(window_.actions().run);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  EXPECT_TRUE(ended.first().at(1).toString().contains("that Mystery GPU allows are left"));
  EXPECT_EQ(*mystery::spent_on(file(), path_.toStdString()), spent);
}

TEST_F(Mystery, answers_are_saved_kept_and_handed_in) {
  openCard();
  chase("40KiB", "644");
  QTest::keyClicks(panel().student(), "s-101");
  write(0, "40KiB", "All of 160 lines stay.");
  write(2, "32x5", "");
  write(3, "FIFO", "");
  EXPECT_TRUE(said().contains("3 of 5 answered"));
  QTest::mouseClick(panel().save(), Qt::LeftButton);
  EXPECT_TRUE(said().contains("Saved to lab3.answers.")) << said().toStdString();
  const auto draft = mystery::read_sheet((folder_.path() + "/lab3.answers").toStdString());
  ASSERT_TRUE(draft) << draft.error().message;
  EXPECT_TRUE(draft->is_draft());
  EXPECT_EQ(draft->answers.at(mystery::Question::policy).value, "fifo");
  EXPECT_EQ(draft->answers.at(mystery::Question::capacity).because, "All of 160 lines stay.");

  // Answers written after the last save are kept with the card when another device is opened, and come back with the card.
  write(1, "256", "");
  window_.explorer().newSession();
  open("model:textbook");
  openCard();
  EXPECT_TRUE(said().contains("4 of 5 answered"));
  ASSERT_TRUE(desk().handInTo(folder_.filePath("s-101.answers")));
  const auto handed = mystery::read_sheet(folder_.filePath("s-101.answers").toStdString());
  ASSERT_TRUE(handed);
  EXPECT_FALSE(handed->is_draft());
  EXPECT_TRUE(mystery::mark_holds(*handed, file().card));
  EXPECT_GT(handed->spent, 644U);
  EXPECT_FALSE(panel().save()->isEnabled());
  EXPECT_TRUE(said().contains("4 of 5 answered, handed in"));
}

TEST_F(Mystery, what_an_attached_run_asked_goes_into_the_file) {
  openCard();
  chase("40KiB", "644");
  const std::string id = window_.explorer().session().runs.back()->id;
  const ChaseRequest asked = window_.explorer().session().runs.back()->chase()->request;
  panel().rows()[0]->setAnswer({"40 KiB", "", {id}});
  emit panel().rows()[0]->changed();
  QTest::keyClicks(panel().student(), "s-101");
  // A new session numbers its runs from 1 again. The attached run still means the request of the earlier session.
  window_.explorer().newSession();
  chase("8KiB", "64");
  emit panel().rows()[0]->changed();
  ASSERT_TRUE(desk().handInTo(folder_.filePath("s-101.answers")));
  const auto sheet = mystery::read_sheet(folder_.filePath("s-101.answers").toStdString());
  ASSERT_TRUE(sheet) << sheet.error().message;
  ASSERT_EQ(sheet->requests.size(), 1U);
  EXPECT_EQ(sheet->requests.at(id), asked);
}

TEST_F(Mystery, answers_are_kept_when_the_window_closes) {
  openCard();
  write(0, "40KiB", "");
  ASSERT_TRUE(window_.close());
  const auto draft = mystery::read_sheet((folder_.path() + "/lab3.answers").toStdString());
  ASSERT_TRUE(draft) << draft.error().message;
  EXPECT_EQ(draft->answers.at(mystery::Question::capacity).value, "40 KiB");
}

TEST_F(Mystery, an_answer_that_means_nothing_is_said_and_not_handed_in) {
  openCard();
  write(2, "32", "");
  QTest::keyClicks(panel().student(), "s-101");
  QTest::mouseClick(panel().handIn(), Qt::LeftButton);
  EXPECT_TRUE(said().contains("'32' is no answer for sets_ways; write sets and ways such as 32x6.")) << said().toStdString();
  EXPECT_FALSE(QFile::exists(folder_.filePath("s-101.answers")));
}

TEST_F(Mystery, a_card_that_was_cut_short_is_said_in_one_sentence) {
  std::ofstream(path_.toStdString()) << "{\"schema\":";
  QSignalSpy failed(&window_.explorer(), &Explorer::deviceFailed);
  window_.openDevice("mystery:" + path_);
  ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, kPatience));
  EXPECT_TRUE(failed.first().at(1).toString().contains("lab3.mystery is cut short, or no mystery file."));
  EXPECT_FALSE(dock().isVisible());
}

TEST_F(Mystery, a_new_card_is_made_in_a_dialog) {
  NewMysteryDialog dialog(theme_, &window_);
  dialog.show();
  dialog.setPath(folder_.filePath("new"));
  QPushButton* make = nullptr;
  for (auto* button : dialog.findChildren<QPushButton*>())
    if (button->text() == "Make it") make = button;
  ASSERT_NE(make, nullptr);
  QLineEdit* seed = nullptr;
  for (auto* line : dialog.findChildren<QLineEdit*>())
    if (line->accessibleName() == "Seed") seed = line;
  ASSERT_NE(seed, nullptr);
  seed->setText("many");
  QTest::mouseClick(make, Qt::LeftButton);
  EXPECT_TRUE(dialog.isVisible());
  seed->setText("12345");
  QTest::mouseClick(make, Qt::LeftButton);
  EXPECT_EQ(dialog.result(), QDialog::Accepted);
  const auto made = mystery::read_mystery(folder_.filePath("new.mystery").toStdString());
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->card.seed, 12345U);
  EXPECT_EQ(made->locked, mystery::answering_probes());
}

TEST_F(Mystery, rows_stand_beside_each_other_where_there_is_room) {
  openCard();
  dock().setFloating(true);
  dock().resize(1200, 480);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel().width() > 1000; }, kPatience));
  const AnswerRow& row = *panel().rows().front();
  ASSERT_TRUE(QTest::qWaitFor([&] { return row.because()->x() > row.field()->geometry().right(); }, kPatience));
  dock().resize(420, 700);
  ASSERT_TRUE(QTest::qWaitFor([&] { return row.because()->y() > row.field()->geometry().bottom(); }, kPatience));
}

TEST_F(Mystery, a_dear_run_is_asked_about_before_it_is_made) {
  openCard();
  type("bytes", "4KiB");
  type("stride", "256");
  type("accesses", "40000");
  const auto spent = [&] { return *mystery::spent_on(file(), path_.toStdString()); };
  {
    Answer notYet(QMessageBox::No);
    window_.actions().run->trigger();
    ASSERT_EQ(notYet.said().size(), 1);
    EXPECT_TRUE(notYet.said().front().startsWith("This run takes about 40,1")) << notYet.said().front().toStdString();
    EXPECT_TRUE(notYet.said().front().contains("20 % of the 200,000 that are left"));
  }
  EXPECT_FALSE(window_.explorer().busy());
  EXPECT_EQ(spent(), 0U);
  Answer run(QMessageBox::Yes);
  runIt(window_.actions().run);
  EXPECT_EQ(run.said().size(), 1);
  EXPECT_GT(spent(), 39'999U);
  type("accesses", "64");  // a run of few accesses needs no question
  runIt(window_.actions().run);
  EXPECT_EQ(run.said().size(), 1);
}

}  // namespace
}  // namespace chasescope
