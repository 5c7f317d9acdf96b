// The view of banks: the lanes of a warp on the banks and rows that they read at one stride (2014 paper, figures 4 and 6), and the
// latency of all strides (figures 5 and 7). Bank modes share one plot.
#pragma once

#include <memory>

#include "widgets/views/banks/bank_plot.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class EmptyState;

class BankView : public View {
  Q_OBJECT
 public:
  BankView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// "32 banks of 4 B · stride 2: 2 rows".
  QString facts() const override;
  QString figure() const override;
  FigureChoice choice(const QString& figure) const override;
  /// A run of the chosen stride and word width; empty if there is none.
  QString chosenRun() const override;
  BankPlot* plot() const { return plot_; }
  bool isEmpty() const override;
  /// Shows the runs that have arrived since the last call; called automatically at most once in the display's interval.
  void refresh() override;

 private:
  void buildHeader();
  void showWords();
  void refreshTexts();
  void followSelection();

  std::shared_ptr<const BankCurves> curves_;
  ProbeWatch watch_;
  QButtonGroup* words_ = nullptr;
  QWidget* wordsRow_ = nullptr;
  BankPlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

/// In the list of views.
const ViewEntry& bankViewEntry();

}  // namespace chasescope
