// The dialog for a new device: a program, a card of another machine, or a file, with a name; or a device that was opened before.
// The device can be tried before it is opened.
#pragma once

#include <QDialog>
#include <thread>

#include "app/programs/program_list.h"

class QButtonGroup;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace chasescope {

class Theme;

class ProgramDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ProgramDialog(const Theme& theme, QWidget* parent = nullptr);
  /// Ends a trial that is under way.
  ~ProgramDialog() override;

  OwnProgram program() const;
  void setProgram(const OwnProgram& program);
  /// Shows a sentence below the fields until another command is typed.
  void say(const QString& sentence);

 signals:
  /// The person removed a program from the list.
  void forgotten(const QString& name);
  /// The person asked for a template; `suffix` is py or cpp. Its writer may put the command in with setProgram().
  void templateWanted(const QString& suffix);

 private:
  void build();
  void fill();
  void chooseFile();
  void refresh();
  void setKind(OwnProgram::Kind kind);
  void tryIt();

  QButtonGroup* kinds_;
  QComboBox* known_;
  QLineEdit* name_;
  QLineEdit* command_;
  QLabel* fault_;
  QPushButton* open_;
  QPushButton* forget_;
  QPushButton *browse_, *try_, *template_;
  QLabel *words_, *what_;
  std::jthread trial_;
  bool named_ = false;  // the person typed a name, which no longer follows the command
};

}  // namespace chasescope
