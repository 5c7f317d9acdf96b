// The menus and the tool bar: which action is where. Other files connect the actions.
#pragma once

#include <QAction>
#include <QList>

class QMainWindow;

namespace chasescope {

class WindowActions;

void fillToolBar(QMainWindow& window, const WindowActions& actions);

/// `mystery`: the actions of mystery cards for the session menu. Panels that exist at this time get entries in the view menu.
void fillMenus(QMainWindow& window, const WindowActions& actions, const QList<QAction*>& mystery);

}  // namespace chasescope
