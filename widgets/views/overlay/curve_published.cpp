#include "widgets/views/overlay/curve_published.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/findings/vocabulary.h"
#include "engine/session/published/published.h"
#include "widgets/views/sweeps/sweep_curves.h"

namespace chasescope {
namespace {

constexpr double kInPercent = 100;

PublishedPoint pointOf(const PublishedValue& value, double x, double y) {
  return {{x, y},
          QString::fromStdString(value.key),
          QString::fromStdString(value.source),
          QString::fromStdString(value.note),
          QString::fromStdString(value.short_name)};
}

std::vector<PublishedValue> publishedOf(const CardData& card) { return published_values(card.name.toStdString()); }

/// The value has no other condition than the memory space of the curve.
bool holdsIn(const PublishedValue& value, const std::string& space) {
  const nlohmann::json& conditions = value.what.conditions;
  return conditions.empty() || (conditions.size() == 1 && conditions.contains("space") && conditions["space"] == space);
}

/// The size of the level in the source of `latency`. Some sources tell a size for each setting of the card; the curve was measured
/// with the setting whose size is nearest to the end of the plateau.
std::optional<double> sizeBeside(const PublishedValue& latency, const std::vector<PublishedValue>& values, double plateau_end) {
  const auto apart = [&](double bytes) { return std::abs(std::log2(bytes / plateau_end)); };
  std::optional<double> nearest;
  for (const PublishedValue& size : values) {
    if (size.key != latency.key || size.what.subject != latency.what.subject || size.what.quantity != quantity::capacity_bytes ||
        !size.what.value.is_number())
      continue;
    const double bytes = size.what.value.get<double>();
    if (bytes > 0 && (!nearest || apart(bytes) < apart(*nearest))) nearest = bytes;
  }
  return nearest;
}

}  // namespace

std::vector<PublishedPoint> publishedLevels(const CardData& card, const FootprintCurve& curve) {
  std::vector<PublishedPoint> points;
  if (curve.points.empty()) return points;
  const std::vector<PublishedValue> values = publishedOf(card);
  const auto within = [&](double bytes) {
    return bytes >= static_cast<double>(curve.points.front().bytes) && bytes <= static_cast<double>(curve.points.back().bytes);
  };
  for (const NamedPlateau& plateau : curve.plateaus)
    for (const PublishedValue& value : values) {
      if (value.what.subject != plateau.subject || value.what.quantity != quantity::hit_latency_cycles ||
          !value.what.value.is_number() || !holdsIn(value, curve.space))
        continue;
      // A latency whose source tells no size has no place on an axis of sizes: elsewhere it would look like a size.
      const auto bytes = sizeBeside(value, values, plateau.to_bytes);
      if (bytes && within(*bytes)) points.push_back(pointOf(value, *bytes, value.what.value.get<double>()));
    }
  return points;
}

std::vector<PublishedPoint> publishedConflicts(const CardData& card) {
  std::vector<PublishedPoint> points;
  for (const PublishedValue& value : publishedOf(card)) {
    const nlohmann::json& conditions = value.what.conditions;
    if (value.what.quantity != quantity::conflict_latency_cycles || !value.what.value.is_number() || conditions.size() != 1 ||
        !conditions.contains("conflict_degree"))
      continue;
    const double degree = conditions["conflict_degree"].get<double>();
    if (std::exp2(std::round(std::log2(degree))) == degree)
      points.push_back(pointOf(value, degree, value.what.value.get<double>()));
  }
  return points;
}

std::vector<PublishedPoint> publishedRates(const CardData& card, const std::string& subject) {
  std::vector<PublishedPoint> points;
  for (const PublishedValue& value : publishedOf(card))
    if (value.what.subject == subject && value.what.quantity == quantity::miss_rate && value.what.conditions.contains("bytes"))
      points.push_back(
          pointOf(value, value.what.conditions.at("bytes").get<double>(), value.what.value.get<double>() * kInPercent));
  std::sort(points.begin(), points.end(), [](const PublishedPoint& a, const PublishedPoint& b) { return a.at.x() < b.at.x(); });
  return points;
}

std::vector<PublishedPoint> publishedShares(const CardData& card, const std::string& subject) {
  std::vector<PublishedPoint> points;
  for (const PublishedValue& value : publishedOf(card)) {
    if (value.what.subject != subject || value.what.quantity != quantity::way_replacement_probability ||
        !value.what.value.is_array())
      continue;
    auto shares = value.what.value.get<std::vector<double>>();
    std::sort(shares.begin(), shares.end());
    for (std::size_t i = 0; i < shares.size(); ++i)
      points.push_back(pointOf(value, static_cast<double>(i + 1), shares[i] * kInPercent));
  }
  return points;
}

}  // namespace chasescope
