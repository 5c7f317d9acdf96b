#include "app/documents/axis_limits.h"

#include <cmath>

#include "engine/trace/quantity_text.h"

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

QString limitsText(const AxisLimits& limits) {
  if (limits.whole()) return {};
  constexpr int kDigits = 10;
  const auto text = [](const std::optional<double>& end) { return end ? QString::number(*end, 'g', kDigits) : QString(); };
  return text(limits.from) + QLatin1Char(':') + text(limits.to);
}

}  // namespace chasescope
