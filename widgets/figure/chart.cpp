#include "widgets/figure/chart.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/figure/figure_sight.h"
#include "widgets/plot/curve_axes.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"

namespace chasescope {
namespace {

constexpr double kAbove = 1.1;       // of the highest value
constexpr double kBar = 0.6;         // of the room of a bar that has a name
constexpr double kSmallestMark = 4;  // px
constexpr double kNested = 3.5;      // px from one mark to the next larger one

struct Extent {
  double from = INFINITY, to = -INFINITY, low = INFINITY, high = -INFINITY;
};

Extent extentOf(const Chart& chart) {
  Extent extent;
  for (const DataSeries& series : chart.panel.series)
    for (const SeriesPoint& point : series.points) {
      extent.from = std::min(extent.from, point.x);
      extent.to = std::max(extent.to, point.x);
      extent.low = std::min({extent.low, point.y, point.low.value_or(point.y)});
      extent.high = std::max({extent.high, point.y, point.high.value_or(point.y)});
    }
  return extent;
}

/// Axes without their plot's place from top to bottom.
CurveAxes axesOf(const QRectF& area, const Chart& chart, const PlotStyle& style) {
  const Extent extent = extentOf(chart);
  CurveAxes axes;
  PlainAxes& plain = axes.y;
  plain.y0 = chart.panel.y.from.value_or(std::min(0.0, extent.low));
  plain.y1 = chart.panel.y.to.value_or(plain.y0 + (extent.high - plain.y0) * kAbove);
  if (!(plain.y1 > plain.y0)) plain.y1 = plain.y0 + 1;
  plain.left = leftOfAxes(style, plain.y1);
  plain.plot = area.adjusted(plain.left, 0, -style.px(10), 0);
  const auto places = static_cast<double>(chart.panel.x.names.size());
  const double air = std::max(extent.to - extent.from, 1.0) * 0.03;
  plain.x0 = places > 0 ? 0.5 : chart.panel.x.from.value_or(extent.from - air);
  plain.x1 = places > 0 ? places + 0.5 : chart.panel.x.to.value_or(extent.to + air);
  axes.x = byteAxis(plain.plot.left(), plain.plot.right(), extent.from, extent.to);
  const FigureTraits ends{.y_data = {extent.low, extent.high}, .log_x = chart.canLogX(), .log_y = chart.canLogY()};
  if (isOfSizes(chart)) return partOf(axes, chart.sight, ends);
  FigureTraits plainEnds = ends;
  plainEnds.x_data = {extent.from * chart.x_step, extent.to * chart.x_step};
  plain = partOf(plain, chart.sight, plainEnds, chart.x_step);
  return axes;
}

double xOf(const Chart& chart, const CurveAxes& axes, double x) { return isOfSizes(chart) ? axes.x.toX(x) : axes.y.toX(x); }

double markSize(const Chart& chart, std::size_t index, const PlotStyle& style) {
  return style.px(kSmallestMark + (chart.nested ? kNested * static_cast<double>(chart.panel.series.size() - 1 - index) : 0));
}

Marker markerOf(const Chart& chart, std::size_t index) {
  if (chart.nested) return levelMarker(index % 4);  // markers with an interior, so that they can be hollow
  switch (chart.panel.series[index].mark) {
    case DataSeries::Mark::cross: return Marker::cross;
    case DataSeries::Mark::diamond: return Marker::diamond;
    default: return Marker::circle;
  }
}

QPen penOf(const DataSeries& series, const PlotStyle& style) {
  const Qt::PenStyle dash = series.line == DataSeries::Line::dashed   ? Qt::DashLine
                            : series.line == DataSeries::Line::dotted ? Qt::DotLine
                                                                      : Qt::SolidLine;
  QPen pen(series.colour, style.line(1.4), dash);
  pen.setJoinStyle(Qt::RoundJoin);
  return pen;
}

void paintMarks(QPainter& painter, const QPainterPath& marks, const Chart& chart, std::size_t index, const PlotStyle& style) {
  if (marks.isEmpty()) return;
  const QColor& colour = chart.panel.series[index].colour;
  const bool hollow = chart.nested || chart.panel.series[index].mark == DataSeries::Mark::circle;
  painter.setPen(hollow ? QPen(colour, style.line(1.2)) : QPen(Qt::NoPen));
  painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(colour));
  painter.drawPath(marks);
  painter.setBrush(Qt::NoBrush);
}

std::vector<LegendEntry> legendOf(const Chart& chart, const PlotStyle& style) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < chart.panel.series.size(); ++i) {
    const DataSeries& series = chart.panel.series[i];
    if (series.name.isEmpty()) continue;
    entries.push_back({[&chart, &series, i, style](QPainter& painter, const QRectF& box) {
                         if (series.line == DataSeries::Line::bars) {
                           painter.fillRect(box, series.colour);
                         } else if (series.line != DataSeries::Line::none) {
                           painter.setPen(penOf(series, style));
                           painter.drawLine(QPointF(box.left() - style.em(3), box.center().y()),
                                            QPointF(box.right() + style.em(2), box.center().y()));
                         }
                         if (series.mark == DataSeries::Mark::none) return;
                         QPainterPath sign;
                         sign.setFillRule(Qt::WindingFill);
                         addMarker(sign, markerOf(chart, i), box.center(), markSize(chart, i, style));
                         paintMarks(painter, sign, chart, i, style);
                       },
                       series.name, style.palette.quietInk});
  }
  return entries;
}

