// What a memory diagram says beside the numbers themselves: which of a model's numbers nobody published, and which differ from
// another card's. Pure: the words of a diagram go in and are marked; memory_scene.h draws the marks.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "engine/session/compare/comparison.h"
#include "widgets/views/memory/memory_boxes.h"

namespace chasescope {

/// Subject and quantity of a finding: ("l2", "sets").
using AssumedNumbers = std::set<std::pair<std::string, std::string>>;

/// Marks the lines behind which an assumed number stands; a line of two numbers ("line / fetch") if one of them is.
void markAssumed(MemoryDiagram& diagram, const AssumedNumbers& assumed);

/// Marks the lines whose numbers differ beyond their intervals, on both sides. A is what the first diagram shows.
void markDifferences(MemoryDiagram& a, MemoryDiagram& b, const Comparison& comparison);

/// "12 numbers differ, 8 agree, 5 are known of one card only."
QString differencesText(const Comparison& comparison);

}  // namespace chasescope
