#include "widgets/views/memory/memory_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

constexpr std::size_t kFewestLines = 2;

using Row = std::vector<std::size_t>;  // boxes from left to right

/// Boxes beside each other: a row of the picture, or a part of a row that is too long for the width.
struct Band {
  BoxRow row = BoxRow::upper;
  Row boxes;
};

struct Bands {
  std::vector<Band> all;
  bool wrapped = false;
  std::size_t inside() const {
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const Band& band) { return band.row != BoxRow::beyond; }));
  }
};

std::array<Row, 3> rowsOf(const MemoryDiagram& diagram) {
  std::array<Row, 3> rows;
  for (std::size_t i = 0; i < diagram.boxes.size(); ++i) rows[static_cast<std::size_t>(diagram.boxes[i].row)].push_back(i);
  return rows;
}

double leastOf(std::size_t box, const BoxMetrics& m) { return m.needed.empty() ? m.narrowest : m.needed[box]; }

std::size_t linesOf(const MemoryDiagram& diagram, const Row& row) {
  std::size_t lines = 0;
  for (const std::size_t box : row) lines = std::max({lines, diagram.boxes[box].lines.size(), std::size_t{diagram.boxes[box].note.isEmpty() ? 0U : 1U}});
  return lines;
}

double heightOf(std::size_t lines, const BoxMetrics& m) { return m.title + static_cast<double>(lines) * m.line + 2 * m.pad; }

