// The command line: parses it and runs the command.
#pragma once

namespace chasescope {

/// Runs the program. Returns the exit code: 0 only when all that was asked is done, 2 for a command line that can't be understood,
/// 1 for everything else. Errors are one sentence on standard error.
int run_program(int argc, char** argv);

}  // namespace chasescope
