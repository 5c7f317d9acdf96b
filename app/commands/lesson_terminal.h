// A lesson on a terminal: for machines without a display, and for whoever would rather read.
#pragma once

#include <istream>

#include "engine/lesson/lesson_check.h"

namespace chasescope {

/// Runs the stage's probe on the stage's device.
Outcome<Session> measure_stage(const lesson::Stage& stage);

/// Prints step by step, asks on `lines` (a line each; an empty line passes, q leaves), and prints the answer. On a terminal the end
/// of input leaves, too, and Enter goes on behind each answer. From a file or a pipe, the end of input passes, and the lesson runs
/// to its end. A step whose run fails says so, and the lesson goes on. \return the exit code: 0, or 1 if a step failed.
int play_in_terminal(const lesson::Lesson& lesson, std::istream& lines, bool terminal);

}  // namespace chasescope
