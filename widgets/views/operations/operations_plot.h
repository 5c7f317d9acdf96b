// Memory operations in a window: atomics over threads, what one thread waits for, and copies. No store and no selection: the view
// feeds it.
//
// Mouse: a click chooses the nearest point of a curve, or a bar. Keys: left and right go along a curve, up and down from curve to
// curve.
#pragma once

#include <memory>

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/operations/operation_charts.h"

namespace chasescope {

class OperationsPlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit OperationsPlot(QWidget* parent = nullptr);

  void setOperations(std::shared_ptr<const OperationCharts> operations);
  const OperationCharts& operations() const { return *operations_; }
  /// The run of the chosen point or bar; empty where none is.
  const std::string& run() const { return run_; }
  void setRun(const std::string& run);
  /// What is chosen, in words; empty where nothing is.
  QStringList describe() const;
  QSize minimumSizeHint() const override { return {360, 320}; }

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;

 private:
  struct Layout {
    std::vector<QRectF> charts;
    QRectF list;
  };
  Layout layoutNow() const;
  std::string runAt(const QPointF& position) const;
  QStringList wordsOf(const std::string& run) const;
  void choose(const std::string& run, std::optional<OperationMark> mark = std::nullopt);
  /// Of the chosen run: the one that was chosen, as curves begin with one run in common.
  std::optional<OperationMark> markNow() const;

  std::shared_ptr<const OperationCharts> operations_ = std::make_shared<const OperationCharts>();
  std::vector<CurveAxes> axes_;  ///< of the charts, as they were painted last
  std::string run_;
  std::optional<OperationMark> mark_;
};

}  // namespace chasescope
