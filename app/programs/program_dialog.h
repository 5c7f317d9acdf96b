// Asks for a program that is to be a device: a name and a command line, or one of those that were opened before.
#pragma once

#include <QDialog>

#include "app/programs/program_list.h"

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

  OwnProgram program() const;
  void setProgram(const OwnProgram& program);
  /// Tells something below the fields, until another command is typed.
  void say(const QString& sentence);

 signals:
  /// A program is not to be listed any more.
  void forgotten(const QString& name);
  /// A template was asked for; `suffix` is py or cpp. Whoever writes it may put the command in with setProgram().
  void templateWanted(const QString& suffix);

 private:
  void build();
  void fill();
  void chooseFile();
  void refresh();

  QComboBox* known_;
  QLineEdit* name_;
  QLineEdit* command_;
  QLabel* fault_;
  QPushButton* open_;
  QPushButton* forget_;
  bool named_ = false;  // the name was typed: it no longer follows the command
};

}  // namespace chasescope
