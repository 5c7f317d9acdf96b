#include "widgets/views/sweeps/stride_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {

// The larger the size, the stronger the colour; never too light to be seen, and on dark ground never too dark.
QColor sizeColour(std::size_t line, std::size_t lines, const PlotStyle& style) {
  constexpr double kMost = 0.82;
  const double t = lines < 2 ? 0 : static_cast<double>(line) / static_cast<double>(lines - 1);
  return style.palette.dark ? viridis(0.3 + 0.7 * t) : heat((style.palette.grey ? 0.7 : kMost) * t, style.palette);
}

namespace {

double highestOf(const std::vector<SweepPoint>& points, double least) {
  for (const SweepPoint& point : points) least = std::max(least, point.cycles);
  return least;
}

QString pictureTitle() { return tr("Every size by every stride; a line for each size of the array"); }

double titleHeight(double width, const QString& title, const PlotStyle& style) {
  return wrappedHeight(style.text(Weight::medium), title, width) + style.px(6);
}

void paintTitle(QPainter& painter, const QRectF& area, const QString& title, const PlotStyle& style) {
  painter.setFont(style.text(Weight::medium));
  painter.setPen(style.palette.ink);
  paintWrapped(painter, area.topLeft(), area.width(), title);
}

/// \param head height of the head above the plot
CurveAxes axesFor(const QRectF& area, double head, double from, double to, double highest, const PlotStyle& style) {
  CurveAxes axes;
  axes.y.y1 = highest * 1.08;
  axes.y.left = leftOfAxes(style, axes.y.y1);
  axes.y.plot = area.adjusted(axes.y.left, head, -style.em(22), -belowByteAxis(style));
  axes.x = byteAxis(axes.y.plot.left(), axes.y.plot.right(), from, to);
  return axes;
}

/// The legend: which line is of which array size. Most lines end at about the same latency, so that names at their ends would
/// overlap.
std::vector<LegendEntry> sizeLegend(const StrideCurves& curves, int chosen, const PlotStyle& style) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < curves.lines.size(); ++i) {
    const bool strong = chosen == static_cast<int>(i);
    entries.push_back(markerEntry(levelMarker(i), strong ? style.palette.accent : sizeColour(i, curves.lines.size(), style),
                                  sizeText(static_cast<double>(curves.lines[i].bytes)),
                                  strong ? style.palette.accent : style.palette.quietInk));
  }
  return entries;
}

double legendHeight(const StrideCurves& curves, double width, const PlotStyle& style) {
  return paintLegend(nullptr, sizeLegend(curves, -1, style), {}, width, style) + style.px(6);
}

/// The height of the sentence that says why a corner is not known. It stands below the title, because the curve may fill the plot.
double reasonHeight(const StrideCorner& corner, double width, const PlotStyle& style) {
  return corner.corner || corner.reason.isEmpty() ? 0 : wrappedHeight(style.small(), corner.reason, width) + style.px(4);
}

}  // namespace

QString cornerText(const StrideCorner& corner) {
  const QString size = corner.corner ? sizeText(static_cast<double>(*corner.corner)) : QStringLiteral("?");
  return corner.quantity == quantity::page_bytes ? tr("Pages of %1").arg(size)
                                         : tr("%1 fetches %2 at a time").arg(partName(corner.subject), size);
}

namespace {

// In px at the ordinary size of type.
constexpr double kBeside = 640;                      // from this width on, the corners stand beside the picture
constexpr double kPicture = 260, kCorner = 150;      // heights at which nothing is cramped
constexpr double kLeastCorner = 210, kLeast = 0.78;  // least width of a corner; the least share of the heights that will do

struct CornerRows {
  std::size_t across = 1, rows = 0;  ///< corners beside each other in a row, and number of rows
};

CornerRows cornerRows(std::size_t corners, double width, double gap, const PlotStyle& style) {
  const auto fitting = static_cast<std::size_t>(std::max(1.0, (width + gap) / (style.em(kLeastCorner) + gap)));
  const std::size_t across = std::clamp<std::size_t>(corners, 1, fitting);
  return {across, (corners + across - 1) / across};
}

double betweenPlots(const PlotStyle& style) { return style.em(16); }

}  // namespace

