#include "app/window/presenter_mode.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>

#include "app/presenter/class_type.h"
#include "app/presenter/presenter_strip.h"
#include "app/presenter/spotlight.h"
#include "app/tabs/view_tabs.h"
#include "app/window/window_actions.h"

namespace chasescope {
PresenterMode::PresenterMode(QMainWindow& window, ViewTabs& views, PresenterStrip& strip, WindowActions& actions, Theme& theme)
    : QObject(&window),
      window_(window),
      views_(views),
      strip_(strip),
      actions_(actions),
      light_(new Spotlight(window)),
      type_(new ClassType(theme, this)) {
  strip_.hide();
  connect(actions_.present, &QAction::toggled, this, &PresenterMode::setPresenting);
  connect(actions_.spotlight, &QAction::toggled, light_, &QWidget::setVisible);
}

void PresenterMode::setPresenting(bool on) {
  if (on == presenting_) return;
  presenting_ = on;
  type_->setOn(on);
  actions_.present->setChecked(on);
  apply();
  if (on) {
    wasMaximized_ = window_.isMaximized();
    window_.showFullScreen();
  } else {
    wasMaximized_ ? window_.showMaximized() : window_.showNormal();
    actions_.spotlight->setChecked(false);
  }
}

void PresenterMode::setStart(bool on) {
  if (on == start_) return;
  start_ = on;
  apply();
}

void PresenterMode::setLesson(bool on) {
  if (on == lesson_) return;
  lesson_ = on;
  apply();
}

void PresenterMode::apply() {
  const bool bare = presenting_ || lesson_ || start_;
  const bool enters = bare && !bare_, leaves = !bare && bare_;
  if (enters) {
    before_ = window_.saveState(kLayoutVersion);
    bare_ = true;
    for (QDockWidget* dock : window_.findChildren<QDockWidget*>()) dock->hide();
    for (QToolBar* bar : window_.findChildren<QToolBar*>()) bar->hide();
    window_.statusBar()->hide();
  }
  // The strip never stands between the panels: there is no room for all of them.
  strip_.setVisible(presenting_ || lesson_);
  // A lesson chooses the view; in a lecture the lecturer does.
  views_.tabBar()->setVisible(!lesson_);
  if (views_.cornerWidget() != nullptr) views_.cornerWidget()->setVisible(!lesson_);
  if (leaves) restorePanels();
  emit changed();
}

/// Brings the panels back, and then restores the window's size. A part that was hidden only now, such as a second card, still takes
/// room until the event loop has updated the layout: the panels find too little room, and the window grows beyond the screen.
void PresenterMode::restorePanels() {
  bare_ = false;
  const QSize size = window_.size();
  window_.restoreState(before_, kLayoutVersion);
  window_.statusBar()->show();
  QTimer::singleShot(0, this, [this, size] {
    if (!bare_ && !window_.isMaximized()) window_.resize(size);
  });
}

}  // namespace chasescope

#include "moc_presenter_mode.cpp"
