// A lesson in the window, as a class meets it: leaving it and taking it up again, mistakes in its file, and the run or row that a
// step brings to the front.
#include <QListWidget>
#include <QStatusBar>
#include <QTextBrowser>
#include <QToolBar>
#include <QTreeView>
#include <algorithm>

#include "app/lesson/lesson_footer.h"
#include "app/lesson/lesson_list.h"
#include "app/lesson/question_card.h"
#include "app/presenter/presenter_strip.h"
#include "app/presenter/spotlight.h"
#include "tests/app/window/journeys/lesson_fixture.h"
#include "widgets/views/banks/bank_plot.h"
#include "widgets/views/banks/bank_view.h"
#include "widgets/views/report/report_model.h"
#include "widgets/views/report/report_view.h"
#include "widgets/views/report/summary_html.h"
#include "widgets/views/requests/request_plot.h"
#include "widgets/views/requests/request_view.h"

namespace chasescope {
namespace {

class LessonsJourney : public LessonFixture {};

TEST_F(LessonsJourney, a_lesson_is_left_and_taken_up_again_and_what_was_measured_before_is_back) {
  open(QStringLiteral("model:textbook"));
  measure();
  const std::size_t before = window_.explorer().session().runs.size();
  ASSERT_GT(before, 0U);
  window_.views().showView("report");
  const QWidget* tab = window_.views().currentWidget();
  play();
  EXPECT_NE(window_.views().currentWidget(), tab);
  pressPageDown();
  waitForRun();
  QTest::keyClick(&window_, Qt::Key_Escape);
  EXPECT_FALSE(player().active());
  EXPECT_TRUE(window_.statusBar()->isVisible());
  EXPECT_FALSE(window_.findChild<PresenterStrip*>()->isVisible());
  EXPECT_EQ(window_.explorer().session().runs.size(), before);
  EXPECT_TRUE(window_.explorer().hasUnsavedRuns());
  EXPECT_EQ(window_.views().currentWidget(), tab);
  play();
  EXPECT_EQ(headline(), "How many of 13 miss?");
}

TEST_F(LessonsJourney, the_focus_stays_in_the_lesson_so_that_enter_goes_on) {
  const auto within = [this] {
    QCoreApplication::processEvents();  // the focus moves once the step is shown
    const QWidget* focus = QApplication::focusWidget();
    const auto is_in = [&](const QWidget* part) { return part == focus || part->isAncestorOf(focus); };
    return focus != nullptr && (is_in(window_.findChild<QuestionCard*>()) || is_in(window_.findChild<LessonFooter*>()));
  };
  const auto enter = [] { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); };
  backInFront();
  window_.findChild<DeviceList*>()->list()->setFocus();
  play();
  EXPECT_TRUE(within()) << "a lesson that begins hides the list that had the focus";
  EXPECT_TRUE(button("lessonNext").hasFocus());
  QTest::mouseClick(&button("lessonNext"), Qt::LeftButton);
  waitForRun();
  EXPECT_FALSE(button("lessonNext").isEnabled());  // a guess first
  EXPECT_TRUE(within());
  enter();
  EXPECT_FALSE(player().revealed());
  for (auto* option : window_.findChild<QuestionCard*>()->findChildren<QPushButton*>())
    if (option->accessibleName() == "3") QTest::mouseClick(option, Qt::LeftButton);
  ASSERT_TRUE(player().hasGuess());
  enter();  // the option was chosen by the click
  EXPECT_TRUE(player().revealed());
  EXPECT_TRUE(within());
  EXPECT_TRUE(button("lessonNext").hasFocus());
  enter();
  EXPECT_EQ(headline(), "Draw it");
  EXPECT_TRUE(within());
  waitForRun();
  enter();
  EXPECT_EQ(headline(), "Draw it");
  EXPECT_TRUE(player().active());
}

// A chosen option of the question was pressed when it was chosen. A chosen button of a view is pressed by Enter like any other.
TEST_F(LessonsJourney, enter_presses_a_chosen_button_that_is_no_option_of_the_question) {
  backInFront();
  play();
  const auto buttons = window_.views().currentWidget()->findChildren<QToolButton*>();
  const auto chosen =
      std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* each) { return each->isVisible() && each->isChecked(); });
  ASSERT_NE(chosen, buttons.end());
  (*chosen)->setFocus();
  QCoreApplication::processEvents();
  ASSERT_TRUE((*chosen)->hasFocus()) << "the lesson takes the focus only where its control can have it no longer";
  QSignalSpy clicked(*chosen, &QAbstractButton::clicked);
  QTest::keyClick(*chosen, Qt::Key_Return);
  EXPECT_EQ(clicked.count(), 1);
  EXPECT_EQ(headline(), "Twelve words fit");
}

TEST_F(LessonsJourney, enter_chooses_the_option_that_has_the_focus) {
  backInFront();
  play();
  pressPageDown();
  waitForRun();
  for (auto* option : window_.findChild<QuestionCard*>()->findChildren<QPushButton*>())
    if (option->accessibleName() == "3") option->setFocus();
  ASSERT_FALSE(player().hasGuess());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_TRUE(player().hasGuess());
  EXPECT_FALSE(player().revealed());
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
    EXPECT_TRUE(no.said()[0].contains("exec:touch " + mark));  // the whole command is shown
    EXPECT_TRUE(player().trouble().contains("it was not allowed")) << player().trouble().toStdString();
    backInFront();
    pressPageDown();
    EXPECT_EQ(headline(), "How many of 13 miss?");
    ASSERT_EQ(no.said().size(), 2);  // no second question about the first program
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
  EXPECT_EQ(yes->said().size(), 1);  // one question holds for all steps
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
  EXPECT_EQ(headline(), "Draw it");  // the lesson that was being played goes on
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
  EXPECT_EQ(plot.stride(), 3U);  // the step shows another run of the same measurement
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

TEST_F(LessonsJourney, a_report_asks_for_no_panels_room_while_a_lesson_is_played) {
  write("---\ntitle: T\nabout: A.\nminutes: 1\n---\n# Line\ndevice: model:v100\nprobe: line\nview: report\n\nx\n");
  play();
  const QTextBrowser* summary = window_.views().of<ReportView>().summary();
  const auto asks = [&] { return summary->toHtml().contains(kRoomLink); };
  ASSERT_TRUE(QTest::qWaitFor([&] { return summary->toPlainText().contains("Tesla V100"); }, kPatience));
  EXPECT_FALSE(asks());
  QTest::keyClick(&window_, Qt::Key_Escape);
  window_.runProbe("line", {}, false);
  window_.views().showView("report");
  EXPECT_TRUE(QTest::qWaitFor(asks, kPatience));
}

TEST_F(LessonsJourney, the_curve_that_a_step_names_is_in_front) {
  window_.playLesson("11-requests-under-way");
  player().goTo(2);  // a step whose burst of 64 threads was also measured as a reference
  waitForRun();
  const auto& plot = *window_.views().of<RequestView>().plot();
  EXPECT_TRUE(QTest::qWaitFor([&] { return plot.loads() == 2 && plot.threads() == 64; }, kPatience));
}

TEST_F(LessonsJourney, nothing_but_the_lesson_tells_of_a_card) {
  play();
  const auto summary = [this] {
    const auto labels = window_.findChild<PresenterStrip*>()->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->isVisible() && label->text().startsWith("Three sets of two ways");
    });
  };
  EXPECT_FALSE(summary());
  player().leave();
  window_.actions().present->setChecked(true);
  EXPECT_TRUE(summary());  // outside a lesson, a lecturer may want the summary
}

}  // namespace
}  // namespace chasescope
