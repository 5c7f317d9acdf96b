// Reads the `partitions` and the `floor_plan` member of a card file.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/spec/card.h"

namespace chasescope::model {

/// `card` holds the caches that have been read.
PartitionSpec read_partitions(const nlohmann::json& object, const std::string& pointer, const Card& card,
                              std::uint64_t memory_bytes, Faults& faults);
FloorPlanSpec read_floor_plan(const nlohmann::json& object, const std::string& pointer, const Card& card,
                              std::uint64_t memory_bytes, Faults& faults);

}  // namespace chasescope::model
