// A person's own program dies while a class follows a lesson. One sentence says so, and the lesson goes on.
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/window/lesson_mode.h"
#include "tests/app/window/person.h"

namespace chasescope {
namespace {

class DyingLesson : public PersonFixture {
 protected:
  /// Plays a lesson whose program dies in the middle of its n-th trace. When the program is started anew, the count begins anew. A
  /// probe takes four traces.
  void play(int traces, const char* steps) {
    const QString source = QStringLiteral(CHASESCOPE_SOURCE_DIR);
    QFile file(folder_.filePath(QStringLiteral("own.md")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral("---\ntitle: T\nabout: A.\nminutes: 5\n---\n# One\n"
                              "device: exec:python3 %1/tests/app/window/mortal_device.py %1/resources/examples/cache_device.py %2\n"
                              "probe: fine-grained\nbytes: 1088\nstride: 32\nview: scope\n\nx\n%3")
                   .arg(source)
                   .arg(traces)
                   .arg(QLatin1String(steps))
                   .toUtf8());
    file.close();
    Answer open(QMessageBox::Yes);  // a lesson starts a program only where a person allowed it
    window_.playLesson(file.fileName());
    ASSERT_TRUE(player().active());
    waitForRun();
    EXPECT_EQ(open.said().size(), 1);
    window_.activateWindow();  // as a window manager does after a question was answered
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window_, kPatience));
  }
  LessonPlayer& player() { return window_.lessons().player(); }
  void waitForRun() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return !player().isMeasuring() && !window_.explorer().busy(); }, kPatience));
  }
  void goOn() {
    QTest::keyClick(&window_, Qt::Key_PageDown);
    waitForRun();
  }
  QPushButton& again() { return *window_.findChild<QPushButton*>("lessonAgain"); }
  QString headline() { return window_.findChild<QLabel*>("lessonHeadline")->text(); }

  QTemporaryDir folder_;
};

TEST_F(DyingLesson, is_told_and_the_step_is_run_again_or_left) {
  play(10, "# Two\nbytes: 2048\n\nx\n# How many miss?\nbytes: 4096\nask: number\ntruth: accesses\n\nx\n");
  while (player().trouble().isEmpty() && player().index() + 1 < player().steps()) goOn();
  ASSERT_EQ(headline(), "How many miss?");
  EXPECT_TRUE(player().trouble().contains("exit code 3")) << player().trouble().toStdString();
  ASSERT_TRUE(again().isVisible());
  player().reveal();
  EXPECT_FALSE(player().truth());  // a measurement of an earlier step does not answer this question
  QTest::mouseClick(&again(), Qt::LeftButton);
  waitForRun();
  EXPECT_EQ(player().trouble(), QString());
  EXPECT_FALSE(again().isVisible());
  EXPECT_FALSE(player().revealed());  // no answer was shown, so the question is asked again
  player().reveal();
  EXPECT_EQ(player().truth(), lesson::Answer(128.0));
  EXPECT_TRUE(window_.explorer().device().has_value());
}

TEST_F(DyingLesson, goes_on_with_the_program_started_anew) {
  play(6, "# Two\nbytes: 2048\n\nx\n# Three\n\nthe same again\n");
  goOn();
  ASSERT_TRUE(player().trouble().contains("exit code 3")) << player().trouble().toStdString();
  goOn();  // the next step has the same settings, and no run of them has been shown yet
  EXPECT_EQ(headline(), "Three");
  EXPECT_EQ(player().trouble(), QString());
}

}  // namespace
}  // namespace chasescope
