#include "widgets/views/spectrum/spectrum_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/part_look.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::size_t kMostPaths = 3;  // drawn paths per class

std::size_t pathRows(const SpectrumClass& one) { return std::clamp<std::size_t>(one.paths.size(), 1, kMostPaths); }

double lineHeight(const PlotStyle& style) { return std::max(style.em(24), QFontMetricsF(style.small()).height() + style.px(10)); }

std::vector<std::string> partsOf(const Spectrum& spectrum) {
  std::vector<std::string> parts = spectrum.translations();
  const auto data = spectrum.data();
  parts.insert(parts.end(), data.begin(), data.end());
  return parts;
}

double widestName(const Spectrum& spectrum, const PlotStyle& style) {
  const QFontMetricsF metrics(style.small(Weight::medium));
  double widest = 0;
  for (const std::string& part : partsOf(spectrum)) widest = std::max(widest, metrics.horizontalAdvance(partName(part)));
  return widest;
}

/// Names of parts stand upright in columns that are too narrow for them.
bool namesUpright(const Spectrum& spectrum, double column, const PlotStyle& style) {
  return widestName(spectrum, style) > column - style.em(4);
}

double headHeight(const Spectrum& spectrum, double column, const PlotStyle& style) {
  const double names =
      namesUpright(spectrum, column, style) ? widestName(spectrum, style) : QFontMetricsF(style.small(Weight::medium)).height();
  return QFontMetricsF(style.text(Weight::medium)).height() + names + style.px(10);
}

/// The words for a class that no path explains.
QString unexplained(const SpectrumClass& one) { return QStringLiteral("? ") + one.words; }

/// The least height of a class's row, at this width of the paths.
double leastRow(const SpectrumClass& one, double width, const PlotStyle& style) {
  const double paths = static_cast<double>(pathRows(one)) * lineHeight(style);
  return style.em(8) + (one.paths.empty() ? std::max(paths, wrappedHeight(style.small(), unexplained(one), width)) : paths);
}

double wordsHeight(const PlotStyle& style) { return 2 * QFontMetricsF(style.small()).height() + style.px(10); }

QString legText(Leg leg, const std::string& part) {
  switch (leg) {
    case Leg::hit:
      return part == "dram" || part == subject::shared_memory ? tr("answers")
             : part == "walk"                          ? tr("read")
             : part == "window"                        ? tr("switched")
                                                       : tr("hit");
    case Leg::miss: return tr("miss");
    case Leg::notAsked: return QStringLiteral("–");
    case Leg::noDifference: return tr("any");
    case Leg::unknown: return QStringLiteral("?");
  }
  return {};
}

/// The words of a leg, the longest wording first. A part with near and far slices, or with near and far memory, has its half in
/// them.
QStringList legWordings(Leg leg, const std::string& part, const std::string& place) {
  if (leg != Leg::hit || place.empty()) return {legText(leg, part)};
  const bool near = place == "near";
  const QString brief = near ? tr("near") : tr("far");
  if (part == "dram") return {near ? tr("near memory") : tr("far memory"), brief};
  return {near ? tr("near slice") : tr("far slice"), brief};
}

/// A tick for a hit or a cross for a miss, where the word has no room.
void paintSign(QPainter& painter, const QRectF& box, Leg leg, const PlotStyle& style) {
  const double r = std::min(box.width(), box.height()) * 0.22;
  const QPointF c = box.center();
  painter.setPen(QPen(painter.pen().color(), style.line(1.6)));
  if (leg == Leg::hit) {
    painter.drawPolyline(QPolygonF({c + QPointF(-r, 0), c + QPointF(-r / 3, r), c + QPointF(r, -r)}));
  } else if (leg == Leg::miss) {
    painter.drawLine(c + QPointF(-r, -r), c + QPointF(r, r));
    painter.drawLine(c + QPointF(-r, r), c + QPointF(r, -r));
  } else {
    painter.drawLine(c + QPointF(-r, 0), c + QPointF(r, 0));
  }
}

/// Whether a part holds copies of data and so can hit or miss. Memory and the page table always answer.
bool holdsCopies(const std::string& part) {
  return part != "dram" && part != subject::shared_memory && part != "device" && part != "walk" && part != "window";
}

