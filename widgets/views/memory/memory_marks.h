// The marks of a memory diagram: which of a model's numbers were never published, and which numbers differ from another card's.
// Pure: marks the lines of a diagram; memory_scene.h draws the marks.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "engine/session/compare/comparison.h"
#include "widgets/views/memory/memory_boxes.h"

namespace chasescope {

/// Subject and quantity of a finding: ("l2", "sets").
using AssumedNumbers = std::set<std::pair<std::string, std::string>>;

/// Marks each line that shows an assumed number; a line of two numbers ("line / fetch") is marked if one of them is assumed.
void markAssumed(MemoryDiagram& diagram, const AssumedNumbers& assumed);

/// Marks on both diagrams the lines whose numbers differ by more than their intervals. Diagram `a` shows card A of the comparison.
void markDifferences(MemoryDiagram& a, MemoryDiagram& b, const Comparison& comparison);

/// "12 numbers differ, 8 agree, 5 are known of one card only."
QString differencesText(const Comparison& comparison);

}  // namespace chasescope
