// The floor plan of a chip as latencies tell it: two sides, in them groups of SMs that share the way to the L2, in them the SMs by
// what they wait. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QStringList>
#include <optional>
#include <span>
#include <vector>

#include "engine/findings/chip_map.h"
#include "widgets/plot/part_head.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// A group of SMs, or all of a side where no groups are told.
struct ChipBox {
  std::vector<std::size_t> rows;  ///< of the map, in the order in which they are drawn: those that wait least first
  std::size_t group = 0;
  double cycles = 0;  ///< mean over its SMs
};

struct ChipScene {
  std::optional<ChipMap> map;
  std::vector<std::vector<ChipBox>> sides;  ///< one, where no sides are told
  double low = 0, high = 1;                 ///< mean cycles of the SMs that wait least and most
  bool empty() const { return !map.has_value(); }
  /// Whether there is anything to draw a plan of.
  bool has_plan() const { return map && (map->sides || map->groups); }
};

ChipScene makeChipScene(std::span<const RunPtr> runs);

struct ChipLayout {
  struct Box {
    QRectF room;
    QPointF head;
    std::size_t side = 0, box = 0;
  };
  struct Cell {
    QRectF room;
    std::size_t row = 0;  ///< of the map
  };
  QPointF head, legend;
  std::vector<std::pair<QRectF, std::size_t>> sides;  ///< with their numbers
  std::vector<Box> boxes;
  std::vector<Cell> cells;
  std::size_t across = 1;  ///< SMs in a row of a box
  double width = 0, bottom = 0;
  /// The cell at a position.
  std::optional<std::size_t> at(const QPointF& position) const;
};

ChipLayout layOutChip(const QRectF& area, const ChipScene& scene, const PlotStyle& style);
double naturalChipHeight(const ChipScene& scene, double width, const PlotStyle& style);

/// "SM 17", "281.2 cycles on average", "group 3 of 10", "12 SMs", "side of SM 0".
QStringList chipWords(const ChipScene& scene, std::size_t row);
/// "two sides", "10 groups of 8 to 22 SMs", "2 SMs a TPC", "5 patterns", "30 slices or more"; what can't be told is left out.
QStringList chipFacts(const ChipScene& scene);
/// Why nothing is drawn; a sentence.
QString whyNoPlan(const ChipScene& scene);

void paintChip(QPainter& painter, const ChipScene& scene, const ChipLayout& layout, std::optional<std::size_t> marked,
               const PlotStyle& style);

}  // namespace chasescope
