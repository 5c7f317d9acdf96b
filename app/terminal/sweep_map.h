// A map of letters of chases over growing footprints: which positions of the array miss, footprint by footprint.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

/// The character for the share of marked accesses in a cell: "·" none, "█" all.
const char* map_shade(std::size_t marked, std::size_t all);
/// The characters' meanings in words.
inline constexpr const char* kMapShades = "░ up to a quarter of them, ▒ up to half, ▓ more, █ all";

/// A row for each footprint of the largest series of chases that differ only in the footprint, at most as many rows as a screen has
/// lines; a column for each position, or for several. The first pass, in which every access misses, is left out. Empty if there are
/// fewer than three footprints, or if hits and misses are not known.
std::string sweep_map(const std::vector<RunPtr>& runs, const std::vector<Finding>& findings);

}  // namespace chasescope
