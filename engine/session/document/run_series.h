// Which runs of a document are data, and which of them belong into one picture.
#pragma once

#include <vector>

#include "engine/findings/run.h"

namespace chasescope {

/// Whether a run is data. References only tell what other runs mean: they are kept as evidence, and no figure, table, report or
/// view shows them. All of those ask here.
inline bool is_data(const Run& run) { return !run.auxiliary; }

/// The runs that are data, in their order.
std::vector<RunPtr> data_runs(const std::vector<RunPtr>& runs);

/// Whether two chases are points of one series: the same probe asked the same but for the footprint, and for the accesses, which grow with it.
/// Space, stride, element, carve-out, L1 size, SM and seed are the same. Listed offsets have no footprint that could grow.
bool same_series(const Run& a, const Run& b);

}  // namespace chasescope
