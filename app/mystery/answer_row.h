// One question of the answer sheet: the answer, its reason, and the runs that show it. They stand beside each other where there is
// room, and otherwise below each other.
#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

#include "engine/mystery/answer_sheet.h"

class QComboBox;
class QGridLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace chasescope {

class Theme;

/// A run that can be attached.
struct OfferedRun {
  QString id;     ///< "run-3"
  QString words;  ///< "run 3, N = 24 KiB, s = 128 B"
};

class AnswerRow : public QWidget {
  Q_OBJECT
 public:
  /// `runs` is called when the person wants to attach a run.
  AnswerRow(const mystery::AskedQuestion& asked, const Theme& theme, std::function<std::vector<OfferedRun>()> runs,
            QWidget* parent = nullptr);

  mystery::Question question() const { return asked_.question; }
  /// The contents of the fields. An answer that can't be read is left out, and fault() says why.
  mystery::Answer answer() const;
  void setAnswer(const mystery::Answer& answer);
  /// What is wrong with the typed answer; empty if nothing is.
  QString fault() const;
  void setWide(bool wide);
  void setHandedIn(bool handedIn);

  /// The field of the answer, for tests.
  QWidget* field() const;
  QPlainTextEdit* because() const { return because_; }

 signals:
  void changed();
  /// The person wants to see an attached run.
  void runRequested(const QString& id);

 private:
  QString typed() const;
  void tell();
  void showRuns();
  void offerRuns();

  const mystery::AskedQuestion asked_;
  const Theme& theme_;
  std::function<std::vector<OfferedRun>()> runs_;
  std::vector<std::string> attached_;
  QLabel *title_, *points_, *fault_;
  QLineEdit* line_ = nullptr;
  QPlainTextEdit* because_;
  QComboBox* choice_ = nullptr;
  QWidget* chips_;
  QHBoxLayout* chipRow_;
  QToolButton* attach_;
  QGridLayout* grid_;
  bool handedIn_ = false;
};

}  // namespace chasescope
