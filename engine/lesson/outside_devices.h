// Devices of a lesson that start a program or connect to another machine. A lesson is a text file of somebody else's: whoever plays
// it is asked before it does either.
#pragma once

#include <string>
#include <vector>

#include "engine/lesson/lesson.h"

namespace chasescope::lesson {

/// Whether opening the device does more than simulate, read a file, or use the machine's own card. Kinds that are not known do.
bool reaches_outside(const std::string& device_id);

/// Those that the steps name, as main device or beside it: each once, in their order.
std::vector<std::string> outside_devices(const Lesson& lesson);

}  // namespace chasescope::lesson
