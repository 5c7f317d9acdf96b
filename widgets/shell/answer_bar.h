// What a probe that has just ended says, in large type above the views: "L1 data cache: Capacity 16 KiB". Until the next one
// begins.
#pragma once

#include <QFrame>
#include <vector>

#include "engine/findings/finding.h"

class QLabel;
class QToolButton;

namespace chasescope {

class TermText;
class Theme;

/// The measured findings as parts of one line, each with what it is of: at most `most`, in the order in which they were made. What
/// a probe could not tell is no part of it. Pure.
QStringList answerParts(const std::vector<Finding>& findings, int most);

class AnswerBar : public QFrame {
  Q_OBJECT
 public:
  explicit AnswerBar(const Theme& theme, QWidget* parent = nullptr);

  /// Shows what the findings say; hides where they say nothing. `probe`: its title.
  void tell(const QString& probe, const std::vector<Finding>& findings);
  /// The line without markup.
  QString says() const { return says_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void restyle();
  void fit();

  const Theme& theme_;
  QLabel* title_;
  TermText* terms_;  ///< of what was found
  QLabel* line_;
  QString says_;
};

}  // namespace chasescope
