// The lessons that come with the program, and one from a file.
#pragma once

#include <string>
#include <vector>

#include "engine/device/error.h"
#include "engine/lesson/lesson_text.h"

namespace chasescope::lesson {

/// A lesson with where it comes from.
struct OpenedLesson {
  std::string id;      ///< "01-first-chase" of a bundled one; of a file its path
  std::string folder;  ///< of a file: where it lies; else empty
  Reading reading;
};

/// Ids of the bundled lessons, in their order.
std::vector<std::string> lesson_ids();

/// A bundled lesson by its id, with or without its number ("first-chase"), or a file by its path.
/// \return an error whose sentence says which lessons there are, or why the file can't be read. Faults within stand in the reading.
Outcome<OpenedLesson> open_lesson(const std::string& id_or_path);
/// The text of it.
Outcome<std::string> lesson_text(const std::string& id_or_path);

}  // namespace chasescope::lesson
