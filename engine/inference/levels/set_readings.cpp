#include "engine/inference/levels/set_readings.h"

#include <algorithm>
#include <cmath>

#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewest = 64;  // accesses of a level that are needed to say something about it
constexpr double kMostDrift = 0.04;  // largest change of a latency from chase to chase, as a share
constexpr double kDoubtfulOdds = 7;  // log of the odds of hit to miss below which an access is left open

enum class Kind { in_front, own, behind };

/// The levels that may answer, with and without a TLB miss; fastest first.
struct Place {
  Band band;
  Kind kind = Kind::own;
};

std::vector<Place> places_of(const LevelsAround& levels) {
  std::vector<double> added{0};
  added.insert(added.end(), levels.translation.begin(), levels.translation.end());
  std::vector<Place> places;
  const auto add = [&](const Band& band, Kind kind) {
    for (const double cycles : added) places.push_back({{band.low + cycles, band.median + cycles, band.high + cycles}, kind});
  };
  if (levels.in_front) add(*levels.in_front, Kind::in_front);
  add(levels.own, Kind::own);
  for (const Band& band : levels.behind) add(band, Kind::behind);
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.band.median < b.band.median; });
  return places;
}

/// The index of the nearest latency.
class Nearest {
 public:
  explicit Nearest(const std::vector<Place>& places) : places_(places) {}
  std::size_t operator()(double cycles) const {
    std::size_t place = 0;
    while (place + 1 < places_.size() && cycles > (places_[place].band.median + places_[place + 1].band.median) / 2) ++place;
    return place;
  }
  std::size_t places() const { return places_.size(); }

 private:
  const std::vector<Place>& places_;
};

// Relative growth from the first to the last access, from the medians of the first and second half of the commonest level's
// accesses.
double growth(std::span<const double> cycles, std::span<const std::size_t> position, std::size_t accesses, const Nearest& nearest) {
  std::vector<std::vector<std::size_t>> by_level(nearest.places());
  for (std::size_t i = 0; i < cycles.size(); ++i) by_level[nearest(cycles[i])].push_back(i);
  const auto& most =
      *std::max_element(by_level.begin(), by_level.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  if (most.size() < 2 * kFewest) return 0;
  const auto half = [&](std::size_t begin, std::size_t end) {
    std::vector<double> values, places;
    for (std::size_t i = begin; i < end; ++i) {
      values.push_back(cycles[most[i]]);
      places.push_back(static_cast<double>(position[most[i]]));
    }
    return std::pair{upper_median(values), upper_median(places)};
  };
  const auto [first, from] = half(0, most.size() / 2);
  const auto [second, to] = half(most.size() / 2, most.size());
  return to > from ? (second - first) / (first + second) * 2 * static_cast<double>(accesses) / (to - from) : 0;
}

std::vector<double> straightened(std::span<const float> cycles, std::span<const std::size_t> position, std::size_t accesses,
                                 const std::vector<Place>& places, const LatencyNoise& noise) {
  std::vector<double> straight(cycles.begin(), cycles.end());
  if (noise.exact()) return straight;
  const Nearest nearest(places);
  // The levels were classified before the drift was known. The second round corrects errors of the first.
  for (int round = 0; round < 2; ++round) {
    const double slope = growth(straight, position, accesses, nearest);
    for (std::size_t i = 0; i < straight.size(); ++i)
      straight[i] /= 1 + slope * (static_cast<double>(position[i]) / static_cast<double>(accesses) - 0.5);
  }
  return straight;
}

}  // namespace

std::vector<Reading> read_accesses(std::span<const float> cycles, std::span<const std::size_t> position, std::size_t accesses,
                                   const LevelsAround& levels, const LatencyNoise& noise) {
  std::vector<Place> places = places_of(levels);
  const std::vector<double> straight = straightened(cycles, position, accesses, places, noise);
  std::vector<std::vector<double>> seen(places.size());
  {
    const Nearest nearest(places);
    for (const double value : straight) {
      // A latency far from every known level belongs to an unknown one.
      const std::size_t place = nearest(value);
      const Band& band = places[place].band;
      const double drift = 5 * noise.sigma + kMostDrift * band.median;
      if (value >= band.low - drift && value <= band.high + drift) seen[place].push_back(value);
    }
  }
  // Moves each level to the latency that it has in this chase, and keeps the width that it has in other chases.
  for (std::size_t place = 0; place < places.size(); ++place) {
    Band& band = places[place].band;
    if (!noise.exact() && seen[place].size() >= kFewest) {
      std::vector<double> readings = seen[place];
      const double shift = upper_median(readings) - band.median;
      // A wide level is really two (near and far), and its median depends on the lines that were read.
      if (band.high - band.low <= 6 * noise.sigma + 1) band = {band.low + shift, band.median + shift, band.high + shift};
    }
    if (!noise.exact()) {
      // The levels' bands already include drift and jitter, which are removed here so that they do not count twice.
      const double smeared = 0.02 * band.median + 2 * noise.sigma;
      band.low = std::min(band.median, band.low + smeared);
      band.high = std::max(band.median, band.high - smeared);
    }
  }
  const auto cut = [&](std::size_t place) { return (places[place].band.high + places[place + 1].band.low) / 2; };
  // Near a cut between two levels of the same kind (both hits, or both misses), there is no doubt.
  const auto doubt = [&](std::size_t place) {
    if (noise.sigma <= 0 || places[place].kind == places[place + 1].kind || places[place].kind == Kind::in_front) return 0.0;
    const double gap = std::max(places[place + 1].band.low - places[place].band.high, 1e-9);
    return std::min(gap / 4, kDoubtfulOdds * noise.sigma * noise.sigma / gap);
  };
  const auto answers = [&](Kind kind, double value) {
    return std::any_of(places.begin(), places.end(), [&](const Place& place) {
      const double tolerance = 5 * noise.sigma + 0.5 + (noise.exact() ? 0.001 : 0.01) * place.band.median;
      return place.kind == kind && value >= place.band.low - tolerance && value <= place.band.high + tolerance;
    });
  };
  std::vector<Reading> readings;
  readings.reserve(straight.size());
  for (const double value : straight) {
    std::size_t place = 0;
    while (place + 1 < places.size() && value > cut(place)) ++place;
    const Kind kind = places[place].kind;
    Reading reading;
    reading.reached = kind != Kind::in_front;
    reading.miss = kind == Kind::behind;
    reading.known = (place == 0 || value - cut(place - 1) >= doubt(place - 1)) &&
                    (place + 1 == places.size() || cut(place) - value >= doubt(place));
    if (reading.miss || !levels.translation.empty()) reading.known = reading.known && answers(kind, value);
    readings.push_back(reading);
  }
  return readings;
}

}  // namespace chasescope::inference
