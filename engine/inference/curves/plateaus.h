// The plateaus of an average latency curve over footprint or stride (C2070 poster; Saavedra's and Wong's curves): where they
// begin and end and how high they lie, found from the curve alone.
//
//   const auto plateaus = find_plateaus(points);   // points in order of footprint or stride
//   for (const Plateau& p : plateaus) name(points[p.first].x, points[p.last].x, p.cycles);
//
// No height and no step is assumed. Neighbouring points are joined as long as they differ by no more than their errors and a stated
// resolution allow. A plateau is a group of joined points that is clearly apart from its neighbours.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

struct CurvePoint {
  double x = 0;       ///< footprint or stride, bytes; ascending
  double cycles = 0;  ///< average latency
  double error = 0;   ///< its standard error, cycles; where no point has one, the curve's own roughness is used
};

struct Plateau {
  std::size_t first = 0, last = 0;  ///< points [first, last]
  double cycles = 0;                ///< mean of its points
  double low = 0, high = 0;         ///< the lowest and highest of them
  friend bool operator==(const Plateau&, const Plateau&) = default;
};

struct PlateauRules {
  std::size_t fewest_points = 3;
  double resolution = 0.01;  ///< points of a plateau differ by this share of their height at the most, beyond their errors
};

/// The plateaus in order, without overlap; between two plateaus the curve rises or falls. A curve of fewer than `fewest_points`
/// points has no plateau, and neither has a curve whose points all differ (a ramp). O(n²).
std::vector<Plateau> find_plateaus(std::span<const CurvePoint> curve, const PlateauRules& rules = {});

/// The same curve with errors that are no smaller than the scatter of each point's neighbours. For curves whose points were
/// measured on several SMs: each SM has its own distance to each shared cache, and the accesses of a single point don't show how
/// far the distances differ.
std::vector<CurvePoint> with_scatter_of_neighbours(std::span<const CurvePoint> curve);

/// The scatter of a curve's points, cycles. It is computed from second differences, which neither steps nor ramps change much.
double roughness_of(std::span<const CurvePoint> curve);

}  // namespace chasescope::inference
