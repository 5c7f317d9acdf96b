// Reads a lesson from its text (docs/lessons.md).
#pragma once

#include <string_view>

#include "engine/lesson/lesson.h"

namespace chasescope::lesson {

/// A lesson as far as it can be read, and everything that is wrong with it, in the order of lines.
struct Reading {
  Lesson lesson;
  std::vector<Fault> faults;
};

/// The longest text that is read, in bytes: a lesson of ten minutes has some 5 KB.
inline constexpr std::size_t kMostLessonBytes = std::size_t{1} << 20;

/// Pure. What is said of devices, probes and views is not looked up: that is what check_words() does.
Reading read_lesson(std::string_view text);

}  // namespace chasescope::lesson
