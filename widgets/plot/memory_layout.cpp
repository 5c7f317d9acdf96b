#include "widgets/plot/memory_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace chasescope {
namespace {

constexpr std::size_t kFewestLines = 2;

using Row = std::vector<std::size_t>;  // boxes from left to right

std::array<Row, 3> rowsOf(const MemoryDiagram& diagram) {
  std::array<Row, 3> rows;
  for (std::size_t i = 0; i < diagram.boxes.size(); ++i) rows[static_cast<std::size_t>(diagram.boxes[i].row)].push_back(i);
  return rows;
}

std::size_t linesOf(const MemoryDiagram& diagram, const Row& row) {
  std::size_t lines = 0;
  for (const std::size_t box : row) lines = std::max(lines, diagram.boxes[box].lines.size());
  return lines;
}

double heightOf(std::size_t lines, const BoxMetrics& m) { return m.title + static_cast<double>(lines) * m.line + 2 * m.pad; }

bool isWall(const MemoryDiagram& diagram, std::size_t left, std::size_t right) {
  return diagram.boxes[left].key() == "shared_memory" && diagram.boxes[right].key() == "l1_data" &&
         diagram.boxes[right].status != FindingStatus::absent;
}

double gapAfter(const MemoryDiagram& diagram, const Row& row, std::size_t at, const BoxMetrics& m) {
  return diagram.boxes[row[at]].row == BoxRow::beyond ? m.leg : m.gap;
}

double gapsOf(const MemoryDiagram& diagram, const Row& row, const BoxMetrics& m) {
  double gaps = 0;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) gaps += gapAfter(diagram, row, i, m);
  return gaps;
}

/// What a box takes of the room that all have beyond the least: more by the logarithm of what it holds.
double weightOf(const MemoryBox& box) {
  constexpr double kLeast = 0.6;
  constexpr double kMost = 3;
  if (!box.bytes || *box.bytes <= 0) return kLeast;
  return std::clamp(kLeast + std::log2(*box.bytes / 1024) / 10, kLeast, kMost);
}

std::vector<double> widthsOf(const MemoryDiagram& diagram, const Row& row, double room, const BoxMetrics& m) {
  const double boxes = static_cast<double>(row.size());
  room -= gapsOf(diagram, row, m);
  const double least = std::min(m.narrowest, room / boxes);
  // Behind the SM sizes differ most, so boxes there may differ more.
  const double widest = diagram.boxes[row.front()].row == BoxRow::beyond ? 1.7 * m.widest : m.widest;
  std::vector<double> weights, widths(row.size(), least);
  for (const std::size_t box : row) weights.push_back(weightOf(diagram.boxes[box]));
  // Boxes that reach the widest leave their part to the others.
  double extra = room - least * boxes;
  while (extra > 0.5) {
    double sum = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) sum += widths[i] < widest ? weights[i] : 0;
    if (sum <= 0) break;
    double given = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] >= widest) continue;
      const double more = std::min(extra * weights[i] / sum, widest - widths[i]);
      widths[i] += more;
      given += more;
    }
    extra -= given;
    if (given < 0.5) break;
  }
  // The wall stands where the carve-out puts it, as far as both sides stay readable.
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    if (!isWall(diagram, row[i], row[i + 1]) || !diagram.carveout) continue;
    const double both = widths[i] + widths[i + 1];
    const double readable = std::min(1.3 * m.narrowest, both / 2);
    widths[i] = std::clamp(both * *diagram.carveout / 100, readable, both - readable);
    widths[i + 1] = both - widths[i];
  }
  return widths;
}

void placeRow(const MemoryDiagram& diagram, const Row& row, const QRectF& area, std::size_t lines, const BoxMetrics& m,
              MemoryLayout& layout) {
  if (row.empty()) return;
  const auto widths = widthsOf(diagram, row, area.width(), m);
  const double left_over = area.width() - std::accumulate(widths.begin(), widths.end(), 0.0) - gapsOf(diagram, row, m);
  double x = area.left();
  bool moved = false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    // Translation stands at the right, level over level.
    if (!moved && diagram.boxes[row[i]].kind == BoxKind::translation) {
      x += left_over;
      moved = true;
    }
    layout.boxes[row[i]] = QRectF(x, area.top(), widths[i], area.height());
    layout.lines[row[i]] = std::min(lines, diagram.boxes[row[i]].lines.size());
    x += widths[i] + (i + 1 < row.size() ? gapAfter(diagram, row, i, m) : 0);
    if (i + 1 < row.size() && isWall(diagram, row[i], row[i + 1]))
      layout.wall = QRectF(x - m.gap, area.top(), m.gap, area.height() + m.pad / 2);
  }
}

