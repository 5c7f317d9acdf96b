// The drawing of the half of the chip that owns an address: the address bits whose parity decides, the blocks of one page, and the
// half in which each page begins. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QStringList>
#include <optional>
#include <span>
#include <vector>

#include "engine/findings/half_map.h"
#include "widgets/plot/part_head.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// A block of the walk in order: its addresses have the same parity and the same constant, so all are near or all are far.
struct HalfBlock {
  std::uint64_t address = 0;       ///< bytes from the begin of the array
  std::size_t lines = 0, far = 0;  ///< lines that were read in order, and the number of far ones among them
  bool foretold_far = false;       ///< prediction of the parity
  bool is_far() const { return 2 * far > lines; }
  bool agrees() const { return is_far() == foretold_far; }
};

struct HalvesScene {
  std::optional<HalfMap> map;
  QString why_nothing;                        ///< the reason if the measurement shows no halves; else empty
  std::vector<HalfBlock> blocks;              ///< the drawn blocks of the walk in order
  std::size_t agreeing = 0, disagreeing = 0;  ///< blocks of the walk in order, drawn or not
  bool empty() const { return !map.has_value(); }
};

HalvesScene makeHalvesScene(std::span<const RunPtr> runs);

/// A part of the picture that the mouse or the keys can choose.
struct HalvesPlace {
  enum class Part { bits, blocks, pages } part = Part::blocks;
  std::size_t index = 0;  ///< the bit's number, the block or the page
  friend bool operator==(const HalvesPlace&, const HalvesPlace&) = default;
};

/// A grid of cells with equally many cells in each row.
struct HalvesGrid {
  QRectF room;
  std::size_t columns = 1, rows = 1, cells = 0;
  QRectF cell(std::size_t index) const;
  std::optional<std::size_t> at(const QPointF& position) const;
};

struct HalvesLayout {
  QPointF bits_head, blocks_head, pages_head, legend;
  double bits_width = 0, blocks_width = 0, pages_width = 0, legend_width = 0;
  std::vector<std::pair<unsigned, QRectF>> bits;  ///< a box for each address bit
  QRectF within, above;                           ///< places of the names of the two rows of bits
  HalvesGrid blocks, pages;
  double bottom = 0;
  std::optional<HalvesPlace> placeAt(const QPointF& position) const;
  QRectF rect(const HalvesPlace& place) const;
};

/// Places everything in `area`. Cells grow with the height, which must be at least naturalHalvesHeight() of the width.
HalvesLayout layOutHalves(const QRectF& area, const HalvesScene& scene, const PlotStyle& style);
double naturalHalvesHeight(const HalvesScene& scene, double width, const PlotStyle& style);

/// "block at 68 KiB", "far: 32 of 32 lines", "as the parity predicts".
QStringList halvesWords(const HalvesScene& scene, const HalvesPlace& place);
/// The facts, a sentence each: the bits that decide ("12, 13, 16, 17 and 19"), and how many blocks agree.
QStringList halvesFacts(const HalvesScene& scene);

void paintHalves(QPainter& painter, const HalvesScene& scene, const HalvesLayout& layout, const std::optional<HalvesPlace>& marked,
                 const PlotStyle& style);

}  // namespace chasescope
