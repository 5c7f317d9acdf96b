// How a command says that it failed: one sentence on standard error.
#pragma once

#include <string>

namespace chasescope {

/// Prints "chasescope: SENTENCE" to standard error and returns the exit code 1.
int fail(const std::string& sentence);

}  // namespace chasescope
