// The votes of a room. They are counted beside the button of each option; once the answer is shown, each has a row with a bar.
#pragma once

#include <QWidget>
#include <vector>

#include "app/lesson/lesson_player.h"

class QGridLayout;
class QLabel;
class QLineEdit;

namespace chasescope {

class Theme;

class VoteRows : public QWidget {
  Q_OBJECT
 public:
  VoteRows(LessonPlayer& player, const Theme& theme, QWidget* parent = nullptr);

  /// Shows the rows of another step. The counters of the step's options are made before, by countersOf().
  void showStep();
  /// The controls that count the hands for an option, until the answer is shown: one less, a field for their number, one more.
  QWidget* countersOf(const QString& words, QWidget* parent, bool narrow);
  /// Forgets the counters of the options before they are deleted.
  void forgetCounters() { optionCounts_.clear(); }
  void refresh();

 private:
  struct Count {
    QString words;
    QLineEdit* field;
  };
  /// The votes that have a row: all of them once the answer is shown, before that only numbers that are no option.
  std::vector<Vote> rowsWanted() const;
  void build();
  QWidget* counters(const QString& words, QWidget* parent, std::vector<Count>& kept, bool narrow);
  QLineEdit* countField(const QString& words, QWidget* parent, bool narrow);
  /// All fields for numbers of hands, from above to below.
  std::vector<Count> counts() const;

  LessonPlayer& player_;
  const Theme& theme_;
  QLabel *title_, *hands_, *fault_;
  QWidget* rows_ = nullptr;
  QLineEdit* another_;
  std::vector<Count> optionCounts_, counts_;  // counters beside the options, and below of other numbers, until the answer is shown
  QStringList built_;                         // the votes that have a row
  bool builtRevealed_ = false;
};

}  // namespace chasescope