double legendHeight(const Chart& chart, double width, const PlotStyle& style) {
  const double height = paintLegend(nullptr, legendOf(chart, style), {}, width, style);
  return height > 0 ? height + style.px(4) : 0;
}

double titleHeight(const Chart& chart, double width, const PlotStyle& style) {
  if (chart.panel.title.isEmpty()) return 0;
  return wrappedHeight(style.text(Weight::semiBold), chart.panel.title, width) + style.px(3);
}

struct PlaceName {
  double left = 0, width = 0;
  int row = 0;  ///< row above the plot; 0 is the lowest
};

double rowHeight(const PlotStyle& style) { return QFontMetricsF(style.small(Weight::medium)).height() + style.px(3); }

/// Places names over their lines or beside them, in as few rows as possible, so that no name touches another and no line crosses a
/// name.
class PlaceNames {
 public:
  PlaceNames(const Chart& chart, const CurveAxes& axes, const QRectF& area, const PlotStyle& style) : air_(style.em(4)) {
    const QFontMetricsF metrics(style.small(Weight::medium));
    for (const ChartPlace& place : chart.places) {
      const double width = metrics.horizontalAdvance(place.words) + style.px(1), x = xOf(chart, axes, place.at);
      std::vector<double> lefts{x - width / 2, x - width - style.px(3), x + style.px(3)};
      for (double& left : lefts) left = std::clamp(left, area.left(), std::max(area.left(), area.right() - width));
      lines_.push_back(x);
      widths_.push_back(width);
      lefts_.push_back(std::move(lefts));
    }
  }

  std::vector<PlaceName> take() {
    for (int rows = 1; rows <= static_cast<int>(lines_.size()); ++rows)
      if (placed_.clear(); place(rows)) return placed_;
    placed_.clear();
    for (std::size_t i = 0; i < lines_.size(); ++i) placed_.push_back({lefts_[i].front(), widths_[i], static_cast<int>(i)});
    return placed_;
  }

 private:
  bool place(int rows) {
    const std::size_t index = placed_.size();
    if (index == lines_.size()) return true;
    for (int row = 0; row < rows; ++row)
      for (const double left : lefts_[index]) {
        const PlaceName name{left, widths_[index], row};
        if (!hasRoom(name, lines_[index])) continue;
        placed_.push_back(name);
        if (place(rows)) return true;
        placed_.pop_back();
      }
    return false;
  }

  bool hasRoom(const PlaceName& name, double line) const {
    const auto crosses = [](double x, const PlaceName& one) { return x > one.left - 1 && x < one.left + one.width + 1; };
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      const PlaceName& other = placed_[i];
      const bool touch = name.left < other.left + other.width + air_ && other.left < name.left + name.width + air_;
      if (name.row == other.row && touch) return false;
      if (name.row > other.row && crosses(line, other)) return false;
      if (name.row < other.row && crosses(lines_[i], name)) return false;
    }
    return true;
  }

  double air_;
  std::vector<double> lines_, widths_;
  std::vector<std::vector<double>> lefts_;
  std::vector<PlaceName> placed_;
};

std::vector<PlaceName> namesOf(const Chart& chart, const CurveAxes& axes, const QRectF& area, const PlotStyle& style) {
  return PlaceNames(chart, axes, area, style).take();
}

