// Copying a view to the clipboard: from the menu bar, by keys, and from the context menu of the right button.
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>

#include "app/tabs/view_copy.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/shell/log_panel.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/steps/step_plot.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {
namespace {

class CopyTest : public WindowFixture {
 protected:
  CopyTest() { QGuiApplication::clipboard()->clear(); }
  ~CopyTest() override { window_.explorer().newSession(); }
  QStringList lines() { return QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts); }
  QString lastSaid() { return window_.findChild<LogPanel*>()->text().section('\n', -1); }
};

TEST_F(CopyTest, TheScopeGivesTheAccessesInSight) {
  EXPECT_FALSE(window_.actions().copyData->isEnabled());
  open("model:textbook");
  type("bytes", "52");
  type("stride", "4");
  measure();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window_.views().of<ScopeView>().isEmpty(); }, kPatience));
  window_.views().of<ScopeView>().plot()->canvas()->setFocus();
  QTest::keySequence(&window_, QKeySequence("Ctrl+Alt+C"));
  const auto& run = *window_.explorer().session().runs.front();
  ASSERT_EQ(lines().size(), static_cast<qsizetype>(run.cycles().size()) + 1);
  EXPECT_EQ(lines()[0], "access,pass,position,offset_bytes,cycles,level,miss");
  EXPECT_EQ(QGuiApplication::clipboard()->mimeData()->data("text/csv"), QGuiApplication::clipboard()->text().toUtf8());
  window_.views().of<ScopeView>().showAccesses(9.5, 19.5);
  window_.actions().copyData->trigger();
  ASSERT_EQ(lines().size(), 11);
  const QStringList first = lines()[1].split(',');
  ASSERT_EQ(first.size(), 7);
  EXPECT_EQ(first[0] + ' ' + first[2] + ' ' + first[3], "10 10 40");  // access, position, offset in bytes
  EXPECT_EQ(first[4].toFloat(), run.cycles()[10]);
  EXPECT_TRUE(lastSaid().contains("10 rows")) << lastSaid().toStdString();
}

TEST_F(CopyTest, TheRightButtonBringsAMenuUnlessItDraws) {
  open("model:textbook");
  measure();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window_.views().of<ScopeView>().isEmpty(); }, kPatience));
  ScopeView& scope = window_.views().of<ScopeView>();
  auto* menu = scope.findChild<QMenu*>("viewMenu");
  QWidget* canvas = scope.plot()->canvas();
  const QPoint at = canvas->rect().center();
  // The platform asks for a context menu when the button is pressed, before it is known whether a drag will follow.
  QContextMenuEvent asked(QContextMenuEvent::Mouse, at, canvas->mapToGlobal(at));
  QCoreApplication::sendEvent(canvas, &asked);
  EXPECT_FALSE(menu->isVisible());
  QTest::mousePress(canvas, Qt::RightButton, {}, at);
  QTest::mouseMove(canvas, at + QPoint(60, 40));
  QTest::mouseRelease(canvas, Qt::RightButton, {}, at + QPoint(60, 40));
  EXPECT_FALSE(menu->isVisible());
  EXPECT_FALSE(scope.isFollowing());  // the drag zoomed
  const auto chosen = window_.explorer().selection().access();
  QTest::mouseClick(canvas, Qt::RightButton, {}, at);
  ASSERT_TRUE(menu->isVisible());
  EXPECT_EQ(window_.explorer().selection().access(), chosen);
  QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions()[1]).center());
  EXPECT_GT(lines().size(), 1);
}

TEST_F(CopyTest, AViewThatIsDrawnHasTheMenuToo) {
  open("model:gtx560ti");
  window_.views().setCurrentWidget(&window_.views().of<MemoryView>());
  QWidget& view = window_.views().of<MemoryView>();
  QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(20, 20), view.mapToGlobal(QPoint(20, 20)));
  QCoreApplication::sendEvent(&view, &asked);
  auto* menu = view.findChild<QMenu*>("viewMenu");
  ASSERT_TRUE(menu->isVisible());
  EXPECT_FALSE(menu->actions()[1]->isEnabled());  // no data yet
  menu->close();
}

TEST_F(CopyTest, APictureIsWhatIsSeenWithoutTheButtons) {
  open("model:textbook");
  measure();
  window_.actions().copyPicture->trigger();
  const QImage image = QGuiApplication::clipboard()->image();
  const QWidget& scope = window_.views().of<ScopeView>();
  ASSERT_EQ(image.size(), scope.size() * scope.devicePixelRatioF());
  for (const auto* button : scope.findChildren<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (!button->isVisible()) continue;
    const QRect there = button->geometry().translated(0, 0);
    for (const QPoint& at : {there.center(), there.topLeft() + QPoint(2, 2)})
      EXPECT_EQ(image.pixelColor(at), theme_.colours().card) << button->toolTip().toStdString();
  }
}

TEST_F(CopyTest, EveryViewOfADiscoveredCardGivesItsDataOrSaysWhyNot) {
  open("recording:h200");
  ASSERT_TRUE(window_.explorer().hasFindings());
  int copied = 0;
  for (QWidget* view : window_.views().all()) {
    QGuiApplication::clipboard()->clear();
    ViewCopy copy(window_.views(), window_.explorer(), nullptr);
    QSignalSpy said(&copy, &ViewCopy::said);
    copy.copyData(view);
    ASSERT_EQ(said.count(), 1);
    const QString sentence = said[0][0].toString();
    EXPECT_TRUE(sentence.contains("“" + view->accessibleName() + "”") && !view->accessibleName().isEmpty()) << sentence.toStdString();
    const bool good = said[0][1].toBool();
    EXPECT_EQ(good, lines().size() > 1) << sentence.toStdString();
    EXPECT_TRUE(sentence.endsWith('.')) << sentence.toStdString();
    copied += good ? 1 : 0;
    for (const QString& line : lines()) EXPECT_EQ(line.count('"') % 2, 0) << line.toStdString();
  }
  EXPECT_GE(copied, 6);
}

TEST_F(CopyTest, TheReportGivesTheFindings) {
  open("recording:h200");
  window_.views().showReport();
  ASSERT_EQ(window_.views().tabText(window_.views().currentIndex()), "Report");
  window_.actions().copyData->trigger();
  EXPECT_EQ(lines().size(), static_cast<qsizetype>(window_.explorer().session().findings.size()) + 1);
  EXPECT_TRUE(lines()[0].contains("quantity")) << lines()[0].toStdString();
}

TEST_F(CopyTest, TheStepPlayerGivesTheSetBeforeAndAfter) {
  open("model:textbook");
  type("bytes", "52");
  type("stride", "4");
  measure();
  window_.views().setCurrentWidget(&window_.views().of<StepView>());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.views().of<StepView>().player().state() == StepPlayer::State::ready; }, kPatience));
  window_.views().of<StepView>().setFocus();
  QTest::keyClick(&window_.views().of<StepView>(), Qt::Key_E);  // to the first eviction
  window_.actions().copyData->trigger();
  const auto& look = window_.views().of<StepView>().plot()->picture()->look;
  ASSERT_EQ(lines().size(), 3) << lines().join('\n').toStdString();  // the textbook's sets have two ways
  EXPECT_EQ(lines()[0], "access,set,way,before,after");
  const QStringList evicted = lines()[static_cast<qsizetype>(*look.way) + 1].split(',');
  EXPECT_EQ(evicted[1], "0");
  EXPECT_NE(evicted[3], evicted[4]);
}

}  // namespace
}  // namespace chasescope
