// What a discovery does with time that is left: it asks again where something is still open, the space of which most is open first.
#pragma once

#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/experiment/shared_work.h"
#include "engine/findings/finding.h"
#include "engine/probe/discovery/step_sink.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// A memory space of whose caches something is open: how many questions, and whether a policy is among them.
struct OpenSpace {
  std::string space;  ///< "global.ca"
  std::size_t questions = 0;
};

/// The spaces whose data caches have something that is not known, most questions first. What no time can tell (all of a space fits)
/// counts as nothing.
std::vector<OpenSpace> open_spaces(const std::vector<Finding>& findings);

/// Puts what was found later into what was found before: a value takes the place of a "can't tell" of the same subject, quantity
/// and conditions; what is new is added; what was known stays. \return what was taken and has a value.
std::vector<Finding> take_better(std::vector<Finding>& findings, std::vector<Finding> later);

/// The same, and tells what was taken. `sink` may be null.
void take_and_tell(ProbeSink* sink, std::vector<Finding>& findings, std::vector<Finding> later);

/// Asks again, space by space, with as many accesses as the device made in the time so far for each second that is left; policies,
/// too. The report has what came of it.
void spend_what_is_left(Device& device, const std::vector<std::string>& only, const ProbeControl& control, SharedWork& shared,
                        Deadline& deadline, ProbeReport& report);

}  // namespace chasescope