double naturalStrideHeight(const StrideCurves& curves, double width, const PlotStyle& style) {
  const double gap = betweenPlots(style);
  const double picture = curves.lines.empty() ? 0
                                              : std::max(style.em(kPicture), std::min(width * 0.5, style.em(kPicture * 2))) +
                                                    legendHeight(curves, width, style);
  double corner = style.em(kCorner);
  for (const StrideCorner& one : curves.corners) corner = std::max(corner, style.em(kCorner) + reasonHeight(one, style.em(kLeastCorner), style));
  const auto corners = static_cast<double>(curves.corners.size());
  if (picture > 0 && width >= style.em(kBeside)) return std::max(picture, corners * (corner + gap) - gap);
  const auto rows = static_cast<double>(cornerRows(curves.corners.size(), width, gap, style).rows);
  return picture + rows * (corner + gap) - (picture > 0 ? 0 : gap);
}

StrideLayout layOutStrides(const QRectF& area, const StrideCurves& curves, const PlotStyle& style) {
  StrideLayout layout;
  const double gap = betweenPlots(style);
  const std::size_t corners = curves.corners.size();
  QRectF below = area;
  auto [across, rows] = cornerRows(corners, area.width(), gap, style);
  if (!curves.lines.empty()) {
    const auto each = static_cast<double>(rows);
    const double picture = style.em(kPicture) + legendHeight(curves, area.width(), style), corner = style.em(kCorner);
    if (corners == 0 || (area.width() < style.em(kBeside) &&
                         area.height() < kLeast * (picture + corner * each) + gap * each)) {  // as many as there is room for
      layout.picture = area;
      layout.corners.resize(corners);
      return layout;
    }
    if (area.width() >= style.em(kBeside)) {
      const double right = std::clamp(area.width() * 0.38, style.em(240), style.em(420));
      layout.picture = area.adjusted(0, 0, -right - gap, 0);
      below.setLeft(area.right() - right);
      across = 1;
      rows = corners;
    } else {
      const double free = area.height() - gap * each;
      layout.picture = QRectF(area.left(), area.top(), area.width(), free * picture / (picture + corner * each));
      below.setTop(layout.picture.bottom() + gap);
    }
  }
  const double width = (below.width() - gap * static_cast<double>(across - 1)) / static_cast<double>(across);
  const double height = (below.height() - gap * static_cast<double>(rows - 1)) / static_cast<double>(std::max<std::size_t>(rows, 1));
  for (std::size_t i = 0; i < corners; ++i)
    layout.corners.emplace_back(below.left() + (width + gap) * static_cast<double>(i % across),
                                below.top() + (height + gap) * static_cast<double>(i / across), width, height);
  return layout;
}

CurveAxes pictureAxes(const QRectF& area, const StrideCurves& curves, const PlotStyle& style) {
  double from = 1e18, to = 0, highest = 10;
  for (const StrideLine& line : curves.lines)
    for (const SweepPoint& point : line.points) {
      from = std::min(from, static_cast<double>(point.stride));
      to = std::max(to, static_cast<double>(point.stride));
      highest = std::max(highest, point.cycles);
    }
  const double sizes = legendHeight(curves, area.width(), style);
  const bool below = style.legend == LegendPlace::below;
  const double head = titleHeight(area.width(), pictureTitle(), style) + (below ? style.px(6) : sizes);
  return axesFor(below ? area.adjusted(0, 0, 0, -sizes) : area, head, from, to, highest, style);
}

CurveAxes cornerAxes(const QRectF& area, const StrideCorner& corner, const PlotStyle& style) {
  const auto& points = corner.line.points;
  const double from = points.empty() ? 4 : static_cast<double>(points.front().stride),
               to = points.empty() ? 1024 : static_cast<double>(points.back().stride);
  const double head = titleHeight(area.width(), cornerText(corner), style) + reasonHeight(corner, area.width(), style);
  return axesFor(area, head, from, to, highestOf(points, 10), style);
}

