#include "widgets/views/replacement/machine_scene.h"

#include <algorithm>

#include "widgets/style/markers.h"
#include "widgets/style/words.h"
#include "widgets/views/replacement/machine_ring.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {
namespace {

using inference::PolicyAutomaton;

double rowHeight(const PlotStyle& style) { return QFontMetricsF(style.number()).height() + style.px(5); }
double headLine(const PlotStyle& style) { return QFontMetricsF(style.small()).height() + style.px(2); }
double gap(const PlotStyle& style) { return style.em(16); }

/// Whether a ring and its table, or the halves of a long table, stand beside each other.
bool isWide(double width, const PlotStyle& style) { return width >= style.em(480); }

/// The rows in each half of the table.
std::size_t rowsOf(const MachineFacts& facts, double width, const PlotStyle& style) {
  return facts.hasRing() || !isWide(width, style) ? facts.states() : (facts.states() + 1) / 2;
}

double tableHeight(std::size_t rows, const PlotStyle& style) {
  return 2 * headLine(style) + style.px(3) + static_cast<double>(rows) * rowHeight(style);
}

/// The columns of a table: the state, a hit in each way, the state after a miss, and the way that the miss replaces.
class Columns {
 public:
  Columns(const QRectF& area, std::uint32_t ways, const PlotStyle& style) : area_(area), ways_(ways) {
    first_ = QFontMetricsF(style.small()).horizontalAdvance(tr("state")) + style.px(8);
    each_ = (area.width() - first_) / (ways + 2);
  }
  QRectF state(double y, double height) const { return {area_.left(), y, first_, height}; }
  /// The columns of hits come first, then the state after a miss, then the replaced way.
  QRectF column(std::size_t i, double y, double height, std::size_t columns = 1) const {
    return {area_.left() + first_ + static_cast<double>(i) * each_, y, static_cast<double>(columns) * each_, height};
  }

 private:
  QRectF area_;
  std::uint32_t ways_;
  double first_ = 0, each_ = 0;
};

void paintTableHead(QPainter& painter, const QRectF& area, const Columns& columns, std::uint32_t ways, const PlotStyle& style) {
  const double line = headLine(style);
  painter.setFont(style.small());
  painter.setPen(style.palette.hitText);
  painter.drawText(columns.column(0, area.top(), line, ways), Qt::AlignCenter, ways == 1 ? tr("hit") : tr("hit in way"));
  for (std::uint32_t way = 0; way < ways; ++way)
    painter.drawText(columns.column(way, area.top() + line, line), Qt::AlignCenter, QString::number(way));
  painter.setPen(style.palette.missText);
  painter.drawText(columns.column(ways, area.top(), line, 2), Qt::AlignCenter, tr("miss"));
  painter.drawText(columns.column(ways, area.top() + line, line), Qt::AlignCenter, tr("to"));
  painter.drawText(columns.column(ways + 1, area.top() + line, line), Qt::AlignCenter, tr("way"));
  painter.setPen(style.palette.quietInk);
  painter.drawText(columns.state(area.top() + line, line), Qt::AlignLeft | Qt::AlignVCenter, tr("state"));
}

/// The states from `first` on.
void paintTable(QPainter& painter, const QRectF& area, std::size_t first, std::size_t rows, const MachineFacts& facts,
                const PlotStyle& style) {
  const PolicyAutomaton& automaton = facts.automaton;
  const Columns columns(area, automaton.ways, style);
  paintTableHead(painter, area, columns, automaton.ways, style);
  const double row = rowHeight(style), air = style.px(1);
  const QColor hit = mixed(style.palette.hit, style.palette.card, 0.22), miss = mixed(style.palette.miss, style.palette.card, 0.22);
  double y = area.top() + 2 * headLine(style) + style.px(3);
  for (std::size_t state = first; state < std::min(first + rows, automaton.states.size()); ++state, y += row) {
    const PolicyAutomaton::State& one = automaton.states[state];
    painter.setPen(style.palette.ink);
    painter.setFont(style.number(Weight::semiBold));
    painter.drawText(columns.state(y, row), Qt::AlignLeft | Qt::AlignVCenter, QString::number(state));
    painter.setFont(style.number());
    for (std::size_t letter = 0; letter <= automaton.ways; ++letter) {
      const bool stays = one.next[letter] == state;
      const QRectF cell = columns.column(letter, y, row);
      painter.setRenderHint(QPainter::Antialiasing, false);
      if (!stays) painter.fillRect(cell.adjusted(air, air, -air, -air), letter == automaton.ways ? miss : hit);
      painter.setRenderHint(QPainter::Antialiasing, true);
      painter.setPen(stays ? style.palette.quietInk : style.palette.ink);
      painter.drawText(cell, Qt::AlignCenter, QString::number(one.next[letter]));
    }
    painter.setPen(style.palette.ink);
    painter.drawText(columns.column(automaton.ways + 1, y, row), Qt::AlignCenter, QString::number(one.victim));
  }
}

double legendHeight(QPainter* painter, const QPointF& corner, double width, const MachineFacts& facts, const PlotStyle& style) {
  const QColor hit = mixed(style.palette.hit, style.palette.card, 0.22), miss = mixed(style.palette.miss, style.palette.card, 0.22);
  std::vector<LegendEntry> entries{cellEntry(hit, Qt::NoPen, tr("a hit leads to another state"), style.palette.hitText),
                                   cellEntry(miss, Qt::NoPen, tr("a miss does; its way is replaced"), style.palette.missText)};
  if (facts.hasRing()) {
    entries[0] = arrowEntry(style.palette.hit, tr("a hit leads on"), style.palette.hitText, style);
    entries[1] = arrowEntry(style.palette.miss, tr("a miss leads on; the way named is replaced"), style.palette.missText, style);
  }
  return paintLegend(painter, entries, corner, width, style);
}

struct Layout {
  QRectF ring, table, legend;
  double height = 0;
};

Layout layOut(double width, const MachineFacts& facts, const PlotStyle& style) {
  Layout layout;
  const double table = tableHeight(rowsOf(facts, width, style), style), legend = legendHeight(nullptr, {}, width, facts, style);
  if (!facts.hasRing()) {
    layout.table = {0, 0, width, table};
  } else if (isWide(width, style)) {
    const double half = (width - gap(style)) / 2, height = std::max(table, ringHeight(half, facts, style));
    layout.ring = {0, 0, half, height};
    layout.table = {half + gap(style), (height - table) / 2, half, table};
  } else {
    layout.ring = {0, 0, width, ringHeight(width, facts, style)};
    layout.table = {0, layout.ring.bottom() + style.px(8), width, table};
  }
  const double top = std::max(layout.ring.bottom(), layout.table.bottom()) + style.px(5);
  layout.legend = {0, top, width, legend};
  layout.height = top + legend;
  return layout;
}

}  // namespace

