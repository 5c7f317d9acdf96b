#include "engine/inference/curves/code_levels.h"

#include <algorithm>

#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kWindow = 4;  // points in a row that must be equal within the resolution

/// Points [first, last] of a curve. Any kWindow neighbours among them are equal within the resolution.
struct Stretch {
  std::size_t first = 0, last = 0;
  double median = 0;
};

bool alike(std::span<const CurvePoint> points, double resolution) {
  const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                               [](const CurvePoint& a, const CurvePoint& b) { return a.cycles < b.cycles; });
  return high->cycles - low->cycles <= resolution * low->cycles;
}

/// The stretch without the points that belong to the rise before or after it.
Stretch trimmed(std::size_t first, std::size_t last, std::span<const CurvePoint> curve, double resolution) {
  std::vector<double> cycles;
  for (std::size_t i = first; i <= last; ++i) cycles.push_back(curve[i].cycles);
  Stretch stretch{first, last, median_of(std::move(cycles))};
  while (curve[stretch.last].cycles > stretch.median * (1 + resolution)) --stretch.last;
  while (curve[stretch.first].cycles < stretch.median * (1 - resolution)) ++stretch.first;
  return stretch;
}

std::vector<Stretch> even_stretches(std::span<const CurvePoint> curve, double resolution) {
  std::vector<Stretch> stretches;
  std::size_t next = 0;  // the first point that belongs to no stretch yet
  for (std::size_t i = 0; i + kWindow <= curve.size();) {
    if (i < next || !alike(curve.subspan(i, kWindow), resolution)) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end + 1 + kWindow <= curve.size() && alike(curve.subspan(end + 1, kWindow), resolution)) ++end;
    stretches.push_back(trimmed(i, end + kWindow - 1, curve, resolution));
    next = end + kWindow;
    i = next;
  }
  return stretches;
}

CodeLevel level_from(const Stretch& stretch, std::span<const CurvePoint> curve) {
  CodeLevel level{stretch.first, stretch.last, stretch.last, stretch.median, stretch.median, stretch.median, stretch.median};
  for (std::size_t i = stretch.first; i <= stretch.last; ++i) {
    level.low = std::min(level.low, curve[i].cycles);
    level.high = std::max(level.high, curve[i].cycles);
  }
  return level;
}

/// Adds a stretch to the level from which it is only a small step away. False if a point after the level's end lies more than a
/// step above the level.
bool extend(CodeLevel& level, const Stretch& stretch, std::span<const CurvePoint> curve, const CodeRules& rules) {
  for (std::size_t i = level.last + 1; i <= stretch.last; ++i) {
    if (curve[i].cycles > level.cycles * (1 + rules.step)) return false;
    level.low = std::min(level.low, curve[i].cycles);
    level.high = std::max(level.high, curve[i].cycles);
  }
  level.last = stretch.last;
  level.last_cycles = stretch.median;
  return true;
}

}  // namespace

CodeLevels find_code_levels(std::span<const CurvePoint> curve, const CodeRules& rules) {
  CodeLevels found;
  for (const Stretch& stretch : even_stretches(curve, rules.resolution)) {
    if (found.levels.empty() || stretch.median > found.levels.back().cycles * (1 + rules.step)) {
      found.levels.push_back(level_from(stretch, curve));
    } else if (stretch.median < found.levels.back().cycles * (1 - rules.step) ||
               !extend(found.levels.back(), stretch, curve, rules)) {
      return {CodeLevels::Verdict::uneven, {}};
    }
  }
  if (!found.levels.empty()) found.verdict = CodeLevels::Verdict::found;
  return found;
}

bool still_in(const CodeLevel& level, double cycles, const CodeRules& rules) {
  return cycles <= level.last_cycles * (1 + rules.resolution);
}

}  // namespace chasescope::inference
