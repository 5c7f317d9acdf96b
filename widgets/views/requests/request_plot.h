// The drawing of outstanding requests: thread-latency with its variance, and the request table at the chosen number of threads,
// linked. No store and no selection: the view feeds it.
//
// Mouse: a click or a drag on the curve chooses the threads. Keys: left and right go from point to point, page up and down from
// spike to spike, Home and End to the first and the last.
#pragma once

#include <memory>
#include <optional>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/requests/request_scene.h"

namespace chasescope {

/// What cursors stand on, in the window and in the figure; empty without a series.
CursorCurve cursorCurveOf(const ThreadSeries* series);

class RequestPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit RequestPlot(QWidget* parent = nullptr);

  /// Shows these curves; the choice stays if it still exists. Until the person chooses: the first curve that shows a full table, at
  /// the largest number of threads that fits.
  void setCurves(std::shared_ptr<const ThreadCurves> curves, std::optional<TableShape> table);
  std::uint64_t loads() const { return loads_; }
  std::uint64_t sharing() const { return sharing_; }
  void setSeries(std::uint64_t loads, std::uint64_t sharing);
  std::uint64_t threads() const { return threads_; }
  void setThreads(std::uint64_t threads);
  /// The text about the chosen point.
  QStringList describe() const;

 signals:
  void threadsChosen(quint64 threads);

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  std::vector<CurveFrame> frames() const override;
  CursorCurve cursorCurve() const override;
  std::optional<double> chosenX() const override;

 private:
  struct Areas {
    QRectF curves, table;
  };
  Areas areas() const;
  ThreadAxes axes() const;
  const ThreadSeries* series() const { return curves_ ? curves_->find(loads_, sharing_) : nullptr; }
  std::optional<std::uint64_t> threadsAt(const QPointF& position) const;
  void choose(std::uint64_t threads);
  void chooseWhatFits();

  std::shared_ptr<const ThreadCurves> curves_;
  std::optional<TableShape> table_;
  std::uint64_t loads_ = 1, sharing_ = 1, threads_ = 0;
  bool chosen_ = false, chosenSeries_ = false;  // the person has chosen
};

}  // namespace chasescope
