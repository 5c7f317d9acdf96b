// Reads the members `clock` and `memory_pauses` of a card file.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/clock/card_clock.h"
#include "engine/model/spec/pause_spec.h"

namespace chasescope::model {

/// The `memory_pauses` member.
PauseSpec read_pauses(const nlohmann::json& object, const std::string& pointer, Faults& faults);

ClockSpec read_clock(const nlohmann::json& object, const std::string& pointer, Faults& faults);

}  // namespace chasescope::model
