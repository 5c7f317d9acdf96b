// Spends the remaining time of a discovery: it explores again the spaces with open questions, the one with the most questions
// first.
#pragma once

#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/experiment/shared_work.h"
#include "engine/findings/finding.h"
#include "engine/probe/discovery/step_sink.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// A memory space with open questions about its caches: how many, and whether a policy is among them.
struct OpenSpace {
  std::string space;  ///< "global.ca"
  std::size_t questions = 0;
};

/// The spaces with open questions about their data caches, most questions first. A question that more time can't answer (the whole
/// space fits in the cache) does not count.
std::vector<OpenSpace> open_spaces(const std::vector<Finding>& findings);

/// Merges later findings into earlier ones. A value replaces a "can't tell" of the same subject, quantity and conditions; new
/// findings are added; known values stay. \return the findings that were taken and have a value.
std::vector<Finding> take_better(std::vector<Finding>& findings, std::vector<Finding> later);

/// The same, and reports the findings that were taken to `sink`, which may be null.
void take_and_tell(ProbeSink* sink, std::vector<Finding>& findings, std::vector<Finding> later);

/// Explores the open spaces again, policies included. The time left is divided among them, and each gets as many accesses as the
/// device has made in that time on average so far. The results go into the report.
void spend_what_is_left(Device& device, const std::vector<std::string>& only, const ProbeControl& control, SharedWork& shared,
                        Deadline& deadline, ProbeReport& report);

}  // namespace chasescope
