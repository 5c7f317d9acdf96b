// The layout and the painting of the floor plan.
#include <algorithm>
#include <cmath>

#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"
#include "widgets/views/chip/chip_scene.h"

namespace chasescope {
namespace {

constexpr std::size_t kMostBoxes = 4;  // boxes side by side in one side of the chip
constexpr std::size_t kLevels = 2;     // colours of the palette: one for each side

QColor sideColour(std::size_t side, const PlotStyle& style) { return levelColour(side == 0 ? 2 : 0, style.palette); }

/// The colour of an SM. SMs that wait least are pale; even the darkest lets ink be read on it.
QColor cellColour(const ChipScene& scene, std::size_t row, std::size_t side, const PlotStyle& style) {
  const double share = scene.high > scene.low ? (scene.map->mean_cycles[row] - scene.low) / (scene.high - scene.low) : 0;
  return mixed(sideColour(side, style), style.palette.card, 0.10 + 0.40 * share);
}

struct Sizes {
  double cell = 0, cell_height = 0, pad = 0, gap = 0, box_head = 0, side_head = 0, head = 0, legend = 0;
  std::size_t sides_across = 1, boxes_across = 1;
  std::size_t across = 6;  // SMs in a row of a box: whole TPCs
  double side_width = 0;
};

QStringList noteOf(const ChipScene& scene) {
  if (!scene.map->groups) return {QString::fromStdString(scene.map->no_groups), tr("The groups are not known.")};
  return {tr("A box: SMs with the same pattern of latencies over the slices of the L2; their mean latencies may differ."),
          tr("A box: SMs with the same pattern of latencies over the slices of the L2."),
          tr("A box: SMs with the same pattern of latencies."), tr("A box: one pattern of latencies.")};
}

/// The head of the plan. On paper it has the facts, which in a window are in the view's header already.
PartHead headOf(const ChipScene& scene, const PlotStyle& style) {
  return {tr("Floor plan by latency"), style.print ? QStringList{chipFacts(scene).join(QStringLiteral(" · "))} : noteOf(scene)};
}

double numberWidth(const ChipScene& scene, const PlotStyle& style) {
  unsigned most = 0;
  for (const unsigned sm : scene.map->distances.sms) most = std::max(most, sm);
  return QFontMetricsF(style.number()).horizontalAdvance(QString(QString::number(most).size(), QLatin1Char('0')));
}

QString boxTitle(const ChipBox& box) { return tr("%1 SMs, %2 cycles").arg(box.rows.size()).arg(cyclesText(box.cycles)); }

double boxWidth(const Sizes& sizes, double cell) { return static_cast<double>(sizes.across) * cell + 2 * sizes.pad; }

double boxHeight(const ChipBox& box, const Sizes& sizes) {
  return sizes.box_head + sizes.cell_height * std::ceil(static_cast<double>(box.rows.size()) / static_cast<double>(sizes.across)) +
         2 * sizes.pad;
}

/// Places the boxes of a side in rows from left to right; each row is as high as its highest box. \return the height.
double placeSide(const std::vector<ChipBox>& boxes, std::size_t side, const QPointF& corner, const Sizes& sizes,
                 ChipLayout* layout) {
  double y = corner.y() + sizes.side_head;
  const double width = boxWidth(sizes, sizes.cell);
  for (std::size_t first = 0; first < boxes.size(); first += sizes.boxes_across) {
    double highest = 0;
    for (std::size_t i = first; i < std::min(first + sizes.boxes_across, boxes.size()); ++i) {
      const double height = boxHeight(boxes[i], sizes);
      highest = std::max(highest, height);
      if (layout == nullptr) continue;
      const double x = corner.x() + sizes.gap + static_cast<double>(i - first) * (width + sizes.gap);
      layout->boxes.push_back({QRectF(x, y, width, height), QPointF(x + sizes.pad, y + sizes.pad), side, i});
      for (std::size_t k = 0; k < boxes[i].rows.size(); ++k)
        layout->cells.push_back({QRectF(x + sizes.pad + sizes.cell * static_cast<double>(k % sizes.across),
                                        y + sizes.pad + sizes.box_head + sizes.cell_height * static_cast<double>(k / sizes.across),
                                        sizes.cell, sizes.cell_height),
                                 boxes[i].rows[k]});
    }
    y += highest + sizes.gap;
  }
  return y - corner.y();
}

double planHeight(const ChipScene& scene, const Sizes& sizes) {
  double heights = 0, highest = 0;
  for (std::size_t side = 0; side < scene.sides.size(); ++side) {
    const double height = placeSide(scene.sides[side], side, {}, sizes, nullptr);
    highest = std::max(highest, height);
    heights += height + (side > 0 ? sizes.gap : 0);
  }
  return sizes.sides_across > 1 ? highest : heights;
}

/// The arrangement of sides, boxes and SMs with the least height; of arrangements of equal height, the one with the wider boxes.
Sizes sizesOf(const ChipScene& scene, double width, const PlotStyle& style) {
  Sizes sizes;
  sizes.pad = style.em(6);
  sizes.gap = style.em(8);
  const double line = QFontMetricsF(style.small()).height();
  sizes.box_head = line + style.em(2);
  sizes.side_head = line + style.em(6);
  sizes.cell_height = QFontMetricsF(style.number()).height() + style.em(3);
  sizes.head = headHeight(headOf(scene, style), width, style);
  sizes.legend = (style.print ? 2 : 1) * line + style.em(4);
  const double least = numberWidth(scene, style) + style.em(4);
  std::optional<Sizes> best;
  for (const std::size_t sides : {scene.sides.size(), std::size_t{1}})
    for (const std::size_t across : {6, 4})
      for (std::size_t boxes = 1; boxes <= kMostBoxes; ++boxes) {
        Sizes tried = sizes;
        tried.sides_across = sides;
        tried.across = across;
        tried.boxes_across = boxes;
        const auto n = static_cast<double>(sides), m = static_cast<double>(boxes);
        tried.side_width = (width - (n - 1) * sizes.gap) / n;
        tried.cell = ((tried.side_width - (m + 1) * sizes.gap) / m - 2 * sizes.pad) / static_cast<double>(across);
        const bool is_only_one = sides == 1 && across == 4 && boxes == 1;
        if (tried.cell < least && !(is_only_one && !best)) continue;
        if (!best || planHeight(scene, tried) < planHeight(scene, *best)) best = tried;
      }
  return *best;
}

/// Paints the scale of tones, each with its mean wait, in as many steps as have room.
void paintTones(QPainter& painter, const ChipScene& scene, const ChipLayout& layout, const PlotStyle& style) {
  painter.setFont(style.small());
  const QFontMetricsF metrics(painter.font());
  const double line = metrics.height(), swatch = style.em(12), air = style.em(4), gap = style.em(10);
  const QString what = tr("Mean latency of an SM (cycles):"), less = tr("Mean latency (cycles):");
  const std::size_t sides = std::min(scene.sides.size(), kLevels);
  const auto step = [&](int tone, int tones) {
    return QStringLiteral("%L1").arg(scene.low + (scene.high - scene.low) * tone / (tones - 1), 0, 'f',
                                     scene.high - scene.low < 8 ? 1 : 0);
  };
  const auto width = [&](const QString& title, int tones) {
    double sum = metrics.horizontalAdvance(title);
    for (int tone = 0; tone < tones; ++tone) sum += gap + swatch + air + metrics.horizontalAdvance(step(tone, tones));
    return sum;
  };
  constexpr int kMostTones = 5, kFewestTones = 2;
  int tones = kMostTones;
  while (tones > kFewestTones && width(less, tones) > layout.width) --tones;
  const QString title = width(what, tones) <= layout.width ? what : less;
  double x = layout.legend.x();
  const auto write = [&](const QString& words) {
    const double room = metrics.horizontalAdvance(words);
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(x, layout.legend.y(), room + 1, line), Qt::AlignLeft | Qt::AlignVCenter, words);
    x += room;
  };
  write(title);
  for (int tone = 0; tone < tones; ++tone) {
    x += gap;
    const double part = line * 0.8 / static_cast<double>(std::max<std::size_t>(sides, 1));
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t side = 0; side < sides; ++side)
      painter.fillRect(QRectF(x, layout.legend.y() + line * 0.1 + part * static_cast<double>(side), swatch, part),
                       mixed(sideColour(side, style), style.palette.card, 0.10 + 0.40 * tone / (tones - 1)));
    painter.setRenderHint(QPainter::Antialiasing);
    x += swatch + air;
    write(step(tone, tones));
  }
}

}  // namespace

