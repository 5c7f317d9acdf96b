// Finds where a series of measurements changes, and tests whether it does: the sequential sweep analysis of the topology thesis.
//
//   std::vector<double> distances;
//   for (const LatencyTrace& footprint : sweep) distances.push_back(geometric_image(footprint.copy(), hit_cycles).distance);
//   const ChangePoint change = find_change_point(distances);   // footprints before change.index fit, the others don't
//
// Three steps, as in the thesis: the latencies of each footprint are reduced to one number (§3.3.2), the most likely place of a
// single change is estimated (§3.3.3), and the two-sample Kolmogorov–Smirnov test decides whether there is a change (§3.3.4).
#pragma once

#include <cstddef>
#include <span>

namespace chasescope::inference {

/// A vector of latencies as seen from a reference vector (r, r, …, r): thesis §3.3.2 after Grundy, Killick and Mihaylov (2020).
struct GeometricImage {
  double distance = 0;  ///< cycles; root mean square of x - r, so that footprints with different numbers of accesses compare
  double angle = 0;     ///< radians, between x and the reference vector; 0 if all latencies are equal
};

/// `reference` is r, in cycles. Of no latencies: zeros. O(n).
GeometricImage geometric_image(std::span<const float> latencies, double reference);

/// The largest distance between the two samples' empirical distribution functions, 0 to 1 (thesis equation 3.2). O(n log n).
double ks_distance(std::span<const double> a, std::span<const double> b);

/// The critical distance: the two samples differ at significance level `alpha` if their distance exceeds it (thesis equation 3.3;
/// its logarithm is negative, so the root is of -1/2 · (n + m)/(n · m) · ln(alpha/2)). For large samples.
double ks_critical_distance(double alpha, std::size_t n, std::size_t m);

/// Chance of a distance at least this large between two samples of one distribution: Kolmogorov's series with Stephens' correction
/// (1970), good from four values on each side.
double ks_p_value(double distance, std::size_t n, std::size_t m);

/// One change in a series, or none.
struct ChangePoint {
  enum class Kind {
    found,      ///< the values before and from `index` on have different distributions
    none,       ///< no split of the series passes the test
    trend,      ///< the series rises or falls evenly (a drift): its ends differ, but there is no sudden change
    undecided,  ///< too few values: even two samples without overlap would not pass the test
  };
  Kind kind = Kind::undecided;
  std::size_t index = 0;          ///< the first value after the most likely change; 0 if there was none to look for
  std::size_t low = 0, high = 0;  ///< splits at least 1/20 as likely as the best one lie in [low, high]
  double distance = 0;            ///< the Kolmogorov–Smirnov distance at `index`
  double critical = 0;            ///< the critical distance of equation 3.3, for comparison; p_value decides
  double p_value = 1;             ///< probability of such a distance without a change, corrected for the number of splits tried
  bool rises = false;             ///< the values after the change are larger
  bool found() const { return kind == Kind::found; }
};

/// Estimates the place of one change as in thesis §3.3.3: it tries every split and takes the most likely one. Each side is modelled
/// as a Laplace distribution, because outliers move its likelihood little, and because it finds the foot of a ramp (two means would
/// find the middle). The values before the change are expected to spread less than those after it. The test of §3.3.4 at
/// significance level `alpha` follows, with the p-value multiplied by the number of splits. O(n²); meant for sweeps of up to a few
/// hundred footprints.
ChangePoint find_change_point(std::span<const double> series, double alpha = 0.01);

}  // namespace chasescope::inference
