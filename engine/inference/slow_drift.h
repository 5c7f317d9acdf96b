// Takes a slow drift out of a chase that visits the same elements pass after pass: what an element takes may be anything, but it
// takes the same in every pass but for noise and drift. So the growth shows without any level being known.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

/// How latencies grow over a chase, warm-up included, as a share of what they are at its start.
struct SlowDrift {
  double share = 0;
  double uncertainty = 0;     ///< one standard error of `share`; infinite if nothing tells
};

/// \param cycles whole passes over `period` elements. \param sigma their jitter (cycles). \param timed_from which part of the chase
/// was over when the first of them was read, 0 to 1 (not 1). Elements that are not always answered from one level are left out.
SlowDrift fit_drift(std::span<const float> cycles, std::size_t period, double sigma, double timed_from);

/// The same latencies as they would be without that growth.
std::vector<float> without_drift(std::span<const float> cycles, const SlowDrift& drift, double timed_from);

/// What each element takes if it takes the same in every pass.
struct SteadyElement {
  bool steady = false;  ///< nearly all passes agree within jitter; if not, the rest is 0
  double cycles = 0;    ///< mean over the passes that agree
};

/// By element. \pre without drift.
std::vector<SteadyElement> steady_elements(std::span<const float> cycles, std::size_t period, double sigma);

}  // namespace chasescope::inference
