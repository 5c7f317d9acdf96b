// The actions of a person in the window, for tests of whole journeys. They are made of clicks and keys alone.
#pragma once

#include <QAction>
#include <QDialog>
#include <QElapsedTimer>
#include <QListView>
#include <QTabBar>
#include <QToolButton>
#include <functional>

#include "tests/app/window/window_fixture.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/probe_list.h"
#include "widgets/shell/section_list.h"

namespace chasescope {

class PersonFixture : public WindowFixture {
 protected:
  ~PersonFixture() override { window_.explorer().newSession(); }  // so that no question about unsaved runs comes up

  /// Clicks the row of the list that has this text.
  static void click(QListView& list, const QString& text) {
    for (int row = 0; row < list.model()->rowCount(); ++row) {
      const QModelIndex index = list.model()->index(row, 0);
      if (index.data().toString() != text) continue;
      list.scrollTo(index);
      QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(index).center());
      return;
    }
    ADD_FAILURE() << "no row " << text.toStdString();
  }
  /// Clicks the button of an action in the tool bar, or presses its key where it has none.
  void press(QAction* action) {
    for (auto* button : window_.findChildren<QToolButton*>())
      if (button->defaultAction() == action && button->isVisible()) return QTest::mouseClick(button, Qt::LeftButton);
    window_.activateWindow();  // a dialog may have been in front
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window_, kPatience));
    QTest::keySequence(&window_, action->shortcut());
  }
  void choose(const QString& device) {
    click(*window_.findChild<DeviceList*>()->list(), device);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience));
  }
  void chooseProbe(const QString& title) { click(*window_.findChild<ProbeList*>()->list(), title); }
  /// Clicks the tab with this title. A tab that lies out of sight is chosen by its key, Alt and a digit.
  void turnTo(const QString& title) {
    QTabWidget& tabs = window_.views();
    for (int i = 0; i < tabs.count(); ++i) {
      if (tabs.tabText(i) != title) continue;
      const QRect place = tabs.tabBar()->tabRect(i);
      if (tabs.tabBar()->rect().contains(place))
        QTest::mouseClick(tabs.tabBar(), Qt::LeftButton, {}, place.center());
      else
        QTest::keyClick(&window_, static_cast<Qt::Key>(i == 9 ? Qt::Key_0 : Qt::Key_1 + i), Qt::AltModifier);
      ASSERT_EQ(tabs.currentIndex(), i);
      return;
    }
    ADD_FAILURE() << "no tab " << title.toStdString();
  }
  /// Presses the button or the key of this action, and waits until its probe has ended.
  void runIt(QAction* with) {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    press(with);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, 3 * kPatience));
    ASSERT_EQ(ended.first().at(1).toString(), QString());
  }
  /// Calls `opens`, which opens a dialog and waits for it, and meanwhile calls `with` with that dialog.
  static void answer(const std::function<void()>& opens, const std::function<void(QDialog&)>& with) {
    bool answered = false;
    QTimer timer;
    QElapsedTimer since;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      if (answered) {  // a second dialog that nobody expected, or the first one, still open
        if (since.elapsed() < kPatience) return;
        ADD_FAILURE() << "still open: " << dialog->windowTitle().toStdString();
        return dialog->reject();
      }
      answered = true;
      since.start();
      with(*dialog);
    });
    timer.start(5);
    opens();
    EXPECT_TRUE(answered);
  }
};

}  // namespace chasescope
