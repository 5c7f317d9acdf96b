#include "widgets/views/distance/distance_scene.h"

#include <QImage>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"
#include "widgets/views/pattern/pattern_scene.h"

namespace chasescope {
namespace {

constexpr double kOutliers = 0.01;  // share of the cells at each end that the colour scale leaves out

std::vector<std::size_t> numbered(std::size_t size) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// Puts the first side, that of the first SM, before the other. Within a side the order stays.
std::size_t partition(std::vector<std::size_t>& order, const std::vector<bool>& side, bool first) {
  const auto middle = std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return side[i] == first; });
  return static_cast<std::size_t>(middle - order.begin());
}

QColor colourOf(double cycles, const DistanceScene& scene, const PlotStyle& style) {
  return heat(scene.high > scene.low ? (cycles - scene.low) / (scene.high - scene.low) : 0.5, style.palette);
}

using Part = std::pair<std::size_t, std::size_t>;
double meanOf(const DistanceScene& scene, const Part& rows, const Part& columns) {
  double sum = 0;
  for (std::size_t r = rows.first; r < rows.second; ++r)
    for (std::size_t c = columns.first; c < columns.second; ++c) sum += scene.map.latency.at(scene.rows[r], scene.columns[c]);
  return sum / static_cast<double>((rows.second - rows.first) * (columns.second - columns.first));
}

/// The number of drawn cells. Cells of the map that share a pixel are drawn as one cell with their mean.
struct Drawn {
  std::size_t rows, columns;
  bool blends(const DistanceScene& scene) const { return rows < scene.rows.size() || columns < scene.columns.size(); }
};
Drawn drawnCells(const QPainter& painter, const DistanceScene& scene, const DistanceLayout& layout, const PlotStyle& style) {
  const CellRoom room = cellRoom(painter, layout.plot, style);
  return {std::min(room.rows, scene.rows.size()), std::min(room.columns, scene.columns.size())};
}

void paintCells(QPainter& painter, const DistanceScene& scene, const DistanceLayout& layout, const PlotStyle& style) {
  const auto [rows, columns] = drawnCells(painter, scene, layout, style);
  const QRectF& plot = layout.plot;
  QImage image(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) {
      const QColor colour =
          colourOf(meanOf(scene, partOf(r, rows, 0, scene.rows.size()), partOf(c, columns, 0, scene.columns.size())), scene, style);
      const double width = plot.width() / static_cast<double>(columns), height = plot.height() / static_cast<double>(rows);
      if (style.print)
        painter.fillRect(QRectF(plot.left() + width * static_cast<double>(c), plot.top() + height * static_cast<double>(r), width, height), colour);
      else
        image.setPixelColor(static_cast<int>(c), static_cast<int>(r), colour);
    }
  if (style.print) return;
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(plot, image);
}

void paintSides(QPainter& painter, const DistanceScene& scene, const DistanceLayout& layout, const PlotStyle& style) {
  if (!scene.sides || scene.rows_of_first == scene.rows.size()) return;
  const QRectF& plot = layout.plot;
  const double y = plot.top() + plot.height() * static_cast<double>(scene.rows_of_first) / static_cast<double>(scene.rows.size());
  const double x = plot.left() + plot.width() * static_cast<double>(scene.columns_of_first) / static_cast<double>(scene.columns.size());
  painter.setPen(QPen(style.palette.card, style.line(2)));
  painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  // Words name the near and the far quarters besides the colours.
  painter.setFont(style.text(Weight::bold));
  const auto word = [&](double left, double top, double right, double bottom, bool near) {
    const QString text = near ? tr("near slice") : tr("far slice");
    const QRectF room(QPointF(left, top), QPointF(right, bottom));
    const QFontMetricsF metrics(painter.font());
    QRectF box = metrics.boundingRect(text).adjusted(-style.em(8), -style.em(3), style.em(8), style.em(3));
    if (box.width() > room.width() || box.height() > room.height()) return;
    box.moveCenter(room.center());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QColor ground = style.palette.card;
    ground.setAlphaF(style.print ? 1.0F : 0.88F);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, style.px(4), style.px(4));
    painter.setPen(style.palette.ink);
    painter.drawText(box, Qt::AlignCenter, text);
  };
  word(plot.left(), plot.top(), x, y, true);
  word(x, plot.top(), plot.right(), y, false);
  word(plot.left(), y, x, plot.bottom(), false);
  word(x, y, plot.right(), plot.bottom(), true);
}

