// Tells which runs of a document are data, and which of them belong to the same series.
#pragma once

#include <vector>

#include "engine/findings/run.h"

namespace chasescope {

/// Whether a run is data. The other runs are references, which are needed to interpret the data. They are kept as evidence, but no
/// figure, table, report or view shows them. All of these call this function.
inline bool is_data(const Run& run) { return !run.auxiliary; }

/// The runs that are data, in their order.
std::vector<RunPtr> data_runs(const std::vector<RunPtr>& runs);

/// Whether two chases are points of one series: the same probe with the same request, except for the footprint, and for the
/// accesses, which grow with it. Space, stride, element, carve-out, L1 size, SM and seed must be equal. Listed offsets have no
/// footprint that could grow.
bool same_series(const Run& a, const Run& b);

}  // namespace chasescope
