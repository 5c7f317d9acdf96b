// Fields of CSV tables (RFC 4180).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace chasescope {

/// JSON in one line, with numbers and texts as a session writes them.
std::string compact(const nlohmann::ordered_json& value);

/// A text field: quoted where it has to be.
std::string csv_field(const std::string& text);

/// A value as a field: nothing for null, a word plain, anything else as compact JSON.
std::string csv_value_field(const nlohmann::ordered_json& value);

}  // namespace chasescope
