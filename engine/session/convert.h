// From one file format to another: `chasescope convert IN OUT`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/device/error.h"

namespace chasescope {

/// What a conversion wrote, and what was lost on the way: one sentence each.
struct Conversion {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> warnings;
};

/// Converts a session between .json, .cbor and .csv, by the extensions of the names. A folder of CSV traces may stand for
/// either side. To CSV and back, cycles stay what they are to the last bit; docs/session.md says what CSV loses.
/// \return `invalid_request` for an unknown extension (the message lists what there is) or a bad file, `internal` when a file
/// can't be read or written.
Outcome<Conversion> convert_file(const std::filesystem::path& in, const std::filesystem::path& out);

}  // namespace chasescope
