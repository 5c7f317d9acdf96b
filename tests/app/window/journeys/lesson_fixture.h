// A lesson of three steps in a file of its own, played in a window.
#pragma once

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/window/lesson_mode.h"
#include "tests/app/window/person.h"

namespace chasescope {

inline constexpr auto kLesson = R"(---
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

class LessonFixture : public PersonFixture {
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
  /// Activates the window, as a window manager does after a question was answered.
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

}  // namespace chasescope
