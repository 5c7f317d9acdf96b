// The floor plan of a chip, as latencies show it: two sides, in each side groups of SMs that share the way to the L2, in each group
// the SMs in the order of their waits. The same functions serve the window and the figure.
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

/// A group of SMs; all SMs of a side if no groups were found.
struct ChipBox {
  std::vector<std::size_t> rows;  ///< rows of the map in the order of the drawing: the SM that waits least first
  std::size_t group = 0;
  double cycles = 0;  ///< mean over its SMs
};

struct ChipScene {
  std::optional<ChipMap> map;
  std::vector<std::vector<ChipBox>> sides;  ///< one side, if the latencies show no two sides
  double low = 0, high = 1;                 ///< mean cycles of the SMs with the least and the longest wait
  bool empty() const { return !map.has_value(); }
  /// Whether sides or groups were found, so that there is a plan to draw.
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
  std::vector<std::pair<QRectF, std::size_t>> sides;  ///< each with its number
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
/// "two sides", "10 groups of 8 to 22 SMs", "2 SMs a TPC", "5 patterns", "30 slices or more"; facts that were not found are left
/// out.
QStringList chipFacts(const ChipScene& scene);
/// The reason for an empty drawing, as a sentence.
QString whyNoPlan(const ChipScene& scene);

void paintChip(QPainter& painter, const ChipScene& scene, const ChipLayout& layout, std::optional<std::size_t> marked,
               const PlotStyle& style);

}  // namespace chasescope
