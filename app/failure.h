// How a command says that it failed: one sentence on standard error.
#pragma once

#include <string>

#include "engine/session/session.h"

namespace chasescope {

/// Prints "chasescope: SENTENCE" to standard error and returns the exit code 1.
int fail(const std::string& sentence);

/// 0 for a session whose probe got all its answers; 1, with a sentence on standard error, for a discovery that ended early or in
/// which the device failed. What was found stands.
int fail_if_not_whole(const Session& session);

}  // namespace chasescope
