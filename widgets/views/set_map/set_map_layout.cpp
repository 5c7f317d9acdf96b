#include "widgets/views/set_map/set_map_layout.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr double kAiry = 1.6;                   // relaxed size of a cell, as a multiple of its number's size
constexpr double kLeastColumn = 1.5;            // px; where columns would be narrower, one column stands for several sets
constexpr double kLeastBand = 24;               // px
constexpr std::size_t kFoldFrom = 24;           // sets with fewer ways are drawn with one way per row

std::size_t divided(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

/// Where bands have many columns, each band begins with a round number, so that the numbers of all bands stand below each other.
std::size_t roundPerBand(std::size_t columns, std::size_t all) {
  constexpr std::size_t kMany = 24;
  if (columns < kMany || columns >= all) return columns;
  // Take a power of two, if that costs little of a column's width; else a multiple of ten.
  const std::size_t up = std::bit_ceil(columns), tens = (columns + 9) / 10 * 10;
  const std::size_t wanted = std::has_single_bit(all) && up <= columns + columns / 4 ? up : tens;
  const std::size_t last = all % wanted;  // a short last band would leave a hole
  return last == 0 || 2 * last >= wanted ? wanted : columns;
}

struct Try {
  double width = 0, height = 0;
};

Try tried(std::size_t columns, std::size_t bands, std::size_t across, std::size_t cells, const QRectF& area, double label,
          double between) {
  const auto perBand = static_cast<double>(divided(columns, bands));
  const auto rows = static_cast<double>(divided(cells, across));
  const double height = (area.height() - between * static_cast<double>(bands - 1)) / static_cast<double>(bands) - label;
  return {area.width() / perBand / static_cast<double>(across), height / rows};
}

/// Cells for lines that don't fit into the fullest set; if there are too many, their number is written instead.
std::size_t extraCells(std::size_t mostWays, std::size_t mostLines) {
  if (mostLines <= mostWays) return 0;
  return std::min(mostLines - mostWays, std::max<std::size_t>(2, mostWays / 2));
}

}  // namespace

QRectF SetMapLayout::column(std::size_t column, std::size_t cells) const {
  const auto band = static_cast<double>(column / perBand), place = static_cast<double>(column % perBand);
  const double floor = area.top() + bandHeight * band + cellHeight * static_cast<double>(rows);
  const double height = cellHeight * static_cast<double>(divided(cells, across));
  return {area.left() + columnWidth * place, floor - height, columnWidth - gap, height};
}

QRectF SetMapLayout::cell(std::size_t column, std::size_t index) const {
  const QRectF floor = this->column(column, 0);
  const double width = cellWidth();
  return {floor.left() + width * static_cast<double>(index % across),
          floor.bottom() - cellHeight * static_cast<double>(index / across + 1), width, cellHeight};
}

QRectF SetMapLayout::labelOf(std::size_t column) const {
  const QRectF floor = this->column(column, 0);
  return {floor.left(), floor.bottom(), floor.width(), label};
}

std::optional<std::size_t> SetMapLayout::setAt(const QPointF& place) const {
  if (sets == 0 || !area.contains(place)) return std::nullopt;
  const auto along = static_cast<std::size_t>((place.x() - area.left()) / columnWidth);
  const auto band = static_cast<std::size_t>((place.y() - area.top()) / bandHeight);
  const std::size_t column = band * perBand + along;
  if (along >= perBand || band >= bands || column >= columns()) return std::nullopt;
  return column * together;
}

QSizeF numberRoom(std::size_t lines, const PlotStyle& style) {
  const QFontMetricsF metrics(style.number());
  const QString widest(QString::fromStdString(format_count(lines > 0 ? lines - 1 : 0)));
  return {metrics.horizontalAdvance(widest) + style.px(4), metrics.capHeight() + style.px(5)};
}

SetMapLayout layOutSets(const std::vector<std::uint32_t>& ways, std::size_t mostLines, const QRectF& area, const PlotStyle& style,
                        const LargestCell& largest) {
  SetMapLayout layout;
  layout.sets = ways.size();
  layout.area = area;
  if (ways.empty() || area.width() <= 0 || area.height() <= 0) return layout;
  const std::size_t mostWays = *std::max_element(ways.begin(), ways.end());
  layout.extra = extraCells(mostWays, mostLines);
  const std::size_t cells = mostWays + layout.extra;
  const double label = QFontMetricsF(style.number()).height() + style.px(2), between = style.em(6);

  // Choose the numbers of bands and of ways per row so that the smaller side of a cell is largest.
  const double mostColumns =
      area.width() / style.px(kLeastColumn) * std::max(1.0, std::floor(area.height() / (label + style.px(kLeastBand))));
  layout.together = std::max<std::size_t>(1, divided(ways.size(), static_cast<std::size_t>(std::max(mostColumns, 1.0))));
  const std::size_t columns = layout.columns();
  const auto mostBands = std::max<std::size_t>(1, static_cast<std::size_t>(area.height() / (label + style.px(8))));
  // The cell must fit the number of the last line; a still larger cell is no better.
  std::size_t lines = largest.numbers;
  if (lines == 0)
    for (const std::uint32_t each : ways) lines += each;
  const QSizeF number = numberRoom(lines, style);
  const auto quality = [&](const Try& cell) {
    return std::min(std::min(cell.width, style.em(largest.width)) / number.width(),
                    std::min(cell.height, style.em(largest.height)) / number.height());
  };
  // A single set fills the width, as there is no other set to compare heights with. Very high columns are as wide as their numbers
  // need.
  const double beside = ways.size() == 1       ? std::ceil(area.width() / style.em(largest.width))
                        : mostWays > kFoldFrom ? area.width() / static_cast<double>(columns) / number.width() / kAiry
                                               : 1;
  const std::size_t fewest = std::clamp<std::size_t>(static_cast<std::size_t>(beside), 1, mostWays);
  Try best;
  for (std::size_t bands = 1; bands <= std::min(mostBands, columns); ++bands)
    for (std::size_t across = fewest; across <= (mostWays > kFoldFrom ? mostWays : fewest); across += across < kFoldFrom ? 1 : across) {
      const Try next = tried(columns, bands, across, cells, area, label, between);
      if (quality(next) <= quality(best) * 1.02) continue;  // prefer fewer bands unless more bands are clearly better
      best = next;
      layout.bands = bands;
      layout.across = across;
    }
  layout.perBand = roundPerBand(divided(columns, layout.bands), columns);
  layout.bands = divided(columns, layout.perBand);
  layout.rows = divided(cells, layout.across);
  layout.columnWidth = area.width() / static_cast<double>(layout.perBand);
  layout.gap = layout.columnWidth > style.px(12) ? style.em(4) : layout.columnWidth > style.px(4) ? style.px(1) : 0;
  layout.label = label;
  layout.bandHeight = area.height() / static_cast<double>(layout.bands);
  layout.cellHeight = std::clamp((layout.bandHeight - label - (layout.bands > 1 ? between : 0)) / static_cast<double>(layout.rows),
                                 style.px(0.25), style.em(largest.height));
  layout.bandHeight = std::min(layout.bandHeight, layout.cellHeight * static_cast<double>(layout.rows) + label + between);
  layout.area.setWidth(layout.columnWidth * static_cast<double>(layout.perBand));
  layout.area.setHeight(layout.bandHeight * static_cast<double>(layout.bands));
  return layout;
}

}  // namespace chasescope
