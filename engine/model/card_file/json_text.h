// Reads JSON strictly. A member that appears twice is refused as well: the JSON standard leaves its meaning open, and it is usually
// a typing error.
#pragma once

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"

namespace chasescope::model {

/// The document, or no value with the faults of the text in `faults` (the place of a syntax error as line and column).
std::optional<nlohmann::json> parse_json(std::string_view text, Faults& faults);

}  // namespace chasescope::model
