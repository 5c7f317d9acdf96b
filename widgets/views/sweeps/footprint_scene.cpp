#include "widgets/views/sweeps/footprint_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// The level that answers at a footprint, by the ends of the levels.
std::string levelAt(const FootprintCurve& curve, double bytes) {
  for (const LevelEnd& end : curve.ends)
    if (bytes <= static_cast<double>(end.fits)) return end.subject;
  // Behind the last end, the next plateau gives the level: the rising part belongs to the level that it leads to.
  const NamedPlateau* next = nullptr;
  for (const NamedPlateau& plateau : curve.plateaus)
    if (bytes <= plateau.to_bytes && (next == nullptr || plateau.to_bytes < next->to_bytes)) next = &plateau;
  if (next != nullptr) return next->subject;
  return curve.ends.empty() && curve.plateaus.empty() ? subject::l1_data : subject::device;
}

/// The places of the names of the ends: above the plot in as many rows as needed so that no names touch; row 0 is the lowest.
struct EndNames {
  struct Place {
    double left = 0, width = 0;
    std::size_t row = 0;
  };
  std::vector<Place> places;  ///< in the order of the curve's ends
  std::size_t rows = 0;
};

double endRow(const PlotStyle& style) { return QFontMetricsF(style.small(Weight::medium)).height() + style.px(3); }

/// Whether the curve reaches the end: an end of a shared cache that was found through another space may lie beyond it.
bool isOn(const ByteAxis& axis, const LevelEnd& end) {
  constexpr double kHair = 0.5;  // of a pixel or point
  const double x = axis.toX(static_cast<double>(end.fits));
  return x >= axis.left - kHair && x <= axis.right + kHair;
}

EndNames placeEnds(const FootprintCurve& curve, const ByteAxis& axis, const PlotStyle& style) {
  const QFontMetricsF metrics(style.small(Weight::medium));
  const double air = style.em(5);
  EndNames names;
  TakenRoom taken;
  const auto toX = [&](const LevelEnd& end) { return axis.toX(static_cast<double>(end.fits)); };
  for (const LevelEnd& end : curve.ends) {
    if (!isOn(axis, end)) {
      names.places.push_back({});
      continue;
    }
    const double width = metrics.horizontalAdvance(endText(end)) + style.px(1), x = toX(end);
    // A name stands over its line or beside it, but not over another line, which may lead to a higher row.
    const auto place = [&](bool strict) {
      for (std::size_t row = 0; row <= curve.ends.size(); ++row)
        for (double left : {x - width / 2, x - width - style.px(4), x + style.px(4)}) {
          left = std::clamp(left, axis.left, std::max(axis.left, axis.right - width));
          const QRectF room(left - air, static_cast<double>(row), width + 2 * air, 0.9);  // in rows
          const auto below = [&](const LevelEnd& other) {
            return &other != &end && toX(other) > left - style.px(3) && toX(other) < left + width + style.px(3);
          };
          if (!taken.isFree(room) || (strict && std::any_of(curve.ends.begin(), curve.ends.end(), below))) continue;
          taken.take(room.adjusted(air, 0, -air, 0));
          names.places.push_back({left, width, row});
          names.rows = std::max(names.rows, row + 1);
          return true;
        }
      return false;
    };
    if (!place(true)) place(false);
  }
  return names;
}

