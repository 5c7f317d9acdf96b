// A list with one card for each student: a CSV file with lines "student,seed".
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "engine/device/error.h"

namespace chasescope::mystery {

using SeedList = std::map<std::string, std::uint64_t>;

/// Reads a list. The first line may be the heading "student,seed"; empty lines are skipped. The error is one sentence with the file
/// and the line.
Outcome<SeedList> read_seeds(const std::filesystem::path& path);

}  // namespace chasescope::mystery
