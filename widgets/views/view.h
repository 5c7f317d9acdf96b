// What all views have in common: a title, facts, the view's own choices and an export button above the drawing. The window uses a
// view through this interface alone and need not know which views there are (widgets/registry/view_list.h).
#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>

#include "engine/probe/probe.h"
#include "widgets/figure/figure_content.h"
#include "widgets/style/theme.h"
#include "widgets/views/probe_watch.h"

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace chasescope {

class EmptyState;
class RunStore;
class Selection;

class View : public QWidget {
  Q_OBJECT
 public:
  /// `title` stands above the view, and screen readers read it.
  View(const QString& title, RunStore& store, Selection& selection, const Theme& theme, QWidget* parent);

  /// What the header says beside the title: "136 positions × 24 passes".
  virtual QString facts() const = 0;
  /// Whether there is nothing to draw yet.
  virtual bool isEmpty() const = 0;
  /// The figure that shows what is drawn now; empty where there is none.
  virtual QString figure() const { return {}; }
  /// The run from which a figure is to be made so that it shows what the view shows; empty if there is none.
  virtual QString chosenRun() const { return {}; }
  /// The cache or TLB that is shown, by its subject in findings ("l1_data"); empty if it shows none or several.
  virtual QString subject() const { return {}; }
  /// The settings with which a figure shows the same part of a session as this view.
  virtual FigureChoice choice(const QString& /*figure*/) const { return {chosenRun(), subject()}; }
  /// Turns to the page that shows the results of a probe best, or the runs of a request ("copy").
  virtual void turnTo(const QString& /*probeOrCall*/) {}
  /// Shows the runs and findings that have landed; called at the display's rate.
  virtual void refresh() {}

 signals:
  /// The person asked to export the view: as a figure, or a report as a file.
  void exportRequested();
  /// The person pressed the button of a probe; parameters missing in `values` have their defaults.
  void probeRequested(const QString& probe, const ParameterValues& values = {});
  /// The person asked for the runs behind a value. Never empty.
  void evidenceRequested(const QStringList& runIds);
  /// The person asked to hide the window's panels, or to show them again.
  void roomRequested();

 protected:
  /// The part of the header for the view's own choices: between the facts and the export button.
  QHBoxLayout* choices() const { return choices_; }
  /// Below the header and its banner.
  QVBoxLayout* column() const { return column_; }
  QHBoxLayout* header() const { return header_; }
  /// Adds the export button at the end of the header.
  QToolButton* addExport(const QString& tip = {});
  /// Sets the tooltip of the title.
  void setTip(const QString& sentences);
  /// Writes facts() into the header.
  void tellFacts();
  /// Calls refresh() once within so many milliseconds, however often this is called.
  void refreshWithin(int milliseconds);
  /// Like refreshWithin(), for a view that takes long to draw: waits until the view is visible.
  void refreshOnceSeen(int milliseconds);
  /// Shows what landed while the view was hidden.
  void catchUp();
  /// Marks all that has landed as shown: refresh() calls this first.
  void settle();
  void showEvent(QShowEvent* event) override;
  /// Connects the probe buttons of an empty page to this view's probeRequested().
  void takeOffersOf(EmptyState* page);
  /// Gives plots the style of the theme, now and whenever the theme changes.
  template <typename... Plots>
  void dress(Plots*... plots) {
    const auto restyle = [this, plots...] { (plots->setPlotStyle(theme_.plotStyle()), ...); };
    restyle();
    connect(&theme_, &Theme::themeChanged, this, restyle);
  }

  RunStore& store_;
  Selection& selection_;
  const Theme& theme_;
  Banner* banner_;  ///< shows what went wrong

 private:
  QLabel* title_;
  QLabel* facts_;
  QHBoxLayout* header_;
  QHBoxLayout* choices_;
  QVBoxLayout* column_;
  QTimer due_;
  bool stale_ = false;  // something landed while the view was hidden
};

}  // namespace chasescope
