// The scope: latency of every access of the current run, live.
//
// Follows Selection::currentRun. Until the person zooms or pans, the view follows the growing trace; after that nothing resets
// it but fit() or the Follow switch. Repaints cost by pixels and happen at the display's rate at most.
//
// Mouse: wheel zooms, drag pans, Shift+drag zooms into a box, Ctrl+drag brushes accesses, double click fits.
// Keys: arrows, + and -, F fits, A and B place the cursors, Esc drops brush and cursors.
#pragma once

#include <QWidget>
#include <cstdint>
#include <optional>

#include "widgets/plot/scope_plot.h"
#include "widgets/probe_watch.h"

class QLabel;
class QStackedLayout;
class QVBoxLayout;
class QToolButton;

namespace chasescope {

class EmptyState;
class RunStore;
struct ShownRun;
class Selection;
class Theme;

class ScopeView : public QWidget {
  Q_OBJECT
 public:
  ScopeView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// Shows all of the run, and follows it again while it grows.
  void fit() { plot_->fit(); }
  bool isFollowing() const { return plot_->isFollowing(); }
  void setFollowing(bool follow) { plot_->setFollowing(follow); }

  /// The accesses in sight.
  ScopePlot::Range visibleAccesses() const { return plot_->visibleAccesses(); }
  void showAccesses(double begin, double end) { plot_->showAccesses(begin, end); }

  enum class Cursor { a, b };
  std::optional<std::uint64_t> cursor(Cursor which) const { return plot_->cursor(static_cast<int>(which)); }
  void setCursor(Cursor which, std::optional<std::uint64_t> access) { plot_->setCursor(static_cast<int>(which), access); }

  /// Only these probes are told of above a trace; without a call, every one is.
  void watchOnly(const QStringList& probes) { watch_.setProbes(probes); }

  /// "3,264 accesses · 12.0 % above the lowest level".
  QString facts() const;
  /// The drawing, for tests and screenshots.
  ScopePlot* plot() const { return plot_; }
  /// Whether there is nothing to draw yet.
  bool isEmpty() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 signals:
  /// The person pressed the button of a probe.
  void probeRequested(const QString& name);
  void followChanged(bool following);
  /// The person asked for this view as a figure.
  void exportRequested();

 private:
  void buildHeader(QVBoxLayout* layout);
  void connectStore();
  void connectPlot();
  void showRun(bool another);
  void refreshTexts();
  QString levelsText(const ShownRun& run) const;

  RunStore& store_;
  Selection& selection_;
  const Theme& theme_;
  ProbeWatch watch_;
  QString shown_;
  QLabel* title_ = nullptr;
  QLabel* facts_ = nullptr;
  Banner* banner_ = nullptr;
  QToolButton* follow_ = nullptr;
  QWidget* zoomButtons_ = nullptr;
  ScopePlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

}  // namespace chasescope
