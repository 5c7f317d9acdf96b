// Asks how a view is to be exported as a figure, and exports it.
#pragma once

#include <QDialog>
#include <QStringList>

#include "engine/session/session.h"

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
  ExportDialog(const Session& session, const QString& runId, QWidget* parent = nullptr);

  /// What was written, once the dialog was accepted.
  const QStringList& files() const { return files_; }

 private:
  void chooseFolder();
  void exportNow();

  const Session& session_;
  QString runId_;
  QStringList files_;
  QComboBox* figure_;
  QComboBox* width_;
  QSpinBox* dpi_;
  QCheckBox *pdf_, *svg_, *png_;
  QLineEdit* folder_;
  QLabel* fault_;
};

}  // namespace chasescope