bool hasUpperRoutes(const MemoryDiagram& diagram) {
  return std::any_of(diagram.links.begin(), diagram.links.end(), [&](const BoxLink& link) {
    return diagram.boxes[link.from].row == BoxRow::upper && diagram.boxes[link.to].row == BoxRow::beyond;
  });
}

/// The lanes between the rows, in which routes run.
struct Lanes {
  double upper = 0;   // between the two rows of the SM
  double beyond = 0;  // between the SM and what lies behind it
};

/// The free place between boxes of a row that is nearest to x.
double gapNear(const MemoryDiagram& diagram, const MemoryLayout& layout, const Row& row, double x, const BoxMetrics& m) {
  if (row.empty()) return x;
  double best = layout.boxes[row.front()].left() - m.pad / 2;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const QRectF& box = layout.boxes[row[i]];
    // Not across the ways of translation, which stands at the right, and not through the wall.
    if (diagram.boxes[row[i]].kind == BoxKind::translation) continue;
    if (!layout.wall.isNull() && std::abs(box.right() - layout.wall.left()) < 1) continue;
    const double gap = i + 1 < row.size() ? (box.right() + layout.boxes[row[i + 1]].left()) / 2 : box.right() + m.pad / 2;
    if (std::abs(gap - x) < std::abs(best - x)) best = gap;
  }
  return best;
}

void routeLinks(const MemoryDiagram& diagram, const std::array<Row, 3>& rows, const Lanes& lanes, const BoxMetrics& m,
                MemoryLayout& layout) {
  // The place at which a box behind the SM is entered: under the first that leads to it.
  std::vector<double> entries(diagram.boxes.size(), NAN);
  for (const BoxLink& link : diagram.links) {
    const QRectF& from = layout.boxes[link.from];
    const QRectF& to = layout.boxes[link.to];
    const bool within = diagram.boxes[link.from].row == diagram.boxes[link.to].row;
    if (within) {
      const double y = from.top() + m.pad + m.title * 0.5;
      const bool rightwards = from.left() < to.left();
      const double begin = rightwards ? from.right() : from.left(), end = rightwards ? to.left() : to.right();
      layout.routes.push_back(QPolygonF({{begin, y}, {end, y}}));
      layout.costs.emplace_back((begin + end) / 2, y - m.line * 0.55);
      continue;
    }
    if (std::isnan(entries[link.to]))
      entries[link.to] = std::clamp(from.center().x(), to.left() + m.pad * 2, to.right() - m.pad * 2);
    const double x = from.center().x(), entry = entries[link.to];
    QPolygonF route{QPointF(x, from.bottom())};
    const auto go = [&](double toX, double toY) {
      if (std::abs(toX - route.back().x()) + std::abs(toY - route.back().y()) > 0.01) route << QPointF(toX, toY);
    };
    double down = x;
    if (diagram.boxes[link.from].row == BoxRow::upper) {
      down = gapNear(diagram, layout, rows[1], x, m);
      go(x, lanes.upper);
      go(down, lanes.upper);
    }
    go(down, lanes.beyond);
    go(entry, lanes.beyond);
    go(entry, to.top());
    layout.routes.push_back(route);
    layout.costs.emplace_back(down, layout.sm.bottom() + m.line * 0.5);
  }
}

/// Heights that have nothing to do with how many lines there are.
double fixedHeight(const MemoryDiagram& diagram, const std::array<Row, 3>& rows, const BoxMetrics& m) {
  double height = 0;
  const bool inside = !rows[0].empty() || !rows[1].empty();
  if (inside) height += m.title + 2 * m.pad;
  if (!rows[0].empty() && !rows[1].empty()) height += hasUpperRoutes(diagram) ? m.gap * 1.6 : m.gap;
  if (inside && !rows[2].empty()) height += m.gutter;
  return height;
}

double widthFor(const MemoryDiagram& diagram, const std::array<Row, 3>& rows, double each, const BoxMetrics& m) {
  double width = 0;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (!rows[r].empty())
      width = std::max(width, static_cast<double>(rows[r].size()) * each + gapsOf(diagram, rows[r], m) + (r < 2 ? 2 * m.pad : 0));
  return width;
}

}  // namespace

BoxMetrics boxMetrics(const PlotStyle& style) {
  const double line = QFontMetricsF(style.text()).height();
  BoxMetrics m;
  m.line = line * 1.08;
  m.title = line * 1.35;
  m.pad = style.em(8);
  m.gap = style.em(10);
  m.leg = QFontMetricsF(style.number()).horizontalAdvance(QStringLiteral("+0,000")) + style.em(8);
  m.gutter = line * 2.1;
  m.narrowest = style.em(90);
  m.widest = style.em(320);
  return m;
}

