#include "engine/session/csv_fields.h"

#include "engine/session/document_writer.h"

namespace chasescope {

std::string compact(const nlohmann::ordered_json& value) { return tidied(value).dump(); }

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_value_field(const nlohmann::ordered_json& value) {
  if (value.is_null()) return {};
  return csv_field(value.is_string() ? value.get<std::string>() : compact(value));
}

}  // namespace chasescope
