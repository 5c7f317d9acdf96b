// How the class did, question by question: bars, the mean, the right answer, its tolerance, and a good experiment.
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
  /// Shows the right answers for this card, which is that of the chosen student, or none. Questions that its level does not ask
  /// have none.
  void setCard(const std::optional<mystery::CardName>& card);
  /// A good experiment for the chosen question; empty if none is shown.
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
  // Experiments by card and question, kept as each takes a moment to work out.
  std::map<std::pair<std::string, mystery::Question>, QString> known_;
};

}  // namespace chasescope
