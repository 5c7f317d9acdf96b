// The view of requests: thread-latency curves with their variance and spikes, and the request table that fills up as more threads
// are chosen (request study, figures 1 and 3 to 10); or copies with and without a flush (figure 2).
#pragma once

#include <memory>

#include "widgets/views/requests/request_plot.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;
class QComboBox;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class CopyPlot;
class EmptyState;

class RequestView : public View {
  Q_OBJECT
 public:
  enum class Page { threads, copies };

  RequestView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  Page page() const { return page_; }
  void setPage(Page page);
  /// "full after 128 threads".
  QString facts() const override;
  QString figure() const override;
  FigureChoice choice(const QString& figure) const override;
  void turnTo(const QString& probeOrCall) override;
  /// The run of the chosen point; empty if there is none.
  QString chosenRun() const override;
  RequestPlot* plot() const { return plot_; }
  bool isEmpty() const override;
  /// Shows the runs that have arrived since the last call; called automatically at most once in the display's interval.
  void refresh() override;

 private:
  void buildHeader();
  void connectStore();
  void showChoices();
  void refreshTexts();
  void followSelection();
  void chooseSeries(std::uint64_t loads, std::uint64_t sharing);

  Page page_ = Page::threads;
  std::shared_ptr<const ThreadCurves> curves_;
  std::shared_ptr<const CopyCurve> copies_;
  std::optional<TableShape> table_;
  ProbeWatch watch_;  // of the shown page
  QButtonGroup* pages_ = nullptr;
  QComboBox* loads_ = nullptr;
  QComboBox* sharing_ = nullptr;
  RequestPlot* plot_ = nullptr;
  CopyPlot* copyPlot_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

/// In the list of views.
const ViewEntry& requestViewEntry();

}  // namespace chasescope
