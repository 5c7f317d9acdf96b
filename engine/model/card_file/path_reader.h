// Reads the path of a load through one memory space and checks that all its parts exist and all its latencies are given.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/spec/card.h"

namespace chasescope::model {

/// \pre The caches, TLBs, partitions and activation window of `card` have been read.
PathSpec read_path(const nlohmann::json& object, const std::string& pointer, const Card& card, Faults& faults);

}  // namespace chasescope::model