void paintLeg(QPainter& painter, const QRectF& box, Leg leg, const std::string& part, const PlotStyle& style,
              const std::string& place = {}) {
  const Palette& palette = style.palette;
  const bool answers = leg == Leg::hit, missed = leg == Leg::miss;
  const bool hit = answers && holdsCopies(part);
  const QColor colour = hit ? palette.hit : missed ? palette.miss : answers ? palette.quietInk : palette.line;
  painter.setBrush(hit       ? verdictFill(step::Verdict::hit, palette)
                   : answers ? mixed(palette.quietInk, palette.card, 0.16)
                             : palette.card);
  painter.setPen(QPen(colour, style.line(answers || missed ? 1.6 : 1), leg == Leg::noDifference ? Qt::DashLine : Qt::SolidLine));
  painter.drawRoundedRect(box, style.px(4), style.px(4));
  painter.setPen(missed ? palette.missText : answers ? palette.ink : palette.quietInk);
  painter.setFont(style.small(answers ? Weight::semiBold : Weight::medium));
  const double sign = missed ? style.em(15) : 0;
  QString text;
  double words = 0;
  for (const QString& wording : legWordings(leg, part, place)) {
    text = wording;
    words = QFontMetricsF(painter.font()).horizontalAdvance(text) + style.px(4);
    if (words + sign <= box.width()) break;
  }
  if (words + sign <= box.width()) {
    // A miss has a cross before its word.
    QRectF room(0, box.top(), words + sign, box.height());
    room.moveCenter(box.center());
    painter.drawText(room.adjusted(sign, 0, 0, 0), Qt::AlignCenter, text);
    if (missed) paintCross(painter, QRectF(room.left(), box.top(), sign, box.height()), palette.miss, style.line(1.6));
  } else {
    paintSign(painter, box, leg, style);
  }
}

QRectF partBox(const SpectrumLayout& layout, std::size_t index, std::size_t translations, double y, double height,
               const PlotStyle& style) {
  const double x = layout.paths + layout.column * static_cast<double>(index) + (index >= translations ? layout.between : 0);
  const double gap = style.em(8);
  return {x + gap / 2, y, layout.column - gap, height};
}

/// Paints the boxes of one path on a line, which ends with an arrow at the part that answers.
void paintPath(QPainter& painter, const Spectrum& spectrum, const AccessPath& path, const SpectrumLayout& layout, double y,
               double height, bool strong, const PlotStyle& style) {
  const auto translations = spectrum.translations(), data = spectrum.data();
  const double middle = y + height / 2;
  double end = layout.paths;
  for (std::size_t i = 0; i < data.size(); ++i)
    if (dataLeg(path, data[i]) == Leg::hit)
      end = partBox(layout, translations.size() + i, translations.size(), y, height, style).left();
  const QColor colour = strong ? style.palette.accent : style.palette.ink;
  painter.setPen(QPen(colour, style.line(strong ? 2 : 1.4)));
  const double begin = layout.paths - style.em(6);
  painter.drawLine(QPointF(begin, middle), QPointF(end - style.px(2), middle));
  QPainterPath head;
  head.addPolygon(QPolygonF(
      {QPointF(end, middle), QPointF(end - style.px(7), middle - style.px(4)), QPointF(end - style.px(7), middle + style.px(4))}));
  for (std::size_t i = 0; i < translations.size(); ++i)
    paintLeg(painter, partBox(layout, i, translations.size(), y, height, style), translationLeg(path, translations[i]),
             translations[i], style);
  for (std::size_t i = 0; i < data.size(); ++i)
    paintLeg(painter, partBox(layout, translations.size() + i, translations.size(), y, height, style), dataLeg(path, data[i]),
             data[i], style, path.place);
  painter.fillPath(head, colour);
}

