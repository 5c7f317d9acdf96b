// Reads the member `operations` of a card file.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/spec/operations_spec.h"

namespace chasescope::model {

OperationsSpec read_operations(const nlohmann::json& object, const std::string& pointer, Faults& faults);

}  // namespace chasescope::model