void paintEnds(QPainter& painter, const CurveAxes& axes, const FootprintCurve& curve, int chosen, const PlotStyle& style) {
  const double line = endRow(style);
  const QRectF& plot = axes.y.plot;
  const EndNames names = placeEnds(curve, axes.x, style);
  for (std::size_t i = 0; i < curve.ends.size(); ++i) {
    const LevelEnd& end = curve.ends[i];
    const bool strong = chosen == static_cast<int>(i);
    const double x = axes.x.toX(static_cast<double>(end.fits));
    if (!isOn(axes.x, end)) continue;
    const QColor colour = strong ? style.palette.accent : style.palette.ink;
    if (!end.measured) {  // the end is only known to lie between two footprints
      const double to = std::min(axes.x.toX(static_cast<double>(end.misses)), plot.right());
      QColor wash = style.palette.cantTell;
      wash.setAlphaF(0.16F);
      painter.fillRect(QRectF(x, plot.top(), to - x, plot.height()), wash);
    }
    painter.setPen(QPen(colour, style.line(strong ? 1.8 : 1.2), end.measured ? Qt::SolidLine : Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top() - style.px(2)), QPointF(x, plot.bottom()));
    // A diamond on the line marks the change that the test found; it is full if both agree.
    if (end.test) {
      QPainterPath sign;
      addMarker(sign, Marker::diamond, {x, plot.bottom()}, style.px(9));
      painter.setPen(QPen(colour, style.line(1.4)));
      painter.setBrush(end.agrees ? colour : style.palette.card);
      painter.drawPath(sign);
      painter.setBrush(Qt::NoBrush);
    }
    const EndNames::Place& name = names.places[i];
    const double y = plot.top() - style.px(4) - line * static_cast<double>(name.row + 1);
    painter.setFont(style.small(Weight::medium));
    painter.setPen(colour);
    painter.drawText(QRectF(name.left, y, name.width, line), Qt::AlignLeft | Qt::AlignVCenter, endText(end));
    if (name.row > 0) painter.drawLine(QPointF(x, y + line), QPointF(x, plot.top()));
  }
}

/// The parts of the curve that are drawn, and the room that labels may not cover.
struct DrawnCurve {
  QPainterPath line;
  std::map<std::size_t, QPainterPath> marks;  ///< by level
};

DrawnCurve drawnCurve(const CurveAxes& axes, const FootprintCurve& curve, const PlotStyle& style) {
  DrawnCurve drawn;
  const double size =
      std::clamp(axes.y.plot.width() / static_cast<double>(curve.points.size() + 1) * 0.9, style.px(3), style.px(6));
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const SweepPoint& point = curve.points[i];
    const QPointF at = axes.at(static_cast<double>(point.bytes), point.cycles);
    i == 0 ? drawn.line.moveTo(at) : drawn.line.lineTo(at);
    const std::size_t level = partLevel(levelAt(curve, static_cast<double>(point.bytes)));
    drawn.marks[level].setFillRule(Qt::WindingFill);
    addMarker(drawn.marks[level], levelMarker(level), at, size);
  }
  return drawn;
}

QRectF bandOf(const NamedPlateau& plateau, const CurveAxes& axes, const PlotStyle& style) {
  const QPointF from = axes.at(plateau.from_bytes, plateau.cycles), to = axes.at(plateau.to_bytes, plateau.cycles);
  return {from.x() - style.px(4), from.y() - style.px(6), to.x() - from.x() + style.px(8), style.px(12)};
}

/// The distance between two boxes.
double between(const QRectF& a, const QRectF& b) {
  return std::hypot(std::max({0.0, a.left() - b.right(), b.left() - a.right()}), std::max({0.0, a.top() - b.bottom(), b.top() - a.bottom()}));
}

/// Places for a label of a plateau, best first: above and below its middle and its ends, then around it ever farther away.
std::vector<QRectF> placesNear(const QRectF& band, const QSizeF& size, const QRectF& plot, double farthest, const PlotStyle& style) {
  constexpr int kAway = 6, kAside = 40;
  const double air = style.px(3), middle = (std::max(band.left(), plot.left()) + std::min(band.right(), plot.right())) / 2;
  const auto inside = [&](double left) { return std::clamp(left, plot.left() + air, std::max(plot.left() + air, plot.right() - size.width())); };
  std::vector<QRectF> places;
  for (int away = 0; away < kAway; ++away) {
    const double up = size.height() * away / 2;
    for (const double left : {middle - size.width() / 2, band.left(), band.right() - size.width()}) {
      places.emplace_back(QPointF(inside(left), band.top() - air - size.height() - up), size);
      places.emplace_back(QPointF(inside(left), band.bottom() + air + up), size);
    }
    for (int step = 0; step < kAside; ++step)
      for (const double left : {band.left() - style.em(5 + 3.0 * step) - size.width(), band.right() + style.em(5 + 3.0 * step)})
        for (const double y : {-up, up}) places.emplace_back(QPointF(left, band.center().y() - size.height() / 2 + y), size);
  }
  std::erase_if(places, [&](const QRectF& place) { return between(place, band) > farthest; });
  std::stable_sort(places.begin(), places.end(), [&](const QRectF& a, const QRectF& b) { return between(a, band) < between(b, band); });
  return places;
}

