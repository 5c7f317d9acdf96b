// A lesson in the window, as a class meets it: covered, guessed, voted, revealed; left and taken up again; with mistakes in it.
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolBar>
#include <QTreeView>

#include "app/lesson/cover_sheet.h"
#include "app/lesson/curve_pad.h"
#include "app/lesson/lesson_list.h"
#include "app/presenter/presenter_strip.h"
#include "app/presenter/spotlight.h"
#include "app/window/lesson_mode.h"
#include "tests/app/window/person.h"
#include "widgets/views/banks/bank_plot.h"
#include "widgets/views/banks/bank_view.h"
#include "widgets/views/report/report_model.h"
#include "widgets/views/report/report_view.h"

namespace chasescope {
namespace {

constexpr auto kLesson = R"(---
title: A lesson of the test
about: Three steps.
minutes: 5
---

# Twelve words fit
device: model:textbook
probe: fine-grained
bytes: 48
stride: 4
view: scope

All hit.

# How many of 13 miss?
bytes: 52
ask: number
truth: misses
unit: of 13
options: 0 | 1 | 3

One word more.

## Why

Set 0 is too full.

# Draw it
probe: footprint-sweep
view: curves
ask: curve
truth: measured

Over the footprint.

## Why

It leaps.
)";

class LessonsJourney : public PersonFixture {
 protected:
  void SetUp() override {
    ASSERT_TRUE(folder_.isValid());
    path_ = folder_.filePath(QStringLiteral("own.md"));
    write(QString::fromUtf8(kLesson));
  }
  void write(const QString& text) const {
    QFile file(path_);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
  }
  LessonPlayer& player() { return window_.lessons().player(); }
  void play() {
    window_.playLesson(path_);
    ASSERT_TRUE(player().active());
    waitForRun();
  }
  /// As a window manager does when a question was answered.
  void backInFront() {
    window_.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window_, kPatience));
  }
  void waitForRun() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value() && !player().isMeasuring(); }, kPatience));
  }
  void pressPageDown() { QTest::keyClick(&window_, Qt::Key_PageDown); }
  QString headline() { return window_.findChild<QLabel*>("lessonHeadline")->text(); }
  QPushButton& button(const char* name) { return *window_.findChild<QPushButton*>(QLatin1String(name)); }
  QString shown(const char* name) {
    const auto* label = window_.findChild<QLabel*>(QLatin1String(name));
    return label->isVisible() ? label->text() : QString();
  }

  QTemporaryDir folder_;
  QString path_;
};

