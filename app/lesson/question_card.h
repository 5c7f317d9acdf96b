// The card beside the view in a lesson. It has the words of the step, its question with a guess for one person and votes for a
// room, and then the answer with its reason.
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

  /// Makes the card narrower, for a step that shows two cards.
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
  QLabel *ask_, *trouble_, *said_, *is_, *rightness_, *whyTitle_, *hint_, *votesHeading_;
  QWidget *guessing_, *answer_, *options_;
  QLineEdit* number_;
  bool narrow_ = false;
  QBoxLayout* hintRow_ = nullptr;  // below the button: what is missing, and a button that reveals without it
  QButtonGroup* choices_ = nullptr;
  VoteRows* votes_;
  QPushButton *reveal_, *anyway_, *again_;
};

}  // namespace chasescope
