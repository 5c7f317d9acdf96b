// The votes of a room: a row for each option with a bar, and the row of the truth marked once it is shown.
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;

namespace chasescope {

class LessonPlayer;
class Theme;

class VoteRows : public QWidget {
  Q_OBJECT
 public:
  VoteRows(LessonPlayer& player, const Theme& theme, QWidget* parent = nullptr);

  /// Another step is in front.
  void showStep();
  void refresh();

 private:
  void build();

  LessonPlayer& player_;
  const Theme& theme_;
  QLabel *title_, *hands_, *fault_;
  QWidget* rows_ = nullptr;
  QLineEdit* another_;
  QStringList built_;  // the options that have a row
  bool builtRevealed_ = false;
};

}  // namespace chasescope
