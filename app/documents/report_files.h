// A session as a file, in any format that there is. A report in Markdown brings its figures: engine/session writes the text,
// widgets/plot draws, and here they meet.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/convert.h"

namespace chasescope {

/// Why that file can't be written in that format, as far as it can be known before there is anything to write: `invalid_request`
/// where its name or the format is no good, `internal` where the place is.
std::optional<DeviceError> fault_of_document(const std::filesystem::path& out, const std::string& format);

/// write_document(), and for Markdown every figure that the session fills, as SVG in the folder NAME_figures beside NAME.md. Report
/// and folder appear together or not at all. \return the errors of write_document(), `invalid_request` if the folder holds what no
/// report wrote.
Outcome<Conversion> write_document_with_figures(const Session& session, const std::filesystem::path& out,
                                                const std::string& format);

/// Where a session may be written, and what a person should know of it; empty where it is the place that was asked for.
struct Place {
  std::filesystem::path path;
  std::string why;
};

/// A discovery that was cancelled, or in which the device failed, never takes the place of a file: what is there already may be
/// better. It goes beside it, as NAME.partial.json.
Place place_for(const Session& session, const std::filesystem::path& out);

/// "\nSaved to a.json, b.csv\n".
std::string saved_words(const std::vector<std::filesystem::path>& files);

/// What a report in Markdown on standard output goes without; empty for other formats.
std::string note_without_figures(const std::string& format);

}  // namespace chasescope
