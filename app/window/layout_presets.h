// Three arrangements of the window: for a room of students, for work at a card, for a paper.
//
// Each sets all that another one changed, so that choosing another undoes it. Lab brings back the theme and the size of the type that
// the person had before they left it.
#pragma once

#include <QObject>

class QAction;
class QDockWidget;
class QMainWindow;
class QMenu;

namespace chasescope {

class Theme;
class ViewProportion;

class LayoutPresets : public QObject {
  Q_OBJECT
 public:
  enum class Preset { lecture, lab, paper };
  Q_ENUM(Preset)

  /// `allPanels` puts every panel where it was at first. Fills the menu; belongs to the window. What was chosen last holds again.
  LayoutPresets(QMainWindow& window, QWidget& views, Theme& theme, QAction& allPanels, QMenu& menu);

  void choose(Preset preset);
  Preset chosen() const { return chosen_; }
  /// Gives the view the room of all panels; the next time those that were there come back.
  void hideOrShowPanels();

 private:
  void hidePanels();
  void show(Preset preset);

  QMainWindow& window_;
  Theme& theme_;
  QAction& allPanels_;
  ViewProportion* proportion_;
  QList<QAction*> actions_;
  QList<QDockWidget*> aside_;  // hidden for the view's sake
  Preset chosen_ = Preset::lab;
};

}  // namespace chasescope
