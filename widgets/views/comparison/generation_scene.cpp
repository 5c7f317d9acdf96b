#include "widgets/views/comparison/generation_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/device/generation.h"
#include "engine/findings/finding_words.h"
#include "engine/session/published/published.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// "512 KiB", "1 TB/s", "300".
QString valueText(double value, const GenerationQuantity& quantity) {
  Finding finding;
  finding.subject = quantity.subject;
  finding.quantity = quantity.quantity;
  finding.unit = quantity.unit;
  finding.value = value;
  finding.status = FindingStatus::measured;
  return QString::fromStdString(quantity.unit == std::string_view("cycles") ? value_parts(finding).value : value_words(finding));
}

/// The values with a line across the plot.
std::vector<double> ticksOf(const GenerationLayout& layout, const GenerationScene& scene, const PlotStyle& style) {
  const double apart = style.em(30);
  std::vector<double> ticks;
  if (!scene.doubling()) {
    const double step = tickStep(layout.high - layout.low, std::max(2, static_cast<int>(layout.plot.height() / apart)));
    for (double value = 0; value <= layout.high; value += step) ticks.push_back(value);
    return ticks;
  }
  // Sizes have lines at powers of two; rates at 1, 2 and 5 times powers of ten.
  if (scene.quantity->unit == std::string_view("bytes")) {
    const double octave = layout.plot.height() / std::log2(layout.high / layout.low);
    const int every = std::max(1, static_cast<int>(std::ceil(apart / octave)));
    for (int power = static_cast<int>(std::ceil(std::log2(layout.low))); std::exp2(power) <= layout.high; ++power)
      if (power % every == 0) ticks.push_back(std::exp2(power));
    return ticks;
  }
  for (double decade = std::pow(10, std::floor(std::log10(layout.low))); decade <= layout.high; decade *= 10)
    for (const double each : {1.0, 2.0, 5.0})
      if (decade * each >= layout.low && decade * each <= layout.high) ticks.push_back(decade * each);
  return ticks;
}

double toY(const GenerationLayout& layout, bool doubling, double value) {
  const auto along = [doubling](double v) { return doubling ? std::log2(v) : v; };
  const double low = along(layout.low), high = along(layout.high);
  return layout.plot.bottom() - (along(value) - low) / (high - low) * layout.plot.height();
}

/// The names of the generations below the axis, each in the year of its first card. Two generations of one year share a place.
std::map<int, QStringList> namesByYear(const GenerationLine& line) {
  std::map<int, QStringList> names;
  for (const GenerationPoint& point : line.points)
    if (const QString name = QString::fromStdString(point.generation); !names[point.year].contains(name)) names[point.year] << name;
  return names;
}

/// The height below the axis: the years, the names of the generations, the title.
double belowLine(std::size_t rows_of_names, const PlotStyle& style) {
  return static_cast<double>(rows_of_names + 1) * QFontMetricsF(style.text(Weight::medium)).height() +
         QFontMetricsF(style.number()).height() + style.px(14);
}

/// Names of neighbouring years that would touch stand in rows below each other. The boxes are as far below the axis as their tops
/// say. \return the number of rows.
std::size_t placeNames(GenerationLayout& layout, const GenerationLine& line, const PlotStyle& style) {
  const QFontMetricsF metrics(style.text(Weight::medium));
  const double top = style.px(8) + QFontMetricsF(style.number()).height();
  std::vector<double> ends;  // of each row
  for (const auto& [year, generations] : namesByYear(line)) {
    const QString words = generations.join(QStringLiteral(", "));
    const double wide = metrics.horizontalAdvance(words),
                 left = std::clamp(layout.toX(year) - wide / 2, layout.plot.left() - layout.left,
                                   layout.plot.right() + style.em(26) - wide);
    std::size_t row = 0;
    while (row < ends.size() && left < ends[row]) ++row;
    if (row == ends.size()) ends.push_back(0);
    ends[row] = left + wide + style.em(6);
    layout.names.push_back(
        {year, words, QRectF(left, top + static_cast<double>(row) * metrics.height(), wide + 1, metrics.height())});
  }
  return ends.size();
}

/// The number of a source in the legend, from 1 on.
std::ptrdiff_t numberOf(const std::vector<GenerationPublished>& sources, const GenerationPublished& one) {
  return std::find_if(sources.begin(), sources.end(), [&](const auto& source) { return source.key == one.key; }) - sources.begin() +
         1;
}

