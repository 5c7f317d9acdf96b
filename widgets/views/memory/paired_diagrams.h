// The memory diagrams of two cards, to be compared. Where a number was measured under several conditions (carve-outs, widths of
// words), both diagrams show it under a condition that both cards share. Pure.
#pragma once

#include <array>
#include <optional>

#include "engine/session/document/session.h"
#include "widgets/views/memory/memory_boxes.h"

namespace chasescope {

/// The diagrams with their differences marked. `carveout` is the carve-out that a person wants to see on the first card. Without
/// it, the carve-out that both cards were measured under and at which the first card's L1 is largest, or else the driver's choice
/// for a lone chase.
std::array<MemoryDiagram, 2> gatherMemoryPair(const Session& a, const Session& b, std::optional<double> carveout = {});

}  // namespace chasescope
