// Banks: the lanes of a warp on the banks and rows that they want at one stride (2014 paper, figures 4 and 6), and the latency of
// all strides beside it (figures 5 and 7). Bank modes are overlaid.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "widgets/plot/bank_plot.h"
#include "widgets/probe_watch.h"

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class EmptyState;
class RunStore;
class Selection;
class Theme;

class BankView : public QWidget {
  Q_OBJECT
 public:
  BankView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// "32 banks of 4 B · stride 2: 2 rows".
  QString facts() const;
  /// A run of the chosen stride and word width; empty if there is none.
  QString chosenRun() const;
  BankPlot* plot() const { return plot_; }
  bool isEmpty() const;
  /// Takes in what has landed; happens by itself at the display's rate.
  void refresh();

 signals:
  /// The person pressed the button of a probe.
  void probeRequested(const QString& name);
  void exportRequested();

 private:
  void buildHeader(QVBoxLayout* layout);
  void showWords();
  void refreshTexts();
  void followSelection();

  RunStore& store_;
  Selection& selection_;
  const Theme& theme_;
  std::shared_ptr<const BankCurves> curves_;
  ProbeWatch watch_;
  QTimer due_;
  QLabel* facts_ = nullptr;
  Banner* banner_ = nullptr;
  QButtonGroup* words_ = nullptr;
  QWidget* wordsRow_ = nullptr;
  BankPlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

}  // namespace chasescope
