// The findings that thread-latency curves support: MSHR or PRT, entries, merges, requests and loads under way (request study).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/inference/requests/loads_per_warp.h"
#include "engine/inference/requests/request_table.h"
#include "engine/inference/requests/thread_latency.h"

namespace chasescope {

/// One thread-latency curve and the runs behind its points.
struct ThreadCurve {
  std::uint64_t loads = 1;
  std::uint64_t sharing = 1;
  std::vector<inference::LoadPoint> points;  ///< by threads
  std::vector<std::string> runs;             ///< one for each point
};

/// All measurements of the study of a device.
struct RequestStudy {
  std::vector<ThreadCurve> curves;
  std::vector<inference::LoadPoint> alone, two;  ///< by loads: one warp with a block per load, two whole warps
  std::vector<std::string> lone_runs;            ///< one request alone
  std::vector<std::string> warp_runs;            ///< runs of `alone` and `two`
  double lone = 0;                               ///< cycles of one request alone
  double noise = 0;                              ///< scatter of a point, cycles
  std::uint64_t warp = 32;
  bool loads_refused = false;  ///< the device refuses more loads than `alone` has
};

/// The scale by which a curve is examined. `curves` contains the curve of a single load, if it was measured.
inference::CurveScale scale_of(const ThreadCurve& curve, const std::vector<ThreadCurve>& curves, double lone, double noise);

/// Whether the curves so far distinguish an MSHR from a PRT.
bool tells_the_table(const RequestStudy& study);

std::vector<Finding> findings_of_requests(const RequestStudy& study);

}  // namespace chasescope
