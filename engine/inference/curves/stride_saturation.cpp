#include "engine/inference/curves/stride_saturation.h"

#include <algorithm>
#include <cmath>

namespace chasescope::inference {
namespace {

constexpr double kErrorsOfMean = 4;
constexpr double kResolution = 0.002;                  // share of the latency; smaller differences are no rise
constexpr double kLeastRatio = 1.6, kMostRatio = 2.5;  // ratio of one doubling's rise to the one before; 2 by the law

}  // namespace

StrideSaturation find_saturation(std::span<const CurvePoint> curve, const SaturationRules& rules) {
  StrideSaturation result;
  if (curve.size() < 3) {
    result.reason = "Fewer than three strides were measured.";
    return result;
  }
  double known = 0;
  for (const CurvePoint& point : curve) known = std::max(known, point.error);
  const double rough = known > 0 ? 0 : roughness_of(curve);
  const auto tolerance = [&](std::size_t i) {  // of the step from point i to the next
    const double error = known > 0 ? std::hypot(curve[i].error, curve[i + 1].error) : rough;
    return kErrorsOfMean * error + kResolution * curve[i].cycles;
  };
  std::vector<double> steps;
  for (std::size_t i = 0; i + 1 < curve.size(); ++i) steps.push_back(curve[i + 1].cycles - curve[i].cycles);

  // The largest step is the last one before the plateau, because by the law each step is twice the one before.
  const auto largest = std::max_element(steps.begin(), steps.end());
  const auto last = static_cast<std::size_t>(largest - steps.begin());
  if (*largest <= tolerance(last)) {
    result.kind = StrideSaturation::Kind::none;
    result.reason = "The average does not grow with the stride.";
    return result;
  }
  const std::size_t top = last + 1;
  result.stride = static_cast<std::uint64_t>(std::llround(curve[top].x));
  result.plateau_cycles = curve[top].cycles;
  result.rise = 2 * *largest;
  result.octaves = 1;
  std::size_t first = last;  // index of the first step that follows the law
  while (first > 0 && steps[first - 1] > tolerance(first - 1)) {
    const double slack = tolerance(first - 1) / steps[first - 1];
    const double ratio = steps[first] / steps[first - 1];
    if (ratio < kLeastRatio - slack || ratio > kMostRatio + slack) break;
    --first;
    ++result.octaves;
  }
  result.low_cycles = curve[top].cycles - result.rise;

  // Before the steps that follow the law, the curve must be flat, except for the small steps that the law predicts there.
  const double next = steps[first] / 2;
  for (std::size_t i = 0; i < first; ++i)
    if (steps[i] > tolerance(i) + 1.25 * next) {
      result.kind = StrideSaturation::Kind::several;
      result.reason = "The average rises at smaller strides too, by a law of its own.";
      return result;
    }
  if (rules.foot >= 0 && std::abs(result.low_cycles - rules.foot) > 0.1 * result.rise + tolerance(last)) {
    result.reason = "The rise does not begin at the latency of a hit.";
    return result;
  }
  if (result.octaves < rules.fewest_octaves) {
    result.reason = "The average rises in one step and not in proportion to the stride.";
    return result;
  }

  std::size_t flat = 0;
  double later = 0;
  for (std::size_t i = top; i < steps.size(); ++i) {
    if (steps[i] < -tolerance(i) - 0.02 * result.rise) break;  // the end of the plateau: too few elements
    later += std::max(steps[i] - tolerance(i), 0.0);
    if (later > rules.later_rise * result.rise) {
      if (flat >= rules.fewest_flat) {
        result.kind = StrideSaturation::Kind::several;
        result.reason = "Beyond the plateau the average rises again.";
      } else {
        result.reason = "The average goes on rising; no plateau was reached.";
      }
      return result;
    }
    ++flat;
  }
  if (flat < rules.fewest_flat) {
    result.reason = "No plateau was reached within the strides that could be measured.";
    return result;
  }
  result.kind = StrideSaturation::Kind::found;
  return result;
}

}  // namespace chasescope::inference
