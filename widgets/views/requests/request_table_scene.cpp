#include "widgets/views/requests/request_table_scene.h"

#include <algorithm>
#include <cmath>

#include "engine/inference/requests/request_table.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"
#include "widgets/views/requests/request_scene.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kWarp = 32;

/// The entries of the table: how full each is, from 0 (free) to 1 (full), and the load that booked it.
struct Filled {
  struct Entry {
    double share = 0;
    std::uint64_t load = 0;
  };
  std::vector<Entry> entries;
  std::uint64_t waiting = 0;  ///< number of further entries that the requests would need
};

Filled fill(const TableShape& table, std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing) {
  Filled filled;
  std::uint64_t blocks = 0;
  const auto book = [&](double share, std::uint64_t load, std::uint64_t new_blocks) {
    const bool room = filled.entries.size() < table.entries && (!table.pool || blocks + new_blocks <= *table.pool);
    if (!room || filled.waiting > 0) {
      ++filled.waiting;
      return;
    }
    blocks += new_blocks;
    filled.entries.push_back({share, load});
  };
  // If merging goes on beyond the measured range, all threads of a block share one entry, which a warp's threads would fill.
  const std::uint64_t full = table.merges_more ? std::max(table.merges, kWarp) : table.merges;
  for (std::uint64_t load = 0; load < loads; ++load) {
    if (table.kind == TableShape::Kind::prt) {
      for (std::uint64_t first = 0; first < threads; first += kWarp) {
        const std::uint64_t blocks_of_warp = inference::unique_blocks(std::min(threads - first, kWarp), 1, sharing);
        book(static_cast<double>(blocks_of_warp) / kWarp, load, blocks_of_warp);
      }
      continue;
    }
    for (std::uint64_t first = 0; first < threads; first += sharing)
      for (std::uint64_t left = std::min(threads - first, sharing); left > 0;) {
        const std::uint64_t joined = std::min(left, full);
        book(static_cast<double>(joined) / static_cast<double>(full), load, 1);
        left -= joined;
      }
  }
  return filled;
}

}  // namespace

QString tableText(const TableShape& table, std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing) {
  const Filled filled = fill(table, threads, loads, sharing);
  QString text = tr("%1 of %2 entries").arg(counted(filled.entries.size()), counted(table.entries));
  if (filled.waiting > 0)
    text += QStringLiteral(" · ") + (table.kind == TableShape::Kind::mshr
                                         ? tr("%1 requests wait").arg(counted(filled.waiting))
                                         : tr("%1 warp instructions wait").arg(counted(filled.waiting)));
  return text;
}