bool isWall(const MemoryDiagram& diagram, std::size_t left, std::size_t right) {
  return diagram.boxes[left].key() == subject::shared_memory && diagram.boxes[right].key() == subject::l1_data &&
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

double leastOf(const MemoryDiagram& diagram, const Row& row, const BoxMetrics& m) {
  double width = gapsOf(diagram, row, m);
  for (const std::size_t box : row) width += leastOf(box, m);
  return width;
}

/// Room between the edge of the picture and the boxes of a row; the lines of misses run there to boxes in other bands.
double edgeOf(BoxRow row, const BoxMetrics& m) { return row == BoxRow::beyond && m.needed.empty() ? 0 : m.pad; }

/// Splits each row into bands whose boxes fit into the width at their least widths.
Bands bandsOf(const MemoryDiagram& diagram, double width, const BoxMetrics& m) {
  Bands bands;
  for (const Row& row : rowsOf(diagram)) {
    if (row.empty()) continue;
    const BoxRow kind = diagram.boxes[row.front()].row;
    const double room = width - 2 * edgeOf(kind, m);
    const bool whole = leastOf(diagram, row, m) <= room + 0.01;
    bands.wrapped = bands.wrapped || !whole;
    Band band{kind, {}};
    for (const std::size_t box : row) {
      Row longer = band.boxes;
      longer.push_back(box);
      if (!whole && !band.boxes.empty() && leastOf(diagram, longer, m) > room) {
        bands.all.push_back(std::exchange(band, Band{kind, {box}}));
        continue;
      }
      band.boxes = std::move(longer);
    }
    bands.all.push_back(std::move(band));
  }
  return bands;
}

/// The weight by which a box shares in the spare width of its row: it grows with the logarithm of the box's capacity.
double weightOf(const MemoryBox& box) {
  constexpr double kLeast = 0.6;
  constexpr double kMost = 3;
  if (!box.bytes || *box.bytes <= 0) return kLeast;
  return std::clamp(kLeast + std::log2(*box.bytes / 1024) / 10, kLeast, kMost);
}

std::vector<double> widthsOf(const MemoryDiagram& diagram, const Row& row, double room, const BoxMetrics& m) {
  room -= gapsOf(diagram, row, m);
  std::vector<double> weights, widths;
  double extra = room;
  for (const std::size_t box : row) {
    weights.push_back(weightOf(diagram.boxes[box]));
    widths.push_back(std::min(leastOf(box, m), m.needed.empty() ? room / static_cast<double>(row.size()) : room));
    extra -= widths.back();
  }
  // Capacities behind the SM differ most, so boxes there may be wider.
  const double widest = diagram.boxes[row.front()].row == BoxRow::beyond ? 1.7 * m.widest : m.widest;
  // Spread the spare width by weight; boxes that reach the greatest width leave the rest to the others.
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
  // Move the wall between shared memory and L1 to the carve-out, as far as the text of both boxes still fits.
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    if (!isWall(diagram, row[i], row[i + 1]) || !diagram.carveout) continue;
    const double both = widths[i] + widths[i + 1];
    const double left = m.needed.empty() ? std::min(1.3 * m.narrowest, both / 2) : leastOf(row[i], m);
    const double right = m.needed.empty() ? left : leastOf(row[i + 1], m);
    widths[i] = std::clamp(both * *diagram.carveout / 100, std::min(left, both - right), both - right);
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
    // TLBs stand at the right end of their rows, so that the levels of TLBs lie below each other.
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

/// The gap between two boxes of a row that is nearest to x.
double gapNear(const MemoryDiagram& diagram, const MemoryLayout& layout, const Row& row, double x, const BoxMetrics& m) {
  if (row.empty()) return x;
  double best = layout.boxes[row.front()].left() - m.pad / 2;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const QRectF& box = layout.boxes[row[i]];
    // The line must not cross the lines between TLBs, which stand at the right, nor the wall.
    if (diagram.boxes[row[i]].kind == BoxKind::translation) continue;
    if (!layout.wall.isNull() && std::abs(box.right() - layout.wall.left()) < 1) continue;
    const double gap = i + 1 < row.size() ? (box.right() + layout.boxes[row[i + 1]].left()) / 2 : box.right() + m.pad / 2;
    if (std::abs(gap - x) < std::abs(best - x)) best = gap;
  }
  return best;
}

/// A line of horizontal and vertical legs, drawn leg by leg.
class Route {
 public:
  explicit Route(const QPointF& begin) : corners_({begin}) {}
  void go(double x, double y) {
    if (std::abs(x - corners_.back().x()) + std::abs(y - corners_.back().y()) > 0.01) corners_ << QPointF(x, y);
  }
  double x() const { return corners_.back().x(); }
  const QPolygonF& corners() const { return corners_; }

 private:
  QPolygonF corners_;
};

/// `lanes`: the heights above each band at which lines run horizontally.
void routeLinks(const MemoryDiagram& diagram, const Bands& bands, const std::vector<double>& lanes, const BoxMetrics& m,
                MemoryLayout& layout) {
  const auto bandOf = [&](std::size_t box) {
    return std::find_if(bands.all.begin(), bands.all.end(),
                        [&](const Band& band) { return std::find(band.boxes.begin(), band.boxes.end(), box) != band.boxes.end(); }) -
           bands.all.begin();
  };
  const auto near = [&](std::ptrdiff_t band, double x) {
    return gapNear(diagram, layout, bands.all[static_cast<std::size_t>(band)].boxes, x, m);
  };
  // Where lines from another band enter a box: below the centre of the first box that links to it.
  std::vector<double> entries(diagram.boxes.size(), NAN);
  for (const BoxLink& link : diagram.links) {
    const QRectF& from = layout.boxes[link.from];
    const QRectF& to = layout.boxes[link.to];
    const std::ptrdiff_t a = bandOf(link.from), b = bandOf(link.to);
    if (a == b) {
      const double y = from.top() + m.pad + m.line * 0.62;  // beside the first line of the titles
      const bool rightwards = from.left() < to.left();
      const double begin = rightwards ? from.right() : from.left(), end = rightwards ? to.left() : to.right();
      layout.routes.push_back(QPolygonF(QList<QPointF>{{begin, y}, {end, y}}));
      layout.costs.emplace_back((begin + end) / 2, y - m.line * 0.55);
      continue;
    }
    if (std::isnan(entries[link.to]))
      entries[link.to] = std::clamp(from.center().x(), to.left() + m.pad * 2, to.right() - m.pad * 2);
    const double x = from.center().x(), entry = entries[link.to];
    // The line goes through gaps of the bands between both boxes; lane(b) is the lane beside band b on the side from which the line
    // comes.
    Route route({x, a < b ? from.bottom() : from.top()});
    const std::ptrdiff_t step = a < b ? 1 : -1;
    const auto lane = [&](std::ptrdiff_t band) { return lanes[static_cast<std::size_t>(a < b ? band : band + 1)]; };
    for (std::ptrdiff_t band = a + step; band != b; band += step) {
      const double gap = near(band, route.x());
      route.go(route.x(), lane(band));
      route.go(gap, lane(band));
    }
    const double down = route.x();
    route.go(down, lane(b));
    route.go(entry, lane(b));
    route.go(entry, a < b ? to.top() : to.bottom());
    layout.routes.push_back(route.corners());
    // Write the cost below the box where there is room, else where the line leaves the SM.
    const bool under = bands.wrapped && static_cast<std::size_t>(a) + 1 != bands.inside();
    layout.costs.push_back(a > b   ? QPointF(entry, to.bottom() + m.line * 0.65)
                           : under ? QPointF(x, from.bottom() + m.line * 0.6)
                                   : QPointF(bands.wrapped ? x : down, layout.sm.bottom() + m.line * 0.5));
  }
}

/// The gap between two bands of the SM: room for a lane, and if rows are split also for the cost of a miss.
double betweenInside(const MemoryDiagram& diagram, const Bands& bands, const BoxMetrics& m) {
  return bands.wrapped ? m.line * 1.7 : hasUpperRoutes(diagram) ? m.gap * 1.6 : m.gap;
}

/// The part of the height that does not depend on the number of lines in the boxes.
double fixedHeight(const MemoryDiagram& diagram, const Bands& bands, const BoxMetrics& m) {
  const std::size_t inside = bands.inside(), beyond = bands.all.size() - inside;
  double height = 0;
  if (inside > 0) height += m.title + 2 * m.pad + betweenInside(diagram, bands, m) * static_cast<double>(inside - 1);
  if (beyond > 0) height += m.gutter * static_cast<double>(inside > 0 ? beyond : beyond - 1);
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

double naturalHeight(const MemoryDiagram& diagram, double width, const BoxMetrics& m) {
  const Bands bands = bandsOf(diagram, width, m);
  double height = fixedHeight(diagram, bands, m);
  for (const Band& band : bands.all) height += heightOf(linesOf(diagram, band.boxes), m);
  return height;
}

QSizeF naturalSize(const MemoryDiagram& diagram, const BoxMetrics& m) {
  return {widthFor(diagram, rowsOf(diagram), m.narrowest * 1.6, m), naturalHeight(diagram, INFINITY, m)};
}

QSizeF smallestSize(const MemoryDiagram& diagram, const BoxMetrics& m) {
  const Bands bands = bandsOf(diagram, INFINITY, m);
  double height = fixedHeight(diagram, bands, m);
  for (const Band& band : bands.all) height += heightOf(std::min(kFewestLines, linesOf(diagram, band.boxes)), m);
  return {widthFor(diagram, rowsOf(diagram), m.narrowest, m), height};
}

MemoryLayout layOutMemory(const MemoryDiagram& diagram, const QRectF& area, const BoxMetrics& m) {
  MemoryLayout layout;
  layout.boxes.resize(diagram.boxes.size());
  layout.lines.resize(diagram.boxes.size());
  if (diagram.empty()) return layout;
  const double width = std::min(area.width(), widthFor(diagram, rowsOf(diagram), m.widest, m));
  const Bands bands = bandsOf(diagram, width, m);

  // Show as many lines as fit: take a line from the band with the most lines until all bands fit.
  std::vector<std::size_t> lines;
  for (const Band& band : bands.all) lines.push_back(linesOf(diagram, band.boxes));
  const double fixed = fixedHeight(diagram, bands, m);
  const auto needed = [&] {
    double height = fixed;
    for (const std::size_t count : lines) height += heightOf(count, m);
    return height;
  };
  while (needed() > area.height() + 0.01) {
    auto most = std::max_element(lines.begin(), lines.end());
    if (*most <= kFewestLines) break;
    --*most;
  }
  // Spare height makes the bands higher, up to a limit, so that boxes don't look empty.
  const double more = std::clamp((area.height() - needed()) / static_cast<double>(lines.size()), 0.0, m.line * 1.5);

  const double left = area.left() + (area.width() - width) / 2, between = betweenInside(diagram, bands, m);
  const std::size_t inside = bands.inside();
  double y = area.top();
  std::vector<double> lanes;
  if (inside > 0) y += m.title + m.pad * 0.5;
  for (std::size_t i = 0; i < bands.all.size(); ++i) {
    const Band& band = bands.all[i];
    const double before = i == 0 ? 0 : i < inside ? between : m.gutter;
    lanes.push_back(y + before * (i >= inside ? 0.66 : bands.wrapped ? 0.74 : 0.5));
    y += before;
    const double height = heightOf(lines[i], m) + more;
    const double edge = edgeOf(band.row, m);
    placeRow(diagram, band.boxes, QRectF(left + edge, y, width - 2 * edge, height), lines[i], m, layout);
    y += height;
    if (i + 1 == inside) {
      y += m.pad * 1.5;
      layout.sm = QRectF(left, area.top(), width, y - area.top());
    }
  }
  layout.bottom = y;
  routeLinks(diagram, bands, lanes, m, layout);
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
    // In the next row, take the box that lies most nearly above or below.
    const double distance = dx != 0 ? std::abs(step.x()) : std::abs(there.top() - here.top()) * 1e4 + std::abs(step.x());
    if (distance >= nearest) continue;
    nearest = distance;
    best = i;
  }
  return best;
}

}  // namespace chasescope
