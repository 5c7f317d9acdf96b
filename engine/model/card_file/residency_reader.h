// The member `residency` of a card file.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/spec/residency_spec.h"

namespace chasescope::model {

/// `l2_bytes` is the card's; 0: its file does not say it.
ResidencySpec read_residency(const nlohmann::json& object, const std::string& pointer, std::uint64_t l2_bytes, Faults& faults);

}  // namespace chasescope::model
