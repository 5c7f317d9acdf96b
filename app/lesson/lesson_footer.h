// The foot of a lesson: buttons that go back, go on and leave, and how far the lesson is.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace chasescope {

class LessonPlayer;
class Theme;

class LessonFooter : public QWidget {
  Q_OBJECT
 public:
  LessonFooter(LessonPlayer& player, const Theme& theme, QWidget* parent = nullptr);

  QPushButton* next() const { return next_; }

 private:
  void refresh();

  LessonPlayer& player_;
  const Theme& theme_;
  QPushButton *leave_, *back_, *next_;
  QLabel* place_;
  QWidget* marks_;
};

}  // namespace chasescope