TEST_F(LessonsJourney, a_question_covers_the_view_until_there_is_a_guess_and_shows_both) {
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

TEST_F(LessonsJourney, enter_goes_on_after_an_answer_was_typed_and_never_leaves) {
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

TEST_F(LessonsJourney, the_votes_of_a_room_count_as_a_guess_and_stay_beside_the_truth) {
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

TEST_F(LessonsJourney, a_curve_is_drawn_with_the_mouse_and_held_against_the_measured_one) {
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

TEST_F(LessonsJourney, a_lesson_is_left_and_taken_up_again_and_what_was_measured_before_is_back) {
  open(QStringLiteral("model:textbook"));
  measure();
  const std::size_t before = window_.explorer().session().runs.size();
  ASSERT_GT(before, 0U);
  play();
  pressPageDown();
  waitForRun();
  QTest::keyClick(&window_, Qt::Key_Escape);
  EXPECT_FALSE(player().active());
  EXPECT_TRUE(window_.statusBar()->isVisible());
  EXPECT_FALSE(window_.findChild<PresenterStrip*>()->isVisible());
  EXPECT_EQ(window_.explorer().session().runs.size(), before);
  EXPECT_TRUE(window_.explorer().hasUnsavedRuns());
  play();
  EXPECT_EQ(headline(), "How many of 13 miss?");
}

TEST_F(LessonsJourney, what_a_lesson_sets_is_nobodys_setting_afterwards) {
  open(QStringLiteral("model:textbook"));
  type(QStringLiteral("bytes"), QStringLiteral("44"));
  play();
  pressPageDown();
  waitForRun();
  EXPECT_EQ(window_.form().values()["bytes"], "52");
  QTest::keyClick(&window_, Qt::Key_Escape);
  auto* list = window_.findChild<ProbeList*>();
  list->setCurrent(QStringLiteral("fine-grained"));
  emit list->probeSelected(QStringLiteral("fine-grained"));
  EXPECT_EQ(window_.form().values()["bytes"], "44");
}

TEST_F(LessonsJourney, a_saved_file_is_shown_anew_and_its_mistakes_are_said) {
  play();
  QString text = QString::fromUtf8(kLesson);
  write(text.replace(QStringLiteral("Twelve words fit"), QStringLiteral("A dozen words fit")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return headline() == QLatin1String("A dozen words fit"); }, kPatience));
  waitForRun();
  write(text.replace(QStringLiteral("truth: misses"), QStringLiteral("truth: many")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return player().trouble().contains(QStringLiteral("own.md, line 19")); }, kPatience))
      << player().trouble().toStdString();
}

TEST_F(LessonsJourney, nothing_is_started_that_nobody_allowed) {
  const QString mark = folder_.filePath(QStringLiteral("started")), beside = folder_.filePath(QStringLiteral("beside"));
  write(QString::fromUtf8(kLesson)
            .replace(QStringLiteral("device: model:textbook"), QStringLiteral("device: exec:touch ") + mark)
            .replace(QStringLiteral("bytes: 52"), QStringLiteral("bytes: 52\nbeside: exec:touch ") + beside));
  {
    Answer no(QMessageBox::No);
    window_.playLesson(path_);
    ASSERT_EQ(no.said().size(), 1);
    EXPECT_TRUE(no.said()[0].contains("exec:touch " + mark));  // in full
    EXPECT_TRUE(player().trouble().contains("nobody allowed it")) << player().trouble().toStdString();
    backInFront();
    pressPageDown();
    EXPECT_EQ(headline(), "How many of 13 miss?");
    ASSERT_EQ(no.said().size(), 2);  // the first is known
    EXPECT_TRUE(no.said()[1].contains("exec:touch " + beside));
  }
  EXPECT_FALSE(QFile::exists(mark));
  EXPECT_FALSE(QFile::exists(beside));
  Answer yes(QMessageBox::Yes);
  player().tryAgain();
  EXPECT_EQ(yes.said().size(), 1);
  EXPECT_TRUE(QTest::qWaitFor([&] { return QFile::exists(mark); }, kPatience));
  EXPECT_FALSE(QFile::exists(beside));
}

TEST_F(LessonsJourney, what_a_step_can_not_open_is_said_and_the_lesson_goes_on) {
  write(QString::fromUtf8(kLesson).replace(QStringLiteral("model:textbook"), QStringLiteral("exec:/no/such/program")));
  std::optional<Answer> yes(QMessageBox::Yes);
  window_.playLesson(path_);
  EXPECT_EQ(yes->said().size(), 1);  // once for all steps
  yes.reset();
  backInFront();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !player().trouble().isEmpty(); }, kPatience));
  pressPageDown();
  EXPECT_EQ(headline(), "How many of 13 miss?");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !player().isMeasuring(); }, kPatience));
  player().reveal();
  EXPECT_FALSE(player().truth());
  EXPECT_TRUE(player().trouble().contains(QStringLiteral("can't be told")));
  pressPageDown();
  EXPECT_EQ(headline(), "Draw it");
  Answer ok(QMessageBox::Ok);
  window_.playLesson(folder_.filePath(QStringLiteral("none.md")));
  ASSERT_EQ(ok.said().size(), 1);
  EXPECT_TRUE(ok.said().first().contains(QStringLiteral("none.md")));
  EXPECT_EQ(headline(), "Draw it");  // what was being played is played on
}

TEST_F(LessonsJourney, a_file_with_a_mistake_is_refused_with_its_line_and_what_was_played_is_played_on) {
  play();
  pressPageDown();
  waitForRun();
  const QString whole = QString::fromUtf8(kLesson), other = folder_.filePath(QStringLiteral("other.md"));
  const auto refused = [&](const QByteArray& text) {
    QFile file(other);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    Answer ok(QMessageBox::Ok);
    window_.playLesson(other);
    EXPECT_EQ(ok.said().size(), 1);
    EXPECT_EQ(headline(), "How many of 13 miss?");
    EXPECT_TRUE(button("lessonNext").isVisible());
    return ok.said().value(0);
  };
  const auto with = [&](const char* before, const char* after) {
    return QString(whole).replace(QLatin1String(before), QLatin1String(after)).toUtf8();
  };
  QString said = refused(with("view: scope", "view: scop"));
  EXPECT_TRUE(said.startsWith("other.md, line 12: there is no view 'scop'")) << said.toStdString();
  said = refused(with("model:textbook", "model:nosuch"));
  EXPECT_TRUE(said.startsWith("other.md, line 8: ")) << said.toStdString();
  EXPECT_TRUE(said.contains("nosuch")) << said.toStdString();
  said = refused(whole.left(whole.indexOf(QStringLiteral("truth: misses"))).toUtf8());  // cut off
  EXPECT_TRUE(said.startsWith("other.md, line ")) << said.toStdString();
  said = refused(QByteArray("\x00\x1b[31m<b>\xff\xfe", 11));
  EXPECT_TRUE(said.startsWith("other.md, line 1: ")) << said.toStdString();
  said = refused({});
  EXPECT_TRUE(said.startsWith("other.md, line ")) << said.toStdString();
  EXPECT_FALSE(said.contains(".."));
}

