// The lessons that come with the program, and lessons from files.
#pragma once

#include <string>
#include <vector>

#include "engine/device/error.h"
#include "engine/lesson/lesson_text.h"

namespace chasescope::lesson {

/// A lesson and its origin.
struct OpenedLesson {
  std::string id;      ///< the id of a bundled lesson ("01-first-chase"), or the path of a file
  std::string folder;  ///< the folder of a file; empty for a bundled lesson
  Reading reading;
};

/// Ids of the bundled lessons, in their order.
std::vector<std::string> lesson_ids();

/// Opens a bundled lesson by its id, with or without its number ("first-chase"), or a file by its path.
/// \return an error whose sentence says which lessons there are, or why the file can't be read. Faults in the lesson's text are in
/// `reading`.
Outcome<OpenedLesson> open_lesson(const std::string& id_or_path);
/// The text of such a lesson.
Outcome<std::string> lesson_text(const std::string& id_or_path);

}  // namespace chasescope::lesson
