#include "widgets/views/conflicts/conflict_loads.h"

#include <algorithm>

#include "widgets/plot/plain_axes.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kHundred = 100;

/// The end of the loads that were tried: one more than the highest load with trials.
std::size_t endOf(const std::vector<ConflictFacts::Load>& loads) {
  std::size_t last = loads.size();
  while (last > 1 && loads[last - 1].trials == 0) --last;
  return last;
}

/// The colours of the bars: words as on the bars of a pass.
std::vector<LegendEntry> barLegend(const PlotStyle& style) {
  const LegendEntry hit = cellEntry(verdictFill(step::Verdict::hit, style.palette), Qt::NoPen, tr("hit"), style.palette.quietInk);
  return {hit,
          {[style](QPainter& painter, const QRectF& box) {
             painter.fillRect(box, style.palette.miss);
             paintCross(painter, box, style.palette.card, style.line(1.4));
           },
           tr("missed"), style.palette.quietInk}};
}

/// The ways of a set, or of all sets if they have equally many; 0 if that is not known.
std::uint32_t waysDrawn(const ConflictFacts& facts, std::optional<std::size_t> set) {
  if (set) return waysOf(facts, *set);
  return facts.cache.equal_ways() ? facts.cache.most_ways() : 0;
}

}  // namespace

bool drawsEndOfWays(const ConflictFacts& facts, std::optional<std::size_t> set) {
  const std::uint32_t ways = waysDrawn(facts, set);
  return ways > 0 && ways + 1 < endOf(set ? facts.set_loads[*set] : facts.loads);
}

double mostMissingThatFit(const ConflictFacts& facts) {
  double most = 0;
  for (std::size_t in = 1; in < facts.loads.size() && in <= waysDrawn(facts, std::nullopt); ++in)
    if (facts.loads[in].trials > 0) most = std::max(most, facts.loads[in].missed);
  return most;
}

PartHead loadsHead(const ConflictFacts& facts, std::optional<std::size_t> set) {
  const bool pages = arePages(facts);
  const QString tooMany = pages ? tr("one page more overflows the set") : tr("one line more overflows the set");
  const QString howMany = pages ? tr("how many pages of a set stay") : tr("how many lines of a set stay");
  if (facts.sets() == 0) return {tr("Ways"), {tr("%1 can be told as soon as sets are seen").arg(howMany)}};
  if (set) {
    const QString name = facts.names[*set].isEmpty() ? tr("One set") : tr("Set %1").arg(facts.names[*set]);
    if (const std::uint32_t ways = waysOf(facts, *set); ways > 0) return {tr("%1: %2 ways").arg(name, counted(ways)), {tooMany}};
    return {name, {howMany}};
  }
  const std::uint32_t ways = facts.cache.most_ways();
  if (ways == 0) return {tr("Ways"), {howMany}};
  if (facts.cache.equal_ways()) return {tr("%1 ways").arg(counted(ways)), {tooMany}};
  return {tr("Up to %1 ways").arg(counted(ways)), {tr("all sets together; they are not alike")}};
}

double loadsLegend(double width, const PlotStyle& style) {
  const double height = paintLegend(nullptr, barLegend(style), {}, width, style);
  return height > 0 ? height + style.px(3) : 0;
}

void paintLoads(QPainter& painter, const QRectF& area, const ConflictFacts& facts, std::optional<std::size_t> set,
                const PlotStyle& style) {
  const std::vector<ConflictFacts::Load>& loads = set ? facts.set_loads[*set] : facts.loads;
  const std::size_t last = endOf(loads);
  PlainAxes axes;
  axes.x0 = 0.5;
  axes.x1 = static_cast<double>(std::max<std::size_t>(last, 2)) - 0.5;
  axes.y1 = kHundred;
  const double left = leftOfAxes(style, kHundred);
  axes.plot = area.adjusted(left, loadsLegend(area.width() - left, style), -style.px(2), -belowAxes(style));
  paintLegend(&painter, barLegend(style), {axes.plot.left(), area.top()}, area.width() - left, style);
  const QString title =
      fittingWords(style.text(Weight::medium),
                   arePages(facts) ? QStringList{tr("Pages of the set that were in"), tr("Pages that were in"), tr("Pages in")}
                                   : QStringList{tr("Lines of the set that were in"), tr("Lines that were in"), tr("Lines in")},
                   area.width());
  paintAxes(painter, axes, {title, tr("Missed (%)"), 1}, style);
  for (std::size_t load = 1; load < last; ++load) {
    if (loads[load].trials == 0) continue;
    const double x = static_cast<double>(load), missed = loads[load].missed * kHundred;
    const QRectF whole(axes.at(x - 0.4, kHundred), axes.at(x + 0.4, 0)), part(axes.at(x - 0.4, missed), axes.at(x + 0.4, 0));
    painter.fillRect(whole, verdictFill(step::Verdict::hit, style.palette));
    painter.fillRect(part, style.palette.miss);
    if (part.height() > style.px(9) && part.width() > style.px(7)) paintCross(painter, part, style.palette.card, style.line(1.4));
  }
  if (!drawsEndOfWays(facts, set)) return;
  const double end = waysDrawn(facts, set) + 0.5;
  painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DashLine));
  painter.drawLine(axes.at(end, 0), axes.at(end, kHundred));
}

}  // namespace chasescope
