// How the class did, question by question: bars, the mean, what is right, how far an answer may be off, and a good experiment.
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/mystery/class_grades.h"

class QButtonGroup;
class QGridLayout;
class QLabel;

namespace chasescope {

class Theme;

class QuestionList : public QWidget {
  Q_OBJECT
 public:
  explicit QuestionList(const Theme& theme, QWidget* parent = nullptr);

  void setGrades(const std::vector<mystery::Grade>& grades);
  /// What is right is of this card from now on: that of the student who is looked at. Nothing where the card is of another level.
  void setCard(const mystery::CardName& card);
  /// What the experiment for the chosen question would have been.
  QString experiment() const;

 private:
  void showTruth();
  void showExperiment();
  std::optional<mystery::Question> chosen() const;
  bool asks(mystery::Question question) const;

  const Theme& theme_;
  std::vector<mystery::Question> questions_;
  std::optional<mystery::CardName> card_;
  QGridLayout* grid_;
  QWidget* rows_;
  QLabel *title_, *experiment_;
  QButtonGroup* buttons_ = nullptr;
  std::vector<QLabel*> right_, tolerance_;
  std::map<std::pair<std::string, mystery::Question>, QString> known_;  // experiments, which take a moment to work out
};

}  // namespace chasescope