QSizeF naturalSize(const MemoryDiagram& diagram, const BoxMetrics& m) {
  const auto rows = rowsOf(diagram);
  double height = fixedHeight(diagram, rows, m);
  for (const Row& row : rows)
    if (!row.empty()) height += heightOf(linesOf(diagram, row), m);
  return {widthFor(diagram, rows, m.narrowest * 1.6, m), height};
}

double readableWidth(const MemoryDiagram& diagram, const BoxMetrics& m) {
  return widthFor(diagram, rowsOf(diagram), m.narrowest * 1.3, m);
}

QSizeF smallestSize(const MemoryDiagram& diagram, const BoxMetrics& m) {
  const auto rows = rowsOf(diagram);
  double height = fixedHeight(diagram, rows, m);
  for (const Row& row : rows)
    if (!row.empty()) height += heightOf(std::min(kFewestLines, linesOf(diagram, row)), m);
  return {widthFor(diagram, rows, m.narrowest, m), height};
}

MemoryLayout layOutMemory(const MemoryDiagram& diagram, const QRectF& area, const BoxMetrics& m) {
  MemoryLayout layout;
  layout.boxes.resize(diagram.boxes.size());
  layout.lines.resize(diagram.boxes.size());
  if (diagram.empty()) return layout;
  const auto rows = rowsOf(diagram);

  // As many lines as there is room for; the row that has the most gives way first.
  std::array<std::size_t, 3> lines{};
  for (std::size_t r = 0; r < rows.size(); ++r) lines[r] = linesOf(diagram, rows[r]);
  const double fixed = fixedHeight(diagram, rows, m);
  const auto needed = [&] {
    double height = fixed;
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (!rows[r].empty()) height += heightOf(lines[r], m);
    return height;
  };
  while (needed() > area.height()) {
    auto most = std::max_element(lines.begin(), lines.end());
    if (*most <= kFewestLines) break;
    --*most;
  }
  // What is left over makes the rows higher, but not so much that they look empty.
  std::size_t filled = 0;
  for (const Row& row : rows) filled += row.empty() ? 0 : 1;
  const double more = std::clamp((area.height() - needed()) / static_cast<double>(filled), 0.0, m.line * 1.5);

  const double width = std::min(area.width(), widthFor(diagram, rows, m.widest, m));
  const double left = area.left() + (area.width() - width) / 2;
  double y = area.top();
  Lanes lanes;
  const bool inside = !rows[0].empty() || !rows[1].empty();
  if (inside) {
    const double top = y;
    y += m.title + m.pad * 0.5;
    for (std::size_t r = 0; r < 2; ++r) {
      if (rows[r].empty()) continue;
      const double height = heightOf(lines[r], m) + more;
      placeRow(diagram, rows[r], QRectF(left + m.pad, y, width - 2 * m.pad, height), lines[r], m, layout);
      y += height;
      if (r == 0 && !rows[1].empty()) {
        const double between = hasUpperRoutes(diagram) ? m.gap * 1.6 : m.gap;
        lanes.upper = y + between / 2;
        y += between;
      }
    }
    y += m.pad * 1.5;
    layout.sm = QRectF(left, top, width, y - top);
    if (rows[1].empty()) lanes.upper = y - m.pad / 2;
  }
  if (!rows[2].empty()) {
    if (inside) {
      lanes.beyond = y + m.gutter * 0.66;
      y += m.gutter;
    }
    const double height = heightOf(lines[2], m) + more;
    placeRow(diagram, rows[2], QRectF(left, y, width, height), lines[2], m, layout);
    y += height;
  }
  layout.bottom = y;
  routeLinks(diagram, rows, lanes, m, layout);
  return layout;
}

int boxAt(const MemoryLayout& layout, const QPointF& place) {
  for (std::size_t i = 0; i < layout.boxes.size(); ++i)
    if (layout.boxes[i].contains(place)) return static_cast<int>(i);
  return -1;
}

std::size_t boxBeside(const MemoryLayout& layout, std::size_t box, int dx, int dy) {
  const QRectF& here = layout.boxes[box];
  std::size_t best = box;
  double nearest = INFINITY;
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    const QRectF& there = layout.boxes[i];
    const bool same_row = std::abs(there.top() - here.top()) < 1;
    const QPointF step = there.center() - here.center();
    if (i == box || (dx != 0 && (!same_row || step.x() * dx <= 0)) || (dy != 0 && (same_row || step.y() * dy <= 0))) continue;
    // Of the next row the box that lies most nearly above or below.
    const double distance = dx != 0 ? std::abs(step.x()) : std::abs(there.top() - here.top()) * 1e4 + std::abs(step.x());
    if (distance >= nearest) continue;
    nearest = distance;
    best = i;
  }
  return best;
}

}  // namespace chasescope
