#include "app/documents/alt_text.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/findings/finding_curves.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_page.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr int kMostFindings = 4, kMostCurves = 6;

QString numberText(double value) {
  constexpr double kDigits = 1000;  // four significant digits, as many as can be read on an axis
  const double scale = value == 0 ? 1 : std::pow(10, std::floor(std::log10(std::abs(value)))) / kDigits;
  return QString::fromStdString(number_text(std::round(value / scale) * scale));
}

/// A place on an axis: "16 KiB", "12", "global.ca".
QString placeText(const SeriesAxis& axis, double at) {
  const auto name = static_cast<std::size_t>(std::llround(at)) - 1;
  if (!axis.names.empty()) return name < axis.names.size() ? axis.names[name] : numberText(at);
  return axis.bytes ? sizeText(at) : numberText(at);
}

bool isShown(const SeriesAxis& axis, double at) { return at >= axis.from.value_or(at) && at <= axis.to.value_or(at); }

/// The points of a curve that are shown.
std::vector<SeriesPoint> shownOf(const SeriesPanel& panel, const DataSeries& one) {
  std::vector<SeriesPoint> points;
  for (const SeriesPoint& point : one.points)
    if (isShown(panel.x, point.x)) points.push_back(point);
  return points;
}

/// "L1 data: from 39 at 1 KiB to 41 at 28 KiB, lowest 39, highest 41 at 28 KiB": the ends and the extremes of a curve's shown part.
QString curveWords(const SeriesPanel& panel, const DataSeries& one, const QString& name) {
  const std::vector<SeriesPoint> points = shownOf(panel, one);
  if (points.empty()) return {};
  const auto [low, high] =
      std::minmax_element(points.begin(), points.end(), [](const SeriesPoint& a, const SeriesPoint& b) { return a.y < b.y; });
  const QString from = numberText(low->y), to = numberText(high->y);
  const QString who = name.isEmpty() ? tr("The curve") : name;
  if (points.size() == 1) return tr("%1: %2 at %3").arg(who, from, placeText(panel.x, points.front().x));
  if (from == to) return tr("%1: %2 throughout").arg(who, from);
  return tr("%1: from %2 at %3 to %4 at %5, lowest %6, highest %7 at %8")
      .arg(who, numberText(points.front().y), placeText(panel.x, points.front().x), numberText(points.back().y),
           placeText(panel.x, points.back().x), from, to, placeText(panel.x, high->x));
}

/// A curve over names has few values, so each of them is told.
QString namedWords(const SeriesPanel& panel, const DataSeries& one) {
  QStringList values;
  constexpr std::size_t kMostNamed = 16;
  if (one.points.size() > kMostNamed) return tr("%1: %2 values").arg(one.name).arg(one.points.size());
  for (const SeriesPoint& point : one.points) values << placeText(panel.x, point.x) + QLatin1Char(' ') + numberText(point.y);
  return (one.name.isEmpty() ? QString() : one.name + QStringLiteral(": ")) + values.join(QStringLiteral(", "));
}

/// A panel in words: its axes, the shown range of x, and its first curves.
QString panelWords(const SeriesPanel& panel, const QString& title) {
  std::optional<double> least, most;
  for (const DataSeries& one : panel.series)
    for (const SeriesPoint& point : shownOf(panel, one)) {
      least = std::min(least.value_or(point.x), point.x);
      most = std::max(most.value_or(point.x), point.x);
    }
  const QString place = panel.title.isEmpty() || panel.title == title ? QString() : panel.title + QStringLiteral(": ");
  const bool ranged = panel.x.names.empty() && least && most;
  QStringList sentences{ranged
                            ? tr("%1%2 over %3, from %4 to %5.")
                                  .arg(place, panel.y.title, panel.x.title, placeText(panel.x, *least), placeText(panel.x, *most))
                            : tr("%1%2 over %3.").arg(place, panel.y.title, panel.x.title)};
  QStringList curves;
  for (const DataSeries& one : panel.series) {
    const QString words = panel.x.names.empty() ? curveWords(panel, one, one.name) : namedWords(panel, one);
    if (!words.isEmpty() && curves.size() < kMostCurves) curves << words;
  }
  if (!curves.isEmpty()) sentences << curves.join(QStringLiteral("; ")) + QLatin1Char('.');
  if (const auto more = static_cast<qsizetype>(panel.series.size()) - curves.size(); more > 0 && curves.size() == kMostCurves)
    sentences << tr("%1 more curves.").arg(more);
  return sentences.join(QLatin1Char(' '));
}

