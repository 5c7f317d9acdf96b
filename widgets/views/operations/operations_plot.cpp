#include "widgets/views/operations/operations_plot.h"

#include "widgets/style/words.h"

namespace chasescope {

OperationsPlot::OperationsPlot(QWidget* parent) : RunChartsPlot(parent) {
  setAccessibleName(tr("Latency of atomics, stores and copies"));
}

void OperationsPlot::setOperations(std::shared_ptr<const OperationCharts> operations) {
  operations_ = std::move(operations);
  refreshCharts();
}

void OperationsPlot::paintList(QPainter& painter, const QRectF& area) const {
  paintLatencies(painter, area, operations_->latencies, run(), plotStyle());
}

std::string OperationsPlot::listedRunAt(const QPointF& position, const QRectF& area) const {
  return latencyAt(position, area, operations_->latencies, plotStyle());
}

QStringList OperationsPlot::wordsOfListed(const std::string& run) const {
  for (const OperationLatency& one : operations_->latencies)
    if (one.run == run) return {tr("%1 cycles").arg(cyclesText(one.cycles)), one.name};
  return {};
}

}  // namespace chasescope

#include "moc_operations_plot.cpp"
