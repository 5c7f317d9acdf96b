// One card a student: a CSV file with a line "student,seed" for each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "engine/device/error.h"

namespace chasescope::mystery {

using SeedList = std::map<std::string, std::uint64_t>;

/// Reads one. A first line "student,seed" is a heading; empty lines are left out. Errors name file and line in one sentence.
Outcome<SeedList> read_seeds(const std::filesystem::path& path);

}  // namespace chasescope::mystery