/// The curves and maps of a figure in words; empty where it has neither.
QString seriesWords(const FigureContent& figure, const QString& title) {
  QStringList sentences;
  bool map = false;
  for (const SeriesPanel& panel : figure.series(PlotStyle())) {
    map = map || panel.map.has_value();
    if (!panel.map) {
      sentences << panelWords(panel, title);
      continue;
    }
    const QString shown = panel.map->drawn.isEmpty() ? panel.map->title : panel.map->drawn;
    sentences << (panel.map->downwards
                      ? tr("A map: %1 over %2 (across) and %3 (downwards).").arg(shown, panel.x.title, panel.y.title)
                      : tr("A map: %1 over %2 (across) and %3 (upwards).").arg(shown, panel.x.title, panel.y.title));
  }
  if (map) sentences << captionText(figure);
  return sentences.join(QLatin1Char(' '));
}

/// The findings that the figure names itself, or else those whose evidence is among its runs.
QString findings_words(const FigureContent& figure, const Session& session) {
  if (const auto told = figure.toldWords())
    return told->isEmpty() ? QString() : tr("Found: %1.").arg(told->join(QStringLiteral("; ")));
  std::set<std::string> runs;
  const nlohmann::json provenance = figure.provenance();
  if (const auto list = provenance.find("runs"); list != provenance.end() && list->is_array())
    for (const auto& run : *list)
      if (run.is_object() && run.contains("id") && run["id"].is_string()) runs.insert(run["id"]);
  QStringList parts;
  constexpr std::size_t kFewestOfCurve = 3;
  const std::vector<FindingCurve> curves = finding_curves(session.findings, kFewestOfCurve);
  for (std::size_t i = 0; i < session.findings.size(); ++i) {
    const Finding& finding = session.findings[i];
    if (finding.status != FindingStatus::measured || parts.size() == kMostFindings) continue;
    if (std::none_of(finding.evidence.begin(), finding.evidence.end(), [&](const std::string& id) { return runs.contains(id); }))
      continue;
    constexpr std::size_t kLongest = 60;  // characters; a longer value, such as the ways of thousands of sets, is left out
    const auto curve = std::find_if(curves.begin(), curves.end(), [i](const FindingCurve& one) {
      return std::find(one.places.begin(), one.places.end(), i) != one.places.end();
    });
    const std::string value = curve == curves.end() ? value_words(finding) : curve->values + " over " + curve->over;
    if (value.size() > kLongest || value.empty()) continue;
    // A finding of a single chase is about no part but the whole device, which every figure names.
    const QString part = finding.subject == subject::device
                             ? QString()
                             : QString::fromStdString(subject_words(finding.subject)) + QStringLiteral(", ");
    QString quantity = QString::fromStdString(quantity_words(finding.quantity));
    if (quantity.size() > 1 && quantity[1].isLower()) quantity[0] = quantity[0].toLower();
    const QString words = part + quantity + QLatin1Char(' ') + QString::fromStdString(value);
    if (!parts.contains(words)) parts << words;
  }
  return parts.isEmpty() ? QString() : tr("Found: %1.").arg(parts.join(QStringLiteral("; ")));
}

}  // namespace

QString alt_text(const FigureContent& figure, const QString& title, const Session& session) {
  QStringList sentences{title + QLatin1Char('.')};
  const QString seen = seriesWords(figure, title), read = cursorLine(figure);
  // A figure without curves and maps is told by its caption, which says in sentences what the figure shows.
  sentences << (seen.isEmpty() ? captionText(figure) : seen);
  if (seen.isEmpty() && sentences.back().isEmpty()) sentences << table_words(figure);
  if (!read.isEmpty()) sentences << tr("Cursors: %1.").arg(read);
  sentences << findings_words(figure, session);
  sentences.removeAll(QString());
  return sentences.join(QLatin1Char(' '));
}

}  // namespace chasescope