void paintHeads(QPainter& painter, const Spectrum& spectrum, const SpectrumLayout& layout, const PlotStyle& style) {
  const std::size_t translations = spectrum.translations().size();
  const std::vector<std::string> parts = partsOf(spectrum);
  const QFontMetricsF group(style.text(Weight::medium)), part(style.small(Weight::medium));
  const double low = layout.heads.bottom() - part.height() - style.px(4);
  painter.setFont(style.text(Weight::medium));
  painter.setPen(style.palette.ink);
  const auto title = [&](double from, double to, const QStringList& wordings) {
    painter.drawText(QRectF(from, layout.heads.top(), to - from, group.height()),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, fittingWords(painter.font(), wordings, to - from));
  };
  const double split = layout.paths + layout.column * static_cast<double>(translations);
  if (translations > 0) title(layout.paths, split, {tr("Where is the page?"), tr("Page")});
  if (parts.size() > translations) title(split + layout.between, layout.right, {tr("Where is the line?"), tr("Line")});
  painter.setFont(style.small(Weight::medium));
  painter.setPen(style.palette.quietInk);
  const bool upright = namesUpright(spectrum, layout.column, style);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const QRectF box = partBox(layout, i, translations, low, part.height(), style);
    const double width = part.horizontalAdvance(partName(parts[i])) + style.px(1);
    painter.save();
    painter.translate(box.center().x(), upright ? box.bottom() : box.center().y());
    if (upright) painter.rotate(-90);
    painter.drawText(QRectF(upright ? 0 : -width / 2, -part.height() / 2, width, part.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     partName(parts[i]));
    painter.restore();
  }
  painter.drawText(QRectF(layout.latency, low, layout.share - layout.latency, part.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("Latency (cycles)"));
  if (layout.share < layout.paths)
    painter.drawText(QRectF(layout.share, low, layout.paths - layout.share, part.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Share"));
  painter.setPen(QPen(style.palette.outline, style.line(1)));
  painter.drawLine(QPointF(layout.heads.left(), layout.heads.bottom()), QPointF(layout.heads.right(), layout.heads.bottom()));
}

void paintBar(QPainter& painter, const QRectF& room, double share, const QColor& colour, const PlotStyle& style) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(mixed(style.palette.line, style.palette.card, 0.6));
  painter.drawRect(room);
  painter.setBrush(colour);
  painter.drawRect(
      QRectF(room.left(), room.top(), std::max(room.width() * std::clamp(share, 0.0, 1.0), style.px(1.5)), room.height()));
}

void paintNumbers(QPainter& painter, const SpectrumClass& one, double highest, const SpectrumLayout& layout, const QRectF& row,
                  const PlotStyle& style) {
  const QFontMetricsF number(style.number(Weight::bold)), small(style.small());
  const double gap = style.em(12), bar = style.em(5);
  const double height = number.height() + bar + style.px(3);
  const double top = row.center().y() - height / 2;
  painter.setFont(style.number(Weight::bold));
  painter.setPen(style.palette.ink);
  const double width = layout.share - layout.latency - gap;
  painter.drawText(QRectF(layout.latency, top, width, number.height()), Qt::AlignLeft | Qt::AlignVCenter, cyclesText(one.cycles));
  if (one.high > one.low) {  // the interval, if it has room
    const QString interval = QStringLiteral("%1 – %2").arg(cyclesText(one.low), cyclesText(one.high));
    const double from = layout.latency + number.horizontalAdvance(cyclesText(one.cycles)) + style.px(8);
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    if (from + small.horizontalAdvance(interval) < layout.latency + width)
      painter.drawText(QRectF(from, top, width, number.height()), Qt::AlignLeft | Qt::AlignVCenter, interval);
  }
  paintBar(painter, QRectF(layout.latency, top + number.height() + style.px(1), width, bar), one.cycles / highest,
           style.palette.quietInk, style);
  if (layout.share >= layout.paths || !one.share) return;
  const double room = layout.paths - layout.share - 2 * gap;
  painter.setFont(style.number());
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(layout.share, top, room + gap, number.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   percentText(*one.share));
  paintBar(painter, QRectF(layout.share, top + number.height() + style.px(1), room, bar), *one.share, style.palette.accent, style);
}

}  // namespace

QString classText(const SpectrumClass& one) {
  const QString cycles = tr("%1 cycles").arg(cyclesText(one.cycles));
  return one.share ? tr("%1 · %2 of the accesses").arg(cycles, percentText(*one.share)) : cycles;
}

namespace {

/// The places of the columns.
SpectrumLayout columnsOf(const QRectF& area, const Spectrum& spectrum, const PlotStyle& style) {
  SpectrumLayout layout;
  const auto parts = static_cast<double>(partsOf(spectrum).size());
  layout.latency = area.left() + style.em(4);
  layout.right = area.right() - style.em(4);
  const bool narrow = area.width() < style.em(520);
  const double latency = narrow ? style.em(96) : std::clamp(area.width() * 0.2, style.em(120), style.em(210));
  const double share = narrow ? 0 : std::clamp(area.width() * 0.13, style.em(82), style.em(130));
  layout.share = layout.latency + latency;
  layout.paths = layout.share + share;
  layout.between = spectrum.translations().empty() ? 0 : style.em(narrow ? 8 : 18);
  layout.column = parts > 0 ? std::min((layout.right - layout.paths - layout.between) / parts, style.em(130)) : 0;
  layout.right = layout.paths + layout.between + layout.column * parts;
  return layout;
}

double wordsWidth(const QRectF& area, const SpectrumLayout& layout, const PlotStyle& style) {
  return area.right() - layout.paths - style.px(4);
}

}  // namespace

double leastSpectrumHeight(const Spectrum& spectrum, double width, const PlotStyle& style) {
  const QRectF area(0, 0, width, 0);
  const SpectrumLayout columns = columnsOf(area, spectrum, style);
  double height = headHeight(spectrum, columns.column, style) + style.px(2);
  for (const SpectrumClass& one : spectrum.classes) height += leastRow(one, wordsWidth(area, columns, style), style);
  return height;
}

SpectrumLayout layOutSpectrum(const QRectF& area, const Spectrum& spectrum, bool withWords, const PlotStyle& style) {
  SpectrumLayout layout = columnsOf(area, spectrum, style);
  layout.heads = QRectF(area.left(), area.top(), area.width(), headHeight(spectrum, layout.column, style));
  const double least = leastSpectrumHeight(spectrum, area.width(), style);
  const double words = withWords && area.height() >= least + wordsHeight(style) ? wordsHeight(style) : 0;
  double lines = 0;
  for (const SpectrumClass& one : spectrum.classes) lines += static_cast<double>(pathRows(one));
  // Spare height makes the rows of paths higher.
  const double more = std::clamp((area.height() - words - least) / std::max(lines, 1.0), 0.0, style.em(46) - lineHeight(style));
  double y = layout.heads.bottom() + style.px(2);
  for (const SpectrumClass& one : spectrum.classes) {
    const double height = leastRow(one, wordsWidth(area, layout, style), style) + more * static_cast<double>(pathRows(one));
    layout.rows.emplace_back(area.left(), y, area.width(), height);
    y += height;
  }
  if (words > 0) layout.words = QRectF(area.left(), y + style.px(6), area.width(), words);
  return layout;
}

void paintSpectrum(QPainter& painter, const Spectrum& spectrum, const SpectrumLayout& layout, int chosen, int hovered,
                   const PlotStyle& style) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  double highest = 1;
  for (const SpectrumClass& one : spectrum.classes) highest = std::max(highest, one.cycles);
  paintHeads(painter, spectrum, layout, style);
  for (std::size_t i = 0; i < spectrum.classes.size(); ++i) {
    const SpectrumClass& one = spectrum.classes[i];
    const QRectF& row = layout.rows[i];
    const bool mine = chosen == static_cast<int>(i);
    if (mine || hovered == static_cast<int>(i)) {
      painter.setPen(mine ? QPen(style.palette.accent, style.line(1)) : QPen(Qt::NoPen));
      painter.setBrush(mine ? style.palette.accentSoft : style.palette.hover);
      painter.drawRoundedRect(row.adjusted(style.px(0.5), style.px(1), -style.px(0.5), -style.px(1)), style.px(4), style.px(4));
    }
    paintNumbers(painter, one, highest, layout, row, style);
    const auto lines = static_cast<double>(pathRows(one));
    const double each = (row.height() - style.em(8)) / lines;
    if (one.paths.empty()) {
      painter.setFont(style.small());
      painter.setPen(style.palette.cantTell);
      const double width = row.right() - layout.paths - style.px(4);
      paintWrapped(painter, {layout.paths, row.center().y() - wrappedHeight(style.small(), unexplained(one), width) / 2}, width,
                   unexplained(one));
    }
    for (std::size_t path = 0; path < std::min(one.paths.size(), kMostPaths); ++path) {
      const double height = std::min(each - style.em(5), style.em(28));
      const double y = row.top() + style.em(4) + each * static_cast<double>(path) + (each - height) / 2;
      paintPath(painter, spectrum, one.paths[path], layout, y, height, mine, style);
      if (one.published == path) paintPublished(painter, {layout.paths - style.em(6), y + height / 2}, style);
    }
    painter.setPen(QPen(style.palette.line, style.line(1)));
    painter.drawLine(QPointF(row.left(), row.bottom()), QPointF(row.right(), row.bottom()));
  }
  const int told = chosen >= 0 ? chosen : hovered;
  if (!layout.words.isEmpty()) {
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    painter.drawText(
        layout.words, Qt::AlignLeft | Qt::TextWordWrap,
        told >= 0 ? spectrum.classes[static_cast<std::size_t>(told)].words
                  : tr("A row is a class of accesses with the same latency. Its line ends at the part that had the "
                       "data. A dash: the accesses did not reach this part.") +
                        (spectrum.anyPublished() ? QLatin1Char(' ') + tr("A diamond: the path that the 2014 paper gives (table 3).")
                                                 : QString()));
  }
  painter.restore();
}

}  // namespace chasescope