int rowsOf(const std::vector<PlaceName>& names) {
  int rows = 0;
  for (const PlaceName& name : names) rows = std::max(rows, name.row + 1);
  return rows;
}

double belowOf(const Chart& chart, const PlotStyle& style) { return isOfSizes(chart) ? belowByteAxis(style) : belowAxes(style); }

void paintPlaces(QPainter& painter, const Chart& chart, const CurveAxes& axes, const std::vector<PlaceName>& names,
                 const PlotStyle& style) {
  const QRectF& plot = axes.y.plot;
  const double line = rowHeight(style);
  for (std::size_t i = 0; i < chart.places.size(); ++i) {
    const double x = xOf(chart, axes, chart.places[i].at), foot = plot.top() - style.px(3) - line * names[i].row;
    painter.setPen(QPen(style.palette.ink, style.line(1.1), Qt::DashLine));
    painter.drawLine(QPointF(x, foot), QPointF(x, plot.bottom()));
    painter.setPen(style.palette.ink);
    painter.setFont(style.small(Weight::medium));
    painter.drawText(QRectF(names[i].left, foot - line, names[i].width, line), Qt::AlignLeft | Qt::AlignVCenter,
                     chart.places[i].words);
  }
}

/// The width of a bar: a share of its name's room, or of the distance between neighbours.
double barWidth(const Chart& chart, const DataSeries& series, const CurveAxes& axes) {
  if (!chart.panel.x.names.empty()) return (axes.y.toX(2) - axes.y.toX(1)) * kBar;
  double apart = INFINITY;
  for (std::size_t i = 1; i < series.points.size(); ++i) apart = std::min(apart, series.points[i].x - series.points[i - 1].x);
  return std::isfinite(apart) ? axes.y.toX(apart) - axes.y.toX(0) : axes.y.plot.width() * 0.05;
}

/// Draws the interval with a light edge, so that it is visible on a dark bar, too.
void paintWhisker(QPainter& painter, double x, double low, double high, const PlotStyle& style) {
  const double half = style.em(3);
  for (const auto& [colour, width] : {std::pair{style.palette.card, 3.0}, std::pair{style.palette.ink, 1.1}}) {
    painter.setPen(QPen(colour, style.line(width), Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(x, low), QPointF(x, high));
    for (const double y : {low, high}) painter.drawLine(QPointF(x - half, y), QPointF(x + half, y));
  }
}

void paintSeries(QPainter& painter, const Chart& chart, std::size_t index, const CurveAxes& axes, const PlotStyle& style) {
  const DataSeries& series = chart.panel.series[index];
  const auto at = [&](const SeriesPoint& point) { return QPointF(xOf(chart, axes, point.x), axes.y.toY(point.y)); };
  if (series.line == DataSeries::Line::bars) {
    const double width = barWidth(chart, series, axes), zero = axes.y.toY(std::max(0.0, axes.y.y0));
    QPainterPath bars;
    for (const SeriesPoint& point : series.points) {
      const QPointF top = at(point);
      if (top.y() < zero) bars.addRect(QRectF(top.x() - width / 2, top.y(), width, zero - top.y()));
    }
    painter.fillPath(bars, series.colour);
  } else if (series.line != DataSeries::Line::none) {
    QPainterPath path;
    for (const SeriesPoint& point : series.points) path.elementCount() == 0 ? path.moveTo(at(point)) : path.lineTo(at(point));
    painter.setPen(penOf(series, style));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
  }
  for (const SeriesPoint& point : series.points)
    if (point.low && point.high && *point.high > *point.low)
      paintWhisker(painter, at(point).x(), axes.y.toY(*point.low), axes.y.toY(*point.high), style);
  if (series.mark == DataSeries::Mark::none) return;
  QPainterPath marks;  // one path, because thousands of separate marks take seconds on paper
  marks.setFillRule(Qt::WindingFill);
  for (const SeriesPoint& point : series.points) addMarker(marks, markerOf(chart, index), at(point), markSize(chart, index, style));
  paintMarks(painter, marks, chart, index, style);
}

void paintNames(QPainter& painter, const Chart& chart, const PlainAxes& axes, const PlotStyle& style) {
  painter.setFont(style.number());
  painter.setPen(style.palette.quietInk);
  const double height = QFontMetricsF(style.number()).height(), half = (axes.toX(2) - axes.toX(1)) / 2;
  for (std::size_t i = 0; i < chart.panel.x.names.size(); ++i) {
    const double x = axes.toX(static_cast<double>(i + 1));
    painter.drawText(QRectF(x - half, axes.plot.bottom() + style.px(5), 2 * half, height), Qt::AlignCenter, chart.panel.x.names[i]);
  }
  painter.setFont(style.text(Weight::medium));
  paintTitleBelow(painter, axes.plot.left() - axes.left, axes.plot, axes.plot.bottom() + style.px(9) + height, chart.panel.x.title);
}

/// Above the bars and their intervals.
void paintValues(QPainter& painter, const Chart& chart, const PlainAxes& axes, const PlotStyle& style) {
  painter.setFont(style.number(Weight::medium));
  painter.setPen(style.palette.ink);
  const double height = QFontMetricsF(painter.font()).height(), half = (axes.toX(2) - axes.toX(1)) / 2;
  for (const DataSeries& series : chart.panel.series) {
    if (series.line != DataSeries::Line::bars) continue;
    for (std::size_t i = 0; i < series.points.size() && i < chart.values.size(); ++i) {
      const SeriesPoint& point = series.points[i];
      const double x = axes.toX(point.x), y = axes.toY(std::max(point.y, point.high.value_or(point.y)));
      painter.drawText(QRectF(x - half, y - style.px(3) - height, 2 * half, height), Qt::AlignCenter, chart.values[i]);
    }
    return;
  }
}

}  // namespace

