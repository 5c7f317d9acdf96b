// The miss pattern: a heatmap of latency or of hit and miss. Line × pass for the current run, or line × N for the runs of a sweep
// (2014 paper, figure 3). Brushed together with the scope through the Selection.
#pragma once

#include <QString>
#include <QWidget>

#include "widgets/plot/pattern_plot.h"

class QLabel;
class QButtonGroup;

namespace chasescope {

class EmptyState;
class RunStore;
class Selection;
class Theme;

class MissPatternView : public QWidget {
  Q_OBJECT
 public:
  enum class Rows { passes, sweep };
  using Shade = PatternShade;

  MissPatternView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// A row per pass of the current run, or a row per footprint N of all runs of its probe.
  Rows rows() const { return rows_; }
  void setRows(Rows rows);
  /// Colour by latency, or hit and miss only.
  Shade shade() const;
  void setShade(Shade shade);
  void fit();

  PatternPlot* plot() const { return plot_; }

 signals:
  void exportRequested();

 private:
  void refresh();
  void refreshData();
  void restyle();

  RunStore& store_;
  Selection& selection_;
  const Theme& theme_;
  Rows rows_ = Rows::passes;
  QLabel* facts_ = nullptr;
  QButtonGroup* rowsGroup_ = nullptr;
  QButtonGroup* shadeGroup_ = nullptr;
  PatternPlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
};

}  // namespace chasescope