void placeLabels(GenerationLayout& layout, const GenerationScene& scene, const PlotStyle& style) {
  const QFontMetricsF metrics(style.small(Weight::medium));
  TakenRoom taken;
  const double mark = style.px(11);
  for (const auto* places : {&layout.places, &layout.published})
    for (const GenerationPlace& place : *places) taken.take(QRectF(place.at.x() - mark / 2, place.at.y() - mark / 2, mark, mark));
  for (std::size_t i = 0; i < layout.places.size(); ++i) {
    const GenerationPoint& point = scene.line.points[i];
    if (point.low >= point.high) continue;
    const double x = layout.places[i].at.x(), half = style.px(4);
    taken.take(QRectF(QPointF(x - half, toY(layout, scene.doubling(), point.high)),
                      QPointF(x + half, toY(layout, scene.doubling(), point.low))));
  }
  const QRectF within(layout.plot.left(), layout.plot.top() - style.em(8), layout.plot.width() + style.em(26),
                      layout.plot.height() + style.em(8));
  for (std::size_t i = 0; i < layout.places.size(); ++i) {
    const QPointF at = layout.places[i].at;
    const double wide = metrics.horizontalAdvance(briefCard(QString::fromStdString(scene.line.points[i].device))) + style.px(2),
                 high = metrics.height(), gap = style.px(8);
    std::vector<QRectF> places;
    for (const double lift : {0.0, -0.55, 0.55, -1.1, 1.1, -1.9, 1.9}) {
      places.emplace_back(at.x() + gap, at.y() - high / 2 + lift * high, wide, high);
      places.emplace_back(at.x() - gap - wide, at.y() - high / 2 + lift * high, wide, high);
      if (std::abs(lift) > 1) places.emplace_back(at.x() - wide / 2, at.y() - high / 2 + lift * high, wide, high);
    }
    layout.places[i].label = taken.takeFirst(places, within);
  }
  const std::vector<GenerationPublished> sources = scene.sources();
  for (std::size_t i = 0; i < layout.published.size(); ++i) {
    const QPointF at = layout.published[i].at;
    const double wide = metrics.horizontalAdvance(QString::number(numberOf(sources, scene.published[i]))) + style.px(2),
                 high = metrics.height(), gap = style.px(8);
    layout.published[i].label = taken.takeFirst({{at.x() + gap, at.y() - high / 2, wide, high},
                                                 {at.x() - gap - wide, at.y() - high / 2, wide, high},
                                                 {at.x() - wide / 2, at.y() - gap - high, wide, high},
                                                 {at.x() - wide / 2, at.y() + gap, wide, high}},
                                                within);
  }
}

LegendEntry publishedKey(const PlotStyle& style) {
  return {[style](QPainter& painter, const QRectF& box) {
            QPainterPath sign;
            addMarker(sign, Marker::diamond, box.center(), style.px(9));
            painter.setPen(QPen(style.palette.ink, style.line(1.2)));
            painter.setBrush(style.palette.card);
            painter.drawPath(sign);
          },
          tr("published"), style.palette.ink};
}

}  // namespace

bool GenerationScene::doubling() const {
  const std::string_view unit = quantity->unit;
  return unit == "bytes" || unit == "bytes/s";
}

std::vector<GenerationPublished> GenerationScene::sources() const {
  std::vector<GenerationPublished> all;
  for (const GenerationPublished& one : published)
    if (std::none_of(all.begin(), all.end(), [&](const GenerationPublished& other) { return other.key == one.key; }))
      all.push_back(one);
  return all;
}

GenerationScene generationScene(std::span<const Session> sessions, const GenerationQuantity& quantity) {
  GenerationScene scene{&quantity, generation_line(sessions, quantity), {}};
  for (std::size_t i = 0; i < scene.line.points.size(); ++i)
    for (const PublishedValue& value : published_values(sessions[scene.line.points[i].session].device.name)) {
      const Finding& what = value.what;
      if (what.subject != quantity.subject || what.quantity != quantity.quantity || what.unit != quantity.unit ||
          !what.conditions.empty() || !what.value.is_number())
        continue;
      const double number = what.value.get<double>();
      const bool known = std::any_of(scene.published.begin(), scene.published.end(), [&](const GenerationPublished& other) {
        return other.point == i && other.value == number && other.key == QString::fromStdString(value.key);
      });
      if (number > 0 && !known)
        scene.published.push_back({i, number, QString::fromStdString(value.key), QString::fromStdString(value.source),
                                   QString::fromStdString(value.note)});
    }
  return scene;
}

