// Requests: thread-latency curves with their variance and spikes, and the request table that fills up as threads are chosen
// (request study, figures 1 and 3 to 10); or copies with and without a flush (figure 2).
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "widgets/plot/request_plot.h"
#include "widgets/probe_watch.h"

class QButtonGroup;
class QComboBox;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class CopyPlot;
class EmptyState;
class RunStore;
class Selection;
class Theme;

class RequestView : public QWidget {
  Q_OBJECT
 public:
  enum class Page { threads, copies };

  RequestView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  Page page() const { return page_; }
  void setPage(Page page);
  /// "full after 128 threads".
  QString facts() const;
  /// The run of the chosen point; empty if there is none.
  QString chosenRun() const;
  RequestPlot* plot() const { return plot_; }
  bool isEmpty() const;
  /// Takes in what has landed; happens by itself at the display's rate.
  void refresh();

 signals:
  /// The person pressed the button of a probe.
  void probeRequested(const QString& name);
  void exportRequested();

 private:
  void buildHeader(QVBoxLayout* layout);
  void connectStore();
  void showChoices();
  void refreshTexts();
  void followSelection();
  void chooseSeries(std::uint64_t loads, std::uint64_t sharing);

  RunStore& store_;
  Selection& selection_;
  const Theme& theme_;
  Page page_ = Page::threads;
  std::shared_ptr<const ThreadCurves> curves_;
  std::shared_ptr<const CopyCurve> copies_;
  std::optional<TableShape> table_;
  ProbeWatch watch_;  // of the page that is shown
  QTimer due_;
  QLabel* facts_ = nullptr;
  Banner* banner_ = nullptr;
  QButtonGroup* pages_ = nullptr;
  QComboBox* loads_ = nullptr;
  QComboBox* sharing_ = nullptr;
  RequestPlot* plot_ = nullptr;
  CopyPlot* copyPlot_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

}  // namespace chasescope
