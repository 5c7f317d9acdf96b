// Three arrangements of the window: for a room of students, for work at a card, for a paper.
//
// Each arrangement sets everything that the others change, so that choosing another one undoes it. Lab restores the theme and the
// type size that the person had before leaving it.
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

  /// `allPanels` restores the first places of all panels. Fills the menu; belongs to the window. Restores the preset that was
  /// chosen last.
  LayoutPresets(QMainWindow& window, QWidget& views, Theme& theme, QAction& allPanels, QMenu& menu);

  void choose(Preset preset);
  Preset chosen() const { return chosen_; }
  /// Hides all panels to give the view their room; called again, shows the panels that were hidden.
  void hideOrShowPanels();

 private:
  void hidePanels();
  void show(Preset preset);

  QMainWindow& window_;
  Theme& theme_;
  QAction& allPanels_;
  ViewProportion* proportion_;
  QList<QAction*> actions_;
  QList<QDockWidget*> aside_;  // panels hidden by hideOrShowPanels()
  Preset chosen_ = Preset::lab;
};

}  // namespace chasescope
