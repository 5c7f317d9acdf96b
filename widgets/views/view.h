// What every view is: a card with a title, facts, its own choices and an export button above what it draws. What the window asks of a
// view it asks here, so that it need not know which views there are (widgets/registry/view_list.h).
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
  /// `title`: above the view, and what a screen reader calls it.
  View(const QString& title, RunStore& store, Selection& selection, const Theme& theme, QWidget* parent);

  /// What the header says beside the title: "136 positions × 24 passes".
  virtual QString facts() const = 0;
  /// Whether there is nothing to draw yet.
  virtual bool isEmpty() const = 0;
  /// The figure that shows what is drawn now; empty where there is none.
  virtual QString figure() const { return {}; }
  /// The run that tells a figure what is shown; empty if there is none.
  virtual QString chosenRun() const { return {}; }
  /// The cache or TLB that is shown, by its subject in findings ("l1_data"); empty if it shows none or several.
  virtual QString subject() const { return {}; }
  /// What of a session a figure of this view is to show, so that it shows the same.
  virtual FigureChoice choice(const QString& /*figure*/) const { return {chosenRun(), subject()}; }
  /// Turns to the page where what a probe brings shows best, or runs of a request ("copy").
  virtual void turnTo(const QString& /*probeOrCall*/) {}
  /// Takes in what has landed; happens by itself at the display's rate.
  virtual void refresh() {}

 signals:
  /// The person asked for what is shown as a figure, or of a report as a file.
  void exportRequested();
  /// The person pressed the button of a probe; what `values` leave out has its default.
  void probeRequested(const QString& probe, const ParameterValues& values = {});
  /// The person asked for the runs that show something. Never empty.
  void evidenceRequested(const QStringList& runIds);
  /// The person asked for the room of the window's panels, or gave it back.
  void roomRequested();

 protected:
  /// Where choices go: between the facts and the export button.
  QHBoxLayout* choices() const { return choices_; }
  /// Below the header and its banner.
  QVBoxLayout* column() const { return column_; }
  QHBoxLayout* header() const { return header_; }
  /// Puts the export button last into the header.
  QToolButton* addExport(const QString& tip = {});
  /// What the title tells in a tooltip.
  void setTip(const QString& sentences);
  /// The header's facts, as facts() tells them now.
  void tellFacts();
  /// Calls refresh() within so many milliseconds, however often this is called.
  void refreshWithin(int milliseconds);
  /// The same for a view that is dear to draw: not before somebody looks.
  void refreshOnceSeen(int milliseconds);
  /// Takes in what landed while nobody looked.
  void catchUp();
  /// All that has landed is taken in now: refresh() calls it first.
  void settle();
  void showEvent(QShowEvent* event) override;
  /// The page of a view without content offers probes: their buttons are this view's.
  void takeOffersOf(EmptyState* page);
  /// Plots have the look of the theme, also when that changes.
  template <typename... Plots>
  void dress(Plots*... plots) {
    const auto restyle = [this, plots...] { (plots->setPlotStyle(theme_.plotStyle()), ...); };
    restyle();
    connect(&theme_, &Theme::themeChanged, this, restyle);
  }

  RunStore& store_;
  Selection& selection_;
  const Theme& theme_;
  Banner* banner_;  ///< what went wrong

 private:
  QLabel* title_;
  QLabel* facts_;
  QHBoxLayout* header_;
  QHBoxLayout* choices_;
  QVBoxLayout* column_;
  QTimer due_;
  bool stale_ = false;  // something landed while nobody looked
};

}  // namespace chasescope
