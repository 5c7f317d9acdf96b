// Values as fields of CSV tables.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace chasescope {

/// JSON in one line, with numbers and texts as a session writes them.
std::string compact(const nlohmann::ordered_json& value);

/// A value as a field: nothing for null, a word plain, anything else as compact JSON.
std::string csv_value_field(const nlohmann::ordered_json& value);

}  // namespace chasescope