void paintStridePicture(QPainter& painter, const QRectF& area, const CurveAxes& axes, const StrideCurves& curves, int chosenLine,
                        int chosenPoint, const PlotStyle& style) {
  painter.save();
  const QRectF& plot = axes.y.plot;
  paintTitle(painter, area, pictureTitle(), style);
  const double legend = style.legend == LegendPlace::below ? area.bottom() - legendHeight(curves, area.width(), style) + style.px(6)
                                                           : area.top() + titleHeight(area.width(), pictureTitle(), style);
  paintLegend(&painter, sizeLegend(curves, chosenLine, style), {area.left(), legend}, area.width(), style);
  paintAxes(painter, axes.y, {QString(), tr("Average latency (cycles)"), 0}, style);
  paintByteAxis(painter, axes.x, plot.bottom(), tr("Stride s"), style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  clipToPart(painter, axes.y, style);
  for (std::size_t i = 0; i < curves.lines.size(); ++i) {
    const StrideLine& line = curves.lines[i];
    if (line.points.empty()) continue;
    const bool strong = chosenLine == static_cast<int>(i);
    const QColor colour = sizeColour(i, curves.lines.size(), style);
    QPainterPath path, marks;
    marks.setFillRule(Qt::WindingFill);
    for (std::size_t p = 0; p < line.points.size(); ++p) {
      const QPointF at = axes.at(static_cast<double>(line.points[p].stride), line.points[p].cycles);
      p == 0 ? path.moveTo(at) : path.lineTo(at);
      addMarker(marks, levelMarker(i), at, style.px(strong ? 6.5 : 4.5));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(curvePen(i, strong ? style.palette.accent : mixed(colour, style.palette.card, 0.75),
                            style.line(strong ? 2.4 : 1.3), style.palette));
    painter.drawPath(path);
    painter.fillPath(marks, strong ? style.palette.accent : colour);
  }
  if (chosenLine >= 0 && chosenPoint >= 0) {
    const SweepPoint& point = curves.lines[static_cast<std::size_t>(chosenLine)].points[static_cast<std::size_t>(chosenPoint)];
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.palette.accent, style.line(2)));
    clipToPart(painter, axes.y, style);
    painter.drawEllipse(axes.at(static_cast<double>(point.stride), point.cycles), style.px(7), style.px(7));
  }
  painter.restore();
}

void paintStrideCorner(QPainter& painter, const QRectF& area, const CurveAxes& axes, const StrideCorner& corner,
                       const PlotStyle& style) {
  painter.save();
  paintTitle(painter, area, cornerText(corner), style);
  paintAxes(painter, axes.y, {QString(), tr("Average latency (cycles)"), 0}, style);
  paintByteAxis(painter, axes.x, axes.y.plot.bottom(),
                fittingWords(style.text(Weight::medium),
                             {tr("Stride s, array of up to %1").arg(sizeText(static_cast<double>(corner.line.bytes))), tr("Stride s")},
                             axes.y.plot.width() + style.em(30)),
                style);
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  if (reasonHeight(corner, area.width(), style) > 0)
    paintWrapped(painter, area.topLeft() + QPointF(0, titleHeight(area.width(), cornerText(corner), style)), area.width(), corner.reason);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const std::size_t level = partLevel(corner.subject);
  const QColor colour = levelColour(level, style.palette);
  clipToPart(painter, axes.y, style);
  QPainterPath path, marks;
  for (std::size_t p = 0; p < corner.line.points.size(); ++p) {
    const QPointF at = axes.at(static_cast<double>(corner.line.points[p].stride), corner.line.points[p].cycles);
    p == 0 ? path.moveTo(at) : path.lineTo(at);
    addMarker(marks, levelMarker(level), at, style.px(6));
  }
  marks.setFillRule(Qt::WindingFill);
  painter.setPen(QPen(mixed(colour, style.palette.card, 0.6), style.line(1.4)));
  painter.drawPath(path);
  painter.fillPath(marks, colour);
  if (corner.corner) {
    const double x = axes.x.toX(static_cast<double>(*corner.corner));
    painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DashLine));
    painter.drawLine(QPointF(x, axes.y.plot.top()), QPointF(x, axes.y.plot.bottom()));
    painter.setFont(style.small(Weight::medium));
    const QString text = sizeText(static_cast<double>(*corner.corner));
    const QSizeF size(QFontMetricsF(painter.font()).horizontalAdvance(text) + style.px(2), style.em(16));
    // The text stands low beside the line, or higher where the curve is low.
    TakenRoom taken;
    taken.take(path);
    taken.take(marks);
    std::vector<QRectF> places;
    for (double y = axes.y.plot.bottom() - style.em(18); y > axes.y.plot.top(); y -= style.em(8))
      for (const double left : {x + style.px(5), x - style.px(5) - size.width()}) places.emplace_back(QPointF(left, y), size);
    if (const QRectF place = taken.takeFirst(places, axes.y.plot); !place.isNull())
      painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
  painter.restore();
}

}  // namespace chasescope
