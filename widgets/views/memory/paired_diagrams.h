// The memory diagrams of two cards, to stand beside each other: like with like. Of what was measured under several conditions
// (carve-outs, widths of words) both show what both know, under the same ones. Pure.
#pragma once

#include <array>
#include <optional>

#include "engine/session/document/session.h"
#include "widgets/views/memory/memory_boxes.h"

namespace chasescope {

/// With what differs marked. `carveout` is what a person wants to see of the first card; without it, the one that leaves its L1 the
/// most of those that both were measured under, or what the driver chose for a lone chase.
std::array<MemoryDiagram, 2> gatherMemoryPair(const Session& a, const Session& b, std::optional<double> carveout = {});

}  // namespace chasescope
