#include "widgets/views/conflicts/conflict_scene.h"

#include <algorithm>
#include <cmath>

#include "widgets/figure/panel_letter.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/style/words.h"
#include "widgets/views/conflicts/conflict_heaps.h"
#include "widgets/views/conflicts/conflict_index.h"
#include "widgets/views/conflicts/conflict_loads.h"
#include "widgets/views/conflicts/victim_ages_scene.h"

namespace chasescope {
namespace {

using enum ConflictPart;
using Parts = std::vector<ConflictPart>;

// em: the least widths that have room for three parts beside each other, and for two
constexpr double kThreeWide = 520, kTwoWide = 250;
constexpr double kColumn = 200;      // em, the most that each of two parts has in a journal's column
constexpr double kHighestHole = 60;  // em, that stays empty below the lower of two parts
constexpr double kPlotHeight = 120, kColumnPlot = 84;                      // em, of heaps and loads on paper, and in a column
constexpr double kLowestPlot = 56, kHighestPlot = 220, kWidestPlot = 560;  // em, in a window

double gap(const PlotStyle& style) { return style.em(18); }

bool isMatrix(ConflictPart part) { return part == by_address || part == by_set; }

/// Whether a part is drawn with axes and can be stretched. The loads are only a sentence until the sets are known.
bool isPlot(ConflictPart part, const ConflictFacts& facts) { return part == heaps || (part == loads && facts.sets() > 0); }

/// The parts beside the matrix, in their order.
Parts partsBeside(const ConflictFacts& facts) {
  if (facts.sets() == 0) return {heaps, loads};
  Parts parts{loads, heaps};
  if (drawsIndex(facts.cache)) parts.push_back(index);
  if (facts.ages) parts.push_back(ages);
  return parts;
}

PartHead headOf(ConflictPart part, const ConflictFacts& facts, const PlotStyle& style,
                    std::optional<std::size_t> set = std::nullopt) {
  switch (part) {
    case heaps: return heapsHead(facts);
    case loads: return loadsHead(facts, set);
    case index: return indexHead(facts.cache, style);
    case ages: return agesHead(*facts.ages);
    case by_address:
    case by_set: break;  // a matrix paints its own
  }
  return {};
}

/// What stands below the head of a part that is not stretched.
double heightBelowHead(ConflictPart part, double width, const ConflictFacts& facts, const PlotStyle& style) {
  switch (part) {
    case index: return indexHeight(width, facts.cache, style);
    case ages: return agesHeight(*facts.ages, style);
    case heaps:
    case loads: {
      const double legend = part == loads && facts.sets() > 0 ? loadsLegend(width - leftOfAxes(style, 100), style) : 0;
      return legend + style.em(width < style.em(kColumn) ? kColumnPlot : kPlotHeight) + belowAxes(style);
    }
    case by_address:
    case by_set: break;
  }
  return 0;
}

/// The least height of a part in a window.
double leastHeight(ConflictPart part, double width, const ConflictFacts& facts, const PlotStyle& style) {
  const double head = headHeight(headOf(part, facts, style), width, style);
  const double legend = part == loads && facts.sets() > 0 ? loadsLegend(width - leftOfAxes(style, 100), style) : 0;
  if (isPlot(part, facts)) return head + legend + style.em(kLowestPlot) + belowAxes(style);
  return part == loads ? head : head + heightBelowHead(part, width, facts, style);
}

/// The parts in reading order, in rows of as many as the width has room for.
std::vector<Parts> rowsOnPaper(double width, const ConflictFacts& facts, const PlotStyle& style) {
  const bool two = width >= style.em(kTwoWide), three = width >= style.em(kThreeWide);
  std::vector<Parts> rows;
  const auto add = [&](const Parts& group, std::size_t beside) {
    for (std::size_t i = 0; i < group.size(); i += beside)
      rows.emplace_back(group.begin() + static_cast<std::ptrdiff_t>(i),
                        group.begin() + static_cast<std::ptrdiff_t>(std::min(i + beside, group.size())));
  };
  add({by_address, by_set}, two ? 2 : 1);
  Parts rest = partsBeside(facts);
  std::rotate(rest.begin(), rest.begin() + 1, rest.begin() + 2);  // the heaps come first on paper
  if (three && rest.size() == 3) {
    add(rest, 3);
  } else {
    add({heaps, loads}, two ? 2 : 1);
    // Neither of these stretches: beside a high one a low one would leave a hole.
    const auto height = [&](ConflictPart part) { return conflictPartHeight(part, width / 2, facts, style); };
    const bool alike = rest.size() == 4 && std::abs(height(rest[2]) - height(rest[3])) < style.em(kHighestHole);
    add({rest.begin() + 2, rest.end()}, three && alike ? 2 : 1);
  }
  return rows;
}

std::vector<PlacedPart> layOutPaper(const QRectF& area, const ConflictFacts& facts, const PlotStyle& style, double& height) {
  std::vector<PlacedPart> placed;
  double top = area.top();
  for (const Parts& row : rowsOnPaper(area.width(), facts, style)) {
    const auto count = static_cast<double>(row.size());
    const double each = (area.width() - (count - 1) * gap(style)) / count;
    double tallest = 0;
    for (const ConflictPart part : row) tallest = std::max(tallest, conflictPartHeight(part, each, facts, style));
    for (std::size_t i = 0; i < row.size(); ++i)
      placed.push_back({row[i], QRectF(area.left() + static_cast<double>(i) * (each + gap(style)), top, each, tallest)});
    for (std::size_t i = placed.size() - row.size(); i < placed.size(); ++i) placed[i].area.adjust(0, 0, 0, letterHeight(style));
    top += tallest + letterHeight(style) + gap(style);
  }
  height = top - gap(style) - area.top();
  return placed;
}

/// In a page wider than high, as a slide: both matrices beside each other, heaps and loads in a column beside them, and below the
/// parts that have a height of their own.
std::vector<PlacedPart> layOutSlide(const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  constexpr double kColumnShare = 0.3;  // of the width, at least, for heaps and loads
  constexpr double kLeastMatrix = 150;  // em, of either matrix with its head and scale: cells of a smaller one can't be told apart
  Parts below = conflictParts(facts);
  below.erase(below.begin(), below.begin() + 4);
  const auto count = static_cast<double>(std::max<std::size_t>(below.size(), 1));
  const double each = (area.width() - (count - 1) * gap(style)) / count, letter = letterHeight(style);
  double lowest = 0;
  for (const ConflictPart part : below)
    lowest = std::max(lowest, conflictPartHeight(part, each, facts, style) + letter + gap(style));
  const double high = std::max(area.height() - lowest, matrixHeight(style.em(kLeastMatrix), facts, style) + letter);
  // Heaps and loads stand below each other where the height has room for both, else beside each other.
  double least = gap(style);
  for (const ConflictPart part : {heaps, loads}) least += leastHeight(part, area.width() * kColumnShare, facts, style) + letter;
  const bool stacked = high >= least;
  const double room = stacked ? (area.width() * (1 - kColumnShare) - 2 * gap(style)) / 2 : (area.width() - 3 * gap(style)) / 4;
  const double side = std::max(matrixWidth(room, high - letter, facts, style), style.em(kLeastMatrix));
  std::vector<PlacedPart> placed{{by_address, {area.left(), area.top(), side, high}},
                                 {by_set, {area.left() + side + gap(style), area.top(), side, high}}};
  const double left = placed.back().area.right() + gap(style), rest = area.right() - left;
  const double width = std::min(stacked ? rest : (rest - gap(style)) / 2, style.em(kWidestPlot));
  // Where the page has no room for the least height of a part, the part goes beyond it, and the page is refused.
  QPointF corner(left, area.top());
  double bottom = area.top() + high;
  for (const ConflictPart part : {heaps, loads}) {
    const double height = std::max(stacked ? (high - gap(style)) / 2 : high, leastHeight(part, width, facts, style) + letter);
    placed.push_back({part, QRectF(corner, QSizeF(width, height))});
    bottom = std::max(bottom, placed.back().area.bottom());
    corner += stacked ? QPointF(0, height + gap(style)) : QPointF(width + gap(style), 0);
  }
  for (std::size_t i = 0; i < below.size(); ++i)
    placed.push_back({below[i],
                      {area.left() + static_cast<double>(i) * (each + gap(style)),
                       std::max(area.bottom() - lowest, bottom) + gap(style), each, lowest - gap(style)}});
  return placed;
}

/// The parts that fit beside the matrix. Leaves out what has no room: first the heaps, then the ages, then the index.
Parts chosenBeside(double width, double height, const ConflictFacts& facts, const PlotStyle& style) {
  Parts parts = partsBeside(facts);
  const auto needed = [&] {
    double sum = gap(style) * static_cast<double>(parts.size() - 1);
    for (const ConflictPart part : parts) sum += leastHeight(part, width, facts, style);
    return sum;
  };
  for (const ConflictPart last : {heaps, ages, index})
    if (parts.size() > 1 && needed() > height) std::erase(parts, last);
  return parts;
}

}  // namespace

double conflictPartHeight(ConflictPart part, double width, const ConflictFacts& facts, const PlotStyle& style) {
  if (isMatrix(part)) return matrixHeight(width, facts, style);
  return headHeight(headOf(part, facts, style), width, style) + heightBelowHead(part, width, facts, style);
}

std::vector<ConflictPart> conflictParts(const ConflictFacts& facts) {
  Parts parts{by_address, by_set, heaps, loads};
  for (const ConflictPart part : partsBeside(facts))
    if (part == index || part == ages) parts.push_back(part);
  return parts;
}

QString conflictPartTitle(ConflictPart part, const ConflictFacts& facts, const PlotStyle& style) {
  if (part == by_address) return tr("In order of address");
  if (part == by_set) return tr("Set by set");
  return headOf(part, facts, style).title;
}

double conflictHeight(double width, const ConflictFacts& facts, const PlotStyle& style) {
  double height = 0;
  layOutPaper(QRectF(0, 0, width, 0), facts, style, height);
  return height;
}

void paintConflicts(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style) {
  double height = 0;
  painter.save();
  int index_of_panel = 0;
  std::vector<PlacedPart> parts = layOutPaper(area, facts, style, height);
  if (height > area.height() + style.px(1) && area.width() > area.height()) parts = layOutSlide(area, facts, style);
  for (PlacedPart placed : parts) {
    placed.area = belowLetter(painter, placed.area, index_of_panel++, style);
    paintPart(painter, placed, facts, style);
  }
  painter.restore();
}

std::vector<PlacedPart> layOutConflicts(const QRectF& area, const ConflictFacts& facts, bool bySet, const PlotStyle& style) {
  const ConflictPart matrix = bySet && facts.sets() > 0 ? by_set : by_address;
  // The matrix takes all of the height, but leaves about a third of the width to the other parts.
  const double beside = std::max(area.width() * 0.32, std::min(style.em(200), area.width() * 0.45));
  const double room = std::max(area.width() - beside - gap(style), style.em(60));
  const double width = std::max(matrixWidth(room, area.height(), facts, style), style.em(40));
  std::vector<PlacedPart> placed{{matrix, QRectF(area.left(), area.top(), width, area.height())}};
  const double left = placed.front().area.right() + gap(style) * 1.5;
  const double rest = std::min(area.right() - left, style.em(kWidestPlot));
  if (rest < style.em(90)) return placed;

  const Parts chosen = chosenBeside(rest, area.height(), facts, style);
  // Plots share the height that is left over, up to the highest that is of use.
  double left_over = area.height() - gap(style) * static_cast<double>(chosen.size() - 1), plots = 0;
  for (const ConflictPart part : chosen) {
    left_over -= leastHeight(part, rest, facts, style);
    plots += isPlot(part, facts) ? 1 : 0;
  }
  const double more = std::clamp(left_over / std::max(plots, 1.0), 0.0, style.em(kHighestPlot - kLowestPlot));
  double top = area.top();
  for (const ConflictPart part : chosen) {
    const double wanted = leastHeight(part, rest, facts, style) + (isPlot(part, facts) ? more : 0);
    const double height = std::min(wanted, area.bottom() - top);
    placed.push_back({part, QRectF(left, top, rest, height)});
    top += height + gap(style);
  }
  return placed;
}

void paintPart(QPainter& painter, const PlacedPart& placed, const ConflictFacts& facts, const PlotStyle& style, const QImage* cells,
               std::optional<std::size_t> set) {
  if (isMatrix(placed.part)) return paintMatrix(painter, placed.area, placed.order(), facts, style, cells);
  const PartHead head = headOf(placed.part, facts, style, set);
  paintHead(painter, placed.area.topLeft(), placed.area.width(), head, style);
  // The air above the highest number of an axis.
  const double air = isPlot(placed.part, facts) ? style.px(2) : 0;
  const QRectF below = placed.area.adjusted(0, headHeight(head, placed.area.width(), style) + air, 0, 0);
  switch (placed.part) {
    case heaps: return paintHeaps(painter, below, facts, style);
    case loads:
      if (facts.sets() > 0) paintLoads(painter, below, facts, set, style);
      return;
    case index: return paintIndex(painter, below, facts.cache, style);
    case ages: return paintAges(painter, below, *facts.ages, style);
    case by_address:
    case by_set: return;
  }
}

}  // namespace chasescope
