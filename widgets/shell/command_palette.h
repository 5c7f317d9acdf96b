// A field to type in and a list of the commands that fit: the arrows choose a command, Enter runs it (Ctrl+Enter and Shift+Enter
// run its variants, if it has any), Esc closes the palette.
//
// Commands that can't be run now are listed too, greyed, with the reason. The chosen command runs after the palette has closed,
// when the window has the focus again.
#pragma once

#include <QDialog>
#include <vector>

#include "widgets/shell/command_model.h"

class QLabel;
class QLineEdit;
class QListView;

namespace chasescope {

class Theme;

class CommandPalette : public QDialog {
  Q_OBJECT
 public:
  CommandPalette(const Theme& theme, QWidget* parent);

  /// Shows these commands, all of them at first, over the upper part of the parent.
  void showCommands(std::vector<Command> commands);

  QLineEdit* field() const { return field_; }
  QListView* list() const { return list_; }
  /// The explanation of the chosen command: what it does, or why it can't be run now.
  QString explanation() const;
  void done(int result) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void choose(int row);
  void step(int rows);
  void runChosen(Qt::KeyboardModifiers keys = {});
  void explain();
  void place();

  const Theme& theme_;
  CommandModel* model_;
  QLineEdit* field_;
  QListView* list_;
  QLabel* explanation_;
};

}  // namespace chasescope
