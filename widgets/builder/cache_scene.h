// The cache that a person builds, as a drawing: its sets as wells of their true heights, each line of the pass in its set by
// number, a line that has no room above it, and a cross on whatever missed. Where cells are too small for that, the set map's
// drawing stands in.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/views/set_map/set_map.h"
#include "widgets/views/set_map/set_map_layout.h"

namespace chasescope {

struct CachePointing {
  std::optional<std::uint64_t> line;   ///< the line that is looked at, by number
  std::optional<std::size_t> hovered;  ///< the set under the mouse
  std::optional<std::size_t> pulled;   ///< the set whose height is being changed, or would be by a press
};

/// Where the sets lie in the area; the words above them have room.
SetMapLayout layOutCache(const SetMap& map, const QRectF& area, const PlotStyle& style);
void paintCache(QPainter& painter, const SetMap& map, const SetMapLayout& layout, const QRectF& area, const PlotStyle& style,
                const CachePointing& pointing = {});
/// Whether each line has a cell that can be told from others.
bool drawsWells(const SetMapLayout& layout, const PlotStyle& style);

/// The line at a place of the picture.
std::optional<MappedLine> lineAt(const SetMap& map, const SetMapLayout& layout, const PlotStyle& style, const QPointF& place);
/// The set whose rim is at a place, where a person takes hold of it to make it higher or lower.
std::optional<std::size_t> rimAt(const SetMap& map, const SetMapLayout& layout, const PlotStyle& style, const QPointF& place);
/// The ways that a set has when its rim is pulled to this height; at least 1.
std::uint32_t waysAt(const SetMapLayout& layout, std::size_t set, double y);

}  // namespace chasescope