double paintRequestTable(QPainter& painter, const QRectF& area, const TableShape& table, std::uint64_t threads, std::uint64_t loads,
                         std::uint64_t sharing, const PlotStyle& style) {
  painter.save();
  const QFontMetricsF text(style.text(Weight::semiBold));
  const QFontMetricsF small(style.small());
  double y = area.top();
  const auto line = [&](const QString& words, const QFont& font, const QColor& colour, double height) {
    painter.setFont(font);
    painter.setPen(colour);
    const QRectF bounds = QFontMetricsF(font).boundingRect(QRectF(0, 0, area.width(), 1000), Qt::TextWordWrap, words);
    painter.drawText(QRectF(area.left(), y, area.width(), bounds.height()), Qt::AlignLeft | Qt::TextWordWrap, words);
    y += std::max(bounds.height(), height) + style.px(3);
  };
  const Filled filled = fill(table, threads, loads, sharing);
  const bool mshr = table.kind == TableShape::Kind::mshr;
  line(mshr ? tr("MSHR: an entry for each block") : tr("PRT: an entry for each warp instruction"), style.text(Weight::semiBold),
       style.palette.ink, text.height());
  line(tr("%1 threads × %2").arg(counted(threads), seriesName(loads, sharing)), style.small(), style.palette.quietInk,
       small.height());
  line(tableText(table, threads, loads, sharing), style.small(Weight::semiBold),
       filled.waiting > 0 ? style.palette.danger : style.palette.ink, small.height());
  y += style.px(4);

  const QString note = !mshr ? tr("Filled part of an entry: blocks that its warp has requested, of 32.")
                       : table.merges_more
                           ? tr("At least %1 threads share an entry; the largest number is not known.").arg(counted(table.merges))
                       : table.merges > 1 ? tr("An entry is full when %1 threads share it.").arg(counted(table.merges))
                                          : QString();
  const double note_height =
      note.isEmpty() ? 0 : small.boundingRect(QRectF(0, 0, area.width(), 1000), Qt::TextWordWrap, note).height() + style.px(3);
  const double queue_height = filled.waiting > 0 ? small.height() + style.px(16) : style.px(10);
  std::vector<LegendEntry> legend;
  for (std::uint64_t load = 0; loads > 1 && load < loads; ++load)
    legend.push_back(cellEntry(levelColour(load, style.palette), Qt::NoPen, tr("load %1").arg(load + 1), style.palette.quietInk));
  if (filled.entries.size() < table.entries)
    legend.push_back(
        cellEntry(style.palette.sunken, QPen(style.palette.outline, style.line(0.8)), tr("free"), style.palette.quietInk));
  const double legend_height = paintLegend(nullptr, legend, {}, area.width(), style);
  const QRectF room(area.left(), y, area.width(),
                    std::max(area.bottom() - y - note_height - queue_height - legend_height, style.px(20)));
  // The number of columns that makes the cells largest.
  const auto entries = static_cast<double>(std::max<std::uint64_t>(table.entries, 1));
  double columns = 1;
  double best = 0;
  for (double tried = 1; tried <= entries; ++tried) {
    const double side = std::min(room.width() / tried, room.height() / std::ceil(entries / tried));
    if (side > best) {
      best = side;
      columns = tried;
    }
  }
  double cell = std::min(best, style.em(26));
  if (style.print) {  // on paper the grid fills the width and takes the height that it needs
    cell = std::clamp(std::sqrt(0.6 * area.width() * area.width() / entries), style.em(6), style.em(26));
    columns = std::max(1.0, std::floor(area.width() / cell));
  }
  const double gap = std::min(style.px(2), cell * 0.15);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const auto place = [&](double index) {
    const double row = std::floor(index / columns);
    return QRectF(room.left() + (index - row * columns) * cell, room.top() + row * cell, cell - gap, cell - gap);
  };
  for (double index = 0; index < entries; ++index) {
    const QRectF box = place(index);
    painter.setPen(QPen(style.palette.outline, style.line(0.8)));
    painter.setBrush(style.palette.sunken);
    painter.drawRect(box);
    if (index >= static_cast<double>(filled.entries.size())) continue;
    const Filled::Entry& entry = filled.entries[static_cast<std::size_t>(index)];
    // a booked entry, which may not be full
    painter.fillRect(box, mixed(levelColour(entry.load, style.palette), style.palette.card, 0.35));
    QRectF level = box;
    level.setTop(box.bottom() - box.height() * entry.share);
    painter.fillRect(level, levelColour(entry.load, style.palette));
  }
  y = place(entries - 1).bottom() + style.px(6);
  y += paintLegend(&painter, legend, {area.left(), y}, area.width(), style) + style.px(4);
  if (filled.waiting > 0) {
    // A row of boxes for the requests that wait, as many as fit into one line.
    const double size = std::min(cell - gap, small.height() * 0.8);
    const auto fit = static_cast<std::uint64_t>(std::max(0.0, std::floor((area.width() - style.em(70)) / (size + style.px(3)))));
    double x = area.left();
    for (std::uint64_t i = 0; i < std::min(filled.waiting, fit); ++i, x += size + style.px(3)) {
      painter.setPen(QPen(style.palette.danger, style.line(1), Qt::SolidLine));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(QRectF(x, y + (small.height() - size) / 2, size, size));
    }
    painter.setFont(style.small());
    painter.setPen(style.palette.danger);
    painter.drawText(QRectF(x + style.px(4), y, area.right() - x, small.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1 wait").arg(counted(filled.waiting)));
    y += small.height() + style.px(4);
  }
  if (!note.isEmpty()) line(note, style.small(), style.palette.quietInk, 0);
  painter.restore();
  return y - area.top() + style.px(4);
}

}  // namespace chasescope