TEST_F(LessonsJourney, a_step_brings_the_run_to_the_front_that_it_speaks_of) {
  write(
      QStringLiteral("---\ntitle: T\nabout: A.\nminutes: 5\n---\n"
                     "# One\ndevice: model:gtx560ti\nprobe: banks\nwords: 4\nstrides: 0-8\nview: banks\ntrace: stride 5, 4-byte "
                     "words, 4-byte banks\n\nx\n"
                     "# Two\ntrace: stride 3, 4-byte words, 4-byte banks\n\nx\n"));
  play();
  const auto& plot = *window_.views().of<BankView>().plot();
  EXPECT_EQ(plot.stride(), 5U);
  pressPageDown();
  EXPECT_EQ(plot.stride(), 3U);  // nothing is measured anew for that
}

TEST_F(LessonsJourney, a_recording_answers_a_step_with_what_its_probe_found) {
  write(
      QStringLiteral("---\ntitle: T\nabout: A.\nminutes: 5\n---\n"
                     "# One\ndevice: recording:h200\nprobe: memory\nview: scope\ntrace: sequential over 256 MiB\nask: "
                     "number\ntruth: accesses\n\nx\n"));
  play();
  const ShownRun* run = window_.explorer().store().run(window_.explorer().selection().currentRun());
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->run->label, "sequential over 256 MiB");
  EXPECT_EQ(run->run->probe, "memory");
}

TEST_F(LessonsJourney, presenting_puts_card_and_sliders_in_front_and_everything_back) {
  open(QStringLiteral("model:textbook"));
  auto* strip = window_.findChild<PresenterStrip*>();
  auto* bar = window_.findChild<QToolBar*>();
  EXPECT_FALSE(strip->isVisible());
  window_.actions().present->trigger();
  EXPECT_TRUE(strip->isVisible());
  EXPECT_FALSE(bar->isVisible());
  window_.actions().spotlight->trigger();
  EXPECT_TRUE(window_.findChild<Spotlight*>()->isVisible());
  window_.actions().present->trigger();
  EXPECT_FALSE(strip->isVisible());
  EXPECT_TRUE(bar->isVisible());
  EXPECT_FALSE(window_.findChild<Spotlight*>()->isVisible());
}

TEST_F(LessonsJourney, every_lesson_of_the_program_is_listed) {
  LessonList list(theme_);
  EXPECT_EQ(static_cast<std::size_t>(list.list()->count()), lesson::lesson_ids().size());
}

TEST_F(LessonsJourney, a_report_is_opened_at_the_row_that_the_step_means) {
  write(
      QString::fromUtf8("---\ntitle: T\nabout: A.\nminutes: 1\n---\n# Rows\ndevice: recording:h200\nprobe: facts\nview: report\n"
                        "row: dram.capacity_bytes\n\nx\n# Another\nrow: device.sm_count\n\ny\n"));
  play();
  auto& report = window_.views().of<ReportView>();
  const auto current = [&] { return report.table()->currentIndex().siblingAtColumn(0); };
  EXPECT_EQ(current().data(ReportModel::SubjectRole).toString(), "dram");
  EXPECT_TRUE(report.details().startsWith("Capacity"));
  EXPECT_TRUE(report.table()->viewport()->rect().contains(report.table()->visualRect(current())));
  pressPageDown();
  waitForRun();
  EXPECT_EQ(current().data().toString(), "SMs");
  EXPECT_TRUE(report.table()->viewport()->rect().contains(report.table()->visualRect(current())));
}

TEST_F(LessonsJourney, what_is_typed_and_is_no_guess_is_told_why) {
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
}

}  // namespace
}  // namespace chasescope
