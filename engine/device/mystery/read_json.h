// Reads the small JSON files of this folder and of engine/mystery, of which each is cut short or changed on some day.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/device/error.h"

namespace chasescope::mystery {

struct FileKind {
  const char* words;   ///< "mystery file", in sentences
  const char* schema;  ///< what its member "schema" says
  std::uint64_t version;
};

/// "The mystery file lab3.mystery": how sentences begin.
std::string named_file(const FileKind& kind, const std::filesystem::path& path);

/// The JSON object in a file of that kind. Errors are one sentence that names the file: it can't be read, is cut short or no JSON,
/// is another kind of file, or of another version.
Outcome<nlohmann::json> read_json_file(const std::filesystem::path& path, const FileKind& kind);

/// Members of an object, or nothing where they are not there or of another type.
std::optional<std::string> text_member(const nlohmann::json& object, const char* name);
std::optional<std::uint64_t> count_member(const nlohmann::json& object, const char* name);

}  // namespace chasescope::mystery
