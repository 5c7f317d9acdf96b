#include "engine/session/csv/csv_fields.h"

#include "engine/output/outgoing_text.h"
#include "engine/session/document/document_writer.h"

namespace chasescope {

std::string compact(const nlohmann::ordered_json& value) { return json_without_controls(tidied(value).dump()); }

std::string csv_value_field(const nlohmann::ordered_json& value) {
  if (value.is_null()) return {};
  return csv_field(value.is_string() ? value.get<std::string>() : compact(value));
}

}  // namespace chasescope
