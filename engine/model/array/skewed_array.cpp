#include "engine/model/array/skewed_array.h"

#include <algorithm>

namespace chasescope::model {

SkewedArray::SkewedArray(const CacheSpec& spec, std::uint64_t seed)
    : sectored_(spec.sector_bytes < spec.unit_bytes),
      policy_(static_cast<Policy>(std::find(kPolicies.begin(), kPolicies.end(), spec.policy.kind) - kPolicies.begin())),
      places_(spec.entries()),
      random_(seed) {
  for (const IndexSpec& way : spec.index.parts)
    ways_.emplace_back(way, static_cast<std::uint32_t>(spec.ways.size()), spec.unit_bytes);
}

void SkewedArray::look_up(const std::uint32_t* units, const std::uint32_t* sets, const std::uint32_t* sectors, bool* hits,
                          std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) hits[i] = look_up(units[i], sets[i], sectored_ ? sectors[i] : 1).hit;
}

void SkewedArray::use(Place& place, bool fill) {
  if (policy_ == Policy::nru)
    place.stamp = 1;
  else if (fill || policy_ == Policy::lru)
    place.stamp = ++now_;
}

LookUp SkewedArray::look_up(std::uint32_t unit, std::uint32_t, std::uint32_t sectors) {
  std::size_t empty = ways_.size();
  for (std::size_t way = 0; way < ways_.size(); ++way) {
    Place& place = places_[slot(unit, way)];
    if (place.unit == kNoUnit) empty = std::min(empty, way);
    if (place.unit != unit) continue;
    const bool complete = (place.sectors & sectors) == sectors;
    place.sectors |= sectors;
    use(place, false);
    return {complete, true, ways_[way].set_of(unit), static_cast<std::uint32_t>(way), kNoUnit};
  }
  const std::size_t way = empty < ways_.size() ? empty : victim(unit);
  Place& place = places_[slot(unit, way)];
  const std::uint32_t evicted = place.unit;
  place.unit = unit;
  place.sectors = sectors;
  use(place, true);
  return {false, false, ways_[way].set_of(unit), static_cast<std::uint32_t>(way), evicted};
}

std::size_t SkewedArray::victim(std::uint32_t unit) {
  if (policy_ == Policy::random) return random_.below(ways_.size());
  std::size_t oldest = 0;
  for (std::size_t way = 1; way < ways_.size(); ++way)
    if (places_[slot(unit, way)].stamp < places_[slot(unit, oldest)].stamp) oldest = way;
  if (policy_ == Policy::nru && places_[slot(unit, oldest)].stamp != 0)
    for (std::size_t way = 0; way < ways_.size(); ++way) places_[slot(unit, way)].stamp = 0;
  return oldest;
}

bool SkewedArray::holds(std::uint32_t unit, std::uint32_t) const {
  for (std::size_t way = 0; way < ways_.size(); ++way)
    if (places_[slot(unit, way)].unit == unit) return true;
  return false;
}

std::vector<std::uint32_t> SkewedArray::contents(std::uint32_t row) const {
  std::vector<std::uint32_t> units;
  for (std::size_t way = 0; way < ways_.size(); ++way) units.push_back(places_[row * ways_.size() + way].unit);
  return units;
}

}  // namespace chasescope::model
