// Removes slow drift from a chase that visits the same elements pass after pass. Each element may have any latency, but has the
// same one in every pass, except for noise and drift. So the drift shows although no level is known.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

/// How latencies grow over the timed part of a chase, as a share of their value at its start.
struct SlowDrift {
  double share = 0;
  double uncertainty = 0;  ///< one standard error of `share`; infinite if nothing can be said
};

/// \param cycles whole passes over `period` elements. \param sigma their jitter (cycles). Elements that several levels answer are
/// left out.
SlowDrift fit_drift(std::span<const float> cycles, std::size_t period, double sigma);

/// The latencies without the drift, scaled to the time of the first access. Whether the drift began in the warm-up is not known. So
/// chases that are compared should have the same share of warm-up.
std::vector<float> without_drift(std::span<const float> cycles, const SlowDrift& drift);

/// The latency of an element that takes the same time in every pass.
struct SteadyElement {
  bool steady = false;  ///< nearly all passes agree within jitter; if not, the rest is 0
  double cycles = 0;    ///< mean over the passes that agree
};

/// One entry for each element. \pre the drift was removed from `cycles`.
std::vector<SteadyElement> steady_elements(std::span<const float> cycles, std::size_t period, double sigma);

}  // namespace chasescope::inference
