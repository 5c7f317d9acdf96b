// Writes a session to a file, in any of the formats. A report in Markdown has figures: engine/session writes its text,
// widgets/figure draws the figures, and this file joins them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/convert.h"

namespace chasescope {

/// Checks before a measurement whether the file can be written in that format. \return the fault: `invalid_request` if the name or
/// the format is wrong, `internal` if the file can't be written at that place. Nothing if no fault is known yet.
std::optional<DeviceError> fault_of_document(const std::filesystem::path& out, const std::string& format);

/// Does what write_document() does. For Markdown it also writes every figure for which the session has data, as SVG in the folder
/// NAME_figures beside NAME.md. Report and folder appear together or not at all. \return the errors of write_document(),
/// `invalid_request` if the folder holds files that no report wrote.
Outcome<Conversion> write_document_with_figures(const Session& session, const std::filesystem::path& out,
                                                const std::string& format);

/// The file to write a session to. `why` tells the person why it is not the file that was asked for, and is empty if it is.
struct Place {
  std::filesystem::path path;
  std::string why;
};

/// The place for a session. A discovery that was cancelled, or in which the device failed, never replaces a file, which may be
/// better: it goes beside the file, as NAME.partial.json.
Place place_for(const Session& session, const std::filesystem::path& out);

/// "\nSaved to a.json, b.csv\n".
std::string saved_words(const std::vector<std::filesystem::path>& files);
/// The same; of a folder of traces "\nSaved 994 files to traces: 990 traces, 3 tables of other requests and the findings\n".
std::string saved_words(const Conversion& written);

/// A note that a report in Markdown has no figures on standard output; empty for other formats.
std::string note_without_figures(const std::string& format);

}  // namespace chasescope
