#include "widgets/plot/stride_scene.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/plot/markers.h"
#include "widgets/plot/part_look.h"
#include "widgets/plot/scope_scene.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("StrideScene", text); }

/// Small arrays dark, large ones light, but never too light to be seen; on dark ground the other way round.
QColor sizeColour(std::size_t line, std::size_t lines, const PlotStyle& style) {
  constexpr double kMost = 0.82;
  const double t = lines < 2 ? 0 : static_cast<double>(line) / static_cast<double>(lines - 1);
  return style.palette.dark ? viridis(0.3 + 0.7 * t) : viridis(kMost * t);
}

double highestOf(const std::vector<SweepPoint>& points, double least) {
  for (const SweepPoint& point : points) least = std::max(least, point.cycles);
  return least;
}

double titleHeight(const PlotStyle& style) { return QFontMetricsF(style.text(Weight::medium)).height() + style.px(6); }

void paintTitle(QPainter& painter, const QRectF& area, const QString& title, const PlotStyle& style) {
  painter.setFont(style.text(Weight::medium));
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(area.left(), area.top(), area.width(), titleHeight(style)), Qt::AlignLeft | Qt::AlignTop,
                   QFontMetricsF(style.text(Weight::medium)).elidedText(title, Qt::ElideRight, area.width()));
}

CurveAxes axesFor(const QRectF& area, double from, double to, double highest, double right, const PlotStyle& style) {
  CurveAxes axes;
  axes.y.y1 = highest * 1.08;
  axes.y.left = leftOfAxes(style, axes.y.y1);
  axes.y.plot = area.adjusted(axes.y.left, titleHeight(style), -right, -belowByteAxis(style));
  axes.x = byteAxis(axes.y.plot.left(), axes.y.plot.right(), from, to);
  return axes;
}

}  // namespace

QString cornerText(const StrideCorner& corner) {
  const QString size = corner.corner ? sizeText(static_cast<double>(*corner.corner)) : QStringLiteral("?");
  return corner.quantity == "page_bytes" ? tr("Pages of %1").arg(size)
                                         : tr("%1 fetches %2 at a time").arg(partName(corner.subject), size);
}

StrideLayout layOutStrides(const QRectF& area, const StrideCurves& curves, const PlotStyle& style) {
  StrideLayout layout;
  const double gap = style.em(16);
  const auto corners = static_cast<double>(curves.corners.size());
  if (curves.lines.empty() || curves.corners.empty()) {
    layout.picture = curves.lines.empty() ? QRectF() : area;
    for (std::size_t i = 0; i < curves.corners.size(); ++i)
      layout.corners.emplace_back(area.left(), area.top() + (area.height() + gap) / corners * static_cast<double>(i), area.width(),
                                  (area.height() - gap * (corners - 1)) / corners);
    return layout;
  }
  const bool beside = area.width() >= style.em(640);
  if (!beside && area.height() < style.em(420)) {  // the picture is what there is room for
    layout.picture = area;
    layout.corners.resize(curves.corners.size());
    return layout;
  }
  if (beside) {
    const double right = std::clamp(area.width() * 0.38, style.em(240), style.em(420));
    layout.picture = area.adjusted(0, 0, -right - gap, 0);
    const double each = (area.height() - gap * (corners - 1)) / corners;
    for (std::size_t i = 0; i < curves.corners.size(); ++i)
      layout.corners.emplace_back(area.right() - right, area.top() + (each + gap) * static_cast<double>(i), right, each);
  } else {
    const double below = area.height() * 0.38;
    layout.picture = area.adjusted(0, 0, 0, -below - gap);
    const double each = (area.width() - gap * (corners - 1)) / corners;
    for (std::size_t i = 0; i < curves.corners.size(); ++i)
      layout.corners.emplace_back(area.left() + (each + gap) * static_cast<double>(i), area.bottom() - below, each, below);
  }
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
  const double names = QFontMetricsF(style.small()).horizontalAdvance(QStringLiteral("512 KiB")) + style.px(14);
  return axesFor(area, from, to, highest, names, style);
}

