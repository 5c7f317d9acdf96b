// Reads a lesson from its text (docs/lessons.md).
#pragma once

#include <string_view>

#include "engine/lesson/lesson.h"

namespace chasescope::lesson {

/// The parts of a lesson that can be read, and all faults, in the order of lines.
struct Reading {
  Lesson lesson;
  std::vector<Fault> faults;
};

/// The longest text that is read, in bytes: a lesson of ten minutes has about 5 KB.
inline constexpr std::size_t kMostLessonBytes = std::size_t{1} << 20;

/// Pure: doesn't look up devices, probes and views. check_words() does that.
Reading read_lesson(std::string_view text);

}  // namespace chasescope::lesson