void paintAxesOf(QPainter& painter, const DistanceScene& scene, const DistanceLayout& layout, const PlotStyle& style) {
  const QRectF& plot = layout.plot;
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  const double line = QFontMetricsF(painter.font()).height();
  const auto row_word = [&](std::size_t from, std::size_t to) {
    if (from == to) return;
    const double top = plot.top() + plot.height() * static_cast<double>(from) / static_cast<double>(scene.rows.size());
    const double bottom = plot.top() + plot.height() * static_cast<double>(to) / static_cast<double>(scene.rows.size());
    painter.save();
    painter.translate(plot.left() - style.em(10), (top + bottom) / 2);
    painter.rotate(-90);
    painter.drawText(QRectF(-(bottom - top) / 2, -line, bottom - top, line), Qt::AlignCenter,
                     to - from == scene.rows.size() ? tr("%1 SMs").arg(to - from) : tr("%1 SMs of one side").arg(to - from));
    painter.restore();
  };
  row_word(0, scene.rows_of_first);
  row_word(scene.rows_of_first, scene.rows.size());
  const auto column_word = [&](std::size_t from, std::size_t to) {
    if (from == to) return;
    const double left = plot.left() + plot.width() * static_cast<double>(from) / static_cast<double>(scene.columns.size());
    const double right = plot.left() + plot.width() * static_cast<double>(to) / static_cast<double>(scene.columns.size());
    painter.drawText(
        QRectF(left, plot.bottom() + style.em(6), right - left, line), Qt::AlignCenter,
        to - from == scene.columns.size() ? tr("%1 lines, by address").arg(to - from) : tr("%1 lines of one side").arg(to - from));
  };
  column_word(0, scene.columns_of_first);
  column_word(scene.columns_of_first, scene.columns.size());
}

void paintLegend(QPainter& painter, const DistanceScene& scene, const DistanceLayout& layout, const PlotStyle& style) {
  painter.setFont(style.number());
  const double line = QFontMetricsF(painter.font()).height();
  const auto unit = [&](double top) {
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(layout.plot.right() + style.em(2), top, style.em(70), line), Qt::AlignLeft,
                     drawnCells(painter, scene, layout, style).blends(scene) ? tr("mean cycles") : tr("cycles"));
  };
  if (scene.high <= scene.low) {  // a single latency needs no scale
    const QRectF box(layout.legend.left(), layout.legend.top(), layout.legend.width(), layout.legend.width());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(box, colourOf(scene.low, scene, style));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(box.right() + style.em(6), box.center().y() - line / 2, style.em(60), line),
                     Qt::AlignLeft | Qt::AlignVCenter, cyclesText(scene.low));
    return unit(box.bottom() + style.em(6));
  }
  QLinearGradient gradient(layout.legend.bottomLeft(), layout.legend.topLeft());
  constexpr int kStops = 16;
  for (int i = 0; i <= kStops; ++i)
    gradient.setColorAt(static_cast<double>(i) / kStops, heat(static_cast<double>(i) / kStops, style.palette));
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(layout.legend, gradient);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(style.number());
  painter.setPen(style.palette.quietInk);
  const double step = tickStep(scene.high - scene.low, 5, 1);
  for (double tick = std::ceil(scene.low / step) * step; tick <= scene.high; tick += step) {
    const double y = layout.legend.bottom() - (tick - scene.low) / (scene.high - scene.low) * layout.legend.height();
    painter.drawText(QRectF(layout.legend.right() + style.em(6), y - line / 2, style.em(60), line),
                     Qt::AlignLeft | Qt::AlignVCenter, cyclesText(tick));
  }
  unit(layout.legend.bottom() + style.em(6));
}

}  // namespace

