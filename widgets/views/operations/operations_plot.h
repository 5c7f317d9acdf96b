// Memory operations in a window: atomics over threads, copies, and the latencies of one thread as bars.
#pragma once

#include <memory>

#include "widgets/views/operations/operation_charts.h"
#include "widgets/views/run_charts_plot.h"

namespace chasescope {

class OperationsPlot : public RunChartsPlot {
  Q_OBJECT
 public:
  explicit OperationsPlot(QWidget* parent = nullptr);

  void setOperations(std::shared_ptr<const OperationCharts> operations);
  const OperationCharts& operations() const { return *operations_; }

 protected:
  std::span<const RunChart> runCharts() const override { return operations_->charts; }
  QStringList wordsOf(const ChartMark& mark) const override { return operationWords(*operations_, mark); }
  Chart dressed(const RunChart& chart) const override { return dressedOperation(chart, plotStyle()); }
  bool hasList() const override { return !operations_->latencies.empty(); }
  void paintList(QPainter& painter, const QRectF& area) const override;
  std::string listedRunAt(const QPointF& position, const QRectF& area) const override;
  QStringList wordsOfListed(const std::string& run) const override;

 private:
  std::shared_ptr<const OperationCharts> operations_ = std::make_shared<const OperationCharts>();
};

}  // namespace chasescope
