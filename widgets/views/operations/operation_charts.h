// What memory operations take (probe `operations`), as charts and as a list of latencies: atomics over threads, copies over bytes,
// and what one thread waits for each operation. The same charts serve the window and the figure.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/run.h"
#include "widgets/figure/chart.h"

namespace chasescope {

/// One measurement of a curve.
struct OperationMark {
  std::size_t chart = 0, series = 0, point = 0;
  friend bool operator==(const OperationMark&, const OperationMark&) = default;
};

struct OperationChart {
  std::string subject;                         ///< "shared_memory", "l2"
  Chart chart;                                 ///< its series have no colours
  std::vector<std::vector<std::string>> runs;  ///< of each series and point
};

/// What one thread waits for.
struct OperationLatency {
  std::string subject;  ///< where it goes
  QString name;         ///< "atomic"
  double cycles = 0;
  std::string run;
};

struct OperationCharts {
  std::vector<OperationChart> charts;  ///< atomics in shared memory, atomics in global memory, copies; those that were measured
  std::vector<OperationLatency> latencies;
  bool empty() const { return charts.empty() && latencies.empty(); }
};

OperationCharts gatherOperations(std::span<const RunPtr> runs);

std::optional<OperationMark> markOf(const OperationCharts& all, const std::string& run);

/// "Atomics in shared memory", "all at one word, 32 threads", "124 cycles".
QStringList markWords(const OperationCharts& all, const OperationMark& mark);

QColor operationColour(const OperationChart& chart, std::size_t series, const PlotStyle& style);
/// With colours.
Chart dressed(const OperationChart& chart, const PlotStyle& style);

/// The list as bars beside their names, those of one memory below each other.
void paintLatencies(QPainter& painter, const QRectF& area, const std::vector<OperationLatency>& latencies,
                    const std::string& chosen_run, const PlotStyle& style);
/// The run of the bar at a place; empty where there is none.
std::string latencyAt(const QPointF& place, const QRectF& area, const std::vector<OperationLatency>& latencies,
                      const PlotStyle& style);

}  // namespace chasescope
