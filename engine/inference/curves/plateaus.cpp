#include "engine/inference/curves/plateaus.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace chasescope::inference {
namespace {

constexpr double kErrors = 4;  // two averages of the same height differ by more than this many standard errors once in 16,000
// The scatter of some tens of points is at most this many times the scatter that the lower quarter shows.
constexpr double kQuarterByChance = 2;
// the points beside a plateau are this many times as far away as its own points are from each other
constexpr double kClearance = 3;
// Of normal scatter, half of the second differences are smaller than this many times it.
const double kMedianSecond = 0.67 * std::sqrt(6.0);

struct Segment {
  std::size_t first = 0, last = 0;
  double mean = 0, low = 0, high = 0, error = 0;  // error: mean of its points'
  std::size_t points() const { return last - first + 1; }
};

Segment joined(const Segment& a, const Segment& b) {
  const auto na = static_cast<double>(a.points()), nb = static_cast<double>(b.points());
  const auto mean = [&](double of_a, double of_b) { return (of_a * na + of_b * nb) / (na + nb); };
  return {a.first, b.last, mean(a.mean, b.mean), std::min(a.low, b.low), std::max(a.high, b.high), mean(a.error, b.error)};
}

/// How far the lowest and the highest point of a segment may lie apart.
double allowed(const Segment& segment, const PlateauRules& rules) {
  // The range of n values of one height grows slowly with n.
  const double spread = std::sqrt(2 * std::log(static_cast<double>(segment.points()) + 1));
  return kErrors * segment.error * std::max(1.0, spread / 1.5) + rules.resolution * std::abs(segment.mean);
}

bool clear_of(const Segment& plateau, const Segment& beside, const PlateauRules& rules) {
  const double gap = std::max(beside.low - plateau.high, plateau.low - beside.high);
  const double own = std::max(plateau.high - plateau.low, kErrors * plateau.error / kClearance);
  return gap >= std::min(kClearance * own, kErrors * plateau.error + rules.resolution * std::abs(plateau.mean)) && gap > 0;
}

}  // namespace

double roughness_of(std::span<const CurvePoint> curve) {
  if (curve.size() < 3) return 0;
  std::vector<double> seconds;
  for (std::size_t i = 1; i + 1 < curve.size(); ++i)
    seconds.push_back(std::abs(curve[i - 1].cycles - 2 * curve[i].cycles + curve[i + 1].cycles));
  // Of normal scatter, a quarter lies within 0.32 standard deviations and a half within 0.67.
  const auto scatter = [&](std::size_t rank, double share) {
    const auto at = seconds.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(seconds.begin(), at, seconds.end());
    return *at / std::sqrt(6.0) / share;
  };
  // The lower quarter is used, which contains plateaus and even ramps but no knees. With few points it may be small by chance; the
  // median corrects that.
  return std::min(scatter(seconds.size() / 2, 0.67), kQuarterByChance * scatter(seconds.size() / 4, 0.32));
}

std::vector<CurvePoint> with_scatter_of_neighbours(std::span<const CurvePoint> curve) {
  constexpr std::size_t kReach = 4;  // points on either side: a knee or a ramp is shorter than half of them
  std::vector<CurvePoint> scattered(curve.begin(), curve.end());
  for (std::size_t i = 0; i < curve.size() && curve.size() >= 3; ++i) {
    const std::size_t begin = std::max<std::size_t>(i, kReach + 1) - kReach, end = std::min(i + kReach + 1, curve.size() - 1);
    std::vector<double> seconds;
    for (std::size_t at = begin; at < end; ++at)
      seconds.push_back(std::abs(curve[at - 1].cycles - 2 * curve[at].cycles + curve[at + 1].cycles));
    if (seconds.empty()) continue;
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    scattered[i].error = std::max(scattered[i].error, *middle / kMedianSecond);
  }
  return scattered;
}

std::vector<Plateau> find_plateaus(std::span<const CurvePoint> curve, const PlateauRules& rules) {
  if (curve.size() < std::max<std::size_t>(rules.fewest_points, 1)) return {};
  // If no point has an error, the roughness of the curve is used. If only some have one, the points without are exact.
  const bool told = std::any_of(curve.begin(), curve.end(), [](const CurvePoint& point) { return point.error > 0; });
  const double usual = told ? 0 : roughness_of(curve);

  std::vector<Segment> segments;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const CurvePoint& point = curve[i];
    segments.push_back({i, i, point.cycles, point.cycles, point.cycles, told ? point.error : usual});
  }
  for (;;) {
    std::size_t best = segments.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
      const Segment both = joined(segments[i], segments[i + 1]);
      if (both.high - both.low < least && both.high - both.low <= allowed(both, rules)) {
        least = both.high - both.low;
        best = i;
      }
    }
    if (best == segments.size()) break;
    segments[best] = joined(segments[best], segments[best + 1]);
    segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }

  std::vector<Plateau> plateaus;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    if (segment.points() < rules.fewest_points) continue;
    const bool clear_before = i == 0 || clear_of(segment, segments[i - 1], rules);
    const bool clear_after = i + 1 == segments.size() || clear_of(segment, segments[i + 1], rules);
    if (clear_before && clear_after) plateaus.push_back({segment.first, segment.last, segment.mean, segment.low, segment.high});
  }
  return plateaus;
}

}  // namespace chasescope::inference
