// Reads a file that was compiled into the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace chasescope {

/// The text of a compiled-in file, such as "models/gtx780.json"; empty if there is no such file.
std::optional<std::string> resource_text(const std::string& path);

/// The names of the files in a compiled-in folder ("models"), sorted.
std::vector<std::string> resource_names(const std::string& folder);

}  // namespace chasescope
