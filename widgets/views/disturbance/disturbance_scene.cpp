#include "widgets/views/disturbance/disturbance_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/part_look.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

// In px at the ordinary size of type.
constexpr double kPlot = 110, kBetween = 14, kNear = 10, kMark = 5;
constexpr double kAbove = 1.08;  // factor on the highest number

double headHeight(const PlotStyle& style) { return QFontMetricsF(style.text(Weight::semiBold)).height() + style.em(6); }

QString axisTitle() { return tr("Thread of the block"); }
QString yTitle() { return tr("Disturbance (cycles)"); }

QColor colourOf(const DisturbingThread& thread, const PlotStyle& style) {
  if (!thread.throws_out) return style.palette.quietInk;
  return verdictColour(*thread.throws_out ? step::Verdict::miss : step::Verdict::hit, style.palette);
}

void addMark(QPainterPath& path, bool throws_out, const QPointF& at, double size) {
  addMarker(path, throws_out ? Marker::cross : Marker::circle, at, size);
}

std::vector<LegendEntry> legendOf(const PlotStyle& style) {
  const auto sample = [&style](bool throws_out) {
    return [&style, throws_out](QPainter& painter, const QRectF& box) {
      const QColor colour = verdictColour(throws_out ? step::Verdict::miss : step::Verdict::hit, style.palette);
      QPainterPath path;
      addMark(path, throws_out, box.center(), style.px(kMark) * 1.4);
      painter.setPen(Qt::NoPen);
      painter.setBrush(colour);
      painter.drawPath(path);
    };
  };
  const QColor ink = style.palette.quietInk;
  return {{sample(true), tr("evicts lines of thread 0: it uses the same cache"), ink},
          {sample(false), tr("evicts no lines of thread 0: its warp uses another cache"), ink}};
}

double legendHeight(double width, const PlotStyle& style) {
  return paintLegend(nullptr, legendOf(style), {}, width, style) + style.px(6);
}

double highestOf(const std::vector<Disturbance>& caches) {
  double most = 1;
  for (const Disturbance& cache : caches) most = std::max(most, cache.highest());
  return most;
}

}  // namespace

double naturalDisturbanceHeight(const std::vector<Disturbance>& caches, double width, const PlotStyle& style) {
  const auto count = static_cast<double>(caches.size());
  return legendHeight(width, style) + count * (headHeight(style) + style.em(kPlot) + belowAxes(style, false)) +
         (count - 1) * style.em(kBetween) + belowAxes(style) - belowAxes(style, false);
}

DisturbanceLayout layOutDisturbance(const QRectF& area, const std::vector<Disturbance>& caches, const PlotStyle& style) {
  DisturbanceLayout layout;
  if (caches.empty()) return layout;
  layout.legend = QRectF(area.topLeft(), QSizeF(area.width(), legendHeight(area.width(), style)));
  // All panels have one scale, so that caches can be compared. Only the last panel has the title of the threads below it.
  const double left = leftOfAxes(style, highestOf(caches)), titles = belowAxes(style) - belowAxes(style, false);
  const auto count = static_cast<double>(caches.size());
  const double each = (area.height() - layout.legend.height() - titles - (count - 1) * style.em(kBetween)) / count;
  double y = layout.legend.bottom();
  for (const Disturbance& cache : caches) {
    DisturbanceLayout::Panel panel;
    panel.head = QRectF(area.left() + left, y, area.width() - left, headHeight(style));
    panel.axes.plot =
        QRectF(QPointF(area.left() + left, panel.head.bottom()),
               QPointF(area.right() - style.em(8), std::max(y + each - belowAxes(style, false), panel.head.bottom() + 1)));
    panel.axes.left = left;
    panel.axes.x0 = 0;
    panel.axes.x1 = static_cast<double>(cache.threads.back().thread) + 1;
    panel.axes.y0 = std::min(0.0, cache.lowest() * kAbove);
    panel.axes.y1 = highestOf(caches) * kAbove;
    layout.panels.push_back(panel);
    y += each + style.em(kBetween);
  }
  return layout;
}

QPointF placeOf(const DisturbanceMark& mark, const std::vector<Disturbance>& caches, const DisturbanceLayout& layout) {
  const DisturbingThread& thread = caches[mark.cache].threads[mark.at];
  return layout.panels[mark.cache].axes.at(static_cast<double>(thread.thread), thread.cycles);
}

std::optional<DisturbanceMark> markAt(const QPointF& position, const std::vector<Disturbance>& caches,
                                      const DisturbanceLayout& layout, const PlotStyle& style) {
  std::optional<DisturbanceMark> nearest;
  double best = style.px(kNear);
  for (std::size_t cache = 0; cache < layout.panels.size(); ++cache) {
    if (!layout.panels[cache].axes.plot.adjusted(-best, -best, best, best).contains(position)) continue;
    for (std::size_t at = 0; at < caches[cache].threads.size(); ++at) {
      const QPointF away = position - placeOf({cache, at}, caches, layout);
      const double distance = std::hypot(away.x(), away.y());
      if (distance > best) continue;
      best = distance;
      nearest = DisturbanceMark{cache, at};
    }
  }
  return nearest;
}

void paintDisturbance(QPainter& painter, const std::vector<Disturbance>& caches, const DisturbanceLayout& layout,
                      const std::optional<DisturbanceMark>& marked, const PlotStyle& style) {
  if (caches.empty()) return;
  paintLegend(&painter, legendOf(style), layout.legend.topLeft(), layout.legend.width(), style);
  for (std::size_t i = 0; i < caches.size(); ++i) {
    const DisturbanceLayout::Panel& panel = layout.panels[i];
    const QString name = partName(caches[i].subject) + QStringLiteral(": ");
    painter.setFont(style.text(Weight::semiBold));
    painter.setPen(levelTextColour(partLevel(caches[i].subject), style.palette));
    painter.drawText(panel.head, Qt::AlignLeft | Qt::AlignVCenter,
                     fittingWords(painter.font(), {name + disturbanceText(caches[i]), name + shortDisturbanceText(caches[i])},
                                  panel.head.width()));
    paintAxes(painter, panel.axes, {.x = i + 1 == caches.size() ? axisTitle() : QStringLiteral(" "), .y = yTitle()}, style);
    // Up to kMarksInPath marks of one look share a path: a thousand single crosses take a second on paper, and the time of a path
    // with thousands of dots in a row grows with the square of their number.
    constexpr int kMarksInPath = 48;
    for (const bool throws_out : {false, true})
      for (const bool is_known : {false, true}) {
        QPainterPath path;
        int marks = 0;
        QColor colour;
        const auto paintMarks = [&] {
          if (path.isEmpty()) return;
          painter.setRenderHint(QPainter::Antialiasing);
          painter.setPen(Qt::NoPen);
          painter.setBrush(colour);
          path.setFillRule(Qt::WindingFill);  // overlapping marks don't cut holes into each other
          painter.drawPath(path);
          path = {};
          marks = 0;
        };
        for (const DisturbingThread& thread : caches[i].threads) {
          if (thread.throws_out.has_value() != is_known || thread.throws_out.value_or(false) != throws_out) continue;
          addMark(path, throws_out, panel.axes.at(static_cast<double>(thread.thread), thread.cycles), style.px(kMark));
          colour = colourOf(thread, style);
          if (++marks == kMarksInPath) paintMarks();
        }
        paintMarks();
      }
  }
  if (!marked) return;
  QPainterPath ring;
  addMarker(ring, Marker::circle, placeOf(*marked, caches, layout), style.px(12));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(style.palette.accent, style.line(1.8)));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(ring);
}

}  // namespace chasescope
