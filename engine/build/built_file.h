// Reads a model file that the builder saved, so that its controls stand as they did then.
#pragma once

#include <string>

#include "engine/build/built_cache.h"
#include "engine/device/error.h"

namespace chasescope::build {

/// Reads such a file. An error is a sentence: the file can't be read, is no model, or holds more than the builder can express, so
/// that saving it again would lose something.
Outcome<BuiltCache> read_built(const std::string& path);

}  // namespace chasescope::build
