// A student who solves a mystery card with fine-grained chases alone. The student uses only the device interface, and knows only
// the level's questions and the papers' general findings about caches.
#pragma once

#include <map>
#include <string>

#include "engine/device/device.h"
#include "engine/mystery/question.h"

namespace chasescope::mystery {

/// The answers to all questions of the level, in the form in which a person writes them.
std::map<Question, std::string> solve(Device& device, Level level);

}  // namespace chasescope::mystery
