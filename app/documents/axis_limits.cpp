#include "app/documents/axis_limits.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// A number, or a size with its unit.
std::optional<double> axisEndFrom(const QString& text) {
  bool isNumber = false;
  const double number = text.toDouble(&isNumber);
  if (isNumber) return std::isfinite(number) ? std::optional(number) : std::nullopt;
  if (const auto bytes = parse_bytes(text.toStdString())) return static_cast<double>(*bytes);
  return std::nullopt;
}

/// Every place that a text of limits or of cursors names.
QStringList placesIn(const QString& text) {
  QStringList places = QString(text).replace(QLatin1Char(':'), QLatin1Char(',')).split(QLatin1Char(','));
  for (QString& place : places) place = place.trimmed();
  return places;
}

QString digitsOf(double value) {
  constexpr int kDigits = 15;  // a size in bytes keeps all of its digits
  return QString::number(value, 'g', kDigits);
}

}  // namespace

std::optional<AxisLimits> limitsFrom(const QString& text) {
  const QStringList ends = text.split(QLatin1Char(':'));
  if (ends.size() != 2) return std::nullopt;
  AxisLimits limits;
  for (int i = 0; i < 2; ++i) {
    const QString end = ends[i].trimmed();
    if (end.isEmpty()) continue;
    std::optional<double>& place = i == 0 ? limits.from : limits.to;
    place = axisEndFrom(end);
    if (!place) return std::nullopt;
  }
  if (limits.from && limits.to && *limits.from >= *limits.to) return std::nullopt;
  return limits;
}

std::optional<std::array<std::optional<double>, 2>> cursorsFrom(const QString& text) {
  const QStringList words = text.split(QLatin1Char(','));
  if (words.size() > 2) return std::nullopt;
  std::array<std::optional<double>, 2> cursors;
  for (int i = 0; i < words.size(); ++i) {
    const QString word = words[i].trimmed();
    if (word.isEmpty()) continue;
    cursors[static_cast<std::size_t>(i)] = axisEndFrom(word);
    if (!cursors[static_cast<std::size_t>(i)]) return std::nullopt;
  }
  return cursors[0] || cursors[1] ? std::optional(cursors) : std::nullopt;
}

QString unitFault(const QString& text) {
  for (const QString& place : placesIn(text)) {
    if (const std::string doubt = size_doubt(place.toStdString()); !doubt.empty()) return QString::fromStdString(doubt);
    static const QRegularExpression kNumberAndUnit(QStringLiteral("^[0-9.]+\\s*(\\p{L}.*)$"));
    const QRegularExpressionMatch match = kNumberAndUnit.match(place);
    if (match.hasMatch() && !axisEndFrom(place))
      return tr("'%1' of '%2' is no unit of an axis; write numbers in the axis's own unit, or sizes in B, KiB, MiB or GiB")
          .arg(match.captured(1), place);
  }
  return {};
}

bool namesSizes(const QString& text) {
  const QStringList places = placesIn(text);
  return std::any_of(places.begin(), places.end(), [](const QString& place) {
    bool isNumber = false;
    place.toDouble(&isNumber);
    return !isNumber && axisEndFrom(place);
  });
}

QString cursorsText(const FigureSight& sight) {
  const auto text = [](const std::optional<double>& at) { return at ? digitsOf(*at) : QString(); };
  return text(sight.cursors[0]) + (sight.cursors[1] ? QLatin1Char(',') + text(sight.cursors[1]) : QString());
}

QString limitsText(const AxisLimits& limits) {
  if (limits.whole()) return {};
  const auto text = [](const std::optional<double>& end) { return end ? digitsOf(*end) : QString(); };
  return text(limits.from) + QLatin1Char(':') + text(limits.to);
}

}  // namespace chasescope
