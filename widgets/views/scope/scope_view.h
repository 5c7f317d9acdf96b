// The scope: latency of every access of the current run, live.
//
// Shows Selection::currentRun. Until the person zooms or pans, the view follows the growing trace; after that only fit() or the
// Follow switch change it. The cost of a repaint depends on the pixels; the view repaints at most at the display's rate.
//
// Mouse: wheel zooms, drag pans, Shift+drag zooms into a box, Ctrl+drag brushes accesses, double click fits.
// Keys: arrows, + and -, F fits, A and B place the cursors, Esc drops brush and cursors.
#pragma once

#include <cstdint>
#include <optional>

#include "widgets/views/scope/scope_plot.h"
#include "widgets/views/view_entry.h"

class QLabel;
class QStackedLayout;
class QVBoxLayout;
class QToolButton;

namespace chasescope {

class EmptyState;
struct ShownRun;

class ScopeView : public View {
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

  /// Shows the banner above a trace for these probes only; without a call, for all.
  void watchOnly(const QStringList& probes) { watch_.setProbes(probes); }

  /// "3,264 accesses · 12.0 % above the lowest level".
  QString facts() const override;
  QString figure() const override;
  FigureChoice choice(const QString& figure) const override;
  /// The current run, where it is a chase.
  QString chosenRun() const override;
  /// The drawing, for tests and screenshots.
  ScopePlot* plot() const { return plot_; }
  /// Whether there is nothing to draw yet.
  bool isEmpty() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildHeader();
  void connectStore();
  void connectPlot();
  void showRun(bool another);
  void refreshTexts();
  QString levelsText(const ShownRun& run) const;

  ProbeWatch watch_;
  QString shown_;
  QToolButton* follow_ = nullptr;
  QWidget* zoomButtons_ = nullptr;
  ScopePlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

/// In the list of views.
const ViewEntry& scopeViewEntry();

}  // namespace chasescope