/// Draws a line from a label to its plateau, if they stand apart. \return the line; empty if the label is near enough.
QPainterPath paintLeader(QPainter& painter, const QRectF& place, const QRectF& band, const QColor& colour, const PlotStyle& style) {
  const auto nearest = [](const QRectF& box, const QPointF& to) {
    return QPointF(std::clamp(to.x(), box.left(), box.right()), std::clamp(to.y(), box.top(), box.bottom()));
  };
  const QPointF from = nearest(place.adjusted(-style.px(1), 0, style.px(1), 0), band.center()), to = nearest(band, from);
  QPainterPath line;
  if (QLineF(from, to).length() < style.em(7)) return line;
  painter.setPen(QPen(colour, style.line(0.8)));
  painter.drawLine(from, to);
  line.moveTo(from);
  line.lineTo(to);
  return line;
}

void paintPlateaus(QPainter& painter, const CurveAxes& axes, const FootprintCurve& curve, const DrawnCurve& drawn, const PlotStyle& style) {
  const QRectF& plot = axes.y.plot;
  TakenRoom taken;
  taken.take(drawn.line);
  for (const auto& [level, marks] : drawn.marks) taken.take(marks);
  for (const LevelEnd& end : curve.ends) {
    const double x = axes.x.toX(static_cast<double>(end.fits));
    taken.take(QRectF(x - style.px(2), plot.top(), style.px(4), plot.height()));
  }
  for (const NamedPlateau& plateau : curve.plateaus) taken.take(bandOf(plateau, axes, style).adjusted(0, style.px(1), 0, -style.px(1)));
  for (const NamedPlateau& plateau : curve.plateaus) {
    const QRectF band = bandOf(plateau, axes, style);
    if (axes.y.part && (band.right() < plot.left() || band.left() > plot.right())) continue;
    const std::size_t level = partLevel(plateau.subject);
    QColor wash = levelColour(level, style.palette);
    wash.setAlphaF(0.2F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(wash);
    painter.drawRoundedRect(band, style.px(4), style.px(4));
    const QFontMetricsF metrics(style.small(Weight::medium));
    const QString cycles = tr("%1 cycles").arg(cyclesText(plateau.told));
    const QString name = partName(plateau.subject);
    // Prefer the whole name near the plateau, if necessary on two lines, to a name far away.
    const auto write = [&](double farthest) {
      for (const QString& text : {name + QStringLiteral(" · ") + cycles, name + QLatin1Char('\n') + cycles, cycles}) {
        const QStringList lines = text.split(QLatin1Char('\n'));
        double width = 0;
        for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
        const QSizeF size(width + style.px(2), metrics.height() * static_cast<double>(lines.size()));
        const QRectF place = taken.takeFirst(placesNear(band, size, plot, farthest, style), plot);
        if (place.isNull()) continue;
        const QColor ink = levelTextColour(level, style.palette);
        taken.take(paintLeader(painter, place, band, ink, style));
        painter.setFont(style.small(Weight::medium));
        painter.setPen(ink);
        painter.drawText(place, (place.right() < band.left() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
        return true;
      }
      return false;
    };
    if (!write(style.em(30))) write(plot.width());
  }
  painter.setBrush(Qt::NoBrush);
}

void paintPoints(QPainter& painter, const DrawnCurve& drawn, const PlotStyle& style) {
  painter.setPen(QPen(mixed(style.palette.quietInk, style.palette.card, 0.6), style.line(1.2)));
  painter.drawPath(drawn.line);
  for (const auto& [level, path] : drawn.marks) painter.fillPath(path, levelColour(level, style.palette));
}

/// The share of sorted values at or below x.
double shareUpTo(std::span<const double> sorted, double x) {
  if (sorted.empty()) return 0;
  return static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), x) - sorted.begin()) /
         static_cast<double>(sorted.size());
}

