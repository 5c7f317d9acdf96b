// A student who finds out a mystery card by fine-grained chases alone: through the seam, knowing nothing of the card but the
// level's questions and what the papers say of caches.
#pragma once

#include <map>
#include <string>

#include "engine/device/device.h"
#include "engine/mystery/question.h"

namespace chasescope::mystery {

/// The answers to all questions of the level, as a person writes them.
std::map<Question, std::string> solve(Device& device, Level level);

}  // namespace chasescope::mystery
