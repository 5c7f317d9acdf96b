// Reads the small JSON files of this folder and of engine/mystery. Any of them may be cut short or changed by a person.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/device/error.h"

namespace chasescope::mystery {

struct FileKind {
  const char* words;   ///< the kind in the words of a sentence, such as "mystery file"
  const char* schema;  ///< the value of its member "schema"
  std::uint64_t version;
};

/// "The mystery file lab3.mystery": the beginning of a sentence.
std::string named_file(const FileKind& kind, const std::filesystem::path& path);

/// The JSON object in a file of that kind. The error is one sentence that names the file: it can't be read, is cut short, is no
/// JSON, or is of another kind or version.
Outcome<nlohmann::json> read_json_file(const std::filesystem::path& path, const FileKind& kind);

/// A member of an object. Empty if it is missing or of another type.
std::optional<std::string> text_member(const nlohmann::json& object, const char* name);
std::optional<std::uint64_t> count_member(const nlohmann::json& object, const char* name);

}  // namespace chasescope::mystery
