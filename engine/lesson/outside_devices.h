// Devices of a lesson that start a program or connect to another machine. A lesson may be the file of a stranger, so the person who
// plays it is asked before such a device is opened.
#pragma once

#include <string>
#include <vector>

#include "engine/lesson/lesson.h"

namespace chasescope::lesson {

/// Whether opening the device does more than simulate, read a file, or use a card of this machine. True for unknown kinds of ids.
bool reaches_outside(const std::string& device_id);

/// All such devices of the steps, main devices and second ones, each once, in the order of the steps.
std::vector<std::string> outside_devices(const Lesson& lesson);

}  // namespace chasescope::lesson
