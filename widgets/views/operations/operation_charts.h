// The times of memory operations (probe `operations`) as charts and as a list of latencies: atomics over threads, copies over
// bytes, and each operation's latency for one thread. The same charts serve the window and the figure.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/run.h"
#include "widgets/views/run_charts.h"

namespace chasescope {

/// The latency of an operation for one thread.
struct OperationLatency {
  std::string subject;  ///< the memory that the operation goes to
  QString name;         ///< "atomic"
  double cycles = 0;
  std::string run;
  /// The half of the L2 that owns the address, where it is told.
  enum class Half { none, near, far } half = Half::none;
};

struct OperationCharts {
  std::vector<RunChart> charts;  ///< those measured of: atomics in shared memory, in global memory, copies
  std::vector<OperationLatency> latencies;
  bool empty() const { return charts.empty() && latencies.empty(); }
};

OperationCharts gatherOperations(std::span<const RunPtr> runs);

/// "Atomics in shared memory", "all at one word, 32 threads", "124 cycles".
QStringList operationWords(const OperationCharts& all, const ChartMark& mark);

QColor operationColour(const RunChart& chart, std::size_t series, const PlotStyle& style);
/// The chart with colours.
Chart dressedOperation(const RunChart& chart, const PlotStyle& style);

/// Draws the latencies as bars beside their names, one memory below the other.
void paintLatencies(QPainter& painter, const QRectF& area, const std::vector<OperationLatency>& latencies,
                    const std::string& chosen_run, const PlotStyle& style);
/// The run of the bar at a place; empty where there is none.
std::string latencyAt(const QPointF& place, const QRectF& area, const std::vector<OperationLatency>& latencies,
                      const PlotStyle& style);

}  // namespace chasescope
