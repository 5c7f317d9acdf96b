// The results of a probe that has just ended, in large type above the views: "L1 data cache: Capacity 16 KiB". The bar stays until
// the next probe begins.
#pragma once

#include <QFrame>
#include <vector>

#include "engine/findings/finding.h"

class QLabel;
class QToolButton;

namespace chasescope {

class TermText;
class Theme;

/// The measured findings as parts of one line, each with its subject and quantity: at most `most` parts, in the order of the
/// findings. Findings that the probe could not measure are left out. Pure.
QStringList answerParts(const std::vector<Finding>& findings, int most);

class AnswerBar : public QFrame {
  Q_OBJECT
 public:
  explicit AnswerBar(const Theme& theme, QWidget* parent = nullptr);

  /// Shows the findings; hides the bar if none was measured. `probe`: the title of the probe.
  void tell(const QString& probe, const std::vector<Finding>& findings);
  /// The line as plain text.
  QString says() const { return says_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void restyle();
  void fit();

  const Theme& theme_;
  QLabel* title_;
  TermText* terms_;  ///< the terms that occur in the answer
  QLabel* line_;
  QString says_;
};

}  // namespace chasescope