std::optional<std::size_t> ChipLayout::at(const QPointF& position) const {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].room.contains(position)) return i;
  return std::nullopt;
}

double naturalChipHeight(const ChipScene& scene, double width, const PlotStyle& style) {
  return layOutChip(QRectF(0, 0, width, 0), scene, style).bottom;
}

ChipLayout layOutChip(const QRectF& area, const ChipScene& scene, const PlotStyle& style) {
  ChipLayout layout;
  if (!scene.has_plan()) return layout;
  Sizes sizes = sizesOf(scene, area.width(), style);
  layout.head = area.topLeft();
  layout.width = area.width();
  layout.across = sizes.across;
  const double others = sizes.head + sizes.gap + sizes.gap + sizes.legend;
  if (const double left = area.height() - others - planHeight(scene, sizes); left > 0) {
    // Spare height makes the cells higher, until they are squares.
    double rows = 0;
    for (const auto& side : scene.sides) {
      double of_side = 0;
      for (std::size_t first = 0; first < side.size(); first += sizes.boxes_across) {
        double most = 0;
        for (std::size_t i = first; i < std::min(first + sizes.boxes_across, side.size()); ++i)
          most = std::max(most, std::ceil(static_cast<double>(side[i].rows.size()) / static_cast<double>(sizes.across)));
        of_side += most;
      }
      rows = sizes.sides_across > 1 ? std::max(rows, of_side) : rows + of_side;
    }
    sizes.cell_height = std::max(sizes.cell_height, std::min(sizes.cell_height + left / std::max(rows, 1.0), sizes.cell));
  }
  double y = area.top() + sizes.head + sizes.gap, highest = 0;
  for (std::size_t side = 0; side < scene.sides.size(); ++side) {
    const QPointF corner(area.left() + (sizes.sides_across > 1 ? static_cast<double>(side) * (sizes.side_width + sizes.gap) : 0),
                         y);
    const double height = placeSide(scene.sides[side], side, corner, sizes, &layout);
    layout.sides.emplace_back(QRectF(corner, QSizeF(sizes.side_width, height)), side);
    highest = std::max(highest, height);
    if (sizes.sides_across == 1) y += height + sizes.gap;
  }
  if (sizes.sides_across > 1) {
    y += highest + sizes.gap;
    for (auto& [room, side] : layout.sides) room.setHeight(highest);
  }
  layout.legend = {area.left(), y};
  layout.bottom = y + sizes.legend;
  return layout;
}

