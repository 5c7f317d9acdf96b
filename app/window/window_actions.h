// The actions of the window: text, icon, shortcut and tooltip, in one place. What they do is connected elsewhere.
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

#include "widgets/style/theme.h"

namespace chasescope {

/// Version of the panels' layout: raised when panels are added or removed, so that an old layout is not applied to them.
inline constexpr int kLayoutVersion = 2;

class WindowActions : public QObject {
  Q_OBJECT
 public:
  WindowActions(const Theme& theme, QObject* parent);

  QAction *run, *discover, *freeRun, *hold, *single, *trigger, *stop, *noise, *modelNumbers;
  QAction *newSession, *newCache, *open, *openProgram, *restartProgram, *save, *exportFigure, *exportReport, *compare, *quit;
  QAction *copyPicture, *copyData;
  QAction *undo, *redo, *linkAxes;
  QAction *present, *spotlight, *start, *lessons, *beside, *over, *cards, *generations, *normal;
  QAction *darkTheme, *largerText, *smallerText, *resetText;
  QAction *resetLayout, *commands, *manual, *glossary, *whatIsThis, *shortcuts, *about;

  QList<QAction*> all() const { return all_; }
  /// What a disabled action waits for, as a sentence.
  static QString whyOff(const QAction& action);
  /// Sets that sentence anew.
  static void needs(QAction* action, const QString& sentence);

 private:
  QAction* add(const QString& icon, const QString& text, const QKeySequence& shortcut, const QString& tip, bool checkable = false);
  void restyle();

  const Theme& theme_;
  QList<QAction*> all_;
};

}  // namespace chasescope
