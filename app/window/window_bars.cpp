#include "app/window/window_bars.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QToolBar>

#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

void fillToolBar(QMainWindow& window, const WindowActions& actions) {
  auto* bar = window.addToolBar(MainWindow::tr("Measure"));
  bar->setObjectName(QStringLiteral("measure"));
  bar->setMovable(false);
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->setIconSize({18, 18});
  bar->addAction(actions.run);
  looking(bar->widgetForAction(actions.run), "primary");
  bar->addAction(actions.discover);
  bar->addAction(actions.freeRun);
  bar->addAction(actions.stop);
  bar->addSeparator();
  bar->addAction(actions.open);
  bar->addAction(actions.save);
  bar->addAction(actions.exportFigure);
  auto* space = new QWidget;
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(space);
  bar->addAction(actions.darkTheme);
}

void fillMenus(QMainWindow& window, const WindowActions& actions, const QList<QAction*>& mystery) {
  QMenu* session = window.menuBar()->addMenu(MainWindow::tr("&Session"));
  session->addActions({actions.newSession, actions.open, actions.openProgram, actions.restartProgram, actions.save,
                       actions.exportFigure, actions.exportReport, actions.compare, actions.cards, actions.generations,
                       actions.normal});
  session->addSeparator();
  session->addActions(mystery);
  session->addSeparator();
  session->addAction(actions.quit);
  window.menuBar()->addMenu(MainWindow::tr("&Edit"))->addActions({actions.undo, actions.redo});
  QMenu* measure = window.menuBar()->addMenu(MainWindow::tr("&Measure"));
  measure->addActions(
      {actions.run, actions.discover, actions.freeRun, actions.hold, actions.single, actions.trigger, actions.stop});
  measure->addSeparator();
  measure->addActions({actions.noise, actions.modelNumbers});
  QMenu* view = window.menuBar()->addMenu(MainWindow::tr("&View"));
  view->addActions({actions.beside, actions.over, actions.present, actions.spotlight, actions.darkTheme, actions.largerText,
                    actions.smallerText, actions.resetText});
  view->addSeparator();
  for (QDockWidget* dock : window.findChildren<QDockWidget*>()) view->addAction(dock->toggleViewAction());
  view->addAction(actions.resetLayout);
  QMenu* help = window.menuBar()->addMenu(MainWindow::tr("&Help"));
  help->addActions({actions.manual, actions.start, actions.lessons, actions.glossary, actions.whatIsThis, actions.commands,
                    actions.shortcuts, actions.about});
}

}  // namespace chasescope