QString briefCard(const QString& name) {
  QString words = name;
  for (const char* prefix : {"NVIDIA ", "GeForce ", "Tesla ", "Quadro "}) words.remove(QLatin1String(prefix));
  return words.trimmed();
}

QString generationText(const GenerationPoint& point) {
  return tr("%1, %2 %3: %4, %5")
      .arg(QString::fromStdString(point.device), QString::fromStdString(point.generation))
      .arg(point.year)
      .arg(QString::fromStdString(point.words), point.reported ? tr("reported by the device") : tr("measured"));
}

GenerationLayout layOutGenerations(const QRectF& area, const GenerationScene& scene, const PlotStyle& style) {
  const std::vector<GenerationPoint>& points = scene.line.points;
  GenerationLayout layout;
  layout.from = points.front().year - 1;
  layout.to = points.back().year + 2;  // room for the names, which stand at the right of their points
  std::vector<double> values;
  for (const GenerationPoint& point : points) values.insert(values.end(), {point.value, std::max(point.value, point.high)});
  for (const GenerationPublished& one : scene.published) values.push_back(one.value);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (scene.doubling()) {
    layout.low = *least / 1.6;
    layout.high = *most * 1.6;
  } else {
    layout.high = *most * 1.12;
  }
  const QFontMetricsF numbers(style.number());
  if (!scene.published.empty()) layout.key = paintLegend(nullptr, {publishedKey(style)}, area.topLeft(), area.width(), style);
  layout.plot = area.adjusted(0, layout.key + style.em(10), 0, -belowLine(1, style));
  double widest = 0;
  for (const double tick : ticksOf(layout, scene, style))
    widest = std::max(widest, numbers.horizontalAdvance(valueText(tick, *scene.quantity)));
  layout.left = widest + style.px(10) + QFontMetricsF(style.text(Weight::medium)).height() + style.px(6);
  layout.plot.setLeft(area.left() + layout.left);
  layout.plot.setRight(area.right() - style.em(28));
  layout.plot.setBottom(area.bottom() - belowLine(placeNames(layout, scene.line, style), style));
  for (GenerationName& name : layout.names) name.box.translate(0, layout.plot.bottom());
  for (const GenerationPoint& point : points)
    layout.places.push_back({{layout.toX(point.year), toY(layout, scene.doubling(), point.value)}, {}});
  // Cards of one year stand side by side, as far as the year's width allows.
  std::map<int, std::vector<std::size_t>> by_year;
  for (std::size_t i = 0; i < points.size(); ++i) by_year[points[i].year].push_back(i);
  const double year = layout.toX(1) - layout.toX(0);
  for (const auto& [when, all] : by_year)
    for (std::size_t k = 0; k < all.size(); ++k)
      layout.places[all[k]].at.rx() += (static_cast<double>(k) - static_cast<double>(all.size() - 1) / 2) *
                                       std::min(style.px(12), 0.7 * year / static_cast<double>(all.size()));
  for (const GenerationPublished& one : scene.published)
    layout.published.push_back({{layout.places[one.point].at.x(), toY(layout, scene.doubling(), one.value)}, {}});
  placeLabels(layout, scene, style);
  return layout;
}

