// A window of its own for every test, and the steps that many tests share.
#pragma once

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolBar>

#include "app/tabs/view_tabs.h"
#include "app/window/main_window.h"
#include "widgets/shell/parameter_form.h"

namespace chasescope {

/// Presses this button in each question box that has it, and keeps the texts of the questions.
class Answer {
 public:
  explicit Answer(QMessageBox::StandardButton button) {
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this, button] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr || box->button(button) == nullptr) return;
      said_ << box->text();
      QTest::mouseClick(box->button(button), Qt::LeftButton);
    });
    timer_.start(5);
  }
  /// The texts of the questions, in order.
  const QStringList& said() const { return said_; }

 private:
  QTimer timer_;
  QStringList said_;
};

constexpr int kPatience = 20000;  // ms; a limit for a hanging test, not a wait

class WindowFixture : public testing::Test {
 protected:
  WindowFixture() : window_(theme_) {
    window_.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window_, kPatience));
  }
  ~WindowFixture() override { QSettings().clear(); }  // they are the tests' own, see window_main.cpp

  void open(const QString& id) {
    window_.openDevice(id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience));
  }
  void type(const QString& key, const QString& text) {
    auto* field = qobject_cast<QLineEdit*>(window_.form().editor(key));
    ASSERT_NE(field, nullptr);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
  }
  /// Runs the chosen probe and waits for its end.
  void measure() {
    QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
    window_.actions().run->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
    EXPECT_EQ(ended.first().at(1).toString(), QString());
  }

  Theme theme_;
  MainWindow window_;
};

}  // namespace chasescope
