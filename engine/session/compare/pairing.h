// Finds the findings of two or more sessions that are about the same thing: one subject and quantity, under conditions that don't
// contradict each other.
#pragma once

#include <optional>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

/// Whether the finding is measured or reported, and has a value.
bool tells_value(const Finding& finding);

/// A finding without this condition was measured with the carve-out that the driver chose.
inline constexpr const char* kCarveoutCondition = "carveout_percent";

/// The number of conditions that both findings have with the same value; empty if a condition contradicts. A condition that only
/// one side has is no contradiction, except for the carve-out. The SM is ignored.
std::optional<std::size_t> common_conditions(const Finding& a, const Finding& b);

/// Prefers pairs that both have a value or both have none, and pairs with the same status.
int likeness(const Finding& a, const Finding& b);

/// Findings in one row, at most one of each session.
using Paired = std::vector<std::optional<Finding>>;

/// Makes the rows of many sessions. `findings`: for each session, the findings of one subject and quantity. Findings with equal
/// conditions are paired first, then those whose conditions don't contradict, then those whose distinguishing conditions within
/// their session read the same.
std::vector<Paired> paired_findings(const std::vector<std::vector<Finding>>& findings);

}  // namespace chasescope