CurveAxes cornerAxes(const QRectF& area, const StrideCorner& corner, const PlotStyle& style) {
  const auto& points = corner.line.points;
  const double from = points.empty() ? 4 : static_cast<double>(points.front().stride),
               to = points.empty() ? 1024 : static_cast<double>(points.back().stride);
  return axesFor(area, from, to, highestOf(points, 10), style.em(22), style);
}

void paintStridePicture(QPainter& painter, const CurveAxes& axes, const StrideCurves& curves, int chosenLine, int chosenPoint,
                        const PlotStyle& style) {
  painter.save();
  const QRectF& plot = axes.y.plot;
  paintTitle(painter,
             QRectF(plot.left() - axes.y.left, plot.top() - titleHeight(style), plot.width() + axes.y.left, titleHeight(style)),
             tr("Every size by every stride; a line for each size of the array"), style);
  paintAxes(painter, axes.y, {QString(), tr("Average latency (cycles)"), 0}, style);
  paintByteAxis(painter, axes.x, plot.bottom(), tr("Stride s"), style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  clipToPart(painter, axes.y, style);
  const QFontMetricsF metrics(style.small());
  // Names at the right end of each line, from above; those that would touch are left out, the chosen one never.
  struct Name {
    double y;
    std::size_t line;
  };
  std::vector<Name> names;
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
    painter.setPen(QPen(strong ? style.palette.accent : mixed(colour, style.palette.card, 0.75), style.line(strong ? 2.4 : 1.3)));
    painter.drawPath(path);
    painter.fillPath(marks, strong ? style.palette.accent : colour);
    names.push_back({axes.y.toY(line.points.back().cycles), i});
  }
  painter.setClipping(false);
  std::sort(names.begin(), names.end(), [&](const Name& a, const Name& b) { return a.y != b.y ? a.y < b.y : a.line > b.line; });
  std::stable_sort(names.begin(), names.end(), [&](const Name& a, const Name& b) {
    return (static_cast<int>(a.line) == chosenLine) > (static_cast<int>(b.line) == chosenLine);
  });
  std::vector<QRectF> taken;
  for (const Name& name : names) {
    const StrideLine& line = curves.lines[name.line];
    const bool strong = static_cast<int>(name.line) == chosenLine;
    painter.setFont(style.small(strong ? Weight::semiBold : Weight::regular));
    const QString text = sizeText(static_cast<double>(line.bytes));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + style.px(4);
    const double x = axes.x.toX(static_cast<double>(line.points.back().stride));
    if (axes.y.part && x > plot.right() + style.px(1)) continue;
    // Beside the end where there is room beside the plot, else below it.
    const bool beside = x + style.px(8) + width > plot.right();
    const QRectF room = beside ? QRectF(x + style.px(8), name.y - metrics.height() / 2, width, metrics.height())
                               : QRectF(x - width / 2, name.y + style.px(5), width, metrics.height());
    if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(room); })) continue;
    taken.push_back(room);
    painter.setPen(strong ? style.palette.accent : style.palette.quietInk);
    painter.drawText(room, Qt::AlignCenter, text);
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
                tr("Stride s, array of up to %1").arg(sizeText(static_cast<double>(corner.line.bytes))), style);
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
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + style.px(2);
    const bool right = x + width + style.px(6) < axes.y.plot.right();
    painter.drawText(
        QRectF(right ? x + style.px(4) : x - width - style.px(4), axes.y.plot.bottom() - style.em(18), width, style.em(16)),
        Qt::AlignLeft | Qt::AlignVCenter, text);
  } else if (!corner.reason.isEmpty() && axes.y.plot.height() > style.em(60)) {
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    painter.drawText(axes.y.plot.adjusted(style.px(6), style.px(2), -style.px(6), 0), Qt::AlignLeft | Qt::TextWordWrap,
                     corner.reason);
  }
  painter.restore();
}

}  // namespace chasescope
