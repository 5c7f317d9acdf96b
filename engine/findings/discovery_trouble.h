// What kept a discovery from being whole: parts that the device failed in, and parts that were not reached after it was gone. Told
// by the findings alone, so that a saved session tells it, too. A part that a device does not serve is no trouble: that is its
// answer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/error.h"
#include "engine/findings/finding.h"

namespace chasescope {

/// Marks a finding that stands for a whole part: `error` ended that part, or, where it was not `reached`, an earlier one and all
/// that would have followed. An error that only says what the device can't do leaves it as it is.
void mark_trouble(Finding& finding, const DeviceError& error, bool reached);

struct DiscoveryTrouble {
  std::size_t failed = 0, cancelled = 0, not_reached = 0;  ///< parts; not all are 0
  std::string reason;                       ///< what ended the first of them
};

/// Nothing if all parts had their answers.
std::optional<DiscoveryTrouble> discovery_trouble(const std::vector<Finding>& findings);

/// What one of these parts failed with, or why it was not reached; empty if all of them had their answers, or were cancelled.
std::string failure_of(const std::vector<std::string>& parts, const std::vector<Finding>& findings);

/// "ended early: 1 part failed and 8 were not reached", "ended with failures: 2 parts failed", "was cancelled: 9 parts were
/// not finished": what goes behind a probe's title.
std::string outcome_words(const DiscoveryTrouble& trouble);

}  // namespace chasescope
