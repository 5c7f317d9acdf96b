#include "engine/inference/requests/thread_latency.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

// A request that waited for another one arrives after two latencies. A curve counts as delayed from this multiple of a latency on;
// the rest is overhead that only one of the two has.
constexpr double kTwoLatencies = 1.65;
constexpr double kLeapLands = 1.85;  // least height after a leap, in latencies
constexpr double kBeforeAnyWait = 1.87;
constexpr double kLandingSlack = 1.15;
constexpr double kAboveNoise = 8;       // a leap is this many widths of the noise
constexpr double kAboveLatency = 0.03;  // … and this share of a latency
constexpr double kAboveEarlier = 2.5;   // … and this many times each earlier step
constexpr double kAboveUsual = 4;       // a spike is this many times the usual step around it

double rise_after(std::span<const LoadPoint> curve, std::size_t point) { return curve[point + 1].median - curve[point].median; }

double least_leap(const CurveScale& scale) { return std::max(kAboveNoise * scale.noise, kAboveLatency * scale.lone); }

/// The usual step around step `at`, which itself does not count.
double usual_step(std::span<const double> steps, std::size_t at) {
  constexpr std::size_t kNeighbours = 8;  // to either side
  std::vector<double> around;
  for (std::size_t i = at - std::min(at, kNeighbours); i < std::min(at + kNeighbours + 1, steps.size()); ++i)
    if (i != at) around.push_back(steps[i]);
  return around.empty() ? 0 : median_of(std::move(around));
}

/// Whether the points after a leap stay above the middle of it; an outlier does not. A leap to the last point is not believed.
bool stays_up(std::span<const LoadPoint> curve, std::size_t point) {
  constexpr std::size_t kFollowers = 2;
  const double middle = (curve[point].median + curve[point + 1].median) / 2;
  if (point + 2 >= curve.size()) return false;
  for (std::size_t i = point + 2; i < std::min(point + 2 + kFollowers, curve.size()); ++i)
    if (curve[i].median < middle) return false;
  return true;
}

/// Whether a leap may be no more than the step that a new warp takes. Where that is not known, a leap after the first warp, which
/// has no earlier step of its kind, is compared with the step of the next one.
bool is_step_of_a_warp(std::span<const LoadPoint> curve, std::size_t point, const CurveScale& scale) {
  if (scale.warp_threads == 0 || curve[point].count % scale.warp_threads != 0) return false;
  if (scale.warp_step) return rise_after(curve, point) < kAboveEarlier * *scale.warp_step;
  if (curve[point].count != scale.warp_threads) return false;
  for (std::size_t i = point + 1; i + 1 < curve.size(); ++i)
    if (curve[i].count == 2 * scale.warp_threads) return rise_after(curve, point) < kAboveEarlier * rise_after(curve, i);
  return true;
}

/// The point before the leap to saturation.
std::optional<std::size_t> leap_of(std::span<const LoadPoint> curve, const CurveScale& scale) {
  const double lowest = kLeapLands * scale.lone;
  const double highest = kLandingSlack * (scale.lone + std::max(scale.warp, scale.lone)) + kAboveNoise * scale.noise;
  double steepest = 0;
  for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
    const double rise = rise_after(curve, i);
    const double landing = curve[i + 1].median;
    if (landing > highest) return std::nullopt;  // the curve is already higher than a first wait can make it
    const bool leaps = rise >= least_leap(scale) && rise >= kAboveEarlier * steepest && landing >= lowest && stays_up(curve, i);
    // If the point before the leap is near two latencies, an earlier request may have waited unnoticed, and this leap is a later
    // one.
    if (leaps && curve[i].median <= kBeforeAnyWait * scale.lone && !is_step_of_a_warp(curve, i, scale)) return i;
    steepest = std::max(steepest, rise);
  }
  return std::nullopt;
}

}  // namespace

LoadPoint point_of(std::uint64_t count, std::span<const double> repeats) {
  double inverse = 0;
  for (const double cycles : repeats) inverse += 1 / cycles;
  return {count, median_of({repeats.begin(), repeats.end()}), static_cast<double>(repeats.size()) / inverse};
}

double scatter_of_repeats(std::span<const std::vector<double>> points) {
  std::vector<double> growth;
  for (const auto& repeats : points)
    for (std::size_t i = 1; i < repeats.size(); ++i)
      if (repeats[i - 1] > 0) growth.push_back(repeats[i] / repeats[i - 1]);
  if (growth.empty()) return 0;
  const double usual = median_of(growth);
  std::vector<double> steps;
  for (const auto& repeats : points)
    for (std::size_t i = 1; i < repeats.size(); ++i)
      if (repeats[i - 1] > 0) steps.push_back(std::abs(repeats[i] - usual * repeats[i - 1]));
  // The difference of two normal numbers is √2 as wide as one, and half of its sizes lie below 0.6745 of its width.
  return median_of(std::move(steps)) / (0.6745 * std::sqrt(2.0));
}