PlainAxes testAxes(const QRectF& area, double x0, double x1, double y0, double y1, const PlotStyle& style) {
  PlainAxes axes;
  axes.x0 = x0;
  axes.x1 = x1 > x0 ? x1 : x0 + 1;
  axes.y0 = y0;
  axes.y1 = y1;
  axes.left = leftOfAxes(style, y1);
  axes.plot = area.adjusted(axes.left, style.px(4), -style.px(8), -belowAxes(style));
  return axes;
}

void paintDistances(QPainter& painter, const QRectF& area, const ChangeTest& test, const std::string& subject,
                    const PlotStyle& style) {
  const double unit = test.footprints.back() >= 4U << 20 ? 1048576.0 : test.footprints.back() >= 4096 ? 1024.0 : 1.0;
  const double most = std::max(1.0, *std::max_element(test.distances.begin(), test.distances.end()));
  const auto x = [&](std::size_t i) { return static_cast<double>(test.footprints[i]) / unit; };
  const double air = static_cast<double>(test.step) / unit;
  const PlainAxes axes = testAxes(area, x(0) - air, x(test.footprints.size() - 1) + air, -0.05 * most, 1.12 * most, style);
  const QString name = unit > 1024 ? QStringLiteral("MiB") : unit > 1 ? QStringLiteral("KiB") : QStringLiteral("B");
  paintAxes(painter, axes, {tr("Footprint (%1)").arg(name), tr("Distance (cycles)"), 0}, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const std::size_t here = partLevel(subject);
  for (std::size_t i = 0; i < test.distances.size(); ++i) {
    QPainterPath mark;
    const std::size_t level = i < test.change.index || !test.change.found() ? here : here + 1;
    addMarker(mark, levelMarker(level), axes.at(x(i), test.distances[i]), style.px(6));
    painter.fillPath(mark, levelColour(level, style.palette));
  }
  if (!test.change.found()) return;
  const double at = axes.toX((x(test.change.index - 1) + x(test.change.index)) / 2);
  painter.setPen(QPen(style.palette.accent, style.line(1.4)));
  painter.drawLine(QPointF(at, axes.plot.top()), QPointF(at, axes.plot.bottom()));
}

void paintDistributions(QPainter& painter, const QRectF& area, const ChangeTest& test, const std::string& subject,
                        const PlotStyle& style) {
  const auto split = test.distances.begin() + static_cast<std::ptrdiff_t>(test.change.index);
  std::vector<double> before(test.distances.begin(), split), after(split, test.distances.end());
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  const double most = std::max(1.0, *std::max_element(test.distances.begin(), test.distances.end()));
  const PlainAxes axes = testAxes(area, -0.05 * most, 1.05 * most, -4, 108, style);
  paintAxes(painter, axes, {tr("Distance (cycles)"), tr("Footprints up to it (%)"), 0}, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const std::size_t here = partLevel(subject);
  const auto steps = [&](const std::vector<double>& sorted, std::size_t level, Qt::PenStyle pen) {
    QPainterPath path(axes.at(axes.x0, 0));
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      path.lineTo(axes.at(sorted[i], 100.0 * static_cast<double>(i) / static_cast<double>(sorted.size())));
      path.lineTo(axes.at(sorted[i], 100.0 * static_cast<double>(i + 1) / static_cast<double>(sorted.size())));
    }
    path.lineTo(axes.at(axes.x1, sorted.empty() ? 0 : 100));
    painter.setPen(QPen(levelColour(level, style.palette), style.line(1.8), pen));
    painter.drawPath(path);
  };
  steps(before, here, Qt::SolidLine);
  steps(after, here + 1, Qt::DashLine);
  // Mark the place where both distribution functions are farthest apart: the test judges by this distance.
  const auto apart = [&](double at) { return std::abs(shareUpTo(before, at) - shareUpTo(after, at)); };
  const double widest = *std::max_element(test.distances.begin(), test.distances.end(),
                                          [&](double a, double b) { return apart(a) < apart(b); });
  const double high = axes.toY(100 * std::max(shareUpTo(before, widest), shareUpTo(after, widest)));
  const double low = axes.toY(100 * std::min(shareUpTo(before, widest), shareUpTo(after, widest)));
  const double x = axes.toX(widest) + style.px(5);
  painter.setPen(QPen(style.palette.accent, style.line(1.6)));
  painter.drawLine(QPointF(x, high), QPointF(x, low));
  for (const double y : {high, low}) painter.drawLine(QPointF(x - style.px(4), y), QPointF(x + style.px(4), y));
  painter.setFont(style.number(Weight::bold));
  const QString distance = QStringLiteral("D = %1").arg(test.change.distance, 0, 'f', 2);
  const double width = QFontMetricsF(painter.font()).horizontalAdvance(distance) + style.px(1);
  const double left = x + style.px(6) + width <= axes.plot.right() ? x + style.px(6) : x - style.px(12) - width;
  painter.drawText(QRectF(left, (high + low) / 2 - style.em(10), width, style.em(20)), Qt::AlignLeft | Qt::AlignVCenter, distance);
}

}  // namespace

