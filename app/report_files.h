// A session as a file, in any format that there is. A report in Markdown brings its figures: engine/session writes the text,
// widgets/plot draws, and here they meet.
#pragma once

#include <filesystem>
#include <string>

#include "engine/session/convert.h"

namespace chasescope {

/// Why that file can't be written in that format, as far as it can be known before there is anything to write; empty if it may go
/// well.
std::string fault_of_document(const std::filesystem::path& out, const std::string& format);

/// write_document(), and for Markdown every figure that the session fills, as SVG in the folder NAME_figures beside NAME.md. Report
/// and folder appear together or not at all. \return the errors of write_document(), `invalid_request` if the folder holds what no
/// report wrote.
Outcome<Conversion> write_document_with_figures(const Session& session, const std::filesystem::path& out,
                                                const std::string& format);

/// What a report in Markdown on standard output goes without; empty for other formats.
std::string note_without_figures(const std::string& format);

}  // namespace chasescope
