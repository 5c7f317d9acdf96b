// A folder that a reviewer can check and make again: sessions, figures, tables, data, scripts, checksums, licence, description.
#pragma once

#include <string>
#include <vector>

#include "app/paper/figure_set.h"

namespace chasescope {

/// Why no archive can be made in that folder, as a sentence; for before anything is measured.
std::optional<std::string> fault_of_archive(const std::string& folder);

/// Writes the archive into a folder, which must be empty or not there. \return a sentence if something went wrong.
std::optional<std::string> write_archive(const std::vector<Session>& sources, const std::string& folder, const std::string& license,
                                         const PaperLook& look);

}  // namespace chasescope
