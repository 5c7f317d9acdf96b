// Asks for what is to be a device: a program, a card of another machine, or a file, each with a name; or one of those that were
// opened before. It can be tried before it is opened.
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
  /// Ends what is being tried.
  ~ProgramDialog() override;

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
  bool named_ = false;  // the name was typed: it no longer follows the command
};

}  // namespace chasescope
