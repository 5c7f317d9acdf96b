// Reads JSON strictly: also refuses a member that appears twice, which the standard leaves open and which hides typing errors.
#pragma once

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"

namespace chasescope::model {

/// The document, or empty with the faults of the text (the place of a syntax error as line and column).
std::optional<nlohmann::json> parse_json(std::string_view text, Faults& faults);

}  // namespace chasescope::model