PartHead machineHead(const MachineFacts& facts) {
  const QString states = facts.states() == 1 ? tr("1 state") : tr("%1 states").arg(facts.states());
  const QString ways = facts.automaton.ways == 1 ? tr("1 way") : tr("%1 ways").arg(facts.automaton.ways);
  const QString from = tr("state 0: an empty set, filled way by way");
  if (facts.is_learnt)
    return {tr("%1: a machine of %2").arg(settingText(facts.cache), states),
            {tr("how a set of %1 replaces, learnt word by word; %2").arg(ways, from), tr("learnt word by word; %1").arg(from)}};
  return {tr("%1: %2 as a machine of %3").arg(settingText(facts.cache), facts.policy, states),
          {tr("how a set of %1 replaces, as the policy is defined; %2").arg(ways, from), tr("by its definition; %1").arg(from)}};
}

double machineHeight(double width, const MachineFacts& facts, const PlotStyle& style) { return layOut(width, facts, style).height; }

void paintMachine(QPainter& painter, const QRectF& area, const MachineFacts& facts, const PlotStyle& style) {
  const Layout layout = layOut(area.width(), facts, style);
  painter.save();
  if (facts.hasRing()) paintRing(painter, layout.ring.translated(area.topLeft()), facts, style);
  const QRectF table = layout.table.translated(area.topLeft());
  const std::size_t rows = rowsOf(facts, area.width(), style);
  const double each = rows < facts.states() ? (table.width() - gap(style)) / 2 : table.width();
  for (std::size_t first = 0, part = 0; first < facts.states(); first += rows, ++part)
    paintTable(painter, {table.left() + static_cast<double>(part) * (each + gap(style)), table.top(), each, table.height()}, first,
               rows, facts, style);
  legendHeight(&painter, layout.legend.topLeft() + area.topLeft(), area.width(), facts, style);
  painter.restore();
}

}  // namespace chasescope
