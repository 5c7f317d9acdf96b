// The L2 map: the latency from every SM to every line, as a heatmap whose rows and columns can be sorted by side. Painted with a
// plain QPainter: as an image on a screen, as rectangles on paper.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QStringList>
#include <optional>
#include <span>
#include <vector>

#include "engine/findings/distance_map.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

struct DistanceScene {
  DistanceMap map;
  std::optional<inference::Sides> sides;
  QString why_no_sides;
  std::vector<std::size_t> rows, columns;  ///< indices in the map, in the order of drawing
  std::size_t rows_of_first = 0, columns_of_first = 0;  ///< how many belong to the first side, which comes first
  double low = 0, high = 1;                ///< cycles at the ends of the scale
  bool empty() const { return map.sms.empty(); }
};

/// From the runs of the probe l2-map. By side: the SMs of one side together, and the lines that are near to them together.
DistanceScene makeDistanceScene(std::span<const RunPtr> runs, bool bySide);

struct DistanceCell {
  std::size_t row = 0, column = 0;  ///< in the order of drawing
  friend bool operator==(const DistanceCell&, const DistanceCell&) = default;
};

struct DistanceLayout {
  QRectF plot, legend;
  std::optional<DistanceCell> cellAt(const QPointF& position, const DistanceScene& scene) const;
  QRectF rect(const DistanceCell& cell, const DistanceScene& scene) const;
};
DistanceLayout layOutDistance(const QRectF& area, const PlotStyle& style);

/// "SM 17", "line at 1,024 KiB: 266 cycles", "near".
QStringList distanceWords(const DistanceScene& scene, const DistanceCell& cell);

void paintDistance(QPainter& painter, const DistanceScene& scene, const DistanceLayout& layout,
                   const std::optional<DistanceCell>& marked, const PlotStyle& style);

}  // namespace chasescope