bool Chart::hasBars() const {
  return std::any_of(panel.series.begin(), panel.series.end(),
                     [](const DataSeries& series) { return series.line == DataSeries::Line::bars; });
}

bool isOfSizes(const Chart& chart) { return chart.panel.x.bytes && chart.panel.x.scale == SeriesAxis::Scale::doubling; }

double naturalChartHeight(const Chart& chart, double width, const PlotStyle& style, double share) {
  const QRectF area(0, 0, width, width);
  const CurveAxes axes = axesOf(area, chart, style);
  return titleHeight(chart, width, style) + legendHeight(chart, width - axes.y.left, style) +
         rowHeight(style) * rowsOf(namesOf(chart, axes, area, style)) + std::max(style.px(8), aboveAxes(style)) + width * share +
         belowOf(chart, style);
}

CurveAxes paintChart(QPainter& painter, const QRectF& area, const Chart& chart, const PlotStyle& style) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  CurveAxes axes = axesOf(area, chart, style);
  const std::vector<PlaceName> names = namesOf(chart, axes, area, style);
  double y = area.top();
  if (!chart.panel.title.isEmpty()) {
    painter.setFont(style.text(Weight::semiBold));
    painter.setPen(style.palette.ink);
    paintWrapped(painter, area.topLeft(), area.width(), chart.panel.title);
    y += titleHeight(chart, area.width(), style);
  }
  const double signs = legendHeight(chart, area.width() - axes.y.left, style);
  const bool below = style.legend == LegendPlace::below;
  const QPointF legend(area.left() + axes.y.left, below ? area.bottom() - signs + style.px(4) : y);
  paintLegend(&painter, legendOf(chart, style), legend, area.width() - axes.y.left, style);
  if (!below) y += signs;
  QRectF& plot = axes.y.plot;
  plot.setTop(y + rowHeight(style) * rowsOf(names) + std::max(style.px(8), aboveAxes(style)));
  plot.setBottom(std::max(area.bottom() - belowOf(chart, style) - (below ? signs : 0), plot.top() + 1));
  const bool plain = !isOfSizes(chart) && chart.panel.x.names.empty();
  paintAxes(painter, axes.y, {plain ? chart.panel.x.title : QString(), chart.panel.y.title, 0}, style);
  if (isOfSizes(chart)) paintByteAxis(painter, axes.x, plot.bottom(), chart.panel.x.title, style);
  if (!chart.panel.x.names.empty()) paintNames(painter, chart, axes.y, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.save();
  clipToPart(painter, axes.y, style);
  for (std::size_t i = 0; i < chart.panel.series.size(); ++i) paintSeries(painter, chart, i, axes, style);
  painter.restore();
  paintPlaces(painter, chart, axes, names, style);
  paintValues(painter, chart, axes.y, style);
  painter.restore();
  return axes;
}

}  // namespace chasescope
