// The runs of probe `residency` as points: each with the share of its timed lines that were still in the L2.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/device/residency.h"
#include "engine/findings/run.h"
#include "engine/inference/requests/residency.h"

namespace chasescope {

struct ResidencyPoint {
  ResidencyRequest request;
  inference::ResidentShare share;
  inference::Against nearly_all = inference::Against::open, half = inference::Against::open;  ///< the share, compared with these
  std::string run;            ///< id of its run
};

struct ResidencyPoints {
  std::optional<inference::LoadCut> cut;  ///< none: no runs to compare with, or hits and misses that time can't tell apart
  std::vector<ResidencyPoint> points;  ///< in the order of the runs, the two that the cut comes from included; empty without a cut
  std::string hit_run, miss_run;       ///< ids of the runs that the cut comes from; empty if there are none
};

/// An array counts as staying in the L2 as long as less than a twentieth of its lines is missing: a share that a program hardly
/// notices, and that some hundred timed loads can tell.
inline constexpr double kNearlyAll = 0.95, kHalf = 0.5;

/// The words that are read and the words that are timed lie this far apart in the requests for lines that were never read: no known
/// fetch brings both.
inline constexpr std::uint64_t kBeyondAnyFetch = 2048;

/// Lines that were just read, with nothing after them: known to hit.
bool is_of_known_hits(const ResidencyRequest& request);
/// Lines that nobody read: known to miss.
bool is_of_known_misses(const ResidencyRequest& request);

/// Takes the cut from the first runs of known hits and misses, and applies it to all runs of the request `residency`.
ResidencyPoints residency_points(std::span<const RunPtr> runs);

}  // namespace chasescope
