// A field to type in and the commands that fit it: arrows choose, Enter runs (with Ctrl or Shift what the command has for them),
// Esc leaves.
//
// What can't be had now is listed all the same, greyed, and says why. The chosen command runs when the palette has closed, so that
// it finds the window as it was.
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

  /// Shows these, all of them at first, over the upper part of the parent.
  void showCommands(std::vector<Command> commands);

  QLineEdit* field() const { return field_; }
  QListView* list() const { return list_; }
  /// What the chosen command does, or why it can't be had.
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