QString endText(const LevelEnd& end) {
  return end.measured
             ? tr("%1 ends at %2").arg(partName(end.subject), sizeText(static_cast<double>(end.fits)))
             : tr("%1 ends between %2")
                   .arg(partName(end.subject), QString::fromStdString(size_range_text(static_cast<double>(end.fits), static_cast<double>(end.misses), " and ")));
}

QString testText(const LevelEnd& end) {
  const ChangeTest& test = *end.test;
  const inference::ChangePoint& change = test.change;
  QString text =
      tr("%1. Kolmogorov-Smirnov: %2").arg(QString::fromStdString(footprint_words(test)), QString::fromStdString(words_of(change)));
  // Keep a number on the line of its letter.
  for (const QLatin1String sign : {QLatin1String(" = "), QLatin1String(" < ")})
    text.replace(sign, QString(sign).replace(QLatin1Char(' '), QChar::Nbsp));
  if (!change.found()) return text + QLatin1Char('.');
  text += tr(" (D needed: %1).").arg(change.critical, 0, 'f', 2);
  // Write both places in one unit, or in bytes if they would look equal otherwise.
  const auto two = [](std::uint64_t a, std::uint64_t b) {
    return QString::fromStdString(size_range_text(static_cast<double>(a), static_cast<double>(b), " and "));
  };
  text += QLatin1Char(' ') +
          tr("It finds the change between %1").arg(two(test.footprints[change.index - 1], test.footprints[change.index]));
  return end.agrees ? text + QLatin1Char('.') : text + tr("; misses begin between %1.").arg(two(end.fits, end.misses));
}

FootprintLayout layOutFootprints(const QRectF& area, bool withTest, const PlotStyle& style) {
  constexpr double kTestShare = 0.38;
  const double gap = style.em(14);
  if (!withTest || area.height() * kTestShare < style.em(130) || area.width() < style.em(300)) return {area, {}};
  const double below = std::min(area.height() * kTestShare, style.em(230));
  return {area.adjusted(0, 0, 0, -below - gap), QRectF(area.left(), area.bottom() - below, area.width(), below)};
}

