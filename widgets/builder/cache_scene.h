// The drawing of the cache that a person builds: each set is a well as high as its ways, each line of the pass stands in its set
// with its number, a line without room stands above the well, and each miss has a cross. Where cells are too small for that, the
// drawing of the set map takes its place.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/views/set_map/set_map.h"
#include "widgets/views/set_map/set_map_layout.h"

namespace chasescope {

struct CachePointing {
  std::optional<std::uint64_t> line;   ///< the chosen line, by number
  std::optional<std::size_t> hovered;  ///< the set under the mouse
  std::optional<std::size_t> pulled;   ///< the set whose ways are being changed, or that a press would take hold of
};

/// The places of the sets in the area, with room above them for words.
SetMapLayout layOutCache(const SetMap& map, const QRectF& area, const PlotStyle& style);
void paintCache(QPainter& painter, const SetMap& map, const SetMapLayout& layout, const QRectF& area, const PlotStyle& style,
                const CachePointing& pointing = {});
/// Whether each line has a cell of its own that is large enough to be drawn as a well's cell.
bool drawsWells(const SetMapLayout& layout, const PlotStyle& style);

/// The line at a place of the picture; nothing where no line is drawn.
std::optional<MappedLine> lineAt(const SetMap& map, const SetMapLayout& layout, const PlotStyle& style, const QPointF& place);
/// The set whose rim is at a place; a person pulls the rim to give the set more or fewer ways.
std::optional<std::size_t> rimAt(const SetMap& map, const SetMapLayout& layout, const PlotStyle& style, const QPointF& place);
/// The ways that a set has when its rim is pulled to this height; at least 1.
std::uint32_t waysAt(const SetMapLayout& layout, std::size_t set, double y);

}  // namespace chasescope
