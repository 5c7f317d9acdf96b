// The content of a scope, painted with a plain QPainter: bands, trace, histogram and labels of the levels. Window and figures use
// the same functions, which need only a linear map as axes.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <string>
#include <vector>

#include "engine/device/chase.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/step/verdicts.h"
#include "engine/trace/latency_trace.h"
#include "engine/trace/min_max_pyramid.h"
#include "widgets/plot/latency_counts.h"
#include "widgets/plot/trace_columns.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// One trace with its analysis. Pointers, because the trace grows elsewhere; all are set or all are null.
struct ScopeData {
  const LatencyTrace* trace = nullptr;
  const MinMaxPyramid* pyramid = nullptr;
  const LatencyCounts* counts = nullptr;
  const inference::LatencyLevels* levels = nullptr;
  const AccessOrder* order = nullptr;
  step::LatencyVerdicts verdicts = {};  ///< which levels are hits and which are misses, where known
  std::vector<std::string> parts =
      {};  ///< which part answered each level, by its subject in findings; empty where nothing tells it
  bool empty() const { return trace == nullptr || trace->empty(); }
};

/// The area `plot` in the painter's units, and the part of the trace that it shows.
struct ScopeGeometry {
  QRectF plot, histogram, labels;
  double x0 = 0, x1 = 1;  ///< accesses at the left and right edge
  double y0 = 0, y1 = 1;  ///< cycles at the lower and upper edge
  double toX(double access) const { return plot.left() + (access - x0) / (x1 - x0) * plot.width(); }
  double toY(double cycles) const { return plot.bottom() - (cycles - y0) / (y1 - y0) * plot.height(); }
};

/// Width of the histogram at the right of the plot, in the painter's units.
double scopeHistogramWidth(const PlotStyle& style);
double scopeLabelWidth(const PlotStyle& style);

/// Cycles at the upper edge so that all levels are visible; outliers above have marks at the edge.
double scopeTopCycles(const ScopeData& data);

/// The trace reduced to the columns of a plot of this width.
TraceColumns cutForScope(const ScopeData& data, const ScopeGeometry& geometry, const PlotStyle& style);

void paintScopeBands(QPainter& painter, const ScopeData& data, const ScopeGeometry& geometry, const PlotStyle& style);
void paintScopeTrace(QPainter& painter, const ScopeData& data, const TraceColumns& cut, const ScopeGeometry& geometry,
                     const PlotStyle& style);
void paintScopeHistogram(QPainter& painter, const ScopeData& data, const TraceColumns& cut, const ScopeGeometry& geometry,
                         const PlotStyle& style);
void paintScopeLabels(QPainter& painter, const ScopeData& data, const ScopeGeometry& geometry, const PlotStyle& style);

/// "≈116 cycles".
QString levelName(const inference::LatencyLevel& level);
/// "88.0 %"; never 0 % or 100 % unless it is exact.
QString percentText(double share);
/// "116" or "116.5": at most one decimal.
QString cyclesText(double cycles);
/// The value that a cursor on an access shows: the latency of its level, or the access's own latency between levels.
double scopeReading(const ScopeData& scope, std::uint64_t access);
/// Further lines about two cursors: the accesses' own latencies, and the number of passes between them if it is whole.
QStringList scopeRemarks(const ScopeData& scope, std::uint64_t a, std::uint64_t b);

/// How far (cycles) a latency may be from a level's so that a cursor shows the level: the resolution at which levels are separated.
double levelReach(double cycles);

}  // namespace chasescope
