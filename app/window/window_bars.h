// The menus and the tool bar: which action stands where. What they do is connected elsewhere.
#pragma once

#include <QAction>
#include <QList>

class QMainWindow;

namespace chasescope {

class WindowActions;

void fillToolBar(QMainWindow& window, const WindowActions& actions);

/// `mystery`: the actions of mystery cards, in the menu of sessions. Panels that are there by then get an entry in the menu of
/// views.
void fillMenus(QMainWindow& window, const WindowActions& actions, const QList<QAction*>& mystery);

}  // namespace chasescope
