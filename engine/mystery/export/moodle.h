// Moodle XML: a category with a question of type "cloze" (embedded answers) for each variant, as Moodle's documentation of the
// format describes it (docs.moodle.org, "Moodle XML format" and "Embedded Answers (Cloze) question type").
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/mystery/export/variants.h"

namespace chasescope::mystery {

std::string moodle_text(const std::vector<Variant>& variants);

/// Writes the file, whole or not at all. \return a sentence if that failed.
std::optional<std::string> write_moodle(const std::vector<Variant>& variants, const std::filesystem::path& path);

}  // namespace chasescope::mystery
