// Values as fields of CSV tables.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace chasescope {

/// JSON on one line, with numbers and texts in the form of a session file.
std::string compact(const nlohmann::ordered_json& value);

/// A value as a field: empty for null, a text as it is, anything else as compact JSON.
std::string csv_value_field(const nlohmann::ordered_json& value);

}  // namespace chasescope
