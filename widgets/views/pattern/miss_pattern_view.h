// The miss pattern: a heatmap of latency or of hit and miss. Line × pass for the current run, or line × N for the runs of a sweep
// (2014 paper, figure 3). Brushed together with the scope through the Selection.
#pragma once

#include <QHash>
#include <QString>
#include <memory>

#include "widgets/views/pattern/pattern_plot.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class EmptyState;

class MissPatternView : public View {
  Q_OBJECT
 public:
  enum class Rows { passes, sweep };
  using Shade = PatternShade;

  MissPatternView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// A row per pass of the current run, or a row per footprint N of the finished runs of its series.
  Rows rows() const { return rows_; }
  void setRows(Rows rows);
  /// Colour by latency, or hit and miss only.
  Shade shade() const { return plot_->shade(); }
  void setShade(Shade shade);
  void fit() { plot_->fit(); }

  /// The accesses of the visible rows, from and to; none where rows are not passes, or where all rows are visible.
  std::optional<std::pair<double, double>> visibleAccesses() const;
  /// Shows the passes of these accesses, with one more pass on either side.
  void showAccesses(double from, double to);

  /// "136 positions × 24 passes".
  QString facts() const override;
  QString figure() const override;
  FigureChoice choice(const QString& figure) const override;
  /// The current run, where it is a chase.
  QString chosenRun() const override;
  void turnTo(const QString& probe) override;
  PatternPlot* plot() const { return plot_; }
  bool isEmpty() const override;

 private:
  void buildHeader();
  void connectStore();
  void connectPlot();
  void rebuild();
  void rebuildSweep();
  void grow();
  void refreshTexts();
  void showSelection();

  Rows rows_ = Rows::passes;
  std::shared_ptr<PassPattern> passes_;
  std::shared_ptr<SweepPattern> sweep_;
  QHash<QString, std::shared_ptr<const SweepPattern::Row>> sweepRows_;  // condensed once for each run
  const void* passesOf_ = nullptr;                                      // the run that passes_ reads
  QButtonGroup* rowsGroup_ = nullptr;
  QButtonGroup* shadeGroup_ = nullptr;
  PatternPlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

/// In the list of views.
const ViewEntry& missPatternViewEntry();

}  // namespace chasescope
