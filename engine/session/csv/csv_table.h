// The runs of one call that is no chase, as a CSV table: a row per run, or per entry where the result is a list of times.
#pragma once

#include <filesystem>
#include <string_view>

#include "engine/output/output_file.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// Columns: run, probe, label, the members of the request, then those of the result; `entry` counts the times of one run.
/// A member of the result that is called as one of the request gets `answer_` before its name.
/// Members that are themselves structured are compact JSON. \return the file, which is yet to be committed.
OutputFile csv_table_file(const Session& session, std::string_view call, const std::filesystem::path& path);

}  // namespace chasescope