DistanceScene makeDistanceScene(std::span<const RunPtr> runs, bool bySide) {
  DistanceScene scene;
  auto map = distance_map(runs);
  if (!map) return scene;
  scene.map = std::move(*map);
  auto found = inference::find_sides(scene.map.latency);
  scene.why_no_sides = QString::fromStdString(found.undecided);
  scene.sides = std::move(found.sides);
  scene.rows = numbered(scene.map.latency.rows);
  scene.columns = numbered(scene.map.latency.columns);
  scene.rows_of_first = scene.rows.size();
  scene.columns_of_first = scene.columns.size();
  if (bySide && scene.sides) {
    const bool first = scene.sides->row_side.front();
    scene.rows_of_first = partition(scene.rows, scene.sides->row_side, first);
    scene.columns_of_first = partition(scene.columns, scene.sides->column_side, first);
  }
  std::vector<double> sorted = scene.map.latency.cycles;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double share) { return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))]; };
  scene.low = std::floor(at(kOutliers));
  scene.high = std::ceil(at(1 - kOutliers));
  return scene;
}

std::optional<DistanceCell> DistanceLayout::cellAt(const QPointF& position, const DistanceScene& scene) const {
  if (scene.empty() || !plot.contains(position)) return std::nullopt;
  const auto index = [](double share, std::size_t count) {
    return std::min(static_cast<std::size_t>(std::max(share, 0.0) * static_cast<double>(count)), count - 1);
  };
  return DistanceCell{index((position.y() - plot.top()) / plot.height(), scene.rows.size()),
                      index((position.x() - plot.left()) / plot.width(), scene.columns.size())};
}

QRectF DistanceLayout::rect(const DistanceCell& cell, const DistanceScene& scene) const {
  const double width = plot.width() / static_cast<double>(scene.columns.size());
  const double height = plot.height() / static_cast<double>(scene.rows.size());
  return {plot.left() + width * static_cast<double>(cell.column), plot.top() + height * static_cast<double>(cell.row), width, height};
}

DistanceLayout layOutDistance(const QRectF& area, const PlotStyle& style) {
  DistanceLayout layout;
  layout.plot = area.adjusted(style.em(30), style.em(6), -style.em(72), -style.em(28));
  layout.legend = QRectF(layout.plot.right() + style.em(14), layout.plot.top(), style.em(12), layout.plot.height());
  return layout;
}

QStringList distanceWords(const DistanceScene& scene, const DistanceCell& cell) {
  const std::size_t row = scene.rows[cell.row], column = scene.columns[cell.column];
  QStringList words{tr("%1 cycles").arg(cyclesText(scene.map.latency.at(row, column))), tr("SM %1").arg(scene.map.sms[row]),
                    tr("line at %1").arg(QString::fromStdString(format_bytes(scene.map.addresses[column])))};
  if (scene.sides) words << (scene.sides->row_side[row] == scene.sides->column_side[column] ? tr("near slice") : tr("far slice"));
  return words;
}

void paintDistance(QPainter& painter, const DistanceScene& scene, const DistanceLayout& layout,
                   const std::optional<DistanceCell>& marked, const PlotStyle& style) {
  if (scene.empty() || layout.plot.width() < 1 || layout.plot.height() < 1) return;
  paintCells(painter, scene, layout, style);
  paintSides(painter, scene, layout, style);
  paintAxesOf(painter, scene, layout, style);
  paintLegend(painter, scene, layout, style);
  if (!marked) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(style.palette.ink, style.line(2)));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(layout.rect(*marked, scene).adjusted(-1, -1, 1, 1));
}

}  // namespace chasescope
