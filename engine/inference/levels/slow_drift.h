// Takes a slow drift out of a chase that visits the same elements pass after pass: what an element takes may be anything, but it
// takes the same in every pass but for noise and drift. So the growth shows without any level being known.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

/// How latencies grow over the timed part of a chase, as a share of what they are at its start.
struct SlowDrift {
  double share = 0;
  double uncertainty = 0;  ///< one standard error of `share`; infinite if nothing tells
};

/// \param cycles whole passes over `period` elements. \param sigma their jitter (cycles). Elements that are not always answered from
/// one level are left out.
SlowDrift fit_drift(std::span<const float> cycles, std::size_t period, double sigma);

/// The same latencies as they would be without that growth: as at the first of them. Whether latencies had begun to grow before, in
/// the warm-up, they do not tell; chases that are compared should warm up for the same share of their accesses.
std::vector<float> without_drift(std::span<const float> cycles, const SlowDrift& drift);

/// What each element takes if it takes the same in every pass.
struct SteadyElement {
  bool steady = false;  ///< nearly all passes agree within jitter; if not, the rest is 0
  double cycles = 0;    ///< mean over the passes that agree
};

/// By element. \pre without drift.
std::vector<SteadyElement> steady_elements(std::span<const float> cycles, std::size_t period, double sigma);

}  // namespace chasescope::inference
