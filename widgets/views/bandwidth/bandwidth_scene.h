// Bandwidth as a drawing: a bar for each level and direction, as long as the rate that was found, with a mark for every setting that
// was tried. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <optional>
#include <vector>

#include "widgets/style/plot_style.h"
#include "widgets/views/bandwidth/bandwidth_facts.h"

namespace chasescope {

/// Whether all bars have one scale, to compare levels, or each level its own scale, to compare settings.
enum class BandwidthScale { together, each };

/// Where the parts lie, in the painter's units; rows as in the facts.
struct BandwidthLayout {
  struct Row {
    QRectF name, bar, value;  ///< `bar` is the area of the whole scale
    double full = 1;          ///< the rate at the right end of the scale
  };
  std::vector<Row> rows;
  std::vector<std::pair<QRectF, std::string>> heads;  ///< the subject of each level, above its rows
  double xOf(std::size_t row, double rate) const;
};

BandwidthLayout layOutBandwidth(const QRectF& area, const Bandwidths& facts, BandwidthScale scale, const PlotStyle& style);
/// The height at which everything has enough room.
double naturalBandwidthHeight(const Bandwidths& facts, double width, const PlotStyle& style);

/// The mark nearest to the position, if one is near.
std::optional<BandwidthMark> markAt(const QPointF& position, const Bandwidths& facts, const BandwidthLayout& layout, const PlotStyle& style);
QPointF placeOf(const BandwidthMark& mark, const Bandwidths& facts, const BandwidthLayout& layout);

void paintBandwidth(QPainter& painter, const Bandwidths& facts, const BandwidthLayout& layout, const std::optional<BandwidthMark>& chosen,
                    const PlotStyle& style);

}  // namespace chasescope
