// The layout and the painting of the picture of the halves.
#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/findings/half_words.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"
#include "widgets/views/halves/halves_scene.h"

namespace chasescope {
namespace {

constexpr double kSideBySide = 560;   // em; in a wider area, blocks and pages stand side by side
constexpr double kLeastCell = 7;      // em, of a block
constexpr double kLeastPage = 12;     // em
constexpr unsigned kHighestBit = 32;  // bits above are not drawn

QColor nearFill(const PlotStyle& style) { return mixed(style.palette.hit, style.palette.card, style.palette.dark ? 0.30 : 0.16); }
QColor farFill(const PlotStyle& style) { return mixed(style.palette.hit, style.palette.ink, style.palette.dark ? 0.85 : 0.72); }

/// Marks a deciding bit by a disc, so that no bit is taken for a block of the far half.
void paintDecidingBit(QPainter& painter, const QRectF& box, const PlotStyle& style) {
  painter.setPen(QPen(style.palette.outline, style.line(1)));
  painter.setBrush(style.palette.card);
  painter.drawRect(box);
  painter.setPen(Qt::NoPen);
  painter.setBrush(style.palette.ink);
  const double radius = std::min(box.width(), box.height()) * 0.34;
  painter.drawEllipse(box.center(), radius, radius);
}

QString sizedWords(std::uint64_t bytes) { return QString::fromStdString(size_words(bytes)); }

/// The number of columns of a grid: a power of two, so that bits of the address correspond to columns and rows.
std::size_t columnsOf(std::size_t cells, double times_as_wide) {
  std::size_t columns = 1;
  while (static_cast<double>(2 * columns) * static_cast<double>(columns) <= static_cast<double>(cells) * times_as_wide)
    columns *= 2;
  return std::min(columns, std::bit_ceil(std::max<std::size_t>(cells, 1)));
}

unsigned lastBit(const HalfMap& map) {
  unsigned last = map.first_unexamined() - 1;
  if (map.row) {
    for (const auto* bits : {&map.row->bits, &map.row->open})
      if (!bits->empty()) last = std::max(last, bits->back());
  }
  return std::min(last, kHighestBit);
}

PartHead bitsHead(const HalvesScene& scene) {
  const HalfMap& map = *scene.map;
  const QString bits = QString::fromStdString(numbers_in_words(map.bits()));
  const QString parity = map.pages ? tr("even: half of the first block; odd: other half")
                         : scene.blocks.empty() || !scene.blocks.front().foretold_far ? tr("even: near; odd: far")
                                                                                      : tr("even: far; odd: near");
  QStringList words{tr("The parity of bits %1 decides which half of the chip holds an address (%2). %3.")
                        .arg(bits, parity, halvesFacts(scene)[1]),
                    tr("Parity of bits %1 (%2). %3.").arg(bits, parity, halvesFacts(scene)[1])};
  return {tr("Address bits"), words};
}

PartHead blocksHead(const HalvesScene& scene) {
  const HalfMap& map = *scene.map;
  PartHead head{tr("Blocks of the first page"), {}};
  if (!map.pages || map.pages->page_bytes != scene.blocks.size() * map.parity.block_bytes) head.title = tr("The first blocks");
  const QString number = counted(scene.blocks.size()), size = sizedWords(map.parity.block_bytes);
  head.words = {
      tr("%1 blocks of %2, row by row, from %3 lines that were read in order").arg(number, size, counted(map.in_order.size())),
      tr("%1 blocks of %2, row by row").arg(number, size)};
  return head;
}

PartHead pagesHead(const HalvesScene& scene) {
  const HalfMap& map = *scene.map;
  if (!map.pages) return {tr("Pages"), {QString::fromStdString(map.no_pages)}};
  const QString number = counted(map.pages->pages.size()), size = sizedWords(map.pages->page_bytes);
  return {tr("First block of each page"),
          {tr("%1 pages of %2, row by row. First block and parity predict near or far for %3 % of %4 random lines.")
               .arg(number, size, QString::number(std::floor(1000 * map.pages->agreeing) / 10), counted(map.at_random.size()))}};
}

std::vector<LegendEntry> legendOf(const HalvesScene& scene, const PlotStyle& style) {
  const QPen edge(style.palette.outline, style.line(0.8));
  std::vector<LegendEntry> entries{cellEntry(nearFill(style), edge, tr("near"), style.palette.ink),
                                   cellEntry(farFill(style), edge, tr("far"), style.palette.ink)};
  const auto& blocks = scene.blocks;
  if (std::any_of(blocks.begin(), blocks.end(), [](const HalfBlock& block) { return !block.agrees(); }))
    entries.push_back({[&palette = style.palette, width = style.line(1.6)](QPainter& painter, const QRectF& box) {
                         paintCross(painter, box, palette.miss, width);
                       },
                       tr("not as predicted"), style.palette.ink});
  const HalfMap& map = *scene.map;
  entries.push_back({[style](QPainter& painter, const QRectF& box) { paintDecidingBit(painter, box, style); },
                     tr("bit of the parity"), style.palette.ink});
  if (map.row && !map.row->open.empty())
    entries.push_back(cellEntry(style.palette.card, QPen(style.palette.outline, style.line(1), Qt::DashLine),
                                tr("bit that may belong to the parity"), style.palette.ink));
  if (map.pages && map.pages->told < map.pages->pages.size())
    entries.push_back(cellEntry(style.palette.card, edge, tr("can’t tell"), style.palette.ink));
  return entries;
}

struct Sizes {
  double legend, bits_head, blocks_head, pages_head, bit_row, gap;
};

bool sideBySide(double width, const PlotStyle& style) { return width >= style.em(kSideBySide); }

Sizes sizesOf(const HalvesScene& scene, double width, const PlotStyle& style) {
  const double part = sideBySide(width, style) ? (width - style.em(24)) / 2 : width;
  return {paintLegend(nullptr, legendOf(scene, style), {}, width, style),
          headHeight(bitsHead(scene), width, style),
          headHeight(blocksHead(scene), part, style),
          headHeight(pagesHead(scene), part, style),
          style.em(34),
          style.em(14)};
}

QString withinName() { return tr("in a page"); }
QString aboveName() { return tr("page bits"); }

std::size_t rowsOf(std::size_t cells, std::size_t columns) { return (cells + columns - 1) / columns; }

std::size_t pageCount(const HalvesScene& scene) { return scene.map->pages ? scene.map->pages->pages.size() : 0; }

std::size_t bitRows(const HalvesScene& scene) { return lastBit(*scene.map) >= scene.map->first_unexamined() ? 2 : 1; }

void paintGrid(QPainter& painter, const HalvesGrid& grid, const std::function<QColor(std::size_t)>& colour,
               const PlotStyle& style) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double edge = grid.cells == 0 ? 0 : std::min(style.px(1), grid.cell(0).width() / 8);
  for (std::size_t i = 0; i < grid.cells; ++i) painter.fillRect(grid.cell(i).adjusted(0, 0, -edge, -edge), colour(i));
  painter.setRenderHint(QPainter::Antialiasing);
}

void paintBits(QPainter& painter, const HalvesScene& scene, const HalvesLayout& layout, const PlotStyle& style) {
  const HalfMap& map = *scene.map;
  const auto has = [](const std::vector<unsigned>& bits, unsigned bit) {
    return std::find(bits.begin(), bits.end(), bit) != bits.end();
  };
  for (const auto& [bit, box] : layout.bits) {
    const bool in = has(map.bits(), bit) || (map.row && has(map.row->bits, bit));
    const bool open = map.row && has(map.row->open, bit);
    const bool examined = bit < map.first_unexamined() || (map.row && !map.row->bits.empty() && bit <= map.row->bits.back());
    painter.setPen(QPen(style.palette.outline, style.line(1), open || !examined ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(style.palette.card);
    painter.drawRect(box);
    if (in) paintDecidingBit(painter, box, style);
    painter.setFont(style.number(in ? Weight::bold : Weight::regular));
    painter.setPen(in ? style.palette.ink : style.palette.quietInk);
    const double line = QFontMetricsF(painter.font()).height();
    painter.drawText(QRectF(box.left() - style.em(10), box.bottom() + style.em(2), box.width() + style.em(20), line),
                     Qt::AlignCenter, QString::number(bit));
  }
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  painter.drawText(layout.within, Qt::AlignLeft | Qt::AlignVCenter, withinName());
  if (!layout.above.isEmpty()) painter.drawText(layout.above, Qt::AlignLeft | Qt::AlignVCenter, aboveName());
}

}  // namespace

QRectF HalvesGrid::cell(std::size_t index) const {
  const double width = room.width() / static_cast<double>(columns), height = room.height() / static_cast<double>(rows);
  return {room.left() + width * static_cast<double>(index % columns), room.top() + height * static_cast<double>(index / columns),
          width, height};
}

std::optional<std::size_t> HalvesGrid::at(const QPointF& position) const {
  if (cells == 0 || !room.contains(position)) return std::nullopt;
  const auto share = [](double part, double whole, std::size_t count) {
    return std::min(static_cast<std::size_t>(std::max(part / whole, 0.0) * static_cast<double>(count)), count - 1);
  };
  const std::size_t index =
      share(position.y() - room.top(), room.height(), rows) * columns + share(position.x() - room.left(), room.width(), columns);
  return index < cells ? std::optional(index) : std::nullopt;
}

std::optional<HalvesPlace> HalvesLayout::placeAt(const QPointF& position) const {
  for (const auto& [bit, box] : bits)
    if (box.contains(position)) return HalvesPlace{HalvesPlace::Part::bits, bit};
  if (const auto block = blocks.at(position)) return HalvesPlace{HalvesPlace::Part::blocks, *block};
  if (const auto page = pages.at(position)) return HalvesPlace{HalvesPlace::Part::pages, *page};
  return std::nullopt;
}

QRectF HalvesLayout::rect(const HalvesPlace& place) const {
  if (place.part == HalvesPlace::Part::blocks) return blocks.cell(place.index);
  if (place.part == HalvesPlace::Part::pages) return pages.cell(place.index);
  for (const auto& [bit, box] : bits)
    if (bit == place.index) return box;
  return {};
}

double naturalHalvesHeight(const HalvesScene& scene, double width, const PlotStyle& style) {
  const Sizes sizes = sizesOf(scene, width, style);
  const bool beside = sideBySide(width, style);
  const double part = beside ? (width - style.em(24)) / 2 : width;
  const auto grid = [&](std::size_t cells, double times_as_wide, double least) {
    if (cells == 0) return 0.0;
    const std::size_t columns = columnsOf(cells, times_as_wide);
    const double cell = std::max(style.em(least), part / static_cast<double>(columns) * 0.75);
    return cell * static_cast<double>(rowsOf(cells, columns));
  };
  const double blocks = sizes.blocks_head + grid(scene.blocks.size(), 2, kLeastCell);
  const double pages = sizes.pages_head + grid(pageCount(scene), 2, kLeastPage);
  return sizes.bits_head + sizes.bit_row * static_cast<double>(bitRows(scene)) + sizes.gap +
         (beside ? std::max(blocks, pages) : blocks + sizes.gap + pages) + sizes.gap + sizes.legend;
}

HalvesLayout layOutHalves(const QRectF& area, const HalvesScene& scene, const PlotStyle& style) {
  HalvesLayout layout;
  if (scene.empty()) return layout;
  const HalfMap& map = *scene.map;
  const Sizes sizes = sizesOf(scene, area.width(), style);
  const bool beside = sideBySide(area.width(), style);
  layout.bits_head = area.topLeft();
  layout.bits_width = area.width();
  double y = area.top() + sizes.bits_head;

  const unsigned below = map.first_unexamined(), last = lastBit(map), lowest = map.parity.first_bit;
  const double name = style.em(70), box_height = style.em(14);
  const auto most = std::max(below - lowest, last + 1 > below ? last + 1 - below : 0U);
  const double pitch = std::min((area.width() - name) / static_cast<double>(most), style.em(34));
  const auto row = [&](unsigned first, unsigned end, QRectF& word) {
    word = QRectF(area.left(), y, name, box_height);
    for (unsigned bit = first; bit < end; ++bit)
      layout.bits.emplace_back(bit,
                               QRectF(area.left() + name + pitch * static_cast<double>(end - 1 - bit), y, pitch * 0.8, box_height));
    y += sizes.bit_row;
  };
  if (bitRows(scene) == 2) row(below, last + 1, layout.above);
  row(lowest, below, layout.within);
  y += sizes.gap;

  const double part = beside ? (area.width() - style.em(24)) / 2 : area.width();
  const double bottom = area.bottom() - sizes.legend - sizes.gap;
  layout.blocks_width = layout.pages_width = part;
  layout.blocks.cells = scene.blocks.size();
  layout.pages.cells = pageCount(scene);
  for (HalvesGrid* grid : {&layout.blocks, &layout.pages}) {
    grid->columns = columnsOf(grid->cells, 2);
    grid->rows = std::max<std::size_t>(rowsOf(grid->cells, grid->columns), 1);
  }
  layout.blocks_head = {area.left(), y};
  const auto place = [&](HalvesGrid& grid, double left, double top, double end) {
    // Cells are at most as high as wide.
    const double highest = part / static_cast<double>(grid.columns) * static_cast<double>(grid.rows);
    grid.room = QRectF(left, top, part, std::max(std::min(end - top, highest), 1.0));
  };
  if (beside) {
    layout.pages_head = {area.left() + part + style.em(24), y};
    place(layout.blocks, area.left(), y + sizes.blocks_head, bottom);
    place(layout.pages, layout.pages_head.x(), y + sizes.pages_head, bottom);
  } else {
    const double left_over = bottom - y - sizes.blocks_head - sizes.gap - sizes.pages_head;
    const auto weight = [&](const HalvesGrid& grid, double least) {
      return grid.cells == 0 ? 0 : least * static_cast<double>(grid.rows);
    };
    const double blocks = weight(layout.blocks, kLeastCell), pages = weight(layout.pages, kLeastPage);
    const double split = left_over * blocks / std::max(blocks + pages, 1.0);
    place(layout.blocks, area.left(), y + sizes.blocks_head, y + sizes.blocks_head + split);
    layout.pages_head = {area.left(), layout.blocks.room.bottom() + sizes.gap};
    place(layout.pages, area.left(), layout.pages_head.y() + sizes.pages_head, bottom);
  }
  layout.bottom =
      std::max(layout.blocks.room.bottom(), layout.pages.cells > 0 ? layout.pages.room.bottom() : layout.pages_head.y());
  layout.legend = {area.left(), std::min(layout.bottom + sizes.gap, area.bottom() - sizes.legend)};
  layout.legend_width = area.width();
  return layout;
}

void paintHalves(QPainter& painter, const HalvesScene& scene, const HalvesLayout& layout, const std::optional<HalvesPlace>& marked,
                 const PlotStyle& style) {
  if (scene.empty()) return;
  const HalfMap& map = *scene.map;
  painter.setRenderHint(QPainter::Antialiasing);
  paintHead(painter, layout.bits_head, layout.bits_width, bitsHead(scene), style);
  paintHead(painter, layout.blocks_head, layout.blocks_width, blocksHead(scene), style);
  paintHead(painter, layout.pages_head, layout.pages_width, pagesHead(scene), style);
  paintBits(painter, scene, layout, style);
  paintGrid(
      painter, layout.blocks, [&](std::size_t i) { return scene.blocks[i].is_far() ? farFill(style) : nearFill(style); }, style);
  for (std::size_t i = 0; i < scene.blocks.size(); ++i)
    if (!scene.blocks[i].agrees()) paintCross(painter, layout.blocks.cell(i), style.palette.miss, style.line(1.6));
  if (map.pages) {
    paintGrid(
        painter, layout.pages,
        [&](std::size_t i) {
          const auto& far = map.pages->pages[i].begins_far;
          return !far ? style.palette.card : *far ? farFill(style) : nearFill(style);
        },
        style);
    painter.setPen(QPen(style.palette.outline, style.line(0.8)));
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < layout.pages.cells; ++i)
      if (!map.pages->pages[i].begins_far) painter.drawRect(layout.pages.cell(i).adjusted(1, 1, -2, -2));
  }
  paintLegend(&painter, legendOf(scene, style), layout.legend, layout.legend_width, style);
  if (!marked) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(style.palette.ink, style.line(2)));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(layout.rect(*marked).adjusted(-1, -1, 1, 1));
}

}  // namespace chasescope
