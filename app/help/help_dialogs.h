// Small windows that explain: what each key does, and what this program is.
#pragma once

#include <QAction>
#include <QList>

class QWidget;

namespace chasescope {

void showShortcuts(QWidget* parent, const QList<QAction*>& actions);
void showAbout(QWidget* parent);

}  // namespace chasescope
