// Keeps the keyboard focus in the lesson where a control of the lesson can have it no longer. Qt then gives it to the next control
// of the window, which may be anything, and Enter, which is to go on in the lesson, would press that.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace chasescope {

class LessonPlayer;
class LessonFooter;
class QuestionCard;

class LessonFocus : public QObject {
  Q_OBJECT
 public:
  LessonFocus(LessonPlayer& player, QuestionCard& card, LessonFooter& footer, QObject* parent);

  /// Brings the focus into the lesson, as soon as its step is shown.
  void take();

 private:
  void moved(QWidget* from);
  void settleSoon();
  void settle();

  LessonPlayer& player_;
  QuestionCard& card_;
  LessonFooter& footer_;
  QPointer<QWidget> from_;  // had the focus last, and is a part of the lesson
};

}  // namespace chasescope
