#include "engine/inference/curves/copy_saturation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestSizes = 6;
constexpr std::size_t kFewestOnPlateau = 3;
constexpr double kWidths = 5;     // half-width of the interval, in widths of the noise
constexpr double kGapWidths = 6;  // a gap is at least this many widths of the noise
constexpr double kFlat = 0.15;    // a plateau's slope is at most this share of the rise's

struct Point {
  double x, y;
};

struct Line {
  double slope = 0, at_zero = 0, squares = 0;  // sum of squared residuals
};

Line line_through(std::span<const Point> points, std::optional<double> slope = std::nullopt) {
  double mean_x = 0;
  double mean_y = 0;
  for (const Point& point : points) {
    mean_x += point.x / static_cast<double>(points.size());
    mean_y += point.y / static_cast<double>(points.size());
  }
  double xx = 0;
  double xy = 0;
  for (const Point& point : points) {
    xx += (point.x - mean_x) * (point.x - mean_x);
    xy += (point.x - mean_x) * (point.y - mean_y);
  }
  Line line;
  line.slope = slope ? *slope : xx > 0 ? xy / xx : 0;
  line.at_zero = mean_y - line.slope * mean_x;
  for (const Point& point : points) {
    const double rest = point.y - line.at_zero - line.slope * point.x;
    line.squares += rest * rest;
  }
  return line;
}

struct Hinge {
  double at = 0, squares = 0;
  Line rise;
  double plateau = 0;
  std::size_t rising = 0;  // points of the rise
};

/// Fits a line for the rise to the first `rising` points and a plateau to the rest. No value if the two do not meet between those
/// points.
std::optional<Hinge> hinge_after(std::span<const Point> points, std::size_t rising) {
  const Line rise = line_through(points.first(rising));
  const Line flat = line_through(points.subspan(rising), 0.0);
  if (!(rise.slope > 0)) return std::nullopt;
  const double at = (flat.at_zero - rise.at_zero) / rise.slope;
  const double slack = 0.5 * (points[rising].x - points[rising - 1].x);
  if (at < points[rising - 1].x - slack || at > points[rising].x + slack) return std::nullopt;
  return Hinge{at, rise.squares + flat.squares, rise, flat.at_zero, rising};
}

/// The scatter of the meeting point if residuals have this width.
double scatter_of_hinge(std::span<const Point> points, const Hinge& hinge, double width) {
  const auto rising = static_cast<double>(hinge.rising);
  const double flat = static_cast<double>(points.size()) - rising;
  double mean = 0;
  for (std::size_t i = 0; i < hinge.rising; ++i) mean += points[i].x / rising;
  double xx = 0;
  for (std::size_t i = 0; i < hinge.rising; ++i) xx += (points[i].x - mean) * (points[i].x - mean);
  const double from_rise = 1 / rising + (hinge.at - mean) * (hinge.at - mean) / xx;
  return width * std::sqrt(from_rise + 1 / flat) / hinge.rise.slope;
}

}  // namespace

CopySaturation find_copy_saturation(std::span<const CopyTimes> copies) {
  CopySaturation found;
  if (copies.size() < kFewestSizes) return found;
  std::vector<Point> gaps;
  for (const CopyTimes& copy : copies) gaps.push_back({copy.bytes, copy.flushed - copy.not_flushed});

  std::optional<Hinge> best;
  for (std::size_t rising = 2; rising + kFewestOnPlateau <= gaps.size(); ++rising)
    if (const auto hinge = hinge_after(gaps, rising); hinge && (!best || hinge->squares < best->squares)) best = hinge;

  const Line whole = line_through(gaps);
  const auto [lowest, highest] =
      std::minmax_element(gaps.begin(), gaps.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
  const double squares = std::min(best ? best->squares : whole.squares, whole.squares);
  const double width = std::sqrt(squares / static_cast<double>(gaps.size() - 3));
  if (highest->y - lowest->y <= kGapWidths * width || highest->y <= 0) {
    found.verdict = CopySaturation::Verdict::no_gap;
    return found;
  }
  found.verdict = CopySaturation::Verdict::no_plateau;
  if (!best) return found;
  const Line end = line_through(std::span(gaps).subspan(best->rising));
  if (std::abs(end.slope) > kFlat * best->rise.slope || best->squares > whole.squares) return found;
  found.verdict = CopySaturation::Verdict::found;
  found.bytes = best->at;
  const double off = kWidths * scatter_of_hinge(gaps, *best, std::sqrt(best->squares / static_cast<double>(gaps.size() - 3)));
  found.low = std::max(found.bytes - off, 0.0);
  found.high = found.bytes + off;
  found.gap_per_byte = best->rise.slope;
  found.plateau = best->plateau;
  return found;
}

}  // namespace chasescope::inference
