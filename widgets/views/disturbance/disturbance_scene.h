// Disturbance by thread as a drawing: for each cache a plot of the cycles that thread 0 lost to each other thread. A cross is a
// thread that evicts lines of thread 0, a dot a thread that does not. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <optional>
#include <vector>

#include "widgets/plot/plain_axes.h"
#include "widgets/views/disturbance/disturbance_facts.h"

namespace chasescope {

/// A cache, and one of its threads.
struct DisturbanceMark {
  std::size_t cache = 0, at = 0;
  friend bool operator==(const DisturbanceMark&, const DisturbanceMark&) = default;
};

/// Where the parts lie, in the painter's units; one panel for each cache.
struct DisturbanceLayout {
  struct Panel {
    QRectF head;
    PlainAxes axes;
  };
  std::vector<Panel> panels;
  QRectF legend;
};

DisturbanceLayout layOutDisturbance(const QRectF& area, const std::vector<Disturbance>& caches, const PlotStyle& style);
/// The height at which everything has enough room.
double naturalDisturbanceHeight(const std::vector<Disturbance>& caches, double width, const PlotStyle& style);

/// The mark nearest to the position, if one is near.
std::optional<DisturbanceMark> markAt(const QPointF& position, const std::vector<Disturbance>& caches,
                                      const DisturbanceLayout& layout, const PlotStyle& style);
QPointF placeOf(const DisturbanceMark& mark, const std::vector<Disturbance>& caches, const DisturbanceLayout& layout);

void paintDisturbance(QPainter& painter, const std::vector<Disturbance>& caches, const DisturbanceLayout& layout,
                      const std::optional<DisturbanceMark>& marked, const PlotStyle& style);

}  // namespace chasescope