std::vector<double> three_point_variance(std::span<const double> latencies) {
  std::vector<double> variances;
  for (std::size_t i = 1; i + 1 < latencies.size(); ++i) {
    const double mean = (latencies[i - 1] + latencies[i] + latencies[i + 1]) / 3;
    double sum = 0;
    for (const double latency : latencies.subspan(i - 1, 3)) sum += (latency - mean) * (latency - mean);
    variances.push_back(sum / 2);
  }
  return variances;
}

std::optional<double> step_of_a_warp(std::span<const LoadPoint> curve, double lone, std::uint64_t warp_threads) {
  std::optional<double> largest;
  for (std::size_t i = 0; i + 1 < curve.size() && curve[i + 1].median < kTwoLatencies * lone; ++i)
    if (curve[i].count % warp_threads == 0) largest = std::max(largest.value_or(0), rise_after(curve, i));
  return largest;
}

Saturation find_saturation(std::span<const LoadPoint> curve, const CurveScale& scale) {
  Saturation found;
  if (curve.empty() || !(scale.lone > 0)) return found;
  const double waited = kTwoLatencies * scale.lone;
  found.limited_from_the_start = curve.front().median >= waited;
  if (found.limited_from_the_start) return found;
  for (const LoadPoint& point : curve) {
    if (point.median >= waited) break;
    found.free_up_to = point.count;
  }
  if (const auto leap = leap_of(curve, scale)) {
    found.leap = Saturation::Leap{curve[*leap].count, curve[*leap + 1].count, rise_after(curve, *leap)};
    found.free_up_to = found.leap->fits;
  }
  return found;
}

std::vector<std::uint64_t> points_of_warps(std::span<const std::uint64_t> counts, std::uint64_t warp_threads) {
  constexpr std::uint64_t kPartsOfAWarp = 4;
  const std::uint64_t apart = std::max<std::uint64_t>(warp_threads / kPartsOfAWarp, 1);
  std::vector<std::uint64_t> some;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const bool begins_warp = i == 0 || (counts[i] - 1) / warp_threads != (counts[i - 1] - 1) / warp_threads;
    if (begins_warp || counts[i] % apart == 0 || i + 1 == counts.size()) some.push_back(counts[i]);
  }
  return some;
}

std::vector<std::size_t> steps_to_look_into(std::span<const LoadPoint> curve, const CurveScale& scale) {
  std::vector<std::size_t> steps;
  if (!(scale.lone > 0)) return steps;
  double leap = std::numeric_limits<double>::infinity();  // the smallest rise that may be the leap
  std::size_t end = 0;
  for (std::size_t i = 0; i + 1 < curve.size() && curve[i].median <= kBeforeAnyWait * scale.lone; ++i) {
    if (curve[i + 1].median < kTwoLatencies * scale.lone) continue;
    steps.push_back(i);
    end = i;
    if (const double rise = rise_after(curve, i); rise >= least_leap(scale)) leap = std::min(leap, rise);
  }
  for (std::size_t i = 0; i < end; ++i)
    if (rise_after(curve, i) * kAboveEarlier > leap) steps.push_back(i);
  // The points after a leap show whether the curve stays up.
  if (!steps.empty() && end + 2 < curve.size()) steps.push_back(end + 1);
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

std::vector<Spike> find_spikes(std::span<const LoadPoint> curve, const CurveScale& scale) {
  std::vector<Spike> spikes;
  if (curve.size() < 3) return spikes;
  std::vector<double> steps;
  std::vector<double> latencies;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    latencies.push_back(curve[i].median);
    if (i + 1 < curve.size()) steps.push_back(std::abs(rise_after(curve, i)));
  }
  const auto variances = three_point_variance(latencies);
  const auto saturation = leap_of(curve, scale);
  for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
    const double rise = rise_after(curve, i);
    const bool is_saturation = saturation == i;
    if (!is_saturation && (rise < least_leap(scale) || rise < kAboveUsual * usual_step(steps, i))) continue;
    // A leap between two points increases the variance of both. The larger variance is reported.
    double variance = 0;
    for (const std::size_t at : {i, i + 1})
      if (at >= 1 && at - 1 < variances.size()) variance = std::max(variance, variances[at - 1]);
    const auto kind = is_saturation                   ? Spike::Kind::saturation
                      : saturation && i > *saturation ? Spike::Kind::later
                                                      : Spike::Kind::serialisation;
    spikes.push_back({i, curve[i].count, rise, variance, kind});
  }
  return spikes;
}

}  // namespace chasescope::inference
