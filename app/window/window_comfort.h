// Comforts that measure nothing: the command palette, dropped and recent files, the theme, layouts of the window, the clipboard.
// One object, so that the window needs one line for them.
#pragma once

#include <QObject>

class QAction;
class QMenu;

namespace chasescope {

class CommandPalette;
class FileDrop;
class Glossary;
class GlossaryDialog;
class LayoutPresets;
class MainWindow;
class Theme;
class ViewCopy;

class WindowComfort : public QObject {
  Q_OBJECT
 public:
  /// Belongs to the window, whose menus, views and actions must be there.
  WindowComfort(MainWindow& window, Theme& theme);

  /// Opens the glossary at a term; empty: at the search field.
  void showGlossary(const QString& id = {});

 private:
  void addFiles();
  void addLooks();
  void addCopying();
  void addGlossary();
  /// The term of the field, or of the view, that has the focus.
  void explainFocus();
  /// The menu that has this action.
  QMenu& menuWith(const QAction* action) const;
  QMenu& editMenu();
  void say(const QString& sentence, bool good);

  MainWindow& window_;
  Theme& theme_;
  CommandPalette* palette_;
  FileDrop* drop_;
  LayoutPresets* presets_ = nullptr;
  ViewCopy* copying_;
  Glossary* glossary_ = nullptr;
  GlossaryDialog* allTerms_ = nullptr;  // made when it is first asked for
};

}  // namespace chasescope