void paintGenerations(QPainter& painter, const GenerationLayout& layout, const GenerationScene& scene, int chosen,
                      const PlotStyle& style) {
  const Palette& palette = style.palette;
  const QRectF& plot = layout.plot;
  const QFontMetricsF numbers(style.number()), title(style.text(Weight::medium));
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setFont(style.number());
  for (const double tick : ticksOf(layout, scene, style)) {
    const double y = toY(layout, scene.doubling(), tick);
    painter.setPen(QPen(palette.line, style.line(1)));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(palette.quietInk);
    painter.drawText(QRectF(plot.left() - layout.left, y - numbers.height() / 2, layout.left - style.px(8), numbers.height()),
                     Qt::AlignRight | Qt::AlignVCenter, valueText(tick, *scene.quantity));
  }
  painter.setPen(QPen(style.print ? palette.ink : palette.outline, style.line(1)));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  // Years are written where they don't touch the ones before; a year can be read from its neighbours, a generation's name can't.
  double years = -INFINITY, lowest = plot.bottom() + numbers.height() + style.px(8);
  for (const GenerationName& name : layout.names) {
    const double x = layout.toX(name.year);
    painter.setPen(QPen(style.print ? palette.ink : palette.outline, style.line(1)));
    painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + style.px(4)));
    const QString year = QString::number(name.year);
    const double wide = numbers.horizontalAdvance(year),
                 left = std::clamp(x - wide / 2, plot.left() - layout.left, plot.right() + style.em(26) - wide);
    if (left >= years) {
      painter.setFont(style.number());
      painter.setPen(palette.quietInk);
      painter.drawText(QRectF(left, plot.bottom() + style.px(6), wide + 1, numbers.height()), Qt::AlignLeft | Qt::AlignTop, year);
      years = left + wide + style.em(6);
    }
    painter.setFont(style.text(Weight::medium));
    painter.setPen(palette.ink);
    painter.drawText(name.box, Qt::AlignLeft | Qt::AlignTop, name.words);
    lowest = std::max(lowest, name.box.bottom());
  }
  painter.setFont(style.text(Weight::medium));
  painter.setPen(palette.quietInk);
  paintTitleBelow(painter, plot.left() - layout.left, plot, lowest + style.px(2), tr("First card of the generation sold in"));
  painter.save();
  const QString name =
      tr(scene.quantity->title) + (scene.quantity->unit == std::string_view("cycles") ? tr(" (cycles)") : QString());
  // The title is centred on the plot's height; a title longer than that begins at the plot's upper edge and goes on below it, where
  // there is room.
  const double length = title.horizontalAdvance(name);
  painter.translate(plot.left() - layout.left + title.height() / 2, std::max(plot.center().y(), plot.top() + length / 2));
  painter.rotate(-90);
  painter.drawText(QRectF(-length / 2, -title.height() / 2, length + 1, title.height()), Qt::AlignCenter, name);
  painter.restore();
  if (layout.key > 0)
    paintLegend(&painter, {publishedKey(style)}, {plot.left(), plot.top() - style.em(10) - layout.key}, plot.width(), style);
  const std::vector<GenerationPublished> sources = scene.sources();
  for (std::size_t i = 0; i < layout.published.size(); ++i) {
    const GenerationPlace& place = layout.published[i];
    QPainterPath sign;
    addMarker(sign, Marker::diamond, place.at, style.px(12));  // larger than a card's own point, which would otherwise cover it
    painter.setPen(QPen(palette.ink, style.line(1.2)));
    painter.setBrush(palette.card);
    painter.drawPath(sign);
    if (place.label.isNull()) continue;
    painter.setFont(style.small(Weight::medium));
    painter.drawText(place.label, Qt::AlignCenter, QString::number(numberOf(sources, scene.published[i])));
  }
  for (std::size_t i = 0; i < layout.places.size(); ++i) {
    const GenerationPlace& place = layout.places[i];
    const GenerationPoint& point = scene.line.points[i];
    if (point.low < point.high) {
      painter.setPen(QPen(palette.accent, style.line(1.2), Qt::SolidLine, Qt::FlatCap));
      const QPointF low(place.at.x(), toY(layout, scene.doubling(), point.low)),
          high(place.at.x(), toY(layout, scene.doubling(), point.high)), half(style.px(4), 0);
      painter.drawLine(low, high);
      painter.drawLine(low - half, low + half);
      painter.drawLine(high - half, high + half);
    }
    const bool strong = chosen == static_cast<int>(i);
    // A filled point is measured; a hollow one is reported by the device itself.
    painter.setPen(QPen(palette.accent, style.line(2)));
    painter.setBrush(point.reported ? palette.card : palette.accent);
    painter.drawEllipse(place.at, style.px(strong ? 7 : 4.5), style.px(strong ? 7 : 4.5));
    if (place.label.isNull()) continue;
    painter.setFont(style.small(Weight::medium));
    painter.setPen(strong ? palette.accent : palette.ink);
    painter.drawText(place.label, Qt::AlignCenter, briefCard(QString::fromStdString(point.device)));
  }
  painter.restore();
}

}  // namespace chasescope
