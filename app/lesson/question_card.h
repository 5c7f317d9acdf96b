// What stands beside the view in a lesson: the words of the step, its question with a guess for one and votes for a room, and then
// the answer with its reason.
#pragma once

#include <QFrame>

class QBoxLayout;
class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;

namespace chasescope {

class LessonPlayer;
class TermText;
class Theme;
class VoteRows;

class QuestionCard : public QFrame {
  Q_OBJECT
 public:
  QuestionCard(LessonPlayer& player, const Theme& theme, QWidget* parent = nullptr);

  /// Beside two cards the words take less room.
  void setNarrow(bool narrow);

 private:
  void showStep();
  void refresh();
  void restyle();
  void makeChoices();
  void takeTyped();
  QString invitation() const;
  QString verdict() const;

  LessonPlayer& player_;
  const Theme& theme_;
  TermText *text_, *why_;
  QLabel *ask_, *trouble_, *said_, *is_, *rightness_, *whyTitle_, *hint_;
  QWidget *guessing_, *answer_, *options_;
  QLineEdit* number_;
  bool narrow_ = false;
  QBoxLayout* hintRow_ = nullptr;  // below the button: what is missing, and going on all the same
  QButtonGroup* choices_ = nullptr;
  VoteRows* votes_;
  QPushButton *reveal_, *anyway_, *again_;
};

}  // namespace chasescope
