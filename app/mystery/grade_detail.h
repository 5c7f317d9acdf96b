// What one student handed in: each answer with the right one beside it, the reason that was given, and the runs that were attached.
// A click on a run shows it.
#pragma once

#include <QWidget>

#include "engine/mystery/class_grades.h"

class QVBoxLayout;

namespace chasescope {

class Theme;

class GradeDetail : public QWidget {
  Q_OBJECT
 public:
  explicit GradeDetail(const Theme& theme, QWidget* parent = nullptr);

  void setGrade(const mystery::Grade& grade, const mystery::AnswerSheet& sheet);
  void setRefused(const mystery::Refused& refused);
  void clear();
  /// Says something under the name, until something else is shown.
  void say(const QString& sentence);

 signals:
  void runRequested(const QString& id);

 private:
  void begin(const QString& name);
  void addQuestion(const mystery::QuestionGrade& grade, const mystery::AnswerSheet& sheet);
  class QLabel* addWords(const QString& words, const char* look);

  const Theme& theme_;
  QWidget* content_ = nullptr;
  QVBoxLayout* column_ = nullptr;
  class QLabel* said_ = nullptr;
};

}  // namespace chasescope
