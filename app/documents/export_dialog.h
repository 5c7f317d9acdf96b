// Asks how a view is to be exported as a figure, and exports it.
#pragma once

#include <QDialog>
#include <QStringList>
#include <functional>
#include <memory>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace chasescope {

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  /// Says what a figure is to show; empty for what the figure itself takes.
  using ChoiceOfFigure = std::function<FigureChoice(const QString& figure)>;

  /// `figure` is chosen at first; empty for the first of all.
  ExportDialog(const Session& session, ChoiceOfFigure choiceOf, const QString& figure, QWidget* parent = nullptr);

  /// The card that stands beside the session's in the memory diagram; null for none.
  void setOther(std::shared_ptr<const Session> other) { other_ = std::move(other); }
  /// What was written, once the dialog was accepted.
  const QStringList& files() const { return files_; }

 private:
  void chooseFolder();
  void exportNow();

  const Session& session_;
  ChoiceOfFigure choiceOf_;
  std::shared_ptr<const Session> other_;
  QStringList files_;
  QComboBox* figure_;
  QComboBox* width_;
  QSpinBox* dpi_;
  QCheckBox *pdf_, *svg_, *png_;
  QLineEdit* folder_;
  QLabel* fault_;
};

}  // namespace chasescope
