// A model file that was built here, back in the builder: the same controls as when it was saved.
#pragma once

#include <string>

#include "engine/build/built_cache.h"
#include "engine/device/error.h"

namespace chasescope::build {

/// Reads one. An error is a sentence: the file can't be read or is no model, or it holds more than can be built here, so that
/// saving it again would lose that.
Outcome<BuiltCache> read_built(const std::string& path);

}  // namespace chasescope::build
