// A lesson on a terminal: for machines without a display, and for whoever would rather read.
#pragma once

#include <istream>

#include "engine/lesson/lesson_check.h"

namespace chasescope {

/// What the stage runs, measured on its device.
Outcome<Session> measure_stage(const lesson::Stage& stage);

/// Prints step by step, asks on `answers` (a line each; an empty line or the end of input passes), and prints what is so. A step
/// whose run fails says so, and the lesson goes on. \return the exit code: 0, or 1 if a step failed.
int play_in_terminal(const lesson::Lesson& lesson, std::istream& answers);

}  // namespace chasescope