CurveAxes footprintAxes(const QRectF& area, const FootprintCurve& curve, const PlotStyle& style) {
  double highest = 10;
  for (const SweepPoint& point : curve.points) highest = std::max(highest, point.cycles);
  CurveAxes axes;
  axes.y.y1 = highest * 1.1;
  axes.y.left = leftOfAxes(style, axes.y.y1);
  axes.y.plot = area.adjusted(axes.y.left, 0, -style.px(8), -belowByteAxis(style));
  const double from = curve.points.empty() ? 32 : static_cast<double>(curve.points.front().bytes);
  const double to = curve.points.empty() ? 1 << 20 : static_cast<double>(curve.points.back().bytes);
  axes.x = byteAxis(axes.y.plot.left(), axes.y.plot.right(), from, to);
  axes.y.plot.setTop(area.top() + endRow(style) * static_cast<double>(placeEnds(curve, axes.x, style).rows) + style.px(8));
  return axes;
}

void paintFootprints(QPainter& painter, const CurveAxes& axes, const FootprintCurve& curve, int chosenEnd, int chosenPoint,
                     const PlotStyle& style) {
  painter.save();
  paintAxes(painter, axes.y, {QString(), tr("Average latency (cycles)"), 0}, style);
  paintByteAxis(painter, axes.x, axes.y.plot.bottom(), tr("Footprint N"), style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  PlainAxes width = axes.y;
  width.part_y = false;  // the names of the ends stand above the plot
  clipToPart(painter, width, style);
  paintEnds(painter, axes, curve, chosenEnd, style);
  clipToPart(painter, axes.y, style);
  const DrawnCurve drawn = drawnCurve(axes, curve, style);
  paintPoints(painter, drawn, style);
  paintPlateaus(painter, axes, curve, drawn, style);
  if (chosenPoint >= 0 && chosenPoint < static_cast<int>(curve.points.size())) {
    const SweepPoint& point = curve.points[static_cast<std::size_t>(chosenPoint)];
    painter.setPen(QPen(style.palette.accent, style.line(2)));
    painter.drawEllipse(axes.at(static_cast<double>(point.bytes), point.cycles), style.px(6), style.px(6));
  }
  painter.restore();
}

void paintChangeTest(QPainter& painter, const QRectF& area, const LevelEnd& end, const PlotStyle& style) {
  const ChangeTest& test = *end.test;
  painter.save();
  const QFontMetricsF title(style.text(Weight::medium)), small(style.small());
  painter.setFont(style.text(Weight::medium));
  painter.setPen(style.palette.ink);
  const QString name = tr("The change at the end of %1").arg(partName(end.subject));
  painter.drawText(QRectF(area.left(), area.top(), area.width(), title.height()), Qt::AlignLeft | Qt::AlignTop, name);
  const double beside = title.horizontalAdvance(name) + style.px(12);
  const QString sentence = testText(end);
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  double top = area.top() + title.height() + style.px(6);
  if (small.horizontalAdvance(sentence) <= area.width() - beside) {
    painter.drawText(QRectF(area.left() + beside, area.top(), area.width() - beside, title.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, sentence);
  } else {
    const QRectF room = small.boundingRect(QRectF(0, 0, area.width(), 1000), Qt::TextWordWrap, sentence);
    painter.drawText(QRectF(area.left(), top - style.px(4), area.width(), room.height()), Qt::AlignLeft | Qt::TextWordWrap,
                     sentence);
    top += room.height();
  }
  const QRectF body(area.left(), top, area.width(), area.bottom() - top);
  const bool two = test.change.index > 0 && body.width() >= style.em(430);
  const double left = two ? body.width() * 0.55 : body.width();
  paintDistances(painter, QRectF(body.left(), body.top(), left, body.height()), test, end.subject, style);
  if (two)
    paintDistributions(painter,
                       QRectF(body.left() + left + style.em(10), body.top(), body.width() - left - style.em(10), body.height()),
                       test, end.subject, style);
  painter.restore();
}

}  // namespace chasescope
