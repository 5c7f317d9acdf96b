// The runs of one call other than chase, as a CSV table: one row for each run, or one for each time if the result is a list of
// times.
#pragma once

#include <filesystem>
#include <string_view>

#include "engine/output/output_file.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// Columns: run, probe, label, entry, the members of the request, then the members of the result. `entry` counts the times of one
/// run. A member of the result with the name of a member of the request gets `answer_` before its name. Arrays and objects are
/// written as compact JSON. \return the file, not yet committed.
OutputFile csv_table_file(const Session& session, std::string_view call, const std::filesystem::path& path);

}  // namespace chasescope