void paintChip(QPainter& painter, const ChipScene& scene, const ChipLayout& layout, std::optional<std::size_t> marked,
               const PlotStyle& style) {
  if (!scene.has_plan()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  paintHead(painter, layout.head, layout.width, headOf(scene, style), style);
  const double line = QFontMetricsF(style.small()).height();
  for (const auto& [room, side] : layout.sides) {
    painter.setPen(QPen(scene.map->sides ? sideColour(side, style) : style.palette.outline, style.line(1.6)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(room, style.px(6), style.px(6));
    painter.setFont(style.small());
    painter.setPen(style.palette.ink);
    std::size_t sms = 0;
    for (const ChipBox& box : scene.sides[side]) sms += box.rows.size();
    const QString words = !scene.map->sides ? tr("%1 SMs").arg(sms)
                          : side == 0       ? tr("side of SM 0: %1 SMs").arg(sms)
                                            : tr("the other side: %1 SMs").arg(sms);
    painter.drawText(QRectF(room.left() + style.em(10), room.top() + style.em(3), room.width() - style.em(20), line),
                     Qt::AlignLeft | Qt::AlignVCenter, words);
  }
  for (const ChipLayout::Box& box : layout.boxes) {
    painter.setPen(QPen(style.palette.outline, style.line(1)));
    painter.setBrush(style.palette.card);
    painter.drawRoundedRect(box.room, style.px(3), style.px(3));
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    const ChipBox& shown = scene.sides[box.side][box.box];
    const double width = box.room.width() - 2 * (box.head.x() - box.room.left());
    painter.drawText(QRectF(box.head, QSizeF(width, line)), Qt::AlignLeft | Qt::AlignVCenter,
                     fittingWords(style.small(), {boxTitle(shown), tr("%1 SMs").arg(shown.rows.size())}, width));
  }
  const std::size_t together = scene.map->neighbours ? scene.map->neighbours->size : 1;
  for (const ChipLayout::Cell& cell : layout.cells) {
    // Cells of the SMs of one TPC touch each other.
    const double left = cell.row % together == 0 ? style.px(1) : 0, right = cell.row % together + 1 == together ? style.px(1) : 0;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(cell.room.adjusted(left, style.px(1), -right, -style.px(1)),
                     cellColour(scene, cell.row, scene.map->on_first_side(cell.row) ? 0 : 1, style));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(style.number());
    painter.setPen(style.palette.ink);
    painter.drawText(cell.room, Qt::AlignCenter, QString::number(scene.map->distances.sms[cell.row]));
  }
  // The legend of the tones.
  painter.setFont(style.small());
  paintTones(painter, scene, layout, style);
  painter.setPen(style.palette.quietInk);
  if (style.print)
    painter.drawText(QRectF(layout.legend.x(), layout.legend.y() + line + style.em(3), layout.width, line),
                     Qt::AlignLeft | Qt::AlignVCenter, fittingWords(style.small(), noteOf(scene), layout.width));
  if (!marked || *marked >= layout.cells.size()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(style.palette.ink, style.line(2)));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(layout.cells[*marked].room.adjusted(1, 1, -1, -1));
}

}  // namespace chasescope
