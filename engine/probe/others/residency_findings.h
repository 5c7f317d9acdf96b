// The findings of probe `residency`, from its points.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/probe/others/residency_points.h"

namespace chasescope {

inline constexpr const char* kResidencyReference = "beyond the papers; PTX ISA, cache eviction priorities";

/// One curve of points, and why it ends where it does.
struct ResidencyCurve {
  std::vector<ResidencyPoint> points;  ///< by growing size
  std::string refusal;                 ///< the device's message if it refused a request of this curve; empty otherwise
};

/// The largest array of which at least kNearlyAll stays in the L2 when all SMs have read it. `by_size`: arrays of growing size, no
/// sweep.
Finding effective_size_finding(const ResidencyCurve& by_size);

/// The largest sweep after which at least half of the lines read with priority `kept` are left. `by_sweep`: sweeps of growing size.
Finding evicting_sweep_finding(EvictionPriority kept, const ResidencyCurve& by_sweep);

/// The share of lines read with priority `kept` that stays after a large sweep of lines read with priority `swept`.
Finding retained_finding(EvictionPriority kept, EvictionPriority swept, const ResidencyCurve& after_large_sweep);

/// How many bytes of lines with priority `last` stay. \param set_aside the bytes asked for, none: the device's default. `by_size`:
/// arrays of growing size, each after a large sweep.
Finding persisting_finding(std::optional<std::uint64_t> set_aside, const ResidencyCurve& by_size);

/// The aligned block that a miss of one word brings into the L2. \param setting the fetch granularity asked for, none: the device's
/// default. `by_offset`: words at growing distance behind the word that was read, which begins a block.
Finding fetched_finding(std::optional<std::uint64_t> setting, const ResidencyCurve& by_offset);

}  // namespace chasescope
