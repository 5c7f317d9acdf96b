// Reads the `clock` member of a card file.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/clock/card_clock.h"

namespace chasescope::model {

ClockSpec read_clock(const nlohmann::json& object, const std::string& pointer, Faults& faults);

}  // namespace chasescope::model
