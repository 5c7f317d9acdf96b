// Hides panels, bars and tabs in front of a class, shows the presenter's strip, and restores everything afterwards.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QWidgetList>

class QMainWindow;

namespace chasescope {

class ClassType;
class PresenterStrip;
class Spotlight;
class Theme;
class ViewTabs;
class WindowActions;

class PresenterMode : public QObject {
  Q_OBJECT
 public:
  PresenterMode(QMainWindow& window, ViewTabs& views, PresenterStrip& strip, WindowActions& actions, Theme& theme);

  /// One view in front of a class, on the whole screen (F11).
  void setPresenting(bool on);
  /// Whether the first page is shown: then there are neither panels nor strip.
  void setStart(bool on);
  /// A lesson is being played, in the window as it is.
  void setLesson(bool on);

 signals:
  void changed();

 private:
  void apply();
  void restorePanels();

  QMainWindow& window_;
  ViewTabs& views_;
  PresenterStrip& strip_;
  WindowActions& actions_;
  Spotlight* light_;
  ClassType* type_;
  QByteArray before_;
  bool presenting_ = false, lesson_ = false, start_ = false, bare_ = false, wasMaximized_ = false;
};

}  // namespace chasescope
